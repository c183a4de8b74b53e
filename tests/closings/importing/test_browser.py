"""The pages of the import in a real browser: no page wider than a phone, nothing for axe to find."""

import pytest

from closings.importing import batches
from tests.closings.importing.lists import REAL
from tests.complaints.test_staff_browser import look, sign_in
from tests.factories import at, person

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_every_page_fits_a_phone_and_passes_axe(new_page, client, axe, shelf):
    data = (REAL / "wi-dwd-list-2016-2022.csv").read_bytes()
    batch = batches.add_batch(
        data=data, name="wi-dwd-list-2016-2022.csv", actor=person("sue").actor, at=at("2026-03-02 09:00")
    )
    page = new_page()
    sign_in(page, client, "sue")
    here = f"/closings/imports/{batch.pk}/"
    look(
        page,
        axe,
        ["/closings/imports/", here, f"{here}?pile=warned", f"{here}rows/11/", f"{here}rows/488/", f"{here}undo/"],
    )
    batches.import_ready(batch=batch, actor=person("sue").actor, at=at("2026-03-02 09:00"))
    look(page, axe, [here])
