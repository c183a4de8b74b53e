"""An address is recorded or corrected on the record, and letters that still wait get an envelope with it."""

import datetime as dt
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from tests.factories import CONTENT, TO_POST, at, case_in, do, file_online, mail_letters, make_pdfs, person
from wagecase.audit import chain
from wagecase.cases import contacts
from wagecase.cases.mailing import mark_mailed
from wagecase.cases.models import Party
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.lifecycle import Actor

pytestmark = pytest.mark.django_db

NOWHERE = replace(CONTENT, complainant=replace(CONTENT.complainant, email="", postal=""))
NEW = "77 Second Invented Street\nMadison, WI 53701"


def correct(party, *, email="", postal=NEW, who="ina", **more):
    """Correct the address on March 4."""
    actor = more.pop("actor", None) or person(who).actor
    return contacts.correct_contact(party, email=email, postal=postal, actor=actor, at=at("2026-03-04 09:00"), **more)


def mail(notice):
    return mark_mailed(
        notice=notice, mailed_on=dt.date(2026, 3, 4), method="first-class mail", actor=person("ina").actor,
        at=at("2026-03-04 15:00"),
    )  # fmt: skip


def test_a_letter_without_an_address_is_never_marked_as_mailed():
    case = file_online(content=NOWHERE, when="2026-03-02 10:00")
    make_pdfs(at("2026-03-02 10:10"))
    with pytest.raises(TransitionNotAllowed, match="no address"):
        mail(case.notices.get())
    assert case.notices.get().status == "queued"


def test_a_waiting_letter_is_made_again_in_the_same_words_with_the_new_address():
    case = file_online(content=NOWHERE, when="2026-03-02 10:00")
    make_pdfs(at("2026-03-02 10:10"))
    old = case.notices.get()
    assert case.tasks.get(key__startswith="address:").done_at is None
    correct(case.parties.get(role="complainant"))
    old.refresh_from_db()
    new = case.notices.exclude(pk=old.pk).get()
    assert (old.status, old.last_error) == ("replaced", f"Replaced by notice {new.pk}: new address")
    assert new.status == "queued"
    assert new.postal == "Wanda Worker Example\n77 Second Invented Street\nMadison, WI 53701"
    assert "<p>77 Second Invented Street</p>" in new.document.html
    assert "77 Second" not in old.document.html
    before, after = (d.html.partition("<h1>")[2] for d in (old.document, new.document))
    assert before == after != ""
    make_pdfs(at("2026-03-04 09:10"))
    new.refresh_from_db()
    assert mail(new).status == "mailed"
    with pytest.raises(TransitionNotAllowed):
        mail(old)


def test_the_task_to_find_an_address_is_done_by_recording_one():
    case = file_online(content=NOWHERE, when="2026-03-02 10:00")
    correct(case.parties.get(role="complainant"))
    task = case.tasks.get(key__startswith="address:")
    assert (task.done_at, task.done_by) == (at("2026-03-04 09:00"), person("ina"))


def test_a_letter_in_the_post_stays_as_it_was():
    case = file_online(content=TO_POST, when="2026-03-02 10:00")
    make_pdfs(at("2026-03-02 10:10"))
    mail(case.notices.get())
    correct(case.parties.get(role="complainant"))
    assert [(n.status, "Second" in n.postal) for n in case.notices.all()] == [("mailed", False)]


def test_an_unchanged_mailing_address_makes_no_new_letter():
    case = file_online(content=TO_POST, when="2026-03-02 10:00")
    party = case.parties.get(role="complainant")
    correct(party, email="wanda.new@example.com", postal=party.postal)
    assert case.notices.count() == 1
    party.refresh_from_db()
    assert (party.email, party.email_allowed) == ("wanda.new@example.com", True)


def test_the_record_names_the_party_and_never_the_address():
    case = file_online(content=TO_POST, when="2026-03-02 10:00")
    party = case.parties.get(role="complainant")
    old = case.notices.get()
    correct(party, email="wanda.new@example.com")
    event = case.events.last()
    assert (event.verb, event.actor_id) == ("cases.correct_contact", person("ina").pk)
    assert f'"party_id":{party.pk}' in event.body
    assert f'"replaced_notice_ids":[{old.pk}]' in event.body
    assert not event.details.exists()
    assert "Second" not in event.body
    assert chain.verify().fault == ""


