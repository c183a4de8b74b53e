"""Keeps the day of the last act that changed the list; of what was listed before it is the latest day that is known."""

from typing import Any

from django.db import migrations, models
from django.db.models.functions import Greatest


def fill(apps: Any, schema_editor: Any) -> None:
    listed = apps.get_model("closings", "ClosingNotice").objects.filter(listed_on__isnull=False)
    listed.update(list_changed_on=Greatest("changed_on", "listed_on"))


class Migration(migrations.Migration):
    dependencies = [("closings", "0011_encrypted_words")]

    operations = [
        migrations.AddField("closingnotice", "list_changed_on", models.DateField(null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex("closingnotice", models.Index(fields=["-list_changed_on"], name="closing_list_changed")),
    ]
