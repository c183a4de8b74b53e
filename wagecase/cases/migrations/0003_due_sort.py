"""Indexes the order of the queue by due date, with cases that have none last."""

import wagecase.cases.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cases", "0002_daily_runs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["is_open", "received_on", "id"], name="case_open_received"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["is_open", "number"], name="case_open_number"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(wagecase.cases.models.DueOrLast("due_on"), models.F("id"), name="case_due_sort"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                models.F("is_open"),
                wagecase.cases.models.DueOrLast("due_on"),
                models.F("id"),
                name="case_open_due_sort",
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                models.F("assignee"),
                models.F("is_open"),
                wagecase.cases.models.DueOrLast("due_on"),
                models.F("id"),
                name="case_assignee_due_sort",
            ),
        ),
    ]
