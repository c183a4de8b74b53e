"""Renewals of a license: who may file one, what each does to the license, and the draft that is filled in."""

from dataclasses import replace
from datetime import date

import pytest
from django.db import IntegrityError, transaction

from licenses import issuing, renewal_drafts, renewing
from licenses.drafting.mapping import content_of
from licenses.models import Application, License
from tests.factories import at, person
from tests.licenses import content, member, organization, worker
from tests.licenses.granting import deny, grant, licensed, renew, withdraw
from wagecase.cases.models import Draft
from wagecase.documents.models import Document
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
ISSUED = at("2025-03-15 09:00")  # through March 14, 2026


def fresh(license):
    return License.objects.select_related("case").get(pk=license.pk)


def continuation(license):
    return fresh(license).terms.order_by("-number")[0].continuation


def owner(license):
    return license.organization.memberships.get(role="owner")


def test_a_renewal_in_time_gets_its_continuation_certificate_the_same_day():
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2026-03-14 23:59"))
    paper = continuation(license)
    assert (paper.case, paper.kind, paper.visibility) == (license.case, "licenses.continuation", "party")
    for words in (
        "License continued by pending renewal", case.number, "March 14, 2026", license.case.number,
        "continued by pending renewal", "As of March 14, 2026", f"{license.check_code[:5]}-{license.check_code[5:]}",
    ):  # fmt: skip
        assert words in paper.html, words
    assert "From <strong>" not in paper.html, "never the bare old period"
    letter = Document.objects.get(case=license.case, kind="licenses.record_renewal")
    assert "stays in force until we grant or deny the renewal" in letter.html
    assert "continued by pending renewal" in letter.html
    assert Notice.objects.filter(case=license.case, kind="licenses.record_renewal").exists()


def test_a_late_renewal_gets_no_continuation_and_is_told_so():
    license = licensed(at=ISSUED)
    renew(license, at=at("2026-03-15 00:01"))
    assert continuation(license) is None
    letter = Document.objects.get(case=license.case, kind="licenses.record_renewal")
    assert "A late renewal does not keep the license in force." in letter.html
    assert "continued by pending renewal" not in letter.html


def test_a_late_renewal_opens_the_closed_file_of_an_expired_license_again(clock):
    license = licensed(at=ISSUED)
    clock.set("2026-04-01 09:00")
    row = fresh(license).case
    issuing.close_file(row, actor=person("sue").actor, at=at("2026-04-01 09:00"), expected_version=row.version)
    term = grant(renew(license, at=at("2026-05-01 09:00")), at=at("2026-05-20 09:00"))
    assert (term.number, term.starts_on) == (2, date(2026, 5, 20))
    assert (fresh(license).case.state, fresh(license).case.is_open) == ("kept", True)


def test_a_second_renewal_is_refused_while_the_first_is_undecided():
    license = licensed(at=ISSUED)
    first = renew(license, at=at("2026-02-01 09:00"))
    with pytest.raises(TransitionNotAllowed, match="waiting for a decision already"):
        renew(license, at=at("2026-02-02 09:00"))
    row, other = Application.objects.get(pk=first.pk), license.applications.get()
    with pytest.raises(IntegrityError), transaction.atomic():  # and by the database, should two arrive at once
        Application.objects.filter(pk=other.pk).update(renews=row.renews, decided_on=None)
    withdraw(first, at=at("2026-02-03 09:00"))
    renew(license, at=at("2026-02-04 09:00"))


def test_after_a_denial_within_the_term_another_renewal_may_be_filed():
    license = licensed(at=ISSUED)
    deny(renew(license, at=at("2026-01-05 09:00")), at=at("2026-02-10 09:00"))
    renew(license, at=at("2026-03-01 09:00"))
    assert "March 1, 2026" in continuation(license).html


@pytest.mark.parametrize(
    ("on", "late", "words"),
    [
        ("2025-03-15", False, ""),
        ("2026-03-14", False, ""),
        ("2026-03-15", True, ""),
        ("2029-03-14", True, ""),
        ("2029-03-15", False, "ended too long ago"),
    ],
)
def test_who_may_renew_and_from_when_it_is_late(on, late, words):
    license = licensed(at=ISSUED)
    found = renewing.renewable(fresh(license), on=date.fromisoformat(on))
    assert found.late == late
    assert words in found.refusal
    assert bool(words) == bool(found.refusal)


@pytest.mark.parametrize(("on", "offered"), [("2025-12-13", False), ("2025-12-14", True), ("2026-03-14", True)])
def test_the_page_offers_the_renewal_first_from_90_days_before_the_end(on, offered):
    assert renewing.renewable(fresh(licensed(at=ISSUED)), on=date.fromisoformat(on)).offered == offered


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"revoked_on": date(2026, 1, 5)}, "A revoked license is not renewed."),
        ({"surrendered_on": date(2026, 1, 5)}, "You can apply for a new one."),
    ],
)
def test_a_revoked_or_given_up_license_is_never_renewed(change, words):
    license = licensed(at=ISSUED)
    License.objects.filter(pk=license.pk).update(**change)
    assert words in renewing.renewable(fresh(license), on=date(2026, 2, 1)).refusal
    with pytest.raises(TransitionNotAllowed, match=words):
        renew(license, at=at("2026-02-01 09:00"))
    with pytest.raises(TransitionNotAllowed, match=words):
        renewal_drafts.begin_renewal(fresh(license), membership=owner(license), at=at("2026-02-01 09:00"))


