"""Encrypts the frozen text of every document; its hash is of the words and stays."""

from django.db import migrations

from wagecase.encryption import EncryptedTextField, encrypting

COLUMNS = {"document": ("html",)}


class Migration(migrations.Migration):
    dependencies = [("documents", "0001_initial")]

    operations = [
        # The columns stay what they are, text: only what stands in them changes.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("document", "html", EncryptedTextField()),
            ]
        ),
        encrypting("documents", COLUMNS),
    ]
