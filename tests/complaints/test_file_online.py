"""Filing online: only what R-104.05 names is needed, the words as signed are kept, and a draft files once."""

import datetime as dt
import threading
from dataclasses import replace

import pytest
from django.db import connection
from django.utils.translation import get_language

from complaints.content import Content, EmployerFacts, Person
from tests.factories import CONTENT, UNPAID, at, file_online, person, signature, taken
from wagecase.cases import drafts, files
from wagecase.cases.models import Case, Employer
from wagecase.errors import AlreadyDone
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

LEAST = Content(
    kind="living_wage", complainant=Person(name="Wanda"), employer=EmployerFacts(name="Mills"), occupation="Packer",
    wage="tips only", statement="It does not pay the rent.",
)  # fmt: skip


def test_the_case_holds_what_was_filed():
    case = file_online()
    complaint = case.complaint
    assert (case.kind, case.state, case.title) == (
        "living_wage",
        "received",
        "Wanda Worker Example / Made-Up Mills Example LLC",
    )
    assert (complaint.occupation, complaint.wage, complaint.scope) == ("Cheese packer", "$7.25 an hour", "self")
    assert complaint.statement == CONTENT.statement
    assert (complaint.verification, str(complaint.verified_on)) == ("online", "2026-03-02")
    worker, employer = case.parties.order_by("id")
    assert (worker.role, worker.email, worker.safe_contact) == (
        "complainant",
        "wanda@example.com",
        "After six in the evening",
    )
    assert (employer.role, employer.name, employer.told_on) == ("employer", "Made-Up Mills Example LLC", None)


def test_the_declaration_is_kept_word_for_word_with_place_and_day():
    signed = signature(
        dt.date(2026, 3, 2), version="v-es", language="es", text="Declaro que es cierto: «sí».", city="Québec",
        state="Canada", ip_address="192.0.2.1", user_agent="Browser", signed_at=at("2026-03-02 10:00"),
    )  # fmt: skip
    kept = file_online(signature=signed).declaration
    assert (kept.version, kept.language, kept.text) == ("v-es", "es", "Declaro que es cierto: «sí».")
    assert (kept.name, kept.city, kept.state, str(kept.signed_on)) == (
        "Wanda Worker Example", "Québec", "Canada", "2026-03-02",
    )  # fmt: skip
    assert (kept.method, kept.ip_address) == ("online", "192.0.2.1")


def test_the_least_that_the_law_names_is_enough_and_starts_the_clock():
    case = file_online(content=LEAST)
    assert case.clocks.get().status == "running"
    assert case.state == "received"


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"complainant": Person(name="  ")}, "complainant"),
        ({"employer": EmployerFacts(name="")}, "employer"),
        ({"occupation": ""}, "occupation"),
        ({"wage": " "}, "wage"),
        ({"statement": "\n"}, "statement"),
        ({"scope": "class", "employees": ""}, "employees"),
        ({"scope": "person", "employees": " "}, "employees"),
    ],
)
def test_a_part_that_the_law_names_cannot_be_blank(change, part):
    content = replace(LEAST, **change)
    assert content.missing() == (part,)
    with pytest.raises(ValueError, match=f"a complaint needs {part}"):
        file_online(content=content)
    assert not Case.objects.exists()


def test_any_person_may_file_for_any_employee_or_class():
    content = replace(LEAST, capacity="any_person", scope="class", employees="The night packers")
    assert file_online(content=content).complaint.employees == "The night packers"


def test_what_was_left_blank_becomes_a_request_and_no_delay():
    case = file_online(content=LEAST)
    (request,) = case.information_requests.all()
    assert (request.automatic, request.answered_at) == (True, None)
    assert len(request.question.splitlines()) == 5
    assert str(case.due_on) == "2026-03-23"


