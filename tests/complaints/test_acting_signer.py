"""On the days for which a supervisor named somebody, that person signs what others worked on; the paper says so."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError

from complaints import addressees
from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.factories import DRAFTED, SERVED_EMPLOYER, at, case_in, do, file_online, make_pdfs, name_signer, person, walk
from wagecase.accounts import acting, services
from wagecase.accounts.models import ActingSigner, User
from wagecase.audit.models import Event
from wagecase.cases import selectors
from wagecase.cases.models import Case
from wagecase.documents.services import plain_text
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.lifecycle import ACTING_SIGNER, Actor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
LINE = "Acting for the supervisor, by appointment of March 1, 2026"


def sign(case, who="ivo", when="2026-03-03 10:00", **facts):
    return do(case, "sign_determination", by=person(who), when=when, **facts)


# Naming


def test_a_supervisor_names_a_person_and_it_stands_on_the_record():
    row = name_signer(person("ivo"), first="2026-03-02", last="2026-03-06")
    assert (row.person, row.unit, row.named_by) == (person("ivo"), "labor-standards", person("sue"))
    event = Event.objects.get(verb="accounts.name_acting_signer")
    assert (event.actor_id, event.case_id) == (person("sue").pk, None)
    for part in (f'"user_id":{person("ivo").pk}', '"from_on":"2026-03-02"', '"to_on":"2026-03-06"'):
        assert part in event.body


def test_appointments_may_overlap_and_a_supervisor_may_be_named():
    name_signer(person("ivo"), first="2026-03-02", last="2026-03-06")
    name_signer(person("ivo"), first="2026-03-04", last="2026-03-10")
    name_signer(person("sam"), first="2026-03-04", last="2026-03-10")
    assert ActingSigner.objects.count() == 3
    assert acting.signers("labor-standards", at=at("2026-03-09 10:00")) == [person("ivo"), person("sam")]


@pytest.mark.parametrize(("who", "first", "last", "field"), [
    ("sue", "2026-03-02", "2026-03-06", "person"), ("ada", "2026-03-02", "2026-03-06", "person"),
    ("ivo", "2026-02-28", "2026-03-06", "from_on"), ("ivo", "2026-03-06", "2026-03-05", "to_on"),
])  # fmt: skip
def test_oneself_other_roles_and_impossible_days_are_refused(who, first, last, field):
    with pytest.raises(ValidationError) as refusal:
        name_signer(person(who), first=first, last=last)
    assert list(refusal.value.message_dict) == [field]
    assert not ActingSigner.objects.exists()


def test_somebody_of_another_unit_is_refused():
    with pytest.raises(ValidationError, match="somebody else of your unit"):
        name_signer(person("ivo", unit="equal-rights"))


@pytest.mark.parametrize("who", ["ina", "ada"])
def test_nobody_but_a_supervisor_names_or_ends(who):
    row = name_signer(person("ivo"))
    days = {"from_on": dt.date(2026, 3, 2), "to_on": dt.date(2026, 3, 6)}
    with pytest.raises(NotPermitted):
        acting.name_acting_signer(person=person("ivo"), actor=person(who).actor, at=at("2026-03-01 09:00"), **days)
    with pytest.raises(NotPermitted):
        acting.end_acting_signer(appointment=row, actor=person(who).actor, at=at("2026-03-02 09:00"))
    forged = Actor("staff", person(who).pk, "supervisor", "")
    with pytest.raises(NotPermitted):  # a role that only the caller claims
        acting.name_acting_signer(person=person("ivo"), actor=forged, at=at("2026-03-01 09:00"), **days)


# Signing


def test_the_acting_signer_signs_and_order_and_letters_say_for_whom_and_since_when():
    case = case_in("drafted")
    row = name_signer(person("ivo"))
    case = sign(case)
    order = case.determinations.get()
    assert (case.state, order.signed_by, order.signer_named_on) == ("countersigned", person("ivo"), dt.date(2026, 3, 1))
    assert LINE in plain_text(order.issued)
    letters = [n.document for n in case.notices.filter(kind="complaints.sign_determination")]
    assert len(letters) == 2
    assert all(LINE in plain_text(letter) for letter in letters)
    event = case.events.get(verb="complaints.sign_determination")
    assert (event.actor_id, event.actor_role) == (person("ivo").pk, "investigator")
    assert f'"appointment_id":{row.pk}' in event.body


def test_a_supervisors_own_signature_says_nothing_of_an_appointment():
    case = sign(case_in("drafted"), "sue")
    assert "Acting for" not in plain_text(case.determinations.get().issued)
    assert case.determinations.get().signer_named_on is None


def test_a_named_supervisor_signs_under_the_appointment_but_the_own_case_in_the_own_right():
    case = case_in("drafted")
    name_signer(person("sam"))
    assert LINE in plain_text(sign(case, "sam").determinations.get().issued)
    own = do(case_in("drafted"), "reassign", by="supervisor", when="2026-03-03 09:00", investigator=person("sam"))
    assert "Acting for" not in plain_text(sign(own, "sam").determinations.get().issued)


@pytest.mark.parametrize(("when", "may"), [
    ("2026-03-03 23:59", False), ("2026-03-04 00:00", True), ("2026-03-06 23:59", True), ("2026-03-07 00:00", False),
])  # fmt: skip
def test_the_appointment_holds_from_the_first_moment_of_its_first_local_day_to_the_last_of_its_last(when, may):
    case = case_in("drafted")
    name_signer(person("ivo"), first="2026-03-04", last="2026-03-06")
    if may:
        assert sign(case, when=when).state == "countersigned"
    else:
        with pytest.raises(
            NotPermitted, match="Your appointment as acting signer is for March 4, 2026 to March 6, 2026"
        ):
            sign(case, when=when)
        assert Case.objects.get(pk=case.pk).state == "drafted"


def test_the_days_are_local_on_the_night_on_which_the_clocks_change():
    """March 8, 2026: 11:30 p.m. in Madison is past midnight in Greenwich already."""
    case = case_in("drafted")
    name_signer(person("ivo"), first="2026-03-08", last="2026-03-08")
    assert sign(case, when="2026-03-08 23:30").state == "countersigned"


def test_an_appointment_that_was_ended_holds_no_more():
    case = case_in("drafted")
    row = name_signer(person("ivo"))
    acting.end_acting_signer(appointment=row, actor=person("sue").actor, at=at("2026-03-03 09:00"))
    with pytest.raises(NotPermitted, match="was ended on March 3, 2026"):
        sign(case, when="2026-03-03 09:00")
    with pytest.raises(TransitionNotAllowed, match="over already"):
        acting.end_acting_signer(appointment=row, actor=person("sue").actor, at=at("2026-03-03 09:30"))
    assert Event.objects.filter(verb="accounts.end_acting_signer").count() == 1


def test_what_was_signed_before_the_end_stands():
    case = case_in("drafted")
    row = name_signer(person("ivo"))
    case = sign(case)
    acting.end_acting_signer(appointment=row, actor=person("sue").actor, at=at("2026-03-03 11:00"))
    assert case.determinations.get().signed_by == person("ivo")


def test_nobody_signs_the_own_draft_whatever_the_appointment_says():
    case = walk(file_online(when="2026-03-02 10:00"), SERVED_EMPLOYER, when="2026-03-02 10:00")
    case = do(case, "reassign", by="supervisor", when="2026-03-02 12:00", investigator=person("ivo"))
    case = do(case, "draft_determination", by=person("ivo"), when="2026-03-02 13:00")
    make_pdfs(at("2026-03-02 13:10"))
    case = do(case, "reassign", by="supervisor", when="2026-03-02 14:00", investigator=person("ina"))
    name_signer(person("ivo"))
    with pytest.raises(TransitionNotAllowed, match="You drafted this determination, or an earlier version"):
        sign(case)


def test_nobody_signs_a_case_that_is_assigned_to_them():
    case = walk(file_online(when="2026-03-02 10:00"), DRAFTED, when="2026-03-02 10:00")
    case = do(case, "reassign", by="supervisor", when="2026-03-02 14:00", investigator=person("ivo"))
    name_signer(person("ivo"))
    with pytest.raises(TransitionNotAllowed, match="This case is assigned to you"):
        sign(case)


def test_the_role_is_otherwise_unchanged():
    case = case_in("drafted")
    name_signer(person("ivo"))
    for act in ("return_draft", "reassign", "dismiss"):
        with pytest.raises(NotPermitted):
            do(case, act, by=person("ivo"), when="2026-03-03 10:00")


def test_what_the_caller_claims_was_lent_counts_for_nothing():
    case = case_in("drafted")
    claims = Actor("staff", person("ivo").pk, "investigator", "", lent=(ACTING_SIGNER,))
    with pytest.raises(NotPermitted, match="only supervisor or acting signer may do this"):
        do(case, "sign_determination", by=claims, when="2026-03-03 10:00")


def test_whoever_lost_the_account_the_role_or_the_unit_signs_no_more():
    name_signer(person("ivo"))
    moment = at("2026-03-03 10:00")
    assert acting.in_force(person("ivo").pk, at=moment) is not None
    User.objects.filter(email="ivo@example.org").update(unit="equal-rights")
    assert acting.in_force(person("ivo").pk, at=moment) is None
    User.objects.filter(email="ivo@example.org").update(unit="labor-standards")
    services.deactivate(person=person("ivo"), actor=person("ada").actor, at=moment)
    assert acting.in_force(person("ivo").pk, at=moment) is None
    assert acting.signers("labor-standards", at=moment) == []


def test_the_drafter_may_choose_the_acting_signer_who_is_told(clock):
    case = walk(file_online(when="2026-03-02 10:00"), SERVED_EMPLOYER, when="2026-03-02 10:00")
    with pytest.raises(ValidationError, match="cannot sign determinations of this case"):
        do(case, "draft_determination", by="investigator", when="2026-03-02 13:00", intended_signer=person("ivo"))
    name_signer(person("ivo"))
    case = do(case, "draft_determination", by="investigator", when="2026-03-02 13:00", intended_signer=person("ivo"))
    assert case.notices.filter(kind="complaints.draft_determination", user=person("ivo")).exists()
    assert case.tasks.get(key__startswith="sign:").person == person("ivo")


def test_where_nobody_was_chosen_the_acting_signer_is_asked_beside_the_supervisors_but_not_for_an_own_draft(clock):
    name_signer(person("ivo"))
    name_signer(person("ina"))
    case = walk(file_online(when="2026-03-02 10:00"), DRAFTED, when="2026-03-02 10:00")
    asked = case.notices.filter(kind="complaints.draft_determination")
    assert {notice.user for notice in asked} == {person("sue"), person("ivo")}


def drafted_by_two(first, last):
    """A case of Ina's whose draft one person wrote and another revised: neither signs it."""
    case = walk(file_online(when="2026-03-02 10:00"), SERVED_EMPLOYER, when="2026-03-02 10:00")
    case = do(case, "reassign", by="supervisor", when="2026-03-02 12:00", investigator=person(first))
    case = do(case, "draft_determination", by=person(first), when="2026-03-02 13:00")
    make_pdfs(at("2026-03-02 13:05"))
    case = do(case, "reassign", by="supervisor", when="2026-03-02 13:10", investigator=person(last))
    return do(case, "revise_determination", by=person(last), when="2026-03-02 13:20")


