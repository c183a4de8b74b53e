"""Keying a complaint from paper or the telephone: stamp and keyed day apart, the clock explained, nothing lost."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.complaints.staff_pages import hidden, signed_in, words
from tests.factories import UNPAID, pdf, record_paper
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files", "clock")]
ADDRESS = "/complaints/new/"
SIGNATURE = {
    "method": "paper", "wording": "2026-11:en", "signed_name": "Wanda Worker Example", "city": "Madison", "state": "Wisconsin",
    "signed_on": "2026-02-20",
}  # fmt: skip
PAPER = {
    "channel": "paper", "stamped_on": "2026-02-23", "signed": "yes", "name": "Wanda Worker Example", "language": "en",
    "scope": "self", "employer_name": "Made-Up Mills Example LLC", "occupation": "Cheese packer",
    "wage": "$7.25 an hour", "statement": "I cannot buy food.", "postal": "12 Invented Street\nMadison, WI 53700",
    **SIGNATURE,
}  # fmt: skip
PHONE = {name: value for name, value in PAPER.items() if name not in SIGNATURE} | {"channel": "phone", "signed": "no"}


def key(client, answers, **more):
    return client.post(ADDRESS, {**hidden(client.get(ADDRESS)), **answers, **more})


def test_a_signed_paper_counts_from_its_stamp_and_remembers_who_keyed_it_when():
    client = signed_in("ina")
    page = key(client, PAPER, scans=SimpleUploadedFile("scan.pdf", pdf()))
    assert page.status_code == 303
    case = Case.objects.get()
    assert page["Location"] == f"/complaints/{case.number}/recorded/"
    assert case.due_on.isoformat() == "2026-03-16"  # day 20 is Sunday, March 15
    assert (case.complaint.stamped_on.isoformat(), case.complaint.keyed_on.isoformat()) == ("2026-02-23", "2026-03-02")
    assert case.complaint.keyed_by.name == "Ina Investigator Example"
    assert case.received_at is None
    assert case.attachments.get().purpose == "scan"
    after = words(client.get(page["Location"]))
    assert "Complaint recorded" in after
    assert "Decision due Monday, March 16, 2026" in after
    assert "Docket the complaint" in after
    assert "On paper" in words(client.get(f"/complaints/{case.number}/"))


def test_a_phone_complaint_is_unsigned_prints_and_starts_nothing():
    client = signed_in("sue")
    page = key(client, PHONE)
    assert page.status_code == 303
    case = Case.objects.get()
    assert (case.state, case.due_on) == ("unverified", None)
    after = words(client.get(page["Location"]))
    assert "The 20 days have not started." in after
    assert "Print the form for signature" in after
    assert "Record the signed form" in after


def test_a_phone_complaint_cannot_be_called_signed():
    page = key(signed_in("ina"), {**PAPER, "channel": "phone"})
    assert page.status_code == 422
    assert "A complaint by phone is never signed." in words(page)
    assert not Case.objects.exists()


def test_only_what_the_law_names_is_required():
    page = key(signed_in("ina"), {"channel": "paper", "signed": "no", "stamped_on": "2026-03-02"})
    assert page.status_code == 422
    said = words(page).split("There is a problem")[1].split("Record a complaint")[0]
    for message in ("the complainant's name", "the employer's name", "the occupation", "the wage", "Choose the language",
                    "for whom the complaint is", "why the wage does not maintain"):  # fmt: skip
        assert message in said, message
    assert "address" not in said
    assert "began" not in said


def test_a_complaint_for_others_names_them():
    page = key(signed_in("ina"), {**PAPER, "scope": "class"})
    assert "Enter the employees or the group the complaint is for" in words(page)
    assert key(signed_in("ina"), {**PAPER, "scope": "class", "employees": "Night shift"}).status_code == 303


@pytest.mark.parametrize(("changes", "said"), [
    ({"stamped_on": "2026-03-03"}, "March 3, 2026 is after today"), ({"stamped_on": "9999-12-31"}, "Check the year"),
    ({"stamped_on": ""}, "Enter the day stamped"), ({"signed_on": "2026-02-24"}, "cannot be later than the stamp"),
    ({"method": "notarized"}, "Enter the notary"), ({"city": ""}, "Enter the city where it was signed"),
    ({"email": "a@example.com\nBcc: b@example.com"}, "Enter one e-mail address"),
    ({"name": "<b>W</b>"}, "Write the complainant's name with letters"), ({"language": "fr"}, "Choose one of the answers"),
    ({"started_on": "2026-02-01", "ended_on": "2026-01-01"}, "cannot have ended before it began"),
    ({"occupation": "x" * 301}, "Shorten the occupation"),
])  # fmt: skip
def test_faults_are_said_in_words_and_the_text_stays(changes, said):
    page = key(signed_in("ina"), {**PAPER, **changes})
    assert page.status_code == 422
    text = words(page)
    assert said in text
    assert "This field is required" not in text
    assert "I cannot buy food." in text
    assert not Case.objects.exists()


def test_pressing_twice_records_once():
    client = signed_in("ina")
    sent = {**hidden(client.get(ADDRESS)), **PAPER}
    first, second = client.post(ADDRESS, sent), client.post(ADDRESS, sent)
    assert first["Location"] == second["Location"]
    assert Case.objects.count() == 1
    assert client.post(ADDRESS, {**sent, "wage": "$9"}).status_code == 422
    assert Case.objects.count() == 1


@pytest.mark.parametrize(("query", "said"), [
    ("channel=paper&signed=yes&stamped_on=2026-02-09",
     "The 20 days count from February 9, 2026. Decision due Monday, March 2, 2026, today."),
    ("channel=paper&signed=yes&stamped_on=2026-03-02", "The 20 days start today"),
    ("channel=paper&signed=yes&stamped_on=2026-01-05", "35 days late"),
    ("channel=phone&signed=&stamped_on=2026-03-02", "The 20 days will not start"),
    ("channel=paper&signed=yes&stamped_on=2026-04-01", "The stamp lies in the future"),
    ("channel=paper&signed=yes&stamped_on=0001-01-01", "cannot be counted"),
    ("channel=paper&signed=yes&stamped_on=x", ""), ("", ""),
])  # fmt: skip
def test_the_stamp_is_explained_before_anything_is_recorded(query, said):
    page = signed_in("ina").get(f"/complaints/new/clock/?{query}")
    assert page.status_code == 200
    assert said in words(page)


def test_without_script_a_button_shows_what_the_stamp_means_and_keeps_the_text():
    client = signed_in("ina")
    page = client.post(f"{ADDRESS}?look=1", {**hidden(client.get(ADDRESS)), **PAPER})
    assert page.status_code == 200
    assert "Decision due Monday, March 16, 2026, in 14 days." in words(page)
    assert "I cannot buy food." in page.content.decode()
    assert 'value="2026-02-23"' in page.content.decode()
    assert not Case.objects.exists()


def test_after_looking_at_the_stamp_the_page_still_records():
    client = signed_in("ina")
    looked = client.post(f"{ADDRESS}?look=1", {**hidden(client.get(ADDRESS)), **PAPER})
    (target,) = re.findall(r'<form class="wc-form[^"]*" method="post" action="([^"]*)"', looked.content.decode())
    assert target == "/complaints/new/"
    recorded = client.post(target, {**hidden(looked), **PAPER})
    assert recorded.status_code == 303
    assert recorded["Location"] == f"/complaints/{Case.objects.get().number}/recorded/"


def test_nobody_but_case_staff_sees_the_form(client):
    assert signed_in("ada").get(ADDRESS).status_code == 404
    assert client.get(ADDRESS).status_code == 302


def test_what_only_the_service_finds_stands_at_its_field_and_nothing_typed_is_lost(monkeypatch):
    def refuse(**_facts):
        raise ValidationError({"stamped_on": "The stamp cannot be after today"})

    monkeypatch.setattr("complaints.intake.record_complaint", refuse)
    page = key(signed_in("ina"), PAPER)
    assert page.status_code == 422
    assert page.context["form"].errors == {"stamped_on": ["The stamp cannot be after today"]}
    assert "I cannot buy food." in words(page)


def test_a_kind_without_a_way_on_paper_is_neither_offered_nor_recorded():
    client = signed_in("ina")
    page = client.get(ADDRESS)
    assert "unpaid" not in words(page).lower()
    assert "kind" not in page.context["form"].fields
    key(client, PAPER, kind="unpaid_wages")
    assert Case.objects.get().kind == "living_wage"
    with pytest.raises(ValueError, match="unpaid_wages is filed online only"):
        record_paper(stamped="2026-02-27", keyed="2026-03-02 08:30", content=UNPAID)


def test_asking_what_the_stamp_means_with_nothing_filled_says_what_is_missing():
    page = signed_in("ina").post(f"{ADDRESS}?look=1", {})
    assert "Enter the day first" in words(page)
