"""Files that people send: what they really are decides, and every refusal says why and what to do."""

import hashlib
import io
import re
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, PngImagePlugin
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject, TextStringObject

from tests.factories import at, file_online, pdf
from wagecase.cases import files
from wagecase.cases.models import Attachment
from wagecase.documents import store

NOW = at("2026-03-02 10:00")


def check(data: bytes, name: str = "paper.pdf") -> files.Taken:
    """Send bytes as a browser would and return what was taken."""
    return files.check(SimpleUploadedFile(name, data, content_type="application/pdf"))


def refusal(data: bytes, name: str = "paper.pdf") -> str:
    """Send bytes that must be refused and return the sentence."""
    with pytest.raises(files.Refused) as error:
        check(data, name)
    return str(error.value)


def picture(form: str, *, size=(40, 30), **saving) -> bytes:
    """Return an invented picture."""
    out = io.BytesIO()
    Image.new("RGB", size, (200, 10, 10)).save(out, form, **saving)
    return out.getvalue()


def changed_pdf(change) -> bytes:
    """Return a one-page PDF after `change(writer)`."""
    writer, out = PdfWriter(), io.BytesIO()
    writer.add_blank_page(200, 200)
    change(writer)
    writer.write(out)
    return out.getvalue()


# Taken


def test_a_plain_pdf_is_taken_byte_for_byte():
    taken = check(pdf())
    assert (taken.name, taken.content_type, taken.data) == ("paper.pdf", "application/pdf", pdf())


@pytest.mark.parametrize(("form", "kind"), [("JPEG", "image/jpeg"), ("PNG", "image/png")])
def test_a_picture_is_taken_as_what_it_is_whatever_its_name_says(form, kind):
    taken = check(picture(form), "photo.pdf")
    assert taken.content_type == kind
    assert Image.open(io.BytesIO(taken.data)).size == (40, 30)


def test_a_pdf_that_only_opens_at_a_page_is_no_program():
    def open_at_first_page(writer):
        writer.root_object[NameObject("/OpenAction")] = writer.pages[0].indirect_reference

    assert check(changed_pdf(open_at_first_page)).content_type == "application/pdf"


def test_letters_of_a_program_inside_a_scanned_picture_do_not_refuse_it():
    def add_noise(writer):
        stream = DecodedStreamObject()
        stream.set_data(b"\x00/JS \x01/JavaScript \x02/AA \x03/Launch /EmbeddedFile ")
        writer._add_object(stream)
        writer.pages[0][NameObject("/Noise")] = writer._add_object(stream)

    assert check(changed_pdf(add_noise)).content_type == "application/pdf"


# Refused


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty. Choose another file."),
        (b"<html><script>alert(1)</script></html>", "is not a PDF, JPEG or PNG. Choose another file."),
        (b"   %PDF-1.7", "is not a PDF, JPEG or PNG"),
        (b"MZ\x90\x00", "is not a PDF, JPEG or PNG"),
        (b"GIF89a", "is not a PDF, JPEG or PNG"),
        (b"PK\x03\x04word", "is not a PDF, JPEG or PNG"),
        (b"%PDF-", "cannot be opened. Save it again as a PDF, or send a photo of the pages."),
        (b"%PDF-1.7\n<html>hello</html>", "cannot be opened. Save it again"),
        (pdf()[:-400], "cannot be opened. Save it again"),
        (b"\xff\xd8\xff" + b"\x00" * 100, "cannot be opened as a picture. Take it again."),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 100, "cannot be opened as a picture. Take it again."),
        (picture("JPEG", size=(600, 600))[:900], "cannot be opened as a picture. Take it again."),
    ],
)
def test_what_is_not_what_it_says_is_refused_with_the_reason(data, words):
    sentence = refusal(data)
    assert sentence.startswith("“paper.pdf” ")
    assert words in sentence


def test_a_file_over_the_limit_is_refused_before_it_is_read(settings):
    settings.UPLOAD_MAX_BYTES = 1024 * 1024
    upload = SimpleUploadedFile("big.pdf", b"%PDF-1.7")
    upload.size = 1024 * 1024 + 1
    with pytest.raises(files.Refused, match=r"“big\.pdf” is larger than 1 MB\. Choose a smaller file\."):
        files.check(upload)
    assert upload.tell() == 0