def asked_to_sign(case):
    return {recipient.user for recipient in addressees.resolve(case, addressees.SIGNER)}


def test_whoever_drafted_an_earlier_version_is_not_asked_to_sign_supervisors_too(clock):
    name_signer(person("ivo"))
    assert asked_to_sign(drafted_by_two("ivo", "ina")) == {person("sue")}
    person("sam")
    assert asked_to_sign(drafted_by_two("sam", "ina")) == {person("sue"), person("ivo")}


def test_if_everybody_who_could_sign_has_drafted_the_supervisors_are_told(clock):
    person("sue")
    assert asked_to_sign(drafted_by_two("sue", "ina")) == {person("sue")}


# The pages


def test_the_home_of_the_acting_signer_lists_the_drafts_of_others_on_the_days_of_the_appointment(clock):
    clock.set("2026-03-03 09:00")
    case = case_in("drafted")
    assert case not in selectors.needs(person("ivo"))
    name_signer(person("ivo"), first="2026-03-04", last="2026-03-06")
    name_signer(person("ina"), first="2026-03-04", last="2026-03-06")
    assert case not in selectors.needs(person("ivo"))
    clock.set("2026-03-04 09:00")
    assert case in selectors.needs(person("ivo"))
    assert case not in selectors.needs(person("ina"))
    assert "Sign the determination" in words(signed_in("ivo").get("/staff/"))


