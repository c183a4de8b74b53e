"""What DWD 279.06 asks of a notice is asked, may stay blank, and is then named; nothing of it stops a filing."""

from dataclasses import replace

import pytest

from closings.content import NoticeContent, RecipientFacts
from closings.contents import not_stated
from closings.forms.filing import EmployerForm, EventForm, SiteForm
from closings.models import ClosingNotice
from closings.recording import latest
from tests.closings.notice import ANSWERS, BASE, CONTENT, begun, submit, write
from tests.complaints.staff_pages import signed_in, words

SOUTH = (
    "Not stated: the street address of the site in South mill, Invented Springs. The notice should say it (DWD 279.06)."
)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, [(SOUTH, "sites")]),
        ({"sites": (), "contact_phone": ""},
         [("Not stated: a phone number of the person we may ask. The notice should say it (DWD 279.06).", "employer")]),
        ({"sites": (), "duration": "temporary"},
         [("Not stated: how long it is expected to last, or that nobody knows. The notice should say it (DWD 279.06).", "event")]),
        ({"sites": (), "duration": "temporary", "expected_duration": "Not known"}, []),
        ({"sites": (), "whole_site": ""},
         [("Not stated: whether the whole site closes. The notice should say it (DWD 279.06).", "event")]),
        ({"sites": (), "whole_site": "", "event": "mass-layoff"}, []),
        ({"sites": (), "represented": "yes"},
         [("Not stated: which union or representative bargains for the employees.", "details")]),
        ({"sites": (), "represented": "yes", "unions": "Local 0000, Example Street"}, []),
        ({"sites": (), "represented": "yes", "recipients": (RecipientFacts("union", "Local 0000"),)}, []),
    ],
)  # fmt: skip
def test_what_is_left_out_is_named_with_where_it_is_said(changes, expected):
    found = not_stated(replace(CONTENT, **changes))
    assert [(doubt.text, doubt.slug) for doubt in found] == expected


@pytest.mark.parametrize("street", ["PO Box 12", "P.O. Box 12, Monroe", "Post Office Box 12", "p o box 3"])
def test_a_post_office_box_is_no_site(street):
    form = SiteForm(
        {"municipality_type": "city", "municipality": "Monroe", "county": "Green", "affected": "60", "street": street}
    )
    assert form.errors["street"] == ["Enter the street of the site, or leave it blank: a post office box is no site"]
    form = SiteForm({**form.data, "street": "12 Boxelder Street"})
    assert form.is_valid(), form.errors


@pytest.mark.parametrize(
    ("phone", "refused"), [("12", True), ("608-555-01", True), ("(608) 555-0122 ext. 4", False), ("", False)]
)
def test_a_phone_number_has_ten_digits_or_is_not_stated(phone, refused):
    form = EmployerForm({**ANSWERS[0][1], "contact_phone": phone})
    assert ("contact_phone" in form.errors) is refused
    if refused:
        assert form.errors["contact_phone"] == ["Enter a phone number of ten digits, such as 608-555-0123"]


@pytest.mark.parametrize(
    ("code", "refused"), [("31", False), ("322121", False), ("3", True), ("31-33", True), ("", False)]
)
def test_a_naics_code_has_two_to_six_digits(code, refused):
    form = EventForm({**ANSWERS[1][1], "naics": code})
    assert ("naics" in form.errors) is refused


@pytest.mark.django_db
@pytest.mark.usefixtures("quick_files")
def test_a_notice_that_leaves_things_out_is_filed_with_a_plain_word_of_each(clock):
    clock.set("2026-03-10 10:00")
    client = begun()
    thin = [
        (page, {k: v for k, v in values.items() if k not in {"whole_site", "contact_phone"}})
        for page, values in ANSWERS
    ]
    write(client, BASE, thin)
    page = words(client.get(f"{BASE}check/"))
    assert "Not stated: whether the whole site closes." in page
    assert "Not stated: a phone number of the person we may ask." in page
    labels = client.get(f"{BASE}event/").content.decode()
    assert "Does the whole site close?</legend>" in labels, "asked without the word optional"
    assert submit(client, BASE).status_code == 303
    case = ClosingNotice.objects.get().case
    overview = words(signed_in("cora").get(f"/closings/{case.number}/"))
    assert "What the notice leaves out" in overview
    assert "Not stated: whether the whole site closes." in overview


@pytest.mark.django_db
@pytest.mark.usefixtures("quick_files")
def test_jobs_unions_and_duration_are_kept_and_only_the_duration_is_public(clock, client):
    clock.set("2026-03-10 10:00")
    filer = begun()
    write(filer, BASE, [
        *ANSWERS,
        ("event/", {**ANSWERS[1][1], "duration": "temporary", "expected_duration": "Until about June 2027", "naics": "322121"}),
        ("details/", {"job_groups": "12 machine operators", "unions": "Local 0000, 1 Example Street", "bumping": "yes"}),
    ])  # fmt: skip
    assert submit(filer, BASE).status_code == 303
    notice = ClosingNotice.objects.get()
    found = latest(notice)
    assert (found.expected_duration, found.naics, found.bumping) == ("Until about June 2027", "322121", "yes")
    assert NoticeContent.from_dict(found.to_dict()) == found
    own = words(filer.get(f"/closings/status/{notice.case.number}/"))
    assert "Job titles affected 12 machine operators" in own
    ClosingNotice.objects.update(listed_on="2026-03-10")
    public = words(client.get(f"/closings/notices/{notice.case.number}/"))
    assert "Expected to last Until about June 2027" in public
    assert "machine operators" not in public
    assert "Local 0000" not in public


@pytest.mark.django_db
@pytest.mark.usefixtures("quick_files")
def test_a_keyed_letter_without_its_scan_is_told(clock):
    clock.set("2026-03-10 10:00")
    desk = signed_in("cora")
    base = desk.post("/closings/key/")["Location"]
    write(desk, base, ANSWERS)
    assert "No scan of the letter is added." in words(desk.get(f"{base}check/"))
