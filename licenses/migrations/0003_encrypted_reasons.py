"""Encrypts the reasons of acts that may name workers."""

from django.db import migrations

from wagecase.encryption import EncryptedTextField, encrypting

COLUMNS = {"application": ("proper_reason", "returned_reason"), "order": ("returned_reason",)}


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
        encrypting("licenses", COLUMNS),
    ]
