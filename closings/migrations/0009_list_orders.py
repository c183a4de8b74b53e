"""Indexes for the orders in which the public list can be read, and for the day on which it changed last."""

import closings.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_registration"),
        ("cases", "0006_draft_row_state"),
        ("closings", "0008_encrypted_reason"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="closingnotice",
            index=models.Index(closings.models.DayOrLast("first_on"), models.F("case"), name="closing_first_sort"),
        ),
        migrations.AddIndex(
            model_name="closingnotice",
            index=models.Index(closings.models.CountOrLeast("counted"), models.F("case"), name="closing_workers_sort"),
        ),
        migrations.AddIndex(
            model_name="closingnotice",
            index=models.Index(fields=["-changed_on"], name="closing_changed"),
        ),
        migrations.AddIndex(
            model_name="closingnotice",
            index=models.Index(fields=["-listed_on"], name="closing_listed"),
        ),
    ]
