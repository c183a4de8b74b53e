"""Keeps the postmark and the date of a letter that updates a notice."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("closings", "0006_organizations")]

    operations = [
        migrations.AddField(model_name="revision", name="postmarked_on", field=models.DateField(null=True)),
        migrations.AddField(model_name="revision", name="dated_on", field=models.DateField(null=True)),
    ]
