"""Replacing a private link: the old one opens nothing, the new one reaches its party alone, staff see neither."""

from dataclasses import replace

import pytest

from tests.complaints.staff_pages import hidden, signed_in, words
from tests.factories import CONTENT, TO_POST, at, case_in, file_online, make_pdfs, party_actor, person, send_mail
from wagecase.audit.chain import verify
from wagecase.cases import contacts, links
from wagecase.cases.link_replacement import replace_link
from wagecase.cases.links import access_code, link
from wagecase.cases.mailing import send_by_post
from wagecase.errors import NotPermitted, TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
NOW = "2026-03-02 15:00"


def party_of(case, role="complainant"):
    return case.parties.get(role=role)


def replaced(case, role="complainant", who="ina"):
    return replace_link(party=party_of(case, role), actor=person(who).actor, at=at(NOW))


def test_the_new_link_is_mailed_to_its_party_alone():
    case = case_in("countersigned")
    old, employers = link(party_of(case)), link(party_of(case, "employer"))
    last = case.notices.order_by("id").last().pk
    party = replaced(case)
    (notice,) = case.notices.filter(pk__gt=last)
    assert (notice.kind, notice.party_id, notice.address) == ("complaints.replace_link", party.pk, "wanda@example.com")
    assert link(party) in notice.text
    assert link(party) != old
    assert old not in notice.text + notice.html + notice.document.html
    assert link(party_of(case, "employer")) == employers
    make_pdfs(at(NOW))
    assert send_mail(at(NOW)) == 1
    assert party.case.version == case.version  # nobody's open page grows stale


def test_without_email_the_new_link_is_printed_in_a_letter():
    case = file_online(content=TO_POST)
    party = replaced(case)
    notice = case.notices.get(kind="complaints.replace_link")
    assert (notice.channel, notice.party_id) == ("letter", party.pk)
    assert access_code(party) in notice.document.html
    assert "12 Invented Street" in notice.postal


def test_a_letter_that_waits_for_the_post_is_made_anew_with_the_code_that_counts():
    case = file_online(content=TO_POST, when="2026-03-02 10:00")
    old, void = case.notices.get(), access_code(party_of(case))
    assert old.document.html.count(void) == 3  # the code, and the private link as address and as words
    counts = access_code(replaced(case))
    old.refresh_from_db()
    new = case.notices.get(kind=old.kind, status="queued")
    assert (old.status, old.last_error) == ("replaced", f"Replaced by notice {new.pk}: new private link")
    assert (new.document.html.count(void), new.document.html.count(counts)) == (0, 3)
    assert links.party_of(case.number, counts) == party_of(case)
    event = case.events.get(verb="cases.replace_link")
    assert f'"replaced_notice_ids":[{old.pk}]' in event.body
    page = words(signed_in("sue").get(f"/complaints/{case.number}/timeline/"))
    assert f"the old one opens nothing any more. Made again: {old.subject}." in page


def test_a_letter_that_came_back_is_made_anew_with_the_code_that_counts():
    case = file_online(content=TO_POST, when="2026-03-02 10:00")
    old, void = case.notices.get(), access_code(party_of(case))
    case.notices.update(status="bounced")
    party = replaced(replaced(case).case)  # twice: the letter's code is two generations old
    assert case.notices.get(pk=old.pk).status == "bounced"  # waits for another address
    contacts.correct_contact(
        party, email="", postal="77 Second Invented Street\nMadison, WI 53701", actor=person("ina").actor,
        at=at("2026-03-04 09:00"),
    )  # fmt: skip
    new = case.notices.get(kind=old.kind, status="queued")
    assert "<p>77 Second Invented Street</p>" in new.document.html
    assert (new.document.html.count(void), new.document.html.count(access_code(party))) == (0, 3)


def test_a_printed_letter_stays_as_it_is_and_a_letter_without_a_void_code_too():
    case = file_online(content=TO_POST, when="2026-03-02 10:00")
    case.notices.update(status="printed")
    first = case.notices.get()
    replaced(case)
    first.refresh_from_db()
    assert first.status == "printed"
    assert [notice.kind for notice in case.notices.exclude(pk=first.pk)] == ["complaints.replace_link"]


