"""Mail that came back is recorded, becomes a task, and takes back a service that never happened."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError

from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import TO_POST, at, case_in, do, file_online, mail_letters, make_pdfs, person
from wagecase.cases.contacts import correct_contact
from wagecase.cases.mailing import mark_mailed
from wagecase.cases.models import Case
from wagecase.cases.returned import record_returned_mail
from wagecase.errors import NotPermitted, TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def decision_to(case, role):
    party = case.parties.get(role=role)
    return case.notices.get(kind="complaints.sign_determination", party_id=party.pk)


def came_back(notice, day="2026-03-10", *, who="ina", when="2026-03-10 09:00", reason="No such number"):
    return record_returned_mail(
        notice=notice, returned_on=dt.date.fromisoformat(day), reason=reason, actor=person(who).actor, at=at(when)
    )


def test_a_returned_copy_of_the_determination_opens_service_again():
    case = case_in("served")
    assert came_back(decision_to(case, "employer")).status == "bounced"
    case = Case.objects.get(pk=case.pk)
    row = case.determinations.get()
    assert (case.state, row.served_on, row.service_method) == ("countersigned", None, "")
    task = case.tasks.get(key__startswith="returned:")
    assert (task.what, task.person) == (
        "Mail to Made-Up Mills Example LLC came back: find another way", person("ina"),
    )  # fmt: skip
    with pytest.raises(TransitionNotAllowed, match="Not everybody has the determination yet: Made-Up Mills"):
        do(case, "record_service", by="investigator", when="2026-03-10 10:00")
    assert [e.verb for e in case.events.order_by("-seq")[:2]] == [
        "complaints.reopen_service", "cases.record_returned_mail",
    ]  # fmt: skip


def test_another_returned_notice_leaves_the_service_alone():
    case = case_in("served")
    came_back(case.notices.get(kind="complaints.serve_employer"))
    assert Case.objects.get(pk=case.pk).state == "served"
    with pytest.raises(TransitionNotAllowed, match="No copy of the determination came back"):
        do(case, "reopen_service", by="investigator", when="2026-03-10 10:00")


def test_a_returned_letter_goes_to_the_new_address_and_its_task_is_done():
    case = case_in("drafted", content=TO_POST)
    case = do(case, "sign_determination", by="supervisor", when="2026-03-03 10:00")
    make_pdfs(at("2026-03-03 10:10"))
    mail_letters(case, by=person("ina"), moment=at("2026-03-04 10:00"))
    case = do(case, "record_service", by="investigator", when="2026-03-04 11:00")
    old = decision_to(case, "employer")
    came_back(old)
    correct_contact(
        case.parties.get(role="employer"), email="", postal="9 Right Road\nMonroe, WI 53566",
        actor=person("ina").actor, at=at("2026-03-11 09:00"),
    )  # fmt: skip
    old.refresh_from_db()
    assert old.status == "replaced"
    assert case.tasks.get(key__startswith="returned:").done_at == at("2026-03-11 09:00")
    make_pdfs(at("2026-03-11 09:10"))
    mail_letters(case, by=person("ina"), moment=at("2026-03-11 10:00"))
    assert do(case, "record_service", by="investigator", when="2026-03-11 11:00").state == "served"


def test_the_reason_is_kept_apart_from_the_chain():
    case = case_in("served")
    came_back(decision_to(case, "complainant"), reason="Moved to 3 Hidden Lane")
    event = case.events.get(verb="cases.record_returned_mail")
    assert "Hidden" not in event.body
    assert event.details.get().after == "Moved to 3 Hidden Lane"


@pytest.mark.parametrize("day", ["2026-03-01", "2026-03-11"])
def test_it_came_back_neither_before_it_went_nor_tomorrow(day):
    notice = decision_to(case_in("served"), "employer")
    with pytest.raises(ValidationError) as refusal:
        came_back(notice, day)
    assert list(refusal.value.message_dict) == ["returned_on"]


def test_mail_comes_back_once_and_only_after_it_went():
    case = case_in("served")
    notice = decision_to(case, "employer")
    came_back(notice)
    with pytest.raises(TransitionNotAllowed, match="Only mail that went out"):
        came_back(notice)
    with pytest.raises(TransitionNotAllowed, match="Only mail that went out"):
        came_back(file_online(content=TO_POST).notices.get())


def test_an_administrator_does_not_record_it():
    with pytest.raises(NotPermitted):
        came_back(decision_to(case_in("served"), "employer"), who="ada")


@pytest.mark.usefixtures("clock")
def test_the_page_says_what_it_does_and_does_it():
    case = case_in("served")
    notice = decision_to(case, "employer")
    client, address = signed_in("ina"), f"/complaints/{case.number}/notices/{notice.pk}/"
    assert "Record returned mail" in words(client.get(address))
    assert "the case goes back to “Determination signed”" in words(client.get(f"{address}returned/"))
    answer = send(client, f"{address}returned/", returned_on="2026-03-02", reason="No such number")
    assert (answer.status_code, answer["Location"]) == (303, f"/complaints/{case.number}/notices/")
    assert "Mail came back" in words(client.get(f"/complaints/{case.number}/timeline/"))


@pytest.mark.usefixtures("clock")
def test_the_way_of_returned_mail_is_said_at_each_step_and_on_the_timeline():
    case = case_in("drafted", content=TO_POST)
    do(case, "sign_determination", by="supervisor", when="2026-03-02 09:00")
    make_pdfs(at("2026-03-02 09:10"))
    notice, client = decision_to(case, "employer"), signed_in("ina")
    base = f"/complaints/{case.number}/"
    mark_mailed(
        notice=notice, mailed_on=dt.date(2026, 3, 2), method="first-class mail", actor=person("ina").actor,
        at=at("2026-03-02 09:20"),
    )  # fmt: skip
    send(client, f"{base}notices/{notice.pk}/returned/", returned_on="2026-03-02", reason="No such number")
    page = client.get(f"{base}notices/")
    assert (
        "“Letter with the determination” for Made-Up Mills Example LLC is marked as returned, and a task was opened. "
        "Correct the address: a new letter is made with it."
    ) in words(page)
    contact = f"{base}parties/{case.parties.get(role='employer').pk}/contact/"
    assert f'href="{contact}">Correct the address' in page.content.decode()
    saved = send(client, contact, email="", postal="9 Right Road\nMonroe, WI 53566")
    assert (
        "Address of Made-Up Mills Example LLC saved. A new letter was made: “Letter with the determination”. "
        "Print it and mark it as mailed."
    ) in words(client.get(saved["Location"]))
    timeline = words(client.get(f"{base}timeline/"))
    for line in (
        "Letter with the determination: Made-Up Mills Example LLC. Mailed March 2, 2026 by first-class mail.",
        "Employer: Made-Up Mills Example LLC. Made again: Letter with the determination.",
        "Mail to Made-Up Mills Example LLC came back: find another way.",
    ):
        assert line in timeline
    returned = timeline.partition("Mail came back")[2][:200]
    assert "Letter with the determination: Made-Up Mills Example LLC." in returned


@pytest.mark.usefixtures("clock")
def test_a_letter_is_marked_as_mailed_only_once_its_pdf_exists():
    case = file_online(content=TO_POST, when="2026-03-02 09:00")
    notice, client = case.notices.get(), signed_in("sue")
    pages = [f"/complaints/{case.number}/notices/", f"/complaints/{case.number}/notices/{notice.pk}/"]
    for page in pages:
        assert "Mark as mailed" not in words(client.get(page))
        assert "To be mailed" not in words(client.get(page))
    make_pdfs(at("2026-03-02 09:10"))
    for page in pages:
        assert "Mark as mailed" in words(client.get(page))
        assert "To be mailed" in words(client.get(page))
