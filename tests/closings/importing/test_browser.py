"""The pages of the import in a real browser: no page wider than a phone, nothing for axe to find."""

import pytest

from closings.importing import adding, batches
from tests.closings.importing.lists import REAL, row, written
from tests.closings.importing.test_workbooks import ORIGINALS, UPDATES, book
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


def test_a_workbook_of_several_sheets_and_a_list_that_is_still_read_fit_a_phone(
    new_page, client, axe, shelf, monkeypatch
):  # fmt: skip
    sue, when = person("sue").actor, at("2026-03-02 09:00")
    data = book(("Originals", ORIGINALS), ("Updates", UPDATES), ("Read me", [("x",)]))
    whole = batches.add_batch(data=data, name="notices.xlsx", actor=sue, at=when)
    monkeypatch.setattr(adding, "fill", lambda batch, reading: None)
    cut_off = batches.add_batch(data=written(row()), name="list.csv", actor=sue, at=when)
    page = new_page()
    sign_in(page, client, "sue")
    look(page, axe, [f"/closings/imports/{whole.pk}/", f"/closings/imports/{cut_off.pk}/"])
