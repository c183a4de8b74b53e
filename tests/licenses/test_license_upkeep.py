"""What a license keeps to when it is renewed, renamed, given up early, or left without a renewal."""

import re
from dataclasses import replace
from datetime import date

import pytest

from licenses import filing, issuing, portal, renewal_drafts, renewing
from licenses.drafting.mapping import content_of
from licenses.drafting.sections import BY_SLUG, form_of
from licenses.facts import FactLine, set_facts
from licenses.models import License
from tests.complaints.staff_pages import words
from tests.factories import at
from tests.licenses import content, file, member, organization
from tests.licenses.granting import deny, grant, licensed, renew, withdraw
from tests.licenses.test_license_pages import browser_of, owner
from wagecase.accounts.models import Organization
from wagecase.cases.models import Case, Employer, SearchEntry, Task
from wagecase.documents.models import Document
from wagecase.errors import TransitionNotAllowed

pytestmark = pytest.mark.django_db
ISSUED = at("2025-03-15 09:00")  # through March 14, 2026
NEW_NAME = replace(content().employer, legal_name="Newer Works Example, Inc.")


def fresh(license):
    return License.objects.select_related("case").get(pk=license.pk)


def test_a_renewal_of_another_kind_is_refused_and_its_form_does_not_ask():
    license = licensed(at=ISSUED)
    with pytest.raises(TransitionNotAllowed, match="keeps the kind of its license"):
        renew(license, at=at("2026-02-01 09:00"), filing=replace(content().filing, license_kind="employer"))
    form = form_of(BY_SLUG["filing"], renewal=True)
    assert "license_kind" not in form.base_fields
    draft = renewal_drafts.begin_renewal(fresh(license), membership=owner(license), at=at("2026-02-01 09:00"))
    assert content_of(draft)[0].filing.license_kind == "facility"


def test_until_the_new_term_begins_every_page_shows_the_name_of_the_term_in_force(client, clock):
    license = licensed(at=ISSUED)
    grant(renew(license, at=at("2026-01-20 09:00"), employer=NEW_NAME), at=at("2026-02-01 09:00"))
    clock.set("2026-03-14 09:00")
    form = {"number": license.case.number, "code": license.check_code, "on_0": 3, "on_1": 14, "on_2": 2026}
    old = [client.get("/licenses/list/"), client.post("/licenses/check/", form)]
    clock.set("2026-03-15 09:00")
    new = [client.get("/licenses/list/"), client.post("/licenses/check/", form | {"on_1": 15})]
    for page in old:
        assert "Sample Works Example, Inc." in words(page)
        assert "Newer Works" not in words(page)
    for page in new:
        assert "Newer Works Example, Inc." in words(page)


def test_a_renewed_license_is_found_by_its_new_name():
    license = licensed(at=ISSUED)
    grant(renew(license, at=at("2026-01-20 09:00"), employer=NEW_NAME), at=at("2026-02-01 09:00"))
    assert SearchEntry.objects.filter(case=license.case, text__startswith="newer works").exists()
    assert Case.objects.get(pk=license.pk).title == "Newer Works Example, Inc. / Wausau"


def unrenewed(license):
    return Task.objects.filter(case=license.case, done_at=None, what__startswith="Look into a license that ended")


@pytest.mark.parametrize("end", [deny, withdraw])
def test_a_renewal_that_ends_after_the_term_asks_somebody_to_close_the_file(end):
    license = licensed(at=ISSUED)
    end(renew(license, at=at("2026-03-10 09:00")), at=at("2026-05-20 09:00"))
    assert unrenewed(license).count() == 1
    end(renew(license, at=at("2026-06-10 09:00")), at=at("2026-06-20 09:00"))
    assert unrenewed(license).count() == 1, "closed by the second renewal, asked anew after it"


def test_a_renewal_that_ends_within_the_term_asks_nobody():
    license = licensed(at=ISSUED)
    deny(renew(license, at=at("2026-02-10 09:00")), at=at("2026-02-20 09:00"))
    assert not unrenewed(license).exists()


