"""Encrypts the notes of staff, which may name workers."""

from django.db import migrations

from wagecase.encryption import EncryptedTextField, encrypting

COLUMNS = {"note": ("text",)}


class Migration(migrations.Migration):
    dependencies = [("cases", "0006_draft_row_state")]

    operations = [
        # The column stays what it is, text: only what stands in it changes.
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.AlterField("note", "text", EncryptedTextField())]
        ),
        encrypting("cases", COLUMNS),
    ]