def test_an_encrypted_pdf_is_refused():
    assert "cannot be opened" in refusal(changed_pdf(lambda writer: writer.encrypt("secret")))
    assert "cannot be opened" in refusal(changed_pdf(lambda writer: writer.encrypt("", owner_password="secret")))


def test_a_pdf_without_pages_is_refused():
    out = io.BytesIO()
    PdfWriter().write(out)
    assert "cannot be opened" in refusal(out.getvalue())


def _action(kind: str):
    def change(writer):
        action = DictionaryObject({NameObject("/S"): NameObject(kind), NameObject("/F"): TextStringObject("x")})
        writer.root_object[NameObject("/OpenAction")] = writer._add_object(action)

    return change


def _on_page_open(writer):
    action = DictionaryObject({NameObject("/S"): NameObject("/JavaScript"), NameObject("/JS"): TextStringObject("1")})
    writer.pages[0][NameObject("/AA")] = DictionaryObject({NameObject("/O"): action})


def _named_program(writer):
    tree = DictionaryObject({NameObject("/JavaScript"): DictionaryObject()})
    writer.root_object[NameObject("/Names")] = tree


def _form(writer):
    writer.root_object[NameObject("/AcroForm")] = DictionaryObject({NameObject("/XFA"): TextStringObject("<xdp/>")})


ACTIVE = {
    "javascript": _named_program,
    "javascript at once": _action("/JavaScript"),
    "launch": _action("/Launch"),
    "submit": _action("/SubmitForm"),
    "page": _on_page_open,
    "xfa": _form,
    "attachment": lambda writer: writer.add_attachment("evil.exe", b"MZ"),
}


@pytest.mark.parametrize("name", ACTIVE)
def test_a_pdf_that_does_or_carries_something_is_refused(name):
    assert "contains a program or another file. Print it to a new PDF" in refusal(changed_pdf(ACTIVE[name]))


def test_a_program_in_a_name_with_escapes_is_found():
    data = changed_pdf(_action("/Launch")).replace(b"/Launch", b"/L#61unch")
    assert b"/Launch" not in data
    assert "contains a program" in refusal(data)


def test_a_program_inside_a_packed_object_is_found():
    packed = b"1 0 2 33 << /Type /Catalog /Pages 2 0 R >> << /Type /Pages /Kids [4 0 R] /Count 1 >>"
    first = b"<< /Type /Catalog /Pages 2 0 R /OpenAction 5 0 R >>"
    second = b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>"
    third = b"<< /S /JavaScript /JS (app.alert\\(1\\)) >>"
    index = b"1 0 2 %d 5 %d " % (len(first) + 1, len(first) + len(second) + 2)
    packed = zlib.compress(index + first + b" " + second + b" " + third)
    out = b"%PDF-1.5\n"
    at_3 = len(out)
    out += b"3 0 obj << /Type /ObjStm /N 3 /First %d /Filter /FlateDecode /Length %d >>\nstream\n" % (
        len(index),
        len(packed),
    )
    out += packed + b"\nendstream endobj\n"
    at_4 = len(out)
    out += b"4 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >> endobj\n"
    at_6 = len(out)
    rows = [(0, 0, 0), (2, 3, 0), (2, 3, 1), (1, at_3, 0), (1, at_4, 0), (2, 3, 2), (1, at_6, 0)]
    table = b"".join(bytes([a]) + b.to_bytes(2, "big") + bytes([c]) for a, b, c in rows)
    out += b"6 0 obj << /Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R /Length %d >>\nstream\n" % len(table)
    out += table + b"\nendstream endobj\nstartxref\n%d\n%%%%EOF" % at_6
    assert len(PdfReader(io.BytesIO(out)).pages) == 1
    assert b"JavaScript" not in out
    assert "contains a program" in refusal(out)