def test_a_new_term_closes_the_task_of_the_term_before_it():
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2026-04-01 09:00"))
    issuing.ask_about_unrenewed(fresh(license).case, at=at("2026-04-02 09:00"))
    grant(case, at=at("2026-05-01 09:00"))
    assert not unrenewed(license).exists()


def test_a_second_finding_on_a_renewal_records_what_the_first_one_was(clock):
    from tests.factories import person
    from wagecase.audit.models import Event

    license = licensed(at=ISSUED)
    renew(license, at=at("2026-03-10 09:00"))
    for proper, reason in ((True, "Only a number was missing."), (False, "The list was missing.")):
        row = fresh(license).case
        renewing.judge_renewal(
            row, completed_on=date(2026, 4, 1), proper=proper, reason=reason, actor=person("sue").actor,
            at=at("2026-04-02 09:00"), expected_version=row.version,
        )  # fmt: skip
    event = Event.objects.filter(verb="licenses.judge_renewal").order_by("-seq")[0]
    told = {row.field: (row.before, row.after) for row in event.details.all()}
    assert told["proper_reason"] == ("Only a number was missing.", "The list was missing.")
    assert told["proper"] == ("True", "False")


def test_a_reworded_fact_is_told_as_reworded():
    case = file(member(organization(at=ISSUED), at=ISSUED), at=ISSUED)
    set_facts(case, [FactLine("new-1", "Three workers were paid too little.")])
    row = case.alleged_facts.get()
    assert set_facts(case, [FactLine(str(row.pk), "Four workers were paid too little.")])["changes"] == {
        "facts": (1, 1), "facts_reworded": ("", 1),
    }  # fmt: skip
    assert set_facts(case, [FactLine(str(row.pk), "Four workers were paid too little.")])["changes"] == {
        "facts": (1, 1)
    }


def test_two_first_filings_at_once_make_one_employer():
    made = organization(at=ISSUED)
    first, second = (Organization.objects.get(pk=made.pk) for _n in range(2))
    assert filing.employer_of(first, content(), at=ISSUED) == filing.employer_of(second, content(), at=ISSUED)
    assert Employer.objects.count() == 1


def test_a_license_that_is_given_up_before_its_first_day_never_came_into_force(client, clock):
    license = licensed(
        at=at("2026-03-01 09:00"), filing=replace(content().filing, start_on=date(2026, 5, 1))
    )  # from May 1, 2026
    page = words(browser_of(owner(license)).get(f"/licenses/status/{license.case.number}/give-up/"))
    assert "The license would begin on Friday, May 1, 2026. If you give it up now, it never comes into force." in page
    assert "is the last day of the license" not in page
    row = fresh(license).case
    issuing.surrender(row, actor=owner(license).actor, at=at("2026-03-02 10:00"), expected_version=row.version)
    letter = " ".join(Document.objects.get(case=license.case, kind="licenses.surrender").html.split())
    assert (
        "given up on Monday, March 2, 2026, before its first day, Friday, May 1, 2026. It never came into force."
        in letter
    )
    assert "is its last day" not in letter
    form = {"number": license.case.number, "code": license.check_code, "on_0": 5, "on_1": 2, "on_2": 2026}
    assert "It was given up before its first day." in words(client.post("/licenses/check/", form))


def test_the_letter_of_a_surrender_cites_where_the_law_ties_pay_to_the_period_of_a_license(clock):
    license = licensed(at=ISSUED)
    row = fresh(license).case
    issuing.surrender(row, actor=owner(license).actor, at=at("2026-03-02 10:00"), expected_version=row.version)
    letter = Document.objects.get(case=license.case, kind="licenses.surrender").html
    assert re.search(r"only while a license is in force \(DWD 272\.09 \(8\) \(c\)\)", letter)


def test_the_home_offers_a_renewal_from_the_day_and_at_the_address_of_the_license(clock):
    license = licensed(at=ISSUED)
    for on, offered in ((date(2025, 12, 13), 0), (date(2025, 12, 14), 1)):
        found = [row for row in portal.rows(owner(license), on).to_do if row.what.startswith("Renew license")]
        assert [row.href for row in found] == [f"/licenses/status/{license.case.number}/renew/"] * offered