def test_the_page_of_signing_opens_for_the_acting_signer_and_for_no_other_investigator(clock):
    clock.set("2026-03-03 09:00")
    case = case_in("drafted")
    address = f"/complaints/{case.number}/sign_determination/"
    assert signed_in("ivo").get(address).status_code == 403
    assert "Sign the determination" not in words(signed_in("ivo").get(f"/complaints/{case.number}/"))
    name_signer(person("ivo"))
    client = signed_in("ivo")
    assert "Sign the determination" in words(client.get(f"/complaints/{case.number}/"))
    assert send(client, address).status_code == 303
    assert case.determinations.get().signed_by == person("ivo")
    clock.set("2026-04-01 09:00")
    late = case_in("drafted", when="2026-03-31 10:00")
    answer = signed_in("ivo").get(f"/complaints/{late.number}/sign_determination/")
    assert answer.status_code == 403
    assert "Your appointment as acting signer is for March 2, 2026 to March 31, 2026." in words(answer)


def test_a_supervisor_names_and_ends_on_the_pages(clock):
    person("ivo")
    client = signed_in("sue")
    answers = {"person": person("ivo").pk, "from_on": "2026-03-02", "to_on": "2026-03-06"}
    assert send(client, "/staff/signers/", **answers).status_code == 303
    text = words(client.get("/staff/signers/"))
    assert "Ivo Investigator Sample may sign from March 2, 2026 to March 6, 2026." in text
    assert "Signs now" in text
    row = ActingSigner.objects.get()
    assert send(client, f"/staff/signers/{row.pk}/end/").status_code == 303
    assert "Ended March 2, 2026" in words(client.get("/staff/signers/"))


def test_a_second_press_names_once_and_an_impossible_day_stands_at_its_field(clock):
    client, ivo = signed_in("sue"), person("ivo")
    page = client.get("/staff/signers/")
    answers = {**hidden(page), "person": ivo.pk, "from_on": "2026-03-02", "to_on": "2026-03-06"}
    for _press in range(2):
        assert client.post("/staff/signers/", answers).status_code == 303
    assert ActingSigner.objects.count() == 1
    wrong = send(client, "/staff/signers/", person=ivo.pk, from_on="2026-03-06", to_on="2026-03-02")
    assert wrong.status_code == 422
    assert "The last day must be March 6, 2026 or later" in words(wrong)
