"""Encrypts the reasons of acts that may name workers."""

from typing import Any

from django.db import migrations

from wagecase.encryption import EncryptedTextField, decrypt_columns, encrypt_columns

COLUMNS = {"application": ("proper_reason", "returned_reason"), "order": ("returned_reason",)}


def forwards(apps: Any, schema_editor: Any) -> None:
    for model, columns in COLUMNS.items():
        encrypt_columns(apps.get_model("licenses", model), *columns)


def backwards(apps: Any, schema_editor: Any) -> None:
    for model, columns in COLUMNS.items():
        decrypt_columns(apps.get_model("licenses", model), *columns)


class Migration(migrations.Migration):
    dependencies = [("licenses", "0002_service_of_denials")]

    operations = [
        # The columns stay what they are, text: only what stands in them changes.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("application", "proper_reason", EncryptedTextField(blank=True)),
                migrations.AlterField("application", "returned_reason", EncryptedTextField(blank=True)),
                migrations.AlterField("order", "returned_reason", EncryptedTextField(blank=True)),
            ]
        ),
        migrations.RunPython(forwards, backwards),
    ]
