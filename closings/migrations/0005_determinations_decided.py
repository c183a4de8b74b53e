"""Keeps what was decided about coverage and what was counted as one, why no determination is made, and where an official is.

A notice can be taken off the list and put back where it stood, and a rescission can be taken back.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("closings", "0004_proof_files")]

    operations = [
        migrations.AddField(
            model_name="closingnotice", name="no_determination", field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="closingnotice", name="removed_from", field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(model_name="determination", name="decisions", field=models.JSONField(default=list)),
        migrations.AddField(model_name="determination", name="together", field=models.JSONField(default=list)),
        migrations.AddField(model_name="recipient", name="county", field=models.CharField(blank=True, max_length=60)),
        migrations.AddField(
            model_name="recipient", name="municipality_type", field=models.CharField(blank=True, max_length=10),
        ),
        migrations.AlterField(
            model_name="revision",
            name="kind",
            field=models.CharField(
                choices=[
                    ("original", "Original notice"), ("update", "Update"), ("rescission", "Rescission"),
                    ("correction", "Correction by the department"), ("reinstated", "Rescission taken back"),
                ],
                max_length=10,
            ),
        ),
    ]
