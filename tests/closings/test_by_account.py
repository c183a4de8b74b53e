"""A member of an organization files without a link by e-mail: the draft and the notice belong to the organization."""

import datetime as dt
import re

import pytest
from django.test import Client

from closings import filing, intake, standing
from closings.models import ClosingNotice
from tests.closings.notice import ANSWERS, do, publishing, submit, write
from tests.complaints.staff_pages import words
from tests.factories import at, make_pdfs, person, send_mail
from tests.licenses import member, organization
from wagecase.accounts.models import Membership
from wagecase.cases import links
from wagecase.cases.link_replacement import refusal
from wagecase.cases.models import Case, Draft
from wagecase.errors import NotPermitted
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
NOW = "2026-03-10 10:00"


@pytest.fixture(autouse=True)
def _when(clock):
    clock.set(NOW)


@pytest.fixture
def mill() -> dict[str, Membership]:
    of, other = organization("Made-Up Mills Example LLC", "employer", at=at(NOW)), organization(at=at(NOW))
    return {
        "owner": member(of, "Olive Owner Example", "owner", at=at(NOW)),
        "filer": member(of, "Fred Filer Example", "filer", at=at(NOW)),
        "viewer": member(of, "Vera Viewer Example", "viewer", at=at(NOW)),
        "stranger": member(other, "Sam Stranger Example", "owner", at=at(NOW)),
    }  # fmt: skip


def client_of(membership: Membership) -> Client:
    client = Client()
    client.force_login(membership.user)
    return client


def begun(membership: Membership) -> tuple[Client, str]:
    """Return a client that pressed Start, and where it was led."""
    client = client_of(membership)
    page = client.get("/closings/file/").content.decode()
    named = re.search(r'name="organization" value="(\d+)"', page)
    assert named, "the start page offers the organization's own way"
    sent = client.post("/closings/file/start/", {"organization": named[1]})
    assert sent.status_code == 303
    return client, sent["Location"]


def filed(membership: Membership) -> Case:
    client, base = begun(membership)
    write(client, base)
    assert submit(client, base).status_code == 303
    return Case.objects.get()


def test_a_member_files_without_a_mail_and_colleagues_go_on_with_the_draft(mill):
    owner, base = begun(mill["owner"])
    write(owner, base, ANSWERS[:3])
    draft = Draft.objects.get()
    assert (draft.owner, draft.begun_by.name) == (mill["owner"].organization, "Olive Owner Example")
    assert Notice.objects.count() == 0
    filer = client_of(mill["filer"])
    home = words(filer.get("/employer/"))
    assert "Continue the closing notice Made-Up Mills Example LLC. Begun by Olive Owner Example." in home
    write(filer, base, ANSWERS[3:])
    assert draft.sections.get(name="sites").saved_by == mill["filer"].user
    sent = submit(filer, base)
    case, notice = Case.objects.get(), ClosingNotice.objects.get()
    assert sent["Location"] == f"/closings/file/receipt/{case.number}/"
    assert (notice.organization, notice.affected) == (mill["owner"].organization, 90)
    assert case.employer.legal_name == "Made-Up Mills Example LLC"
    event = case.events.get(verb="closings.file_online")
    assert (event.actor_kind, event.actor_id) == ("account", mill["filer"].user_id)


def test_all_owners_and_filers_hear_of_it_and_no_private_link_is_made(mill):
    case = filed(mill["filer"])
    make_pdfs(at("2026-03-10 10:05"))
    send_mail(at("2026-03-10 10:10"))
    told = dict(Notice.objects.filter(kind="closings.file_online").values_list("address", "text"))
    assert set(told) == {"fred.filer@works.example.com", "olive.owner@works.example.com"}
    assert all(f"/closings/status/{case.number}/account/" in text for text in told.values())
    party = case.parties.get()
    assert party.email == "fred.filer@works.example.com"
    assert links.party_of(case.number, links.access_code(party)) is None, "its code opens nothing"
    assert refusal(party) == "Parties of this case sign in to see it, so there is no private link."
    receipt = words(client_of(mill["filer"]).get(f"/closings/file/receipt/{case.number}/"))
    assert "the notice stands on the home of your organization" in receipt
    assert "Access code" not in receipt


def test_word_of_the_notice_goes_by_post_where_nobody_acts_for_the_employer_any_more(mill):
    case = filed(mill["owner"])
    case.parties.update(postal="400 Placeholder Road\nMonroe, WI 53566")
    Membership.objects.filter(role__in=("owner", "filer"), organization=mill["owner"].organization).update(
        ended_at=at(NOW)
    )
    standing.refuse(
        case, reason="Not a notice under the law", actor=person("cora").actor, at=at(NOW), expected_version=case.version
    )
    letter = Notice.objects.get(kind="closings.refuse")
    assert (letter.channel, letter.postal.splitlines()) == (
        "letter", ["Made-Up Mills Example LLC", "400 Placeholder Road", "Monroe, WI 53566"],
    )  # fmt: skip


def test_the_link_of_the_message_leads_through_the_sign_in(mill):
    case = filed(mill["filer"])
    address = f"/closings/status/{case.number}/account/"
    away = Client().get(address)["Location"]
    assert away == "/accounts/login/?next=%2Fclosings%2Fstatus%2FBC-2026-000001%2Faccount%2F"
    assert client_of(mill["owner"]).get(address)["Location"] == f"/closings/status/{case.number}/"
    assert client_of(mill["stranger"]).get(address).status_code == 404