def test_a_license_whose_next_term_waits_is_not_renewed_again():
    license = licensed(at=ISSUED)
    grant(renew(license, at=at("2026-01-20 09:00")), at=at("2026-02-01 09:00"))
    assert "has not begun yet" in renewing.renewable(fresh(license), on=date(2026, 3, 14)).refusal
    assert not renewing.renewable(fresh(license), on=date(2026, 3, 15)).refusal


def test_the_draft_of_a_renewal_holds_all_that_was_filed_last_and_waits_for_confirmation():
    whole = content(services_words="All are told every spring.")
    license = licensed(at=ISSUED, services_words=whole.services_words)
    draft = renewal_drafts.begin_renewal(fresh(license), membership=owner(license), at=at("2026-02-01 09:00"))
    assert (draft.kind, draft.owner, draft.about) == ("license_application", license.organization, license.case)
    said, workers = content_of(draft)
    assert said.employer == whole.employer
    assert said.sites == whole.sites
    assert [job.name for job in said.jobs] == ["Assembly", "Packing"]
    assert said.jobs[0].sources == whole.jobs[0].sources
    assert [one.worker_id for one in workers] == ["W-001", "W-002"]
    assert {section.answers.get("_confirm") for section in draft.sections.all()} == {True}


def test_one_license_has_one_renewal_draft_however_often_it_is_begun():
    license = licensed(at=ISSUED)
    first = renewal_drafts.begin_renewal(fresh(license), membership=owner(license), at=at("2026-02-01 09:00"))
    filer = member(license.organization, "Fred Filer Example", "filer", at=ISSUED)
    again = renewal_drafts.begin_renewal(fresh(license), membership=filer, at=at("2026-02-02 09:00"))
    assert again == first
    assert Draft.objects.filter(about=license.case).count() == 1


def test_only_owners_and_filers_of_the_licensee_begin_its_renewal():
    license = licensed(at=ISSUED)
    viewer = member(license.organization, "Vera Viewer Example", "viewer", at=ISSUED)
    stranger = member(organization("Other Works Example, Inc.", at=ISSUED), "Otto Owner Example", at=ISSUED)
    for somebody in (viewer, stranger):
        with pytest.raises(NotPermitted):
            renewal_drafts.begin_renewal(fresh(license), membership=somebody, at=at("2026-02-01 09:00"))
    assert not Draft.objects.exists()


def test_the_next_renewal_is_filled_in_from_the_one_that_was_granted_last():
    license = licensed(at=ISSUED)
    changed = replace(content().employer, trade_name="New Name Example")
    grant(renew(license, at=at("2026-01-20 09:00"), workers=(worker(3),), employer=changed), at=at("2026-02-01 09:00"))
    draft = renewal_drafts.begin_renewal(fresh(license), membership=owner(license), at=at("2027-01-20 09:00"))
    said, workers = content_of(draft)
    assert said.employer.trade_name == "New Name Example"
    assert [one.worker_id for one in workers] == ["W-003"]


def test_a_recorded_call_decides_whether_an_incomplete_renewal_continues_the_license():
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2026-03-10 09:00"))
    row = fresh(license).case
    renewing.judge_renewal(
        row, completed_on=date(2026, 3, 25), proper=True, reason="Only a telephone number was missing.",
        actor=person("sue").actor, at=at("2026-03-26 09:00"), expected_version=row.version,
    )  # fmt: skip
    application = Application.objects.get(pk=case.pk)
    assert (application.completed_on, application.proper) == (date(2026, 3, 25), True)
    assert application.proper_reason == "Only a telephone number was missing."
    deny(case, at=at("2026-03-27 09:00"))
    row.refresh_from_db()
    renewing.judge_renewal(
        row, completed_on=date(2026, 3, 25), proper=False, reason="The list was missing.", actor=person("sue").actor,
        at=at("2026-03-28 09:00"), expected_version=row.version,
    )  # fmt: skip
    application.refresh_from_db()
    assert (application.proper, application.proper_reason) == (False, "The list was missing.")


def test_nothing_is_recorded_on_a_license_that_was_revoked_meanwhile():
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2026-03-10 09:00"))
    issuing.revoke(
        fresh(license), on=date(2026, 3, 12), actor=person("sue").actor, at=at("2026-03-12 09:00"), order_id=1
    )
    withdraw(case, at=at("2026-03-13 09:00"))
    row = fresh(license).case
    assert (row.state, row.is_open) == ("ended", False)
