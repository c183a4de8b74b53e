"""Every letter to a party lies in a number 10 window envelope with its address, and nothing else, in the window.

The sheet is folded in thirds (3.67 in). The window is 4.5 by 1.125 in, 0.875 in from the left and 0.5 in from the bottom of
the envelope, so that it shows 2.04 to 3.17 in from the top of the sheet; the sheet can slide up by less than half an inch.
"""

import re
import subprocess

import pytest

from complaints.notices import NOTICES
from tests.complaints import letters_file as file
from wagecase.cases.models import Case
from wagecase.documents import services as documents
from wagecase.documents.models import Document

pytestmark = pytest.mark.django_db
WINDOW = {"left": 0.875, "right": 5.375, "top": 2.04, "bottom": 3.17}
SLID = 3.62  # the lower edge of the window where the sheet slid up
WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>')
SHORT = "Rosa Relleno 114 Invented Street Madison, WI 53700"
LONG_NAME = "Rosa Maria de los Angeles Relleno Example viuda de Imaginario"


def on_first_page(data, tmp_path):
    """Return (left, top, right, bottom in inches, word) of each word of the first page, as pdftotext measures them."""
    path = tmp_path / "letter.pdf"
    path.write_bytes(data)
    command = ["pdftotext", "-bbox", "-f", "1", "-l", "1", str(path), "-"]
    page = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    return [(*(float(value) / 72 for value in found[:4]), found[4]) for found in WORD.findall(page)]


def faults(data, tmp_path, address):
    """Return what is wrong: words of the address outside the window, other words inside."""
    words = on_first_page(data, tmp_path)
    inside = [
        w for w in words if w[0] < WINDOW["right"] and w[2] > WINDOW["left"] and w[3] > WINDOW["top"] and w[1] < SLID
    ]
    found = [] if " ".join(w[4] for w in inside) == address else [f"in the window: {' '.join(w[4] for w in inside)}"]
    for left, top, right, bottom, word in inside:
        if left < WINDOW["left"] or right > WINDOW["right"] or top < WINDOW["top"] or bottom > WINDOW["bottom"]:
            found.append(f"{word}: {left:.2f} to {right:.2f} across, {top:.2f} to {bottom:.2f} down")
    return found


def letters(of):
    """Return one letter of each kind that the living-wage case can send by post, by kind and party."""
    case = file.investigated(of)
    file.decided(case)
    second = file.withdrawn(file.investigated(of))
    third = file.paper(of)
    numbers = [case.pk, second.pk, third.pk]
    kinds = {row.kind for row in NOTICES if row.document}
    found = {}
    for document in Document.objects.filter(case_id__in=numbers, kind__in=kinds).order_by("id"):
        found[document.kind, document.party_id] = document
    return list(found.values())


def address_of(document):
    party = Case.objects.get(pk=document.case_id).parties.get(pk=document.party_id)
    return " ".join([party.name, *party.postal.split()])


@pytest.mark.usefixtures("media")
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_window_shows_the_address_and_nothing_else(tmp_path, language):
    made = letters(file.content(language=language))
    assert len({document.kind for document in made}) >= 5
    found = {}
    for document in made:
        data = documents.read_pdf(documents.render_now(document))
        if wrong := faults(data, tmp_path, address_of(document)):
            found[document.kind] = wrong
    assert not found


@pytest.mark.usefixtures("media")
@pytest.mark.parametrize("lines", [
    ["1 Invented Street", "Madison, WI 53700"],
    ["c/o Pat Sample", "Imaginary Center for Work", "1450 Imaginary Avenue", "Suite 300", "Madison, WI 53700-1234"],
])  # fmt: skip
def test_short_and_long_addresses_stay_in_the_window(tmp_path, lines):
    case = file.filed(file.content(mail=False, name=LONG_NAME if len(lines) > 2 else "Rosa Relleno"))
    document = documents.freeze_readdressed(
        document=case.notices.get().document, recipient_lines=[case.parties.get(role="complainant").name, *lines],
        at=file.at(10),
    )  # fmt: skip
    name = case.parties.get(role="complainant").name
    data = documents.read_pdf(documents.render_now(document))
    assert faults(data, tmp_path, " ".join([name, *lines])) == []


@pytest.mark.usefixtures("media")
def test_the_measure_sees_a_word_that_does_not_belong_there(tmp_path):
    case = file.filed(file.content(mail=False))
    html = case.notices.get().document.html
    moved = html.replace("<h1>", '<h1 style="margin-top: -0.6in">', 1)
    assert moved != html
    assert faults(documents.preview(html=moved, at=file.at(10), timeout=30), tmp_path, SHORT)
    assert faults(documents.preview(html=html, at=file.at(10), timeout=30), tmp_path, SHORT) == []