@pytest.mark.parametrize(
    ("field", "facts"),
    [
        ("email", {"email": "two@example.com, three@example.com"}),
        ("postal", {"postal": "\n".join("abcdefg")}),
        ("postal", {"postal": "x" * 81}),
    ],
)
def test_what_nothing_can_be_sent_to_is_refused_at_its_field(field, facts):
    party = case_in("investigating").parties.get(role="employer")
    with pytest.raises(ValidationError) as refusal:
        correct(party, **facts)
    assert list(refusal.value.message_dict) == [field]


def test_two_people_do_not_overwrite_each_other():
    party = case_in("investigating").parties.get(role="employer")
    seen = contacts.contact_mark(party)
    correct(party, seen=seen)
    with pytest.raises(TransitionNotAllowed, match="Somebody changed this address"):
        correct(party, seen=seen, postal="1 Other Road\nMonroe, WI 53566")
    assert Party.objects.get(pk=party.pk).postal == NEW


@pytest.mark.parametrize("who", ["ada", "link"])
def test_only_case_staff_may_correct_an_address(who):
    party = case_in("investigating").parties.get(role="employer")
    actor = Actor("link", party.pk, "employer", "x") if who == "link" else person("ada").actor
    with pytest.raises(NotPermitted):
        correct(party, actor=actor)


def test_an_old_wish_about_e_mail_outlives_a_new_street():
    party = case_in("investigating").parties.get(role="employer")
    Party.objects.filter(pk=party.pk).update(email_allowed=False)
    assert correct(party, email=party.email).email_allowed is False


def test_a_replaced_letter_does_not_bar_the_record_of_service():
    case = case_in("drafted", content=TO_POST)
    sue, moment = person("sue"), at("2026-03-03 10:00")
    case = do(case, "sign_determination", by=sue, when=moment)
    correct(case.parties.get(role="employer"))
    make_pdfs(at("2026-03-04 09:10"))
    with pytest.raises(TransitionNotAllowed, match="Not everybody has the determination yet"):
        do(case, "record_service", by=sue, when="2026-03-04 10:00")
    assert mail_letters(case, by=sue, moment=at("2026-03-04 10:00")) == 3  # the notice is not mailed any more
    assert do(case, "record_service", by=sue, when="2026-03-04 10:10").state == "served"


def test_a_letter_made_again_has_the_new_date_and_counts_the_days_of_review_from_it():
    case = do(case_in("drafted", content=TO_POST), "sign_determination", by=person("sue"), when=at("2026-03-03 10:00"))
    correct(case.parties.get(role="employer"))
    new = case.notices.get(kind="complaints.sign_determination", dedupe_key__startswith="readdressed:")
    html = " ".join(new.document.html.split())
    # 20 days after March 4 is Tuesday, March 24; 30 days after it is Friday, April 3.
    assert (
        "If it is served on March 4, 2026, the last day for a rehearing is Tuesday, March 24, 2026, and the last day "
        "for the court is Friday, April 3, 2026."
    ) in html
    assert "served on March 3" not in html
    head = html.partition("<h1>")[0]
    assert "March 4, 2026" in head
    assert "March 3, 2026" not in head
    assert "signed its determination (our decision) on Tuesday, March 3, 2026" in html


def test_a_spanish_letter_made_again_keeps_its_language():
    content = replace(TO_POST, complainant=replace(TO_POST.complainant, language="es"))
    case = do(case_in("drafted", content=content), "sign_determination", by=person("sue"), when=at("2026-03-03 10:00"))
    correct(case.parties.get(role="complainant"))
    new = case.notices.get(kind="complaints.sign_determination", dedupe_key__startswith="readdressed:")
    assert "4 de marzo de 2026" in new.document.html.partition("<h1>")[0]
    assert "24 de marzo de 2026" in new.document.html
    assert "3 de abril de 2026" in new.document.html
