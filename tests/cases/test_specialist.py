"""License specialists at the staff pages: one home, one queue, one search and one mailroom for all kinds of case."""

from typing import Any

import pytest

from tests.complaints.staff_pages import signed_in, words
from tests.factories import QuickRenderer, at, file_online, name_signer, person
from tests.licenses import file, member, organization
from wagecase.accounts.models import CASE_ROLES, Membership, User
from wagecase.cases import assigning, kinds, recipients, selectors
from wagecase.cases.models import Case
from wagecase.deadlines.table import REMINDED_ROLES
from wagecase.web.navigation import staff_links

pytestmark = pytest.mark.django_db
NOW = at("2026-03-02 10:00")


@pytest.fixture(autouse=True)
def _here(clock: Any, media: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    clock.set("2026-03-02 10:00")
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())


@pytest.fixture
def application() -> Case:
    return file(member(organization(at=NOW), at=NOW), at=NOW)


def placed(kind: str, state: str, **changes: Any) -> Case:
    """Put a bare row of a kind into the tables."""
    number = f"{kinds.get(kind).lifecycle.prefix}-2026-{Case.objects.count() + 900:06}"
    return Case.objects.create(
        number=number, kind=kind, state=state, title="Sample Works Example, Inc.", received_on=NOW.date(), opened_at=NOW,
        **changes,
    )  # fmt: skip


def second(name: str = "Sol Second Example", **changes: Any) -> User:
    return User.objects.create_user("sol@example.org", None, name=name, role="specialist", **changes)


def test_what_nobody_has_is_every_specialist_s_and_what_somebody_has_only_theirs(application: Case):
    lin, sol = person("lin"), second()
    assert list(selectors.needs(lin)) == list(selectors.needs(sol)) == [application]
    Case.objects.update(assignee=sol)
    assert list(selectors.needs(lin)) == []
    assert list(selectors.needs(sol)) == [application]


def test_coordinators_and_investigators_need_nothing_of_licenses(application: Case):
    for key in ("cora", "ina"):
        assert list(selectors.needs(person(key))) == []
        assert not selectors.visible_to(person(key)).filter(pk=application.pk).exists()


def test_a_specialist_sees_no_complaint():
    complaint = file_online()
    assert not selectors.visible_to(person("lin")).filter(pk=complaint.pk).exists()
    assert signed_in("lin").get(f"/complaints/{complaint.number}/").status_code == 404
    assert complaint.number not in words(signed_in("lin").get("/staff/cases/?open=all"))


def test_the_work_of_a_specialist_who_left_falls_to_the_supervisors(application: Case):
    Case.objects.update(assignee=second(is_active=False))
    assert list(selectors.needs(person("lin"))) == []
    assert list(selectors.needs(person("sue"))) == [application]


def test_a_recommendation_waits_for_the_supervisor_and_for_whoever_signs_for_them(clock: Any):
    case = placed("application", "recommended", assignee=second())
    lin, sue = person("lin"), person("sue")
    assert list(selectors.needs(sue)) == [case]
    assert list(selectors.needs(lin)) == []
    name_signer(lin)
    assert list(selectors.needs(lin)) == [case]
    Case.objects.update(assignee=lin)
    assert list(selectors.needs(lin)) == [], "nobody signs an own case"


def test_a_file_that_is_only_kept_waits_for_nobody_and_needs_nobody():
    placed("license", "kept")
    name_signer(person("lin"))
    for key in ("lin", "sue"):
        who = person(key)
        assert list(selectors.needs(who)) == []
        assert list(selectors.waiting_on_others(who)) == []
        assert selectors.to_sign(who).count() == 0


@pytest.mark.parametrize(
    ("kind", "state"), [("application", "recommended"), ("revocation", "drafted"), ("closing", "drafted")]
)
def test_grants_denials_and_orders_count_as_signing(kind: str, state: str):
    case = placed(kind, state)
    assert list(selectors.to_sign(person("sue"))) == [case]


def test_the_supervisor_s_home_counts_what_is_to_sign_and_links_to_just_that(application: Case):
    to_sign = file(Membership.objects.get(), at=NOW)
    Case.objects.filter(pk=to_sign.pk).update(state="recommended")
    client = signed_in("sue")
    home = client.get("/staff/")
    assert "1 to sign" in words(home)
    assert "?step=sign&amp;open=yes" in home.content.decode()
    page = words(client.get("/staff/cases/?step=sign&open=yes&sort=due"))
    assert to_sign.number in page
    assert application.number not in page


def test_home_queue_and_search_show_an_application(application: Case):
    client = signed_in("lin")
    assert application.number in words(client.get("/staff/"))
    page = words(client.get("/staff/cases/"))
    assert application.number in page
    assert "License application" in page
    assert client.get(f"/staff/search/?q={application.number}")["Location"] == f"/licenses/{application.number}/"
    assert application.number in words(client.get("/staff/search/?q=sample works"))
    assert client.get("/staff/letters/").status_code == 200


def test_the_queue_offers_a_role_its_own_kinds_and_names_what_a_state_is_called_in_each():
    specialist = words(signed_in("lin").get("/staff/cases/"))
    assert "Revocation of a license" in specialist
    assert "Closing notice" not in specialist.split("Kind")[1].split("Assigned to")[0]
    supervisor = signed_in("sue").get("/staff/cases/").content.decode()
    assert '<option value="drafted">' in supervisor
    assert "Order drafted" in supervisor.split('<option value="drafted">')[1].split("</option>")[0]


@pytest.mark.parametrize("role", ["specialist", "supervisor"])
def test_the_strip_leads_to_the_licenses(role: str):
    assert "Licenses" in [str(link.label) for link in staff_links(role)]


def test_the_link_to_the_licenses_lists_them():
    kept = placed("license", "kept")
    client = signed_in("lin")
    page = client.get("/staff/cases/?kind=license&open=all")
    assert kept.number in words(page)
    assert page.content.decode().count('aria-current="page"') >= 1


def test_cases_are_given_only_to_whoever_works_on_their_kind(application: Case):
    complaint = file_online()
    found = assigning.assign_cases(
        seen={complaint.pk: complaint.version}, investigator=person("lin"), by=person("sue"), at=NOW
    )
    assert found.done == ()
    assert found.skipped[0][1] == "Lin Specialist Example does not work on cases of this kind"
    if kinds.get("application").give is not None:
        found = assigning.assign_cases(
            seen={application.pk: application.version}, investigator=person("lin"), by=person("sue"), at=NOW
        )
        assert [case.pk for case in found.done] == [application.pk]


def test_the_word_specialist_means_whoever_has_the_case_else_all_of_them_else_the_supervisors(application: Case):
    sue = person("sue")

    def told() -> list[str]:
        return sorted(one.label for one in recipients.resolve(Case.objects.get(pk=application.pk), "specialist"))

    assert told() == [sue.name]
    lin, sol = person("lin"), second()
    assert told() == sorted([lin.name, sol.name])
    Case.objects.filter(pk=application.pk).update(assignee=sol)
    assert told() == [sol.name]


def test_every_role_that_handles_cases_can_be_reminded_by_the_table():
    assert set(CASE_ROLES) <= set(REMINDED_ROLES)


def test_an_administrator_can_make_a_specialist():
    page = words(signed_in("ada").get("/staff/people/add/"))
    assert "License specialist" in page
    assert "Reviews applications for licenses and keeps the licenses." in page
