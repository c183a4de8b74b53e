"""The pages of the import in a real browser: no page wider than a phone, nothing for axe to find."""

import pytest

from closings.importing import batches
from tests.closings.importing.lists import REAL
from tests.complaints.test_staff_browser import look, sign_in
from tests.factories import at, person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_every_page_fits_a_phone_and_passes_axe(new_page, client, axe, shelf):
    data = (REAL / "wi-dwd-list-2016-2022.csv").read_bytes()
    batch = batches.add_batch(data=data, name="wi-dwd-list-2016-2022.csv", actor=person("sue").actor, at=at("2026-03-02 09:00"))
    page = new_page()
    sign_in(page, client, "sue")
    here = f"/closings/imports/{batch.pk}/"
    for w in (320, 1280):
        page.set_viewport_size({"width": w, "height": 900})
        for n, a in enumerate(["/closings/imports/", here, f"{here}?pile=warned", f"{here}rows/11/", f"{here}rows/488/", f"{here}undo/"]):
            page.goto(a); page.screenshot(path=f"/tmp/shots/{w}-{n}.png", full_page=True)
    look(page, axe, ["/closings/imports/", here, f"{here}?pile=warned", f"{here}rows/11/", f"{here}rows/488/", f"{here}undo/"])
    batches.import_ready(batch=batch, actor=person("sue").actor, at=at("2026-03-02 09:00"))
    page.goto(here); page.screenshot(path='/tmp/shots/1280-run.png', full_page=True)
    look(page, axe, [here])
