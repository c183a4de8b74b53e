"""Who gets word of a case, when a message left, and for whom a member of two organizations acts."""

from dataclasses import replace
from datetime import date

import pytest
from django.test import Client

from licenses import issuing
from licenses.content import Address
from licenses.drafting.opening import open_drafts
from licenses.models import License
from licenses.review import compliance, deciding
from licenses.review.filed_rows import sections
from licenses.review.reading import filed
from tests.complaints.staff_pages import hidden
from tests.factories import QuickRenderer, at, make_pdfs, person, send_mail
from tests.licenses import applications, content, file, member, organization, review
from tests.licenses.drafting import empty
from tests.licenses.granting import licensed
from wagecase.accounts import organizations, oversight, services
from wagecase.accounts.models import Membership, User
from wagecase.audit.models import Event
from wagecase.cases.models import Case, Draft
from wagecase.documents.models import Document
from wagecase.notices.models import Notice

NOW = at("2026-03-02 10:00")
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media", "quick")]


@pytest.fixture
def quick(monkeypatch, media):
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())


def two_hats():
    """Return the memberships of one person who owns two organizations, and a browser with a session of the person."""
    olive = member(organization("Alpha Example", at=NOW), at=NOW)
    beta = organization("Beta Example", at=NOW)
    other = Membership.objects.create(organization=beta, user=olive.user, role="owner", began_at=NOW)
    client = Client()
    client.force_login(olive.user)
    return olive, other, client


def test_an_application_opens_for_the_organization_that_the_page_named(clock):
    olive, other, client = two_hats()
    begun = empty(other, at=NOW)
    page = hidden(client.get("/licenses/apply/"))
    client.get(f"/licenses/apply/{begun.pk}/")  # another window, of the other organization
    client.post("/licenses/apply/", page)
    assert Draft.objects.exclude(pk=begun.pk).get().owner == olive.organization
    assert client.post("/licenses/apply/", {"organization": "999999"}).status_code == 404


def test_a_paper_of_ones_other_organization_opens_and_is_no_refusal(clock):
    olive, other, client = two_hats()
    case = file(other, at=NOW)
    make_pdfs(NOW)
    paper = Document.objects.filter(case=case, kind="licenses.as_filed").first()
    notice = case.notices.exclude(party_id=None).first()
    for path in (f"/employer/documents/{paper.pk}.pdf", f"/employer/messages/{notice.pk}/"):
        session = client.session
        session["organization"] = olive.organization_id
        session.save()
        assert client.get(path).status_code == 200, path
    assert not Event.objects.filter(verb="cases.refuse_document").exists()


def test_a_member_who_left_gets_no_more_mail_and_the_letter_still_goes_to_the_employer(clock):
    olive = member(organization(at=NOW), at=NOW)
    second = member(olive.organization, "Ben Second Example", "owner", at=NOW)
    case = file(olive, at=NOW)
    organizations.end_membership(olive, by=second, at=NOW)
    before = Notice.objects.latest("pk").pk
    deciding.withdraw(Case.objects.get(pk=case.pk), actor=second.actor, at=NOW)
    told = Notice.objects.filter(pk__gt=before, channel="email", case=case)
    assert olive.user.email not in told.values_list("address", flat=True)
    assert told.get(party_id=case.parties.get().pk).address == second.user.email


def put_out(membership, how):
    """Let a supervisor end the membership, or close the member's account."""
    sue = person("sue").actor
    if how == "ended":
        oversight.end_membership(membership, reason="Whoever this is has no right to act", actor=sue, at=NOW)
    else:
        services.deactivate(person=membership.user, reason="Whoever this is has no right to act", actor=sue, at=NOW)


def noticed(case):
    """Tell the employer of alleged facts, and return the notices of that: the 20 days to show compliance run."""
    lin = review.specialist()
    compliance.notify_of_facts(case, lines=[applications.FACT], actor=lin.actor, at=NOW, expected_version=case.version)
    assert case.clocks.get(key="licenses.compliance", status="running").legal_due == date(2026, 3, 23)
    return case.notices.filter(kind="licenses.notify_of_facts")


@pytest.mark.parametrize("how", ["ended", "closed"])
def test_a_due_notice_goes_by_post_where_nobody_acts_for_the_employer_any_more(how, clock):
    case = applications.renewal()
    put_out(Membership.objects.get(), how)
    [letter] = noticed(case)
    assert (letter.channel, letter.address, letter.status) == ("letter", "", "queued")
    assert letter.postal.splitlines() == [
        "Sample Works Example, Inc.", "120 Placeholder Road", "Wausau, WI 54401",
    ]  # fmt: skip


