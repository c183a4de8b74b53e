"""B11 and B12: odd text and odd days get a sentence at their field, or are kept as typed; never an error page."""

import pytest
from django.test import Client

from tests.complaints.public_filing import begin, mark, send, text_of, url
from tests.complaints.staff_pages import hidden, signed_in, words
from tests.factories import QuickRenderer, case_in
from wagecase.cases.models import Case, DraftSection, Note

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())


REFUSED = {
    "nul": "%00", "nul-inside": "a%00b", "half-character": "%ED%A0%80", "no-utf-8": "%FF%FE", "escape": "%1B%5B31m",
    "turned": "%E2%80%AEevil", "no-character": "%EF%BF%BF", "a-megabyte": "x" * 1_000_000,
}  # fmt: skip
KEPT = {
    "four-bytes": "😀 𝒲𝒶𝑔𝑒", "right-to-left": "אני עובד במאפייה", "arabic": "أعمل في المخبز", "combining": "e\u0301 n\u0303",
    "zero-width": "a\u200db", "quotes": "' OR 1=1 -- \"x\"", "template": "{{ 7*7 }} {% now %}", "percent": "%s %(a)s 100 %",
}  # fmt: skip


@pytest.mark.parametrize("raw", REFUSED.values(), ids=REFUSED)
def test_b11_text_that_cannot_be_kept_is_refused_at_a_public_form(raw):
    client = begin(Client())
    before = DraftSection.objects.get(name="story").version
    answer = client.post(url("story"), f"page_ref={mark(client.get(url('story')))}&statement={raw}", content_type=FORM)
    # Bytes that are no UTF-8 are read as the sign for an unknown character, which can be kept.
    wanted = {422, 303} if raw in (REFUSED["half-character"], REFUSED["no-utf-8"]) else {422}
    assert answer.status_code in wanted
    if answer.status_code == 422:
        assert DraftSection.objects.get(name="story").version == before


@pytest.mark.parametrize("raw", REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("page", ["notes", "docket", "request_information"])
def test_b11_text_that_cannot_be_kept_is_refused_at_a_form_of_staff(page, raw):
    case, client = case_in("received"), signed_in("sue")
    address = f"/complaints/{case.number}/{page}/"
    field = {"notes": "text", "docket": "jurisdiction", "request_information": "question"}[page]
    marks = "&".join(f"{name}={value}" for name, value in hidden(client.get(address)).items())
    answer = client.post(address, f"{marks}&{field}={raw}", content_type=FORM)
    wanted = {422, 303} if raw in (REFUSED["half-character"], REFUSED["no-utf-8"]) else {422}
    assert answer.status_code in wanted


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_b11_text_of_any_script_is_kept_as_typed(text):
    client = begin(Client(), story={"statement": text})
    assert text in text_of(client.get("/complaints/file/check/")).replace("&#x27;", "'")
    case, sue = case_in("received"), signed_in("sue")
    address = f"/complaints/{case.number}/notes/"
    assert sue.post(address, {**hidden(sue.get(address)), "text": text}).status_code == 303
    assert Note.objects.get().text == text


@pytest.mark.parametrize("address", [
    "/staff/search/?q=%00", "/staff/search/?q=%ED%A0%80", "/staff/cases/?assignee=%00", "/staff/cases/?state=%00",
    "/staff/cases/?after=%00", "/staff/cases/?q=%00&sort=%00", "/complaints/new/clock/?channel=%00&stamped_on=%00",
    "/staff/cases/?page=" + "9" * 400, "/staff/search/?q=" + "x" * 20_000,
])  # fmt: skip
def test_b11_odd_text_in_an_address_is_no_error(address):
    case_in("received")
    assert signed_in("sue").get(address).status_code in {200, 302, 400, 404, 422}


@pytest.mark.parametrize("address", [
    "/complaints/open/%00/AAAA-AAAA-AAAA-AAAA/", "/complaints/open/LW-2026-000001/%00/", "/complaints/file/resume/%00/",
    "/complaints/status/%00/", "/complaints/file/receipt/%00/", "/accounts/login/?next=%00", "/nothing/%00/%ED%A0%80",
])  # fmt: skip
def test_b11_odd_text_in_a_public_address_is_no_error(address):
    for answer in (Client().get(address), Client().post(address, {})):
        assert answer.status_code in {200, 302, 303, 400, 404, 405, 409, 422}


# Days: month, day, year, and what the page says


DAYS = [
    (("1", "1", "0001"), "year"), (("12", "31", "9999"), "after today"), (("2", "30", "2026"), "that month has no day"),
    (("2", "29", "2025"), "that month has no day"), (("3", "2", "26"), "year"), (("3", "3", "2026"), "after today"),
    (("13", "1", "2025"), "month"), (("0", "1", "2025"), "month"), (("1", "32", "2025"), "day"), (("1", "", "2025"), "day"),
    (("1", "1", "-2025"), "year"), (("1", "1", "2025.5"), "year"), (("1", "1", "9" * 400), "year"), (("x", "y", "z"), "month"),
]  # fmt: skip


@pytest.mark.parametrize(("day", "said"), DAYS)
def test_b12_an_odd_day_is_refused_at_its_field_on_a_public_page(day, said):
    client = begin(Client())
    answer = send(client, "dates", **{f"started_on_{place}": part for place, part in enumerate(day)})
    assert answer.status_code == 422
    assert said in text_of(answer)


@pytest.mark.parametrize("day", [
    "0001-01-01", "9999-12-31", "2026-02-30", "26-03-02", "2026-03-03", "2/29/26", "tomorrow", "2026-13-01", "\x00",
    "2026-03-02T25:00", "١٢", "9" * 400,
])  # fmt: skip
@pytest.mark.parametrize(("act", "state", "field"), [
    ("record_service", "countersigned", "served_on"), ("record_verification", "unverified", "stamped_on"),
])  # fmt: skip
def test_b12_an_odd_day_is_refused_at_its_field_on_a_page_of_staff(act, state, field, day):
    case, client = case_in(state), signed_in("sue")
    address = f"/complaints/{case.number}/{act}/"
    answer = client.post(address, {**hidden(client.get(address)), field: day})
    assert answer.status_code == 422
    assert "Traceback" not in words(answer)
    assert Case.objects.get(pk=case.pk).state == state
