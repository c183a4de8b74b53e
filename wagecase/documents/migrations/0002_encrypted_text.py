"""Encrypts the frozen text of every document; its hash is of the words and stays."""

from typing import Any

from django.db import migrations

from wagecase.encryption import EncryptedTextField, decrypt_columns, encrypt_columns

COLUMNS = {"document": ("html",)}


def forwards(apps: Any, schema_editor: Any) -> None:
    for model, columns in COLUMNS.items():
        encrypt_columns(apps.get_model("documents", model), *columns)


def backwards(apps: Any, schema_editor: Any) -> None:
    for model, columns in COLUMNS.items():
        decrypt_columns(apps.get_model("documents", model), *columns)


class Migration(migrations.Migration):
    dependencies = [("documents", "0001_initial")]

    operations = [
        # The columns stay what they are, text: only what stands in them changes.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("document", "html", EncryptedTextField()),
            ]
        ),
        migrations.RunPython(forwards, backwards),
    ]
