"""Two people who decide the same application at the same moment: one decision, one license."""

import pytest

from licenses.models import License, Term
from licenses.review import deciding
from tests.concurrency.together import faults, together
from tests.factories import QuickRenderer, at, person
from tests.licenses import applications, review
from wagecase.audit.chain import verify
from wagecase.cases.models import Case
from wagecase.errors import StaleVersion

pytestmark = pytest.mark.django_db(transaction=True)
MONDAY = "2026-03-02 10:00"


@pytest.fixture(autouse=True)
def _place(clock, media, monkeypatch):
    """A fixed day, an empty store of files, and PDF files without the rendering child."""
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())


def test_two_who_grant_at_once_issue_one_license():
    case = review.recommended(at(MONDAY))
    answers = together(*[
        lambda who=who: deciding.grant(case, signer=who, actor=who.actor, at=at(MONDAY), expected_version=case.version)
        for who in (person("sue"), person("sam"))
    ])  # fmt: skip
    assert [type(fault) for fault in faults(answers)] == [StaleVersion]
    assert (License.objects.count(), Term.objects.count()) == (1, 1)
    assert Case.objects.get(pk=case.pk).state == "granted"
    assert verify().fault == ""


def test_a_grant_and_a_withdrawal_of_a_renewal_at_once_end_in_one_of_both():
    case = review.checked(applications.renewal(MONDAY), at(MONDAY))
    case = review.recommend(case, applications.granting(case), at(MONDAY))
    sue, owner = person("sue"), review.owner(at(MONDAY))
    answers = together(
        lambda: deciding.grant(case, signer=sue, actor=sue.actor, at=at(MONDAY), expected_version=case.version),
        lambda: deciding.withdraw(case, actor=owner.actor, at=at(MONDAY)),
    )
    assert len(faults(answers)) == 1
    state = Case.objects.get(pk=case.pk).state
    assert Term.objects.count() == (2 if state == "granted" else 1)
    assert verify().fault == ""
