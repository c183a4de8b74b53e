"""Two renewals of one license: whose call counts, where the license ends by one of them, and service that is opened again."""

from datetime import date

import pytest

from licenses.models import Application
from licenses.status import to_judge
from tests.factories import at
from tests.licenses.granting import deny, grant, licensed, renew
from tests.licenses.test_license_ends import ISSUED, LONG_AGO, judge, letters, owner, statuses
from wagecase.cases.models import Case

pytestmark = pytest.mark.django_db


def test_a_late_renewal_hides_no_call_on_the_one_that_kept_the_license_in_force():
    license = licensed(at=ISSUED)
    deny(renew(license, at=at("2026-03-10 09:00")), at=at("2026-03-12 09:00"), served=at("2026-03-20 09:00"))
    late = renew(license, at=at("2026-03-25 09:00"))
    days = [date(2026, 3, day) for day in (14, 15, 20, 21)]
    assert statuses(license, days) == ["in-force", "continued", "continued", "expired"]
    judge(license, proper=False)
    assert statuses(license, days) == ["in-force", "expired", "expired", "expired"]
    assert LONG_AGO in letters(license)[-1]
    grant(Case.objects.get(pk=late.pk), at=at("2026-05-20 09:00"))
    judge(license, proper=True, when="2026-06-01 09:00")
    assert statuses(license, days) == ["in-force", "continued", "continued", "expired"]
    assert (
        "It kept the license in force through Friday, March 20, 2026, the day on which the denial was"
        in letters(license)[-1]
    )
    judge(license, proper=False, when="2026-06-02 09:00")
    told = letters(license)[-1]
    assert "The license was not in force from Sunday, March 15, 2026 through Tuesday, May 19, 2026." in told
    assert "March 15, 2026 on." not in told


def test_a_denial_that_a_new_term_overtook_hides_no_call_on_the_renewal_that_was_granted():
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2026-02-01 09:00"))
    Application.objects.filter(pk=case.pk).update(decided_on=date(2026, 2, 10))  # never served
    granted = renew(license, at=at("2026-03-01 09:00"))
    assert to_judge(license).pk == granted.pk
    grant(granted, at=at("2026-05-20 09:00"))
    assert to_judge(license).pk == granted.pk
    early = licensed(at=ISSUED, membership=owner(license))
    case = renew(early, at=at("2026-02-01 09:00"))
    Application.objects.filter(pk=case.pk).update(decided_on=date(2026, 2, 10))
    grant(renew(early, at=at("2026-02-15 09:00")), at=at("2026-03-01 09:00"))
    assert to_judge(early) is None
