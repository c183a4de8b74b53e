"""Encrypts why a draft was returned."""

from typing import Any

from django.db import migrations

from wagecase.encryption import EncryptedTextField, decrypt_columns, encrypt_columns

COLUMNS = {"determination": ("returned_reason",)}


def forwards(apps: Any, schema_editor: Any) -> None:
    for model, columns in COLUMNS.items():
        encrypt_columns(apps.get_model("closings", model), *columns)


def backwards(apps: Any, schema_editor: Any) -> None:
    for model, columns in COLUMNS.items():
        decrypt_columns(apps.get_model("closings", model), *columns)


class Migration(migrations.Migration):
    dependencies = [("closings", "0007_letters_of_updates")]

    operations = [
        # The columns stay what they are, text: only what stands in them changes.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("determination", "returned_reason", EncryptedTextField(blank=True)),
            ]
        ),
        migrations.RunPython(forwards, backwards),
    ]
