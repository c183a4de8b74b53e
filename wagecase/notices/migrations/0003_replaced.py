"""Adds the status of a notice in whose place another one goes."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notices", "0002_attaches_document"),
    ]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="status",
            field=models.CharField(
                choices=[
                    ("queued", "Queued"),
                    ("claimed", "Being sent"),
                    ("sent", "Sent to mail server"),
                    ("retry", "Will be tried again"),
                    ("failed", "Not sent"),
                    ("bounced", "Returned"),
                    ("uncertain", "Perhaps sent"),
                    ("held", "Held"),
                    ("printed", "Printed"),
                    ("mailed", "Mailed"),
                    ("replaced", "Replaced"),
                ],
                default="queued",
                max_length=10,
            ),
        ),
    ]
