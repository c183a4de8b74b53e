"""Lets a notice belong to an organization, whose members file it, update it and rescind it by signing in."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("accounts", "0005_organizations"), ("closings", "0005_determinations_decided")]

    operations = [
        migrations.AddField(
            model_name="closingnotice",
            name="organization",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="closing_notices",
                to="accounts.organization",
            ),
        ),
    ]
