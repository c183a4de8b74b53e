"""Encrypts what is asked, answered, found and decided in words: it may name employees, or quote what they entrusted."""

from django.db import migrations

from wagecase.encryption import EncryptedTextField, encrypting

BLANK = (
    "jurisdiction", "disclosure_reason", "service_skipped_reason", "employer_answer", "determination_withheld",
    "ending_reason", "reopened_reason", "answer",
)  # fmt: skip
COLUMNS = {
    "complaint": BLANK,
    "informationrequest": ("question",),
    "determination": ("evidence", "economic_material", "reasons"),
}


class Migration(migrations.Migration):
    dependencies = [("complaints", "0004_encrypted_reason")]

    operations = [
        # The columns stay what they are, text: only what stands in them changes.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(model, name, EncryptedTextField(blank=name in BLANK))
                for model, names in COLUMNS.items()
                for name in names
            ]
        ),
        encrypting("complaints", COLUMNS),
    ]
