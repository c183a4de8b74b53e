"""Encrypts the values in the audit record; their hashes are of the words and stay."""

from django.db import migrations

from wagecase.encryption import EncryptedTextField, encrypting

COLUMNS = {"eventdetail": ("before", "after")}


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]

    operations = [
        # The columns stay what they are, text: only what stands in them changes.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("eventdetail", "before", EncryptedTextField(blank=True)),
                migrations.AlterField("eventdetail", "after", EncryptedTextField(blank=True)),
            ]
        ),
        encrypting("audit", COLUMNS),
    ]