def test_what_e_mail_could_not_deliver_goes_by_post_with_the_code_that_counts():
    case = file_online(when="2026-03-02 10:00")
    mail, void = case.notices.get(kind="complaints.file_online"), access_code(party_of(case))
    assert void in mail.document.html
    counts = access_code(replaced(case))
    case.notices.filter(pk=mail.pk).update(status="bounced")
    letter = send_by_post(notice=mail, actor=person("ina").actor, at=at(NOW))
    assert letter.document_id != mail.document_id
    assert void not in letter.document.html
    assert counts in letter.document.html


def test_it_is_written_in_the_partys_language():
    spanish = replace(CONTENT, complainant=replace(CONTENT.complainant, language="es"))
    case = file_online(content=spanish)
    replaced(case)
    notice = case.notices.get(kind="complaints.replace_link")
    assert "Cambiamos su enlace privado y su código de acceso." in notice.text
    for english in ("We replaced", "Use the link", "Did you not ask"):
        assert english not in notice.text + notice.html + notice.document.html


def test_the_old_link_answers_politely_and_opens_nothing(client):
    case = case_in("received")
    old = link(party_of(case))
    party = replaced(case)
    assert client.get(old).status_code == 200  # says nothing before the button is pressed
    answer = client.post(old)
    assert answer.status_code == 404
    assert "This link does not open a case" in words(answer)
    assert "No case fits this number and code." in words(answer)
    assert client.get(f"/complaints/status/{case.number}/").status_code == 302
    assert client.post(link(party))["Location"] == f"/complaints/status/{case.number}/"


def test_a_page_that_was_opened_with_the_old_link_ends(client):
    case = case_in("received")
    client.post(link(party_of(case)))
    assert client.get(f"/complaints/status/{case.number}/").status_code == 200
    replaced(case)
    assert client.get(f"/complaints/status/{case.number}/").status_code == 302


def test_an_employer_that_was_not_told_learns_nothing_and_one_that_was_gets_its_link():
    case = case_in("received")
    with pytest.raises(TransitionNotAllowed, match="was not told of the case"):
        replaced(case, "employer")
    assert party_of(case, "employer").link_generation == 1
    assert not case.notices.filter(kind="complaints.replace_link").exists()
    told = case_in("countersigned")
    party = replaced(told, "employer")
    assert told.notices.get(kind="complaints.replace_link").party_id == party.pk


def test_it_is_on_record_without_the_link():
    case = case_in("received")
    party = replaced(case, who="sue")
    event = case.events.order_by("seq").last()
    assert (event.verb, event.actor_id) == ("cases.replace_link", person("sue").pk)
    assert f'"party_id":{party.pk}' in event.body
    assert access_code(party) not in event.body
    assert verify().fault == ""
    text = words(signed_in("ina").get(f"/complaints/{case.number}/timeline/"))
    assert "Private link replaced" in text
    assert "The complainant, Wanda Worker Example, gets a new one" in text


def test_only_case_staff_may():
    case = case_in("received")
    for actor in (person("ada").actor, party_actor(case, "complainant")):
        with pytest.raises(NotPermitted):
            replace_link(party=party_of(case), actor=actor, at=at(NOW))
    assert party_of(case).link_generation == 1


def test_the_page_asks_first_and_the_press_acts_once():
    case = case_in("received")
    client = signed_in("ina")
    party, employer = party_of(case), party_of(case, "employer")
    address = f"/complaints/{case.number}/parties/{party.pk}/link/"
    overview = client.get(f"/complaints/{case.number}/parties/").content.decode()
    assert address in overview
    assert f"/parties/{employer.pk}/link/" not in overview
    assert client.get(f"/complaints/{case.number}/parties/{employer.pk}/link/").status_code == 409
    asked = client.get(address)
    assert "opens nothing any more" not in words(asked)
    assert "The link and the access code that Wanda Worker Example has open nothing any more, at once." in words(asked)
    assert party_of(case).link_generation == 1
    sent = hidden(asked)
    assert client.post(address, {}).status_code == 422
    assert client.post(address, sent).status_code == 303
    assert client.post(address, sent).status_code == 303
    assert party_of(case).link_generation == 2
    assert case.notices.filter(kind="complaints.replace_link").count() == 1
    other = file_online()
    assert client.get(f"/complaints/{other.number}/parties/{party.pk}/link/").status_code == 404
