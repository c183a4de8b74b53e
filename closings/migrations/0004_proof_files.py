"""Ties a file to the one who was told, and tells a correction by the department from an update of the employer."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("closings", "0003_imports_undone")]

    operations = [
        migrations.AlterField(
            model_name="revision",
            name="kind",
            field=models.CharField(
                choices=[
                    ("original", "Original notice"), ("update", "Update"), ("rescission", "Rescission"),
                    ("correction", "Correction by the department"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddField(model_name="recipient", name="proof_file", field=models.BigIntegerField(null=True)),
    ]
