"""What a renewal asks and proposes of its term: no wished first day, and a term that was returned is proposed anew."""

from dataclasses import replace
from datetime import date

import pytest

from licenses import renewal_drafts
from licenses.drafting.mapping import content_of
from licenses.models import Application, License
from licenses.review.forms import RecommendForm
from licenses.review_changes import changes, previous
from tests.complaints.staff_pages import signed_in, words
from tests.factories import at, person
from tests.licenses import content, review
from tests.licenses.drafting import Writer
from tests.licenses.granting import licensed, renew
from tests.licenses.test_license_pages import browser_of, owner
from wagecase.cases.models import Case

pytestmark = pytest.mark.django_db
ISSUED = at("2025-03-15 09:00")  # through March 14, 2026
WISHED = replace(content().filing, start_on=date(2025, 3, 15))


def fresh(license):
    return License.objects.select_related("case").get(pk=license.pk)


def test_a_renewal_does_not_ask_from_which_day_it_is_needed(clock):
    license = licensed(at=ISSUED, filing=WISHED)
    draft = renewal_drafts.begin_renewal(fresh(license), membership=owner(license), at=at("2026-03-02 09:00"))
    assert content_of(draft)[0].filing.start_on is None
    writer = Writer(owner(license), draft)
    assert "start_on" not in writer.get("filing").content.decode()
    assert "You wish the license to begin" not in writer.words("check")


@pytest.mark.parametrize(
    ("on", "said"),
    [
        ("2026-03-14 09:00", "The new term begins on the day after the present one, or on the day on which we grant it, if that is later."),
        ("2026-03-15 09:00", "The new term begins on the day on which we grant it."),
    ],
)  # fmt: skip
def test_the_page_that_begins_a_renewal_says_when_the_new_term_begins(clock, on, said):
    license = licensed(at=ISSUED)
    clock.set(on)
    assert said in words(browser_of(owner(license)).get(f"/licenses/status/{license.case.number}/renew/"))


def test_a_wish_of_last_year_is_no_difference_and_no_wish_of_the_renewal(clock):
    license = licensed(at=ISSUED, filing=WISHED)
    case = Case.objects.get(pk=renew(license, at=at("2026-03-02 09:00")).pk)
    found = changes(case.application, previous(case.application))
    assert "Wished first day" not in [row.label for row in found.facts]
    older = renew_with_a_wish(case)
    assert "wishes the license from" not in words(signed_in("lin").get(f"/licenses/{older.number}/recommend/"))


def renew_with_a_wish(case):
    """Return the renewal as one that was filed while a wish was asked still, ready to be recommended."""
    application = case.application
    application.content = {**application.content, "filing": {**application.content["filing"], "start_on": "2026-04-01"}}
    application.save(update_fields=["content"])
    return review.checked(review.begun(case, at("2026-03-02 09:00")), at("2026-03-02 09:00"))


RETURNED = [
    # (first and last day that were recommended, today, first and last day that are proposed)
    (("2026-03-15", "2027-03-14"), "2026-03-10", ("2026-03-15", "2027-03-14")),  # neither has passed
    (("2026-03-15", "2027-03-14"), "2026-03-15", ("2026-03-15", "2027-03-14")),
    (("2026-03-15", "2027-03-14"), "2026-03-16", ("2026-03-16", "2027-03-15")),
    (("2026-03-15", "2027-03-14"), "2026-05-20", ("2026-05-20", "2027-05-19")),
    (("2026-03-15", "2026-09-30"), "2026-05-20", ("2026-05-20", "2026-09-30")),  # meant to be shorter
    (("2026-03-15", "2026-09-30"), "2026-09-30", ("2026-09-30", "2026-09-30")),
    (("2026-03-15", "2026-09-30"), "2026-10-01", ("2026-10-01", "2027-09-30")),  # nothing of it is left
    ((None, None), "2026-05-20", ("2026-05-20", "2027-05-19")),
]


@pytest.mark.parametrize(("before", "today", "proposed"), RETURNED)
def test_a_returned_recommendation_is_proposed_again_for_as_long_as_it_was_meant(clock, before, today, proposed):
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2026-03-02 09:00"))
    first, last = (date.fromisoformat(one) if one else None for one in before)
    Application.objects.filter(pk=case.pk).update(recommended="grant", starts_on=first, ends_on=last)
    clock.set(f"{today} 09:00")
    form = RecommendForm(case=Case.objects.get(pk=case.pk), user=person("lin"), today=date.fromisoformat(today))
    assert (form.initial["starts_on"], form.initial["ends_on"]) == tuple(date.fromisoformat(one) for one in proposed)
