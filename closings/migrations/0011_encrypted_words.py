"""Encrypts the worksheet of a determination, which holds how to reach the contact, and the reasons in words."""

from django.db import migrations

from wagecase.encryption import EncryptedJSONField, EncryptedTextField, encrypting

COLUMNS = {
    "closingnotice": ("removed_reason", "no_determination"),
    "revision": ("reason",),
    "exceptionclaim": ("statement",),
    "determination": ("worksheet", "decisions", "exceptions", "surcharge_reason", "reasons"),
}


class Migration(migrations.Migration):
    dependencies = [("closings", "0010_workforce_areas")]

    operations = [
        # These were JSON, or text of a greatest length, and become text without one: a token is longer than its words.
        migrations.AlterField("closingnotice", "removed_reason", EncryptedTextField(blank=True)),
        migrations.AlterField("revision", "reason", EncryptedTextField(blank=True)),
        migrations.AlterField("determination", "worksheet", EncryptedJSONField(default=dict)),
        migrations.AlterField("determination", "decisions", EncryptedJSONField(default=list)),
        migrations.AlterField("determination", "exceptions", EncryptedJSONField(default=list)),
        # These stay what they are, text: only what stands in them changes.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("closingnotice", "no_determination", EncryptedTextField(blank=True)),
                migrations.AlterField("exceptionclaim", "statement", EncryptedTextField(blank=True)),
                migrations.AlterField("determination", "surcharge_reason", EncryptedTextField(blank=True)),
                migrations.AlterField("determination", "reasons", EncryptedTextField()),
            ]
        ),
        encrypting("closings", COLUMNS),
    ]