def test_a_blank_is_asked_for_in_the_complainants_language(monkeypatch):
    monkeypatch.setattr("complaints.content._", lambda text: f"{get_language()}: {text}")
    spanish = replace(LEAST, complainant=Person(name="Wanda", language="es"))
    questions = file_online(content=spanish).information_requests.get().question.splitlines()
    assert {question.partition(":")[0] for question in questions} == {"es"}


def test_a_full_complaint_asks_nothing():
    content = replace(CONTENT, hours_per_week="38")
    assert not file_online(content=content).information_requests.exists()


def test_the_copy_as_filed_is_frozen_for_the_complainant():
    case = file_online()
    copy = case.documents.get(kind="complaints.as_filed")
    worker = case.parties.get(role="complainant")
    assert (copy.visibility, copy.party_id, len(copy.html_sha256)) == ("party", worker.pk, 64)
    for words in (CONTENT.statement, "Cheese packer", "I declare that this is true."):
        assert words in copy.html


def test_a_known_employer_is_found_by_its_exact_name_only():
    first, second = file_online(), file_online(when="2026-03-03 10:00")
    assert first.employer == second.employer
    like = replace(CONTENT, employer=replace(CONTENT.employer, name="Made-Up Mills Example"))
    assert file_online(content=like).employer != first.employer
    assert Employer.objects.count() == 2


def test_an_unpaid_wages_complaint_never_shows_20_days():
    case = file_online(content=UNPAID)
    assert (case.number[:2], case.state, case.due_on) == ("UW", "received", None)
    for words in [n.text for n in Notice.objects.all()] + [d.html for d in case.documents.all()]:
        assert "20 days" not in words
        assert "104.05" not in words


def test_files_of_the_draft_move_to_the_case():
    draft, _token = drafts.start(kind="living_wage", language="en", at=at("2026-03-02 09:00"))
    kept = files.keep(taken("stub.pdf"), source="complainant", at=at("2026-03-02 09:30"), draft=draft)
    case = file_online(draft=draft)
    kept.refresh_from_db()
    worker = case.parties.get(role="complainant")
    assert (kept.case, kept.draft, kept.party_id) == (case, None, worker.pk)
    assert "stub.pdf" in case.documents.get(kind="complaints.as_filed").html


def test_a_draft_files_once():
    draft, _token = drafts.start(kind="living_wage", language="en", at=at("2026-03-02 09:00"))
    case = file_online(draft=draft)
    with pytest.raises(AlreadyDone) as done:
        file_online(draft=draft)
    assert done.value.location == case.number
    assert Case.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_double_click_files_once():
    draft, _token = drafts.start(kind="living_wage", language="en", at=at("2026-03-02 09:00"))
    start, answers = threading.Barrier(4), []

    def work() -> None:
        try:
            start.wait()
            answers.append(file_online(draft=draft).number)
        except AlreadyDone as done:
            answers.append(done.location)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == ["LW-2026-000001"] * 4
    assert Case.objects.count() == 1
    assert Notice.objects.count() == 1


def test_the_employer_is_told_nothing_by_a_filing():
    person("sue")
    case = file_online()
    assert {n.address for n in case.notices.all()} == {"wanda@example.com"}


@pytest.mark.parametrize("name", ["Ŵanda 🙂", "李小龍", "O'Brien <b>", "x" * 200, "Wanda\u200f"])
def test_names_are_kept_as_typed(name):
    content = replace(CONTENT, complainant=replace(CONTENT.complainant, name=name))
    case = file_online(content=content)
    assert case.parties.get(role="complainant").name == name
    assert len(case.title) <= 250


def test_an_unpaid_wages_complaint_with_blanks_opens_no_question_that_nobody_could_answer():
    blank = replace(UNPAID, employer=replace(UNPAID.employer, postal="", work_site=""), identity_disclosure="")
    assert blank.blanks() == ()
    case = file_online(content=blank)
    assert not case.information_requests.exists()
    assert replace(blank, kind="living_wage").blanks()
