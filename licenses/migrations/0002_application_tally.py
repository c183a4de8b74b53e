"""Counts the workers of the applications that were filed before the count was kept with them."""

from collections import Counter

import wagecase.encryption
from django.db import migrations


def count(apps, schema_editor):
    """Write the tally of each application as `licenses.tally` did when this was made."""
    Application = apps.get_model("licenses", "Application")
    lines = apps.get_model("licenses", "ApplicationWorker").objects
    for pk in list(Application.objects.values_list("pk", flat=True)):
        total = proof = hourly = 0
        kinds, studied = Counter(), Counter()
        for facts in lines.filter(application=pk).values_list("facts", flat=True).iterator(chunk_size=500):
            total += 1
            proof += facts.get("evidence") == "yes"
            kinds[facts.get("disability") or ""] += 1
            if facts.get("pay_basis") == "hourly":
                hourly += 1
                if facts.get("studied_on"):
                    studied[facts["studied_on"]] += 1
        tally = {
            "total": total, "with_proof": proof, "disabilities": [list(one) for one in kinds.most_common()],
            "hourly": hourly, "studied": [list(one) for one in sorted(studied.items())],
        }
        Application.objects.filter(pk=pk).update(tally=tally)


class Migration(migrations.Migration):

    dependencies = [
        ('licenses', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='application',
            name='tally',
            field=wagecase.encryption.EncryptedJSONField(default=dict),
        ),
        migrations.RunPython(count, migrations.RunPython.noop),
    ]
