"""Fills in the workforce development area of notices that were filed or keyed before it was worked out from the counties."""

from django.db import migrations, models

from closings.areas import areas_of


def fill(apps, schema_editor):
    notices = apps.get_model("closings", "ClosingNotice").objects
    for notice in notices.filter(workforce_area="").exclude(origin="imported").iterator(chunk_size=500):
        area = areas_of(site.county for site in notice.sites.order_by("id"))[:200]
        if area:
            notices.filter(pk=notice.pk).update(workforce_area=area)


class Migration(migrations.Migration):

    dependencies = [("closings", "0009_list_orders")]

    operations = [
        migrations.AlterField(
            model_name="closingnotice", name="workforce_area", field=models.CharField(blank=True, max_length=200)
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
