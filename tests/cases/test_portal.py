"""The home of an organization: what is to do, what goes on, what is in force, and nothing of anybody else's."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licenses.drafting.opening import open_draft
from licenses.models import Application, InformationRequest, License, Revocation, Term
from tests.complaints.staff_pages import words
from tests.factories import QuickRenderer, at, file_online, make_pdfs, person
from tests.licenses import file, member, organization
from wagecase.accounts.models import Membership
from wagecase.audit.models import Event
from wagecase.cases import portal
from wagecase.cases.models import Case, Draft, Party
from wagecase.deadlines.models import Clock
from wagecase.documents.models import Document

pytestmark = pytest.mark.django_db
NOW, TODAY = at("2026-03-02 10:00"), date(2026, 3, 2)


@pytest.fixture(autouse=True)
def _here(clock: Any, media: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    clock.set("2026-03-02 10:00")
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())


@pytest.fixture
def owner() -> Membership:
    return member(organization(at=NOW), at=NOW)


@pytest.fixture
def stranger() -> Membership:
    return member(organization("Other Works Example", at=NOW), "Tom Other Example", at=NOW)


def at_home(membership: Membership) -> Client:
    client = Client()
    client.force_login(membership.user)
    return client


def given(owner: Membership, *, starts: str, ends: str, **changes: Any) -> License:
    """Put a license with one term into the tables, as issuing would."""
    case = file(owner, at=NOW)
    application = case.application
    kept = Case.objects.create(
        number=f"SL-2026-{case.pk:06}", kind="license", state="kept", title="Sample Works Example, Inc. / Wausau",
        received_on=TODAY, opened_at=NOW, employer=case.employer,
    )  # fmt: skip
    license = License.objects.create(
        case=kept, organization=owner.organization, kind="facility", licensee="Sample Works Example, Inc.", place="Wausau",
        check_code="ABCD2345", **changes,
    )  # fmt: skip
    Term.objects.create(
        license=license, number=1, starts_on=starts, ends_on=ends, application=application, issued_on=starts,
        issued_by=person("sue"),
    )  # fmt: skip
    Application.objects.filter(pk=application.pk).update(license=license, decided_on=starts)
    Case.objects.filter(pk=case.pk).update(state="granted", is_open=False)
    return license


def labels(rows: tuple[portal.PortalRow, ...]) -> list[str]:
    return [row.what for row in rows]


def test_with_nothing_yet_the_main_action_is_to_apply(owner: Membership):
    page = at_home(owner).get("/employer/")
    text = words(page)
    assert "Begin here" in text
    assert 'class="usa-button" href="/licenses/apply/"' in page.content.decode()
    for words_of_nothing in (
        "Nothing for you to do now.",
        "We are working on nothing of yours.",
        "You have no license.",
    ):
        assert words_of_nothing in text


def test_a_viewer_is_offered_no_application(owner: Membership):
    vera = member(owner.organization, "Vera Viewer Example", "viewer", at=NOW)
    assert "Apply for a license" not in words(at_home(vera).get("/employer/"))


def test_a_draft_is_to_do_until_it_is_filed(owner: Membership):
    draft = open_draft(owner, language="en", at=NOW)
    rows = portal.rows_for(owner, TODAY)
    assert labels(rows.to_do) == ["Continue the application for a license"]
    assert rows.to_do[0].href == f"/licenses/apply/{draft.pk}/"
    Draft.objects.filter(pk=draft.pk).update(filed_case=file(owner, at=NOW))
    assert portal.rows_for(owner, TODAY).to_do == ()


def test_an_application_is_in_progress_with_the_day_planned_for_an_answer(owner: Membership):
    case = file(owner, at=NOW)
    (row,) = portal.rows_for(owner, TODAY).in_progress
    assert (row.what, row.href) == (f"License application {case.number}", f"/licenses/status/{case.number}/")
    assert (row.day, row.day_label) == (date(2026, 3, 23), "Decision planned by")  # 20 days end on a Sunday
    assert row.status == ("neutral", "Application received")


def test_a_question_is_to_do_with_its_day_before_undated_work(owner: Membership):
    case = file(owner, at=NOW)
    open_draft(owner, language="en", at=at("2026-03-01 10:00"))
    InformationRequest.objects.create(
        application=case.application, questions="Which county?", asked_by=person("lin"), asked_at=NOW
    )
    Clock.objects.create(
        case=case, key="licenses.information", start_verb="licenses.request_information", start_on=TODAY, length=15,
        unit="days", rule="x", holiday_version="3", raw_due=date(2026, 3, 17), legal_due=date(2026, 3, 17),
        work_by=date(2026, 3, 17), finding={}, opened_at=NOW,
    )  # fmt: skip
    rows = portal.rows_for(owner, TODAY)
    question = next(row for row in rows.to_do if row.what == "Answer our questions")
    assert (question.day, question.counts, question.href) == (
        date(2026, 3, 17), True, f"/licenses/status/{case.number}/",
    )  # fmt: skip
    assert "in 15 days" in words(at_home(owner).get("/employer/"))


def test_a_license_in_force_tells_its_last_day(owner: Membership):
    license = given(owner, starts="2026-03-02", ends="2027-03-01")
    (row,) = portal.rows_for(owner, TODAY).in_force
    assert (row.what, row.day, row.day_label) == (
        f"License {license.case.number}", date(2027, 3, 1), "In force through",
    )  # fmt: skip
    assert row.status == ("active", "In force")
    assert portal.rows_for(owner, TODAY).to_do == ()


@pytest.mark.parametrize(("today", "asked"), [(date(2026, 12, 1), True), (date(2026, 11, 30), False)])
def test_the_renewal_is_to_do_from_90_days_before_the_end(owner: Membership, today: date, asked: bool):
    license = given(owner, starts="2026-03-02", ends="2027-03-01")
    found = labels(portal.rows_for(owner, today).to_do)
    assert found == ([f"Renew license {license.case.number}"] if asked else [])


def test_whoever_has_begun_the_renewal_is_not_asked_to_begin_it(owner: Membership):
    license = given(owner, starts="2026-03-02", ends="2027-03-01")
    open_draft(owner, language="en", at=NOW, renews=license)
    found = labels(portal.rows_for(owner, date(2027, 2, 1)).to_do)
    assert found == [f"Continue the renewal of license {license.case.number}"]


def test_a_continued_license_is_in_force_and_its_old_last_day_does_not_stand_alone(owner: Membership):
    license = given(owner, starts="2026-03-02", ends="2027-03-01")
    renewal = file(owner, at=at("2027-02-20 10:00"))
    Application.objects.filter(pk=renewal.pk).update(renews=license, filing="renewal")
    rows = portal.rows_for(owner, date(2027, 3, 10))
    (row,) = rows.in_force
    assert (row.status, row.day) == (("attention", "Continued by pending renewal"), None)
    assert rows.to_do == ()


def test_an_ended_license_stands_only_among_all_licenses(owner: Membership):
    license = given(owner, starts="2026-03-02", ends="2027-03-01")
    assert portal.rows_for(owner, date(2027, 3, 2)).in_force == ()
    (row,) = portal.holdings_of(owner.organization, date(2027, 3, 2))
    assert (row.what, row.status) == (f"License {license.case.number}", ("neutral", "Expired"))


def test_a_revoked_license_is_not_in_force(owner: Membership):
    given(owner, starts="2026-03-02", ends="2027-03-01", revoked_on=date(2026, 6, 1))
    assert portal.rows_for(owner, date(2026, 6, 1)).in_force == ()
    assert len(portal.rows_for(owner, date(2026, 5, 31)).in_force) == 1


def test_a_revocation_that_nobody_was_told_of_is_not_shown(owner: Membership):
    license = given(owner, starts="2026-03-02", ends="2027-03-01")
    case = Case.objects.create(
        number="LR-2026-000001",
        kind="revocation",
        state="opened",
        title="Sample Works",
        received_on=TODAY,
        opened_at=NOW,
    )
    Revocation.objects.create(case=case, license=license, ground="violation")
    party = Party.objects.create(case=case, role="employer", name="Sample Works Example, Inc.")
    assert "LR-2026-000001" not in words(at_home(owner).get("/employer/filings/"))
    assert case not in portal.cases_of(owner.organization)
    Party.objects.filter(pk=party.pk).update(told_on=date(2026, 3, 9))
    assert case in portal.cases_of(owner.organization)
    shown = words(at_home(owner).get("/employer/filings/"))
    assert "Revocation of a license LR-2026-000001 Sample Works Facts being gathered Since Mar 9, 2026" in shown
    held = f"License {license.case.number} Sample Works Example, Inc. / Wausau"
    assert f"{held} File open Since Mar 2, 2026" in shown
    assert shown.count("Filed Mar 2, 2026") == 1, "the organization filed the application, not the license"


def test_a_complaint_about_the_employer_is_never_shown(owner: Membership):
    case = file(owner, at=NOW)
    complaint = file_online()
    Case.objects.filter(pk=complaint.pk).update(employer=case.employer)
    client = at_home(owner)
    for path in ("", "filings/", "documents/", "messages/"):
        assert complaint.number not in client.get(f"/employer/{path}").content.decode()


def test_another_organization_sees_none_of_it(owner: Membership, stranger: Membership):
    case = file(owner, at=NOW)
    make_pdfs(NOW)
    document, notice = case.documents.first(), case.notices.first()
    client = at_home(stranger)
    for path in ("", "filings/", "licenses/", "documents/", "messages/"):
        assert case.number not in client.get(f"/employer/{path}").content.decode()
    assert client.get(f"/employer/documents/{document.pk}.pdf").status_code == 404
    assert client.get(f"/employer/messages/{notice.pk}/").status_code == 404
    (event,) = Event.objects.filter(verb="cases.refuse_document")
    assert event.actor_id == stranger.user_id
    assert client.get("/employer/documents/987654321.pdf").status_code == 404
    assert Event.objects.filter(verb="cases.refuse_document").count() == 1, "what does not exist is nobody's"


def test_documents_are_those_that_parties_may_see_and_come_as_they_were_stored(owner: Membership):
    case = file(owner, at=NOW)
    make_pdfs(NOW)
    party = case.parties.get()
    hidden = Document.objects.create(
        case=case, kind="licenses.draft", title="Secret draft", language="en", visibility="staff", html="", html_sha256="x",
        template_version="1", created_at=NOW, party_id=party.pk,
    )  # fmt: skip
    client = at_home(owner)
    shown = portal.documents_of(owner.organization)
    assert hidden not in shown
    assert client.get(f"/employer/documents/{hidden.pk}.pdf").status_code == 404
    answer = client.get(f"/employer/documents/{shown[0].pk}.pdf")
    assert answer.content.startswith(b"%PDF")
    assert answer["Cache-Control"] == "no-store"


def test_each_message_stands_once_for_every_member(owner: Membership):
    phil = member(owner.organization, "Phil Filer Example", "filer", at=NOW)
    file(owner, at=NOW)
    subjects = [row.subject for row in portal.messages_of(owner.organization, phil.user)]
    assert len(subjects) == len(set(subjects))
    page = words(at_home(phil).get("/employer/messages/"))
    assert page.count(subjects[0]) == 1


def test_the_home_asks_no_more_questions_with_more_licenses(owner: Membership, django_assert_max_num_queries: Any):
    given(owner, starts="2026-03-02", ends="2027-03-01")
    client = at_home(owner)
    client.get("/employer/")
    with CaptureQueriesContext(connection) as one:
        client.get("/employer/")
    for _ in range(4):
        given(owner, starts="2026-03-02", ends="2027-03-01")
    with django_assert_max_num_queries(len(one)):
        client.get("/employer/")
