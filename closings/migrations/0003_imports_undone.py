"""Keeps which version of its case a row made, so that a later import can be taken back before an earlier one."""

from django.db import migrations, models
from django.db.models import F


def rows_so_far(apps, schema_editor):
    rows = apps.get_model("closings", "ImportRow").objects.filter(status="imported", copy_of=None)
    rows.update(added_version=F("case_version"))


class Migration(migrations.Migration):

    dependencies = [("closings", "0002_importing")]

    operations = [
        migrations.AddField(
            model_name="importbatch", name="decisions", field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="importrow", name="added_version", field=models.PositiveIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="importbatch",
            name="status",
            field=models.CharField(
                choices=[
                    ("reading", "Being read"), ("sorted", "Sorted, nothing imported"), ("importing", "Being imported"),
                    ("imported", "Imported"), ("undoing", "Being undone"), ("undone", "Undone"),
                ],
                default="sorted",
                max_length=10,
            ),
        ),
        migrations.RunPython(rows_so_far, migrations.RunPython.noop),
    ]