def test_the_home_shows_it_until_it_is_on_the_list_and_then_there(mill):
    case = filed(mill["owner"])
    client = client_of(mill["viewer"])
    before = words(client.get("/employer/"))
    assert f"In progress Closing notice {case.number} Made-Up Mills Example LLC / Monroe, Invented Springs" in before
    assert "On the public list" not in before
    do(case, publishing.publish, by="cora", when="2026-03-11 09:00")
    after = words(client.get("/employer/"))
    assert f"On the public list Closing notice {case.number}" in after
    assert "90 employees On the public list Work ends from May 1, 2026" in after
    assert case.number in words(client.get("/employer/filings/"))
    assert case.number not in words(client_of(mill["stranger"]).get("/employer/filings/"))


def test_a_viewer_reads_and_changes_nothing(mill):
    owner, base = begun(mill["owner"])
    write(owner, base)
    viewer = client_of(mill["viewer"])
    assert "Start a notice" not in words(viewer.get("/closings/file/"))
    assert viewer.get(f"{base}employer/")["Location"] == f"{base}check/"
    page = words(viewer.get(f"{base}check/"))
    assert "The answers so far" in page
    assert "Paula Placeholder Example" in page
    assert "Submit the notice" not in page
    assert viewer.post(f"{base}employer/", {"employer_name": "Another"}).status_code == 404
    assert submit(owner, base).status_code == 303
    case = Case.objects.get()
    status = words(viewer.get(f"/closings/status/{case.number}/"))
    assert "An owner or a filer of your organization can update or rescind it." in status
    assert viewer.post(f"/closings/status/{case.number}/begin-update/").status_code == 404
    assert viewer.post(f"/closings/status/{case.number}/rescind/", {}).status_code == 404
    with pytest.raises(NotPermitted, match="Only an owner or a filer"):
        intake.rescind(case, actor=mill["viewer"].actor, at=at(NOW))


def test_strangers_find_neither_draft_nor_notice(mill):
    owner, base = begun(mill["owner"])
    write(owner, base)
    stranger = client_of(mill["stranger"])
    assert stranger.get(base).status_code == 404
    assert submit(owner, base).status_code == 303
    case = Case.objects.get()
    assert stranger.get(f"/closings/status/{case.number}/").status_code == 302
    assert Client().get(f"/closings/status/{case.number}/").status_code == 302
    with pytest.raises(NotPermitted, match="Only an owner or a filer"):
        intake.rescind(case, actor=mill["stranger"].actor, at=at(NOW))


def test_one_update_is_written_by_all_and_sent_by_a_colleague(mill):
    case = filed(mill["owner"])
    owner, filer = client_of(mill["owner"]), client_of(mill["filer"])
    base = f"/closings/status/{case.number}/update/"
    assert owner.post(f"/closings/status/{case.number}/begin-update/")["Location"] == base
    assert filer.post(f"/closings/status/{case.number}/begin-update/")["Location"] == base
    draft = Draft.objects.get(kind=filing.UPDATE)
    assert (draft.about, draft.begun_by) == (case, mill["owner"].user)
    home = words(filer.get("/employer/"))
    assert f"Continue the update of closing notice {case.number}" in home
    status = words(filer.get(f"/closings/status/{case.number}/"))
    assert "An update is begun and not sent: begun by Olive Owner Example" in status
    write(
        filer,
        base,
        [("workforce/", {"persons_in_state": "150"}), ("employer/", {**ANSWERS[0][1], "trade_name": "Mills"})],
    )
    assert submit(filer, base).status_code == 303
    notice = ClosingNotice.objects.get()
    assert (notice.revision, notice.trade_name) == (1, "Mills")
    assert not Draft.objects.filter(kind=filing.UPDATE).exists()
    assert case.tasks.get().what == "Read the employer’s update"


def test_a_member_rescinds_and_one_who_left_does_not(mill):
    case = filed(mill["owner"])
    Membership.objects.filter(pk=mill["owner"].pk).update(ended_at=at(NOW))
    with pytest.raises(NotPermitted, match="Only an owner or a filer"):
        intake.rescind(case, actor=mill["owner"].actor, at=at(NOW))
    intake.rescind(case, actor=mill["filer"].actor, at=at(NOW))
    assert ClosingNotice.objects.get().rescinded_on == dt.date(2026, 3, 10)
    written = Notice.objects.filter(kind="closings.rescind").values_list("address", flat=True)
    assert list(written) == ["fred.filer@works.example.com"], "the one who filed left: whoever acts now is told"


def test_what_is_filed_is_filed_and_a_late_answer_is_shown_back(mill):
    client, base = begun(mill["owner"])
    write(client, base)
    assert submit(client, base).status_code == 303
    case = Case.objects.get()
    assert client.get(base)["Location"] == f"/closings/file/receipt/{case.number}/"
    late = client.post(f"{base}employer/", {**ANSWERS[0][1], "employer_name": "Late Words Example", "version": "1"})
    assert late.status_code == 409
    assert f"This notice was submitted as {case.number}." in words(late)
    assert "Late Words Example" in words(late)
    assert Case.objects.count() == 1


def test_staff_see_who_filed_and_record_a_letter_for_it(mill):
    case = filed(mill["filer"])
    party = case.parties.get()
    assert party.link_generation == 0
    desk = Client()
    desk.force_login(person("cora"))
    assert "Signs in to see the case." in words(desk.get(f"/closings/{case.number}/parties/"))
    assert "Fred Filer Example" in words(desk.get(f"/closings/{case.number}/timeline/"))


def test_another_organization_chosen_meanwhile_begins_nothing(mill):
    client = client_of(mill["owner"])
    sent = client.post("/closings/file/start/", {"organization": str(mill["stranger"].organization_id)})
    assert sent["Location"] == "/closings/file/"
    assert Draft.objects.count() == 0
