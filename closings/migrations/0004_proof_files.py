"""Ties a file to the one who was told, as the latest revision has it."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("closings", "0003_imports_undone")]

    operations = [
        migrations.AddField(model_name="recipient", name="proof_file", field=models.BigIntegerField(null=True)),
    ]
