"""A file proves that one recipient was told: it stays with its row, through an update, and only staff and its employer have it."""

import io

import pytest
from PIL import Image

from closings.models import ClosingNotice
from tests.closings.notice import ANSWERS, BASE, begun, submit, write
from tests.complaints.staff_pages import signed_in, words
from wagecase.cases.models import Attachment, Case

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
TOLD = ANSWERS[6][1]


@pytest.fixture(autouse=True)
def _when(clock):
    clock.set("2026-03-10 10:00")


def picture(name="signed-list.png", shade=0):
    out = io.BytesIO()
    Image.new("RGB", (40, 40), (shade, 0, 0)).save(out, "PNG")
    file = io.BytesIO(out.getvalue())
    file.name = name
    return file


def filed_with_proof():
    client = begun()
    write(client, BASE, [*ANSWERS[:6], ("recipients/new/", {**TOLD, "proof_paper": picture()})])
    assert submit(client, BASE).status_code == 303
    return client, Case.objects.get()


def test_the_file_stands_with_its_recipient_for_staff_and_nowhere_in_public(client):
    _employer, case = filed_with_proof()
    file = Attachment.objects.get()
    assert (file.purpose, file.case, file.name) == ("proof", case, "signed-list.png")
    assert ClosingNotice.objects.get().recipients.get(kind="employee").proof_file == file.pk
    cora = signed_in("cora")
    page = cora.get(f"/closings/{case.number}/notice/")
    assert "Affected employees: All shifts: signed-list.png" in words(page)
    assert cora.get(f"/closings/{case.number}/files/{file.pk}/").status_code == 200
    assert signed_in("ina").get(f"/closings/{case.number}/files/{file.pk}/").status_code == 404


def test_another_file_takes_its_place_and_a_removed_row_takes_it_along():
    client = begun()
    write(client, BASE, [("recipients/new/", {**TOLD, "proof_paper": picture()})])
    assert "The file signed-list.png is added." in words(client.get(f"{BASE}recipients/0/"))
    write(client, BASE, [("recipients/0/", {**TOLD, "proof_paper": picture("receipt.png", 9)})])
    assert Attachment.objects.get().name == "receipt.png"
    write(client, BASE, [("recipients/0/", TOLD)])
    assert Attachment.objects.get().name == "receipt.png", "a row saved without a file keeps the one it has"
    assert "receipt.png" not in words(client.get(f"{BASE}files/"))
    client.post(f"{BASE}recipients/0/remove/", {"version": "3"})
    assert not Attachment.objects.exists()


def test_an_update_keeps_the_file_with_its_row():
    client, case = filed_with_proof()
    client.post(f"/closings/status/{case.number}/begin-update/")
    base = f"/closings/status/{case.number}/update/"
    assert "The file signed-list.png is added." in words(client.get(f"{base}recipients/0/"))
    write(client, base, [("recipients/0/", {**TOLD, "name": "Both shifts"})])
    assert submit(client, base).status_code == 303
    told = ClosingNotice.objects.get().recipients.get(kind="employee")
    assert (told.name, told.proof_file) == ("Both shifts", Attachment.objects.get().pk)


def test_two_files_for_one_row_are_refused_and_what_was_typed_stays():
    client = begun()
    page = client.post(
        f"{BASE}recipients/new/", {"version": "0", **TOLD, "proof_paper": [picture(), picture("b.png", 9)]}
    )
    assert page.status_code == 422
    assert "Choose one file." in words(page)
    assert "Choose the file once more" in words(page)
    assert 'value="All shifts"' in page.content.decode()
    assert not Attachment.objects.exists()
