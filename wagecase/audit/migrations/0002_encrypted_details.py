"""Encrypts the values in the audit record; their hashes are of the words and stay."""

from typing import Any

from django.db import migrations

from wagecase.encryption import EncryptedTextField, decrypt_columns, encrypt_columns

COLUMNS = {"eventdetail": ("before", "after")}


def forwards(apps: Any, schema_editor: Any) -> None:
    for model, columns in COLUMNS.items():
        encrypt_columns(apps.get_model("audit", model), *columns)


def backwards(apps: Any, schema_editor: Any) -> None:
    for model, columns in COLUMNS.items():
        decrypt_columns(apps.get_model("audit", model), *columns)


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
        migrations.RunPython(forwards, backwards),
    ]
