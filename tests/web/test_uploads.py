"""Files over the limit cost no disk and no typed text; what a file is, its bytes say, not its name."""

from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, JsonResponse
from django.test import RequestFactory
from django.test.client import encode_multipart
from django.urls import path
from django.utils.datastructures import MultiValueDict
from django.utils.translation import override

from wagecase.cases import files as case_files
from wagecase.web.forms import GovForm, TextField, UploadField
from wagecase.web.middleware import UploadLimitMiddleware
from wagecase.web.uploads import sniffed_kind

PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


class Evidence(GovForm):
    """A text and files."""

    story = TextField(noun="what happened")
    files = UploadField(required=False)


def take(request: HttpRequest) -> JsonResponse:
    form = Evidence(request.POST, request.FILES)
    ok = form.is_valid()
    return JsonResponse(
        {
            "errors": form.errors,
            "story": form["story"].value(),
            "ok": ok,
            "sizes": [len(file.read()) for file in form.cleaned_data.get("files", [])],
        }
    )


urlpatterns = [path("take/", take)]


@pytest.fixture
def small(settings: Any) -> Any:
    settings.ROOT_URLCONF = __name__
    settings.UPLOAD_MAX_BYTES = 200_000
    settings.UPLOAD_MAX_FILES = 3
    return settings


def pdf(size: int, name: str = "a.pdf") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, PDF + b"x" * (size - len(PDF)), "application/pdf")


def test_a_file_over_the_limit_is_refused_in_words_and_the_text_stays(small: Any, client: Any) -> None:
    answer = client.post(
        "/take/", {"story": "My words", "files": [pdf(1000), pdf(900_000, "big.pdf"), pdf(2000, "c.pdf")]}
    ).json()
    assert answer["story"] == "My words"
    assert answer["errors"]["files"] == [
        "big.pdf is 879 KB. A file can be up to 195 KB. Make it smaller or leave it out."
    ]


def test_files_at_the_limit_arrive_whole(small: Any, client: Any) -> None:
    answer = client.post("/take/", {"story": "x", "files": [pdf(200_000), pdf(1000, "b.pdf")]}).json()
    assert answer["sizes"] == [200_000, 1000], answer


def test_a_file_too_many_is_named(small: Any, client: Any) -> None:
    answer = client.post("/take/", {"story": "x", "files": [pdf(500, f"{i}.pdf") for i in range(4)]}).json()
    assert answer["errors"]["files"] == ["You chose more than 3 files. 3.pdf was left out: send it afterwards."]


def test_a_refused_file_goes_through_temporary_files_too(small: Any, client: Any) -> None:
    small.FILE_UPLOAD_MAX_MEMORY_SIZE = 1000
    answer = client.post("/take/", {"story": "x", "files": [pdf(150_000), pdf(500_000, "big.pdf")]}).json()
    assert answer["errors"]["files"] == [
        "big.pdf is 488 KB. A file can be up to 195 KB. Make it smaller or leave it out."
    ]
    assert client.post("/take/", {"story": "x", "files": [pdf(150_000)]}).json()["sizes"] == [150_000]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("pay.pdf", b"<html><script>alert(1)</script>", "not what its name says"),
        ("pay.pdf", b"\xff\xd8\xff\xe0 a photo", "not what its name says"),
        ("pay.txt", b"<html>", "not a kind of file"),
        ("pay.txt", b"a\x00b", "not a kind of file"),
        ("pay.txt", b"My hours", "Print it to a PDF, or take a screenshot"),
        ("photo.heic", b"\x00\x00\x00\x18ftypheic", "Take a screenshot of it and send that."),
        ("notes.docx", b"PK\x03\x04" + b"\x00" * 26 + b"[Content_Types].xml", "Save it as a PDF and send that."),
        ("pay.exe", b"MZ", "not a kind of file"),
        ("pay.svg", b"<svg/>", "not a kind of file"),
        ("pay", PDF, "not a kind of file"),
        ("pay.docx", b"PK\x03\x04 nothing", "not a kind of file"),
        ("pay.pdf", b"", "is empty"),
        ("p" * 240 + ".pdf", PDF, "too long"),
        ("a\u202efdp.pdf", PDF, "too long"),
    ],
)
def test_files_that_are_not_what_they_say_are_refused_by_name(name: str, content: bytes, said: str) -> None:
    files = MultiValueDict({"files": [SimpleUploadedFile(name, content)]})
    form = Evidence({"story": "x"}, files)
    assert said in form.errors["files"][0]


