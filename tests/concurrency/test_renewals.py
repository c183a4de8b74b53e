"""Two members at one license at the same moment: one renewal, one draft, one end."""

from datetime import date

import pytest

from licenses import issuing, renewal_drafts
from licenses.filing import file_application
from licenses.models import Application, License
from tests.concurrency.together import faults, together
from tests.factories import at
from tests.licenses import content, member, worker
from tests.licenses.granting import licensed
from wagecase.audit.chain import verify
from wagecase.cases.models import Case, Draft
from wagecase.documents.models import Document
from wagecase.errors import StaleVersion, TransitionNotAllowed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("media")]
ISSUED, NOW = at("2025-03-15 09:00"), "2026-03-02 09:00"  # the license ends on March 14, 2026


def two_members():
    """Return a license and two members of its organization."""
    license = licensed(at=ISSUED)
    filer = member(license.organization, "Fred Filer Example", "filer", at=ISSUED)
    owner = license.organization.memberships.select_related("user", "organization").get(role="owner")
    return License.objects.select_related("case").get(pk=license.pk), (owner, filer)


def test_two_renewals_filed_at_once_are_one(clock):
    license, members = two_members()
    answers = together(*(
        lambda membership=membership: file_application(
            membership=membership, content=content(), workers=(worker(1),), at=at(NOW), renews=license
        )
        for membership in members
    ))  # fmt: skip
    assert [type(fault) for fault in faults(answers)] == [TransitionNotAllowed]
    assert Application.objects.filter(renews=license).count() == 1
    assert Document.objects.filter(kind="licenses.continuation").count() == 1
    assert verify().fault == ""


def test_two_members_who_begin_the_renewal_at_once_get_one_draft(clock):
    license, members = two_members()
    answers = together(*(
        lambda membership=membership: renewal_drafts.begin_renewal(license, membership=membership, at=at(NOW))
        for membership in members
    ))  # fmt: skip
    assert faults(answers) == []
    assert answers[0] == answers[1]
    assert Draft.objects.filter(about=license.case).count() == 1


def test_a_license_that_two_members_give_up_at_once_ends_once(clock):
    license, members = two_members()
    version = license.case.version
    answers = together(*(
        lambda membership=membership: issuing.surrender(
            Case.objects.get(pk=license.pk), actor=membership.actor, at=at(NOW), expected_version=version
        )
        for membership in members
    ))  # fmt: skip
    assert [type(fault) for fault in faults(answers)] == [StaleVersion]
    assert License.objects.get().surrendered_on == date(2026, 3, 2)