@pytest.mark.parametrize("how", ["ended", "closed"])
def test_without_an_address_of_the_employer_a_person_is_asked_to_find_one(how, clock):
    case = applications.renewal()
    case.parties.update(postal="")
    put_out(Membership.objects.get(), how)
    [letter] = noticed(case)
    assert (letter.channel, letter.postal) == ("letter", "")
    assert case.tasks.get(done_at=None, key__startswith="address:").what == (
        "Find an address for Sample Works Example, Inc."
    )


@pytest.mark.parametrize("how", ["ended", "closed"])
def test_whoever_acts_now_is_written_to_instead_of_the_contact_who_was_put_out(how, clock):
    case = applications.renewal()
    olive = Membership.objects.get()
    fred = member(olive.organization, "Fred Filer Example", "filer", at=NOW)
    put_out(olive, how)
    [mail] = noticed(case)
    assert (mail.channel, mail.address, mail.party_id) == ("email", fred.user.email, case.parties.get().pk)


def test_a_due_notice_goes_by_post_where_whoever_acts_now_cannot_be_written_to(clock):
    case = applications.renewal()
    olive = Membership.objects.get()
    second = member(olive.organization, "Ben Second Example", "owner", at=NOW)
    put_out(olive, "ended")
    User.objects.filter(pk=second.user_id).update(email="nobody at all")
    [letter] = noticed(case)
    assert (letter.channel, letter.postal.splitlines()[1]) == ("letter", "120 Placeholder Road")
    assert case.tasks.get(done_at=None, key__startswith="untold:").what == (
        "Tell Ben Second Example of this case: the account's e-mail address cannot be used"
    )


def test_the_time_to_comply_counts_from_the_day_on_which_the_e_mail_left(clock):
    case = applications.renewal()
    lin = review.specialist()
    compliance.notify_of_facts(case, lines=[applications.FACT], actor=lin.actor, at=NOW, expected_version=case.version)
    late = clock.set("2026-03-24 09:00")
    make_pdfs(late)
    send_mail(late)
    running = case.clocks.get(key="licenses.compliance", status="running")
    assert (running.start_on, running.legal_due) == (date(2026, 3, 24), date(2026, 4, 13))
    assert Event.objects.get(verb="cases.count_from_sending").case_id == case.pk
    case = review.checked(Case.objects.get(pk=case.pk), late)
    denial = review.denying(findings=applications.found_on(case, "stands"))
    with pytest.raises(Exception, match="may show or reach compliance until"):
        review.recommend(case, denial, late)


def test_an_e_mail_that_leaves_on_the_day_of_the_act_moves_no_clock(clock):
    case = applications.renewal()
    lin = review.specialist()
    compliance.notify_of_facts(case, lines=[applications.FACT], actor=lin.actor, at=NOW, expected_version=case.version)
    make_pdfs(NOW)
    send_mail(NOW)
    assert case.clocks.filter(key="licenses.compliance").count() == 1


def test_the_renewal_of_a_license_that_was_given_up_is_not_gone_on_with(clock):
    license = licensed(at=NOW)
    owner = Membership.objects.get()
    empty(owner, at=NOW, renews=license)
    assert len(open_drafts(owner.organization)) == 1
    case = Case.objects.get(pk=license.case_id)
    issuing.surrender(case, actor=owner.actor, at=NOW, expected_version=case.version)
    assert not open_drafts(owner.organization)
    assert License.objects.get().surrendered_on == date(2026, 3, 2)


@pytest.mark.parametrize(
    ("to_parent", "postal", "said"),
    [
        (True, "c/o Parent Example, Inc.\n9 Parent Street\nMadison, WI 53703", "Yes"),
        (False, "PO Box 5\nWausau, WI 54401", "No"),
    ],
)
def test_our_mail_goes_to_the_parent_organization_where_that_was_chosen(to_parent, postal, said):
    employer = replace(
        content().employer, mailing=Address("PO Box 5", "Wausau", "WI", "54401"), parent_name="Parent Example, Inc.",
        parent_address=Address("9 Parent Street", "Madison", "WI", "53703"), mail_to_parent=to_parent,
    )  # fmt: skip
    case = file(member(organization(at=NOW), at=NOW), at=NOW, employer=employer)
    assert case.parties.get().postal == postal
    assert dict(sections(filed(case.application))[1].parts[0].rows)["Our mail goes to the parent"] == said
