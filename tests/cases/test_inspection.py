"""A file that is made to cost time or memory is given up in seconds, says so, and never holds the site's threads."""

import io
import struct
import threading
import time
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

from tests.factories import pdf
from wagecase.cases import files, inspection

UNCHECKED = "“paper.pdf” could not be checked: it takes too long to open. Print it to a new PDF and add that."


def refusal(data: bytes, name: str = "paper.pdf", allowed: inspection.Allowance | None = None) -> str:
    """Send bytes that must be refused and return the sentence."""
    with pytest.raises(files.Refused) as error:
        files.check(SimpleUploadedFile(name, data), allowed)
    return str(error.value)


def changed(change) -> bytes:
    """Return a one-page PDF after `change(writer)`."""
    writer, out = PdfWriter(), io.BytesIO()
    writer.add_blank_page(200, 200)
    change(writer)
    writer.write(out)
    return out.getvalue()


def blank_png(width: int, height: int) -> bytes:
    """Return a PNG of many pixels in few bytes, without drawing it."""
    row = b"\x00" + b"\x00" * (width * 4)
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(row) for _line in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts
    )


def many_hex_pairs() -> bytes:
    """Return a valid PDF whose catalog holds one text of millions of pairs of hexadecimal digits."""
    text = b"<" + b"41" * 4_800_000 + b">"
    return pdf().replace(b"/Type /Catalog", b"/Type /Catalog\n/X " + text)


def test_a_pdf_that_costs_minutes_is_given_up_and_said_so(monkeypatch):
    monkeypatch.setattr(inspection, "FILE_SECONDS", 2.0)
    data = many_hex_pairs()
    assert len(data) < 10 * 1024 * 1024
    began = time.monotonic()
    sentence = refusal(data)
    assert time.monotonic() - began < 6
    assert sentence in {
        UNCHECKED,
        "“paper.pdf” cannot be opened. Save it again as a PDF, or send a photo of the pages.",
    }


def test_the_time_limit_bites(monkeypatch):
    monkeypatch.setattr(inspection, "FILE_SECONDS", 0.01)
    assert refusal(pdf()) == UNCHECKED


def test_all_files_of_one_form_have_one_time_limit():
    assert refusal(pdf(), allowed=inspection.Allowance(until=time.monotonic() - 1)) == UNCHECKED


