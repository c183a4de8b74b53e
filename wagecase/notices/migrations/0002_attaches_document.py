"""Lets an e-mail wait for its document without carrying it; e-mails already frozen keep the bytes they had."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notices", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="notice", name="attaches_document", field=models.BooleanField(default=True)
        ),
    ]