def test_a_picture_of_too_many_pixels_is_refused_without_being_drawn():
    header = b"\x89PNG\r\n\x1a\n"
    chunk = b"IHDR" + (9000).to_bytes(4, "big") + (9000).to_bytes(4, "big") + bytes([1, 0, 0, 0, 0])
    data = header + (13).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big")
    data += (0).to_bytes(4, "big") + b"IDAT" + zlib.crc32(b"IDAT").to_bytes(4, "big")
    assert "has too many pixels. Save it smaller." in refusal(data)


# What a telephone writes into a photo


def test_place_device_and_comments_are_dropped_from_a_jpeg():
    exif = Image.Exif()
    exif[0x010F] = "canary-maker"
    exif[0x9286] = "canary-comment"
    exif.get_ifd(0x8825)[1] = "N"
    data = picture("JPEG", exif=exif, comment=b"canary-com", xmp=b"<x>canary-xmp</x>")
    assert data.count(b"canary") == 4
    clean = check(data, "photo.jpg").data
    assert b"canary" not in clean
    assert dict(Image.open(io.BytesIO(clean)).getexif()) == {}


def test_texts_are_dropped_from_a_png():
    info = PngImagePlugin.PngInfo()
    info.add_text("Author", "canary-author")
    info.add_itxt("XML:com.adobe.xmp", "canary-xmp")
    exif = Image.Exif()
    exif[0x010F] = "canary-maker"
    data = picture("PNG", pnginfo=info, exif=exif)
    assert data.count(b"canary") == 3
    assert b"canary" not in check(data, "photo.png").data


def test_a_photo_taken_sideways_is_stored_upright():
    exif = Image.Exif()
    exif[0x0112] = 6
    assert Image.open(io.BytesIO(check(picture("JPEG", exif=exif)).data)).size == (30, 40)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16"])
def test_pictures_of_every_color_mode_are_taken(mode):
    out = io.BytesIO()
    Image.new(mode, (8, 8)).save(out, "PNG")
    assert check(out.getvalue()).content_type == "image/png"


def test_a_cmyk_photo_is_taken():
    out = io.BytesIO()
    Image.new("CMYK", (8, 8)).save(out, "JPEG")
    assert check(out.getvalue()).content_type == "image/jpeg"


# Names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("D:\\papers\\wanda\\stub.pdf", "stub.pdf"),
        ("/", "file"),
        ("...", "file"),
        ("a\x00b\r\nSet-Cookie: x.pdf", "abSet-Cookie: x.pdf"),
        ("evil\u202efdp.exe", "evilfdp.exe"),
        ("  pay stub .pdf ", "pay stub .pdf"),
        ("recibo de nómina.pdf", "recibo de nómina.pdf"),
        ("no\u0301mina.pdf", "nómina.pdf"),
        ("<img src=x>.png", "<img src=x>.png"),  # data: escaped wherever it is shown
        ("🙂.pdf", "🙂.pdf"),
        (".htaccess", "htaccess"),
    ],
)
def test_hostile_names_become_harmless(typed, kept):
    assert files.clean_name(typed) == kept


def test_a_very_long_name_keeps_its_ending():
    name = files.clean_name("x" * 400 + ".pdf")
    assert len(name) <= 120
    assert name.endswith(".pdf")
    assert len(files.clean_name("y" * 400)) == 120


# Keeping


@pytest.mark.django_db
def test_bytes_are_kept_under_a_random_key_with_their_hash():
    case = file_online()
    row = files.keep(check(pdf(), "../stub.pdf"), source="complainant", at=NOW, case=case)
    assert re.fullmatch(r"[0-9a-f]{32}", row.storage_key)
    assert (row.name, row.size) == ("stub.pdf", len(pdf()))
    assert files.read(row).read() == pdf()
    assert row.sha256 == hashlib.sha256(pdf()).hexdigest()


@pytest.mark.django_db
def test_a_full_disk_leaves_no_row(monkeypatch):
    case = file_online()
    monkeypatch.setattr(store, "put", lambda data: (_ for _ in ()).throw(OSError("No space left on device")))
    with pytest.raises(OSError, match="No space"):
        files.keep(check(pdf()), source="complainant", at=NOW, case=case)
    assert not Attachment.objects.exists()
