"""Encrypts why a draft was returned."""

from django.db import migrations

from wagecase.encryption import EncryptedTextField, encrypting

COLUMNS = {"determination": ("returned_reason",)}


class Migration(migrations.Migration):
    dependencies = [("closings", "0007_letters_of_updates")]

    operations = [
        # The columns stay what they are, text: only what stands in them changes.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("determination", "returned_reason", EncryptedTextField(blank=True)),
            ]
        ),
        encrypting("closings", COLUMNS),
    ]