def test_only_few_files_are_opened_at_once_and_the_others_are_asked_to_come_again(monkeypatch):
    monkeypatch.setattr(inspection, "WAIT_SECONDS", 0.1)
    opened, at_once, most = threading.Lock(), [0], [0]

    def slowly(data, media_type, pixels, seconds):
        with opened:
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
        time.sleep(0.6)
        with opened:
            at_once[0] -= 1
        return {"pixels": 0}, b""

    monkeypatch.setattr(inspection, "_ask", slowly)
    said: list[str] = []

    def send():
        try:
            files.check(SimpleUploadedFile("paper.pdf", pdf()))
            said.append("taken")
        except files.Refused as error:
            said.append(str(error))

    threads = [threading.Thread(target=send) for _n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [2]
    assert said.count("taken") == 2
    assert (
        said.count("“paper.pdf” could not be checked now, because many people send files. Add it again in a minute.")
        == 4
    )


def test_the_pictures_of_one_form_have_one_limit_of_pixels(monkeypatch):
    monkeypatch.setattr(inspection, "FORM_PIXELS", 2_500_000)
    allowed = inspection.Allowance(pixels=2_500_000)
    data = blank_png(1000, 1000)
    for _n in range(2):
        assert files.check(SimpleUploadedFile("photo.png", data), allowed).content_type == "image/png"
    assert "has too many pixels. Save it smaller." in refusal(data, "photo.png", allowed)
    small = io.BytesIO()
    Image.new("RGB", (10, 10)).save(small, "PNG")
    assert files.check(SimpleUploadedFile("small.png", small.getvalue()), allowed).name == "small.png"


def test_a_picture_of_many_pixels_stays_within_its_memory():
    taken = files.check(SimpleUploadedFile("photo.png", blank_png(7700, 7700)))
    assert Image.open(io.BytesIO(taken.data)).size == (7700, 7700)


def test_a_picture_over_the_limit_is_refused_by_its_head():
    began = time.monotonic()
    assert "has too many pixels" in refusal(blank_png(8000, 8000), "photo.png")
    assert time.monotonic() - began < 4


# A PDF that acts by itself


def action(kind: str, **more):
    """Return a change that does `kind` when the file is opened."""

    def change(writer):
        body = {NameObject("/S"): NameObject(f"/{kind}")}
        body |= {NameObject(f"/{key}"): value for key, value in more.items()}
        writer.root_object[NameObject("/OpenAction")] = writer._add_object(DictionaryObject(body))

    return change


def on_page_open(writer):
    """Look another address up when the page is shown."""
    look_up = DictionaryObject({
        NameObject("/S"): NameObject("/URI"), NameObject("/URI"): TextStringObject("http://example.com/x"),
    })  # fmt: skip
    writer.pages[0][NameObject("/AA")] = DictionaryObject({NameObject("/O"): look_up})


def remote_link(writer):
    """Carry a link that opens a file of another computer."""
    go = DictionaryObject({NameObject("/S"): NameObject("/GoToR"), NameObject("/F"): TextStringObject("//example/x")})
    link = DictionaryObject({
        NameObject("/Type"): NameObject("/Annot"), NameObject("/Subtype"): NameObject("/Link"), NameObject("/A"): go,
        NameObject("/Rect"): ArrayObject([NumberObject(n) for n in (0, 0, 9, 9)]),
    })  # fmt: skip
    writer.pages[0][NameObject("/Annots")] = ArrayObject([writer._add_object(link)])


def chained(writer):
    """Go to a page of its own, and then print."""
    then = DictionaryObject({NameObject("/S"): NameObject("/Named"), NameObject("/N"): NameObject("/Print")})
    action("GoTo", D=ArrayObject([NumberObject(0), NameObject("/Fit")]), Next=writer._add_object(then))(writer)


ON_OPENING = {
    "another file": action("GoToR", F=TextStringObject("//example/x.pdf")),
    "an address": action("URI", URI=TextStringObject("http://example.com/x")),
    "a named act": action("Named", N=NameObject("/Print")),
    "a program": action("Launch", F=TextStringObject("calc.exe")),
    "a script": action("JavaScript", JS=TextStringObject("app.alert(1)")),
    "a page that acts": on_page_open,
    "a link to another computer": remote_link,
    "a chain": chained,
    "no kind at all": lambda writer: writer.root_object.update(
        {NameObject("/OpenAction"): DictionaryObject({NameObject("/N"): NameObject("/Print")})}
    ),
}


@pytest.mark.parametrize("name", ON_OPENING)
def test_a_pdf_that_acts_on_opening_is_refused(name):
    assert "contains a program or another file. Print it to a new PDF" in refusal(changed(ON_OPENING[name]))


@pytest.mark.parametrize(
    "change",
    [
        action("GoTo", D=ArrayObject([NumberObject(0), NameObject("/Fit")])),
        lambda writer: writer.root_object.update(
            {NameObject("/OpenAction"): ArrayObject([writer.pages[0].indirect_reference, NameObject("/Fit")])}
        ),
    ],
)
def test_a_pdf_that_opens_at_a_page_of_its_own_is_taken(change):
    assert files.check(SimpleUploadedFile("paper.pdf", changed(change))).content_type == "application/pdf"


# Names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("paystub.hta", "paystub.hta.pdf"), ("paystub.PDF", "paystub.PDF"), ("paystub", "paystub.pdf"),
        ("stub\u202efdp.exe", "stubfdp.exe.pdf"), ("photo.png", "photo.pdf"), ("stub.pdf.bat", "stub.pdf.bat.pdf"),
        ("pdf", "pdf.pdf"),
    ],
)  # fmt: skip
def test_a_name_ends_with_what_the_file_is(typed, kept):
    assert files.check(SimpleUploadedFile(typed, pdf())).name == kept