def test_hint_file_chooser_and_check_read_one_table() -> None:
    field = UploadField(required=False)
    assert str(field.help_text) == (
        "PDF, JPEG or PNG. Up to 5 files, 10 MB each. "
        "For an iPhone photo (HEIC), send a screenshot of it. Save a Word file as a PDF first."
    )
    assert field.widget.attrs["accept"] == ".pdf,.jpg,.jpeg,.png"
    with override("es"):
        assert str(field.help_text) == (
            "PDF, JPEG o PNG. Hasta 5 archivos, de 10 MB cada uno. Si tiene una foto de iPhone (HEIC), envíe una "
            "captura de pantalla de la foto. Si tiene un archivo de Word, guárdelo primero como PDF."
        )


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("photo.heic", b"\x00\x00\x00\x18ftypheic", "“photo.heic” is a photo in the HEIC format of an iPhone."),
        ("photo.jpg", b"\x00\x00\x00\x18ftypheic", "“photo.jpg” is a photo in the HEIC format of an iPhone."),
        ("notes.docx", b"PK\x03\x04" + b"\x00" * 26 + b"word/document.xml", "“notes.docx” is a Word file."),
        ("notes.txt", b"My hours", "“notes.txt” is a text file."),
        ("pay.pdf", b"My hours", "“pay.pdf” is not a PDF, JPEG or PNG. Choose another file."),
        ("pay.gif", b"GIF89a", "“pay.gif” is not a PDF, JPEG or PNG. Choose another file."),
    ],
)
def test_a_case_refuses_what_the_hint_does_not_offer_and_says_what_to_do(name: str, content: bytes, said: str) -> None:
    with pytest.raises(case_files.Refused) as caught:
        case_files.check(SimpleUploadedFile(name, content))
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("pdf", PDF),
        ("jpeg", b"\xff\xd8\xff\xe0"),
        ("png", b"\x89PNG\r\n\x1a\n"),
        ("heic", b"\x00\x00\x00\x18ftypheic"),
        ("docx", b"PK\x03\x04" + b"\x00" * 26 + b"[Content_Types].xml"),
        ("txt", "Año, 8 horas\n".encode()),
        ("", b"GIF89a"),
        ("", b""),
        ("txt", "ñ".encode() * 2048 + b"!"),
        ("txt", b"x" + "ñ".encode() * 4000),
    ],
)
def test_the_first_bytes_tell_the_kind(kind: str, content: bytes) -> None:
    file = BytesIO(content)
    assert sniffed_kind(file) == kind or (kind == "" and sniffed_kind(file) in {"", "txt"} and content)
    assert file.tell() == 0


def posted(data: dict, **extra: Any) -> HttpRequest:
    return RequestFactory().generic(
        "POST", "/take/", encode_multipart("BOUND", data), content_type="multipart/form-data; boundary=BOUND", **extra
    )


@pytest.mark.parametrize(
    ("change", "body", "status", "said"),
    [
        ({"DATA_UPLOAD_MAX_MEMORY_SIZE": 100}, {"story": "x" * 500}, 413, "longer than this page can take"),
        ({"DATA_UPLOAD_MAX_NUMBER_FILES": 1}, {"a": pdf(30), "b": pdf(30)}, 413, "more files"),
        ({"UPLOAD_BODY_MAX_BYTES": 100}, {"a": pdf(3000)}, 413, "too large"),
        ({"DATA_UPLOAD_MAX_NUMBER_FIELDS": 1}, {"a": "1", "b": "2", "c": "3"}, 400, "could not read"),
    ],
)
def test_a_body_too_big_gets_a_page_that_says_what_to_do(
    settings: Any, change: dict, body: dict, status: int, said: str
) -> None:
    for name, value in change.items():
        setattr(settings, name, value)
    answer = UploadLimitMiddleware(take)(posted(body))
    assert answer.status_code == status
    assert said in answer.content.decode()


def test_a_broken_body_gets_the_page_for_broken_requests() -> None:
    request = RequestFactory().generic("POST", "/take/", b"nothing", content_type="multipart/form-data")
    assert UploadLimitMiddleware(take)(request).status_code == 400
