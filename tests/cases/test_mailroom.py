"""The mailroom prints the day's letters in one run of the stored bytes, in order, and never prints a letter twice by mistake."""

import hashlib
import io
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from pypdf import PdfReader, PdfWriter

from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.factories import COMPLAINANT, CONTENT, TO_POST, at, file_online, make_pdfs, person
from wagecase.audit.chain import verify
from wagecase.cases import mailroom
from wagecase.cases.contacts import correct_contact
from wagecase.documents import joining
from wagecase.documents.services import read_pdf
from wagecase.errors import NotPermitted, StoredFileDamaged, TransitionNotAllowed
from wagecase.notices.models import BatchLetter, Notice, PrintBatch

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
PILE = "/staff/letters/"


def to(name, postal):
    return replace(TO_POST, complainant=replace(COMPLAINANT, name=name, email="", postal=postal))


def letter(name, postal="1 Invented Street\nMadison, WI 53700", when="2026-03-02 08:00"):
    return file_online(content=to(name, postal), when=when).notices.get()


@pytest.fixture
def three(db):
    """Three ready letters, filed in another order than that of the pile."""
    made = [
        letter("Zoe Sample Example", "9 Invented Street\nMadison, WI 53700"),
        letter("Far Away Example", "2 Invented Street\nSuperior, WI 54880-1234"),
        letter("Abe Sample Example", "7 Invented Street\nMadison, WI 53700"),
    ]
    make_pdfs(at("2026-03-02 08:10"))
    return made


def printed(notices, *, two_sided=True, who="ina", when="2026-03-02 09:00"):
    ids = [notice.pk for notice in notices]
    prepared = mailroom.prepare(ids=ids, two_sided=two_sided, by=person(who), at=at(when))
    return mailroom.print_batch(prepared=prepared, by=person(who), at=at(when))


def pages(count):
    writer, out = PdfWriter(), io.BytesIO()
    for _ in range(count):
        writer.add_blank_page(612, 792)
    writer.write(out)
    return out.getvalue()


# The one PDF


def test_each_letter_begins_on_the_front_of_a_sheet_when_both_sides_are_printed():
    made = joining.join([pages(1), pages(2), pages(3)], title="Letters", two_sided=True)
    assert made.places == ((1, 1), (3, 2), (5, 3))
    assert made.pages == 7
    assert len(PdfReader(io.BytesIO(made.pdf)).pages) == 7


def test_no_empty_page_comes_in_between_when_one_side_is_printed():
    made = joining.join([pages(1), pages(2), pages(3)], title="Letters", two_sided=False)
    assert made.places == ((1, 1), (2, 2), (4, 3))
    assert made.pages == 6


def test_the_same_letters_make_the_same_bytes_and_another_order_other_bytes():
    short, long = pages(1), pages(2)
    first = joining.join([short, long], title="Letters", two_sided=True)
    assert joining.join([short, long], title="Letters", two_sided=True).pdf == first.pdf
    assert joining.join([long, short], title="Letters", two_sided=True).pdf != first.pdf


def test_bytes_that_are_no_pdf_are_named_by_their_place():
    with pytest.raises(joining.CannotJoin) as refusal:
        joining.join([pages(1), b"not a PDF"], title="Letters", two_sided=True)
    assert refusal.value.place == 1


# One run


@pytest.mark.parametrize(("postal", "code"), [
    ("1 Invented Street\nMadison, WI 53700", "53700"), ("12345 Long Road\nMadison, WI 53700-1234", "53700-1234"),
    ("1 Invented Street\nToronto ON M5V 2T6", ""), ("", ""),
])  # fmt: skip
def test_the_zip_code_is_the_last_one_of_the_envelope(postal, code):
    assert mailroom.zip_code(postal) == code


def test_the_pile_is_ordered_by_zip_code_and_then_by_recipient(three):
    batch = printed(three)
    assert [row.notice.recipient_label for row in batch.letters.all()] == [
        "Abe Sample Example", "Zoe Sample Example", "Far Away Example",
    ]  # fmt: skip
    assert [(row.place, row.first_page, row.pages) for row in batch.letters.all()] == [(1, 1, 1), (2, 3, 1), (3, 5, 1)]
    assert batch.pages == 5
    assert (batch.number, batch.printed_by, batch.unit) == ("PR-2026-000001", person("ina"), "labor-standards")


def test_every_letter_is_marked_as_printed_with_one_event_in_its_own_case(three):
    batch = printed(three)
    for notice in Notice.objects.filter(pk__in=[n.pk for n in three]):
        assert notice.status == "printed"
        event = notice.case.events.get(verb="cases.print_letter")
        assert f'"batch_id":{batch.pk}' in event.body
    assert verify().fault == ""


def test_the_pdf_is_kept_and_given_out_again_as_the_same_bytes(three):
    batch = printed(three)
    first = mailroom.take_out(batch=batch, by=person("ina"), at=at("2026-03-02 09:05"))
    again = mailroom.take_out(batch=batch, by=person("ina"), at=at("2026-03-02 09:30"))
    assert first == again
    assert hashlib.sha256(first).hexdigest() == batch.sha256
    assert three[0].case.events.filter(verb="cases.print_letter").count() == 2  # printed, then taken out again


def test_whoever_did_not_print_the_run_is_on_record_at_the_first_opening(three):
    batch = printed(three)
    mailroom.take_out(batch=batch, by=person("ivo"), at=at("2026-03-02 09:05"))
    events = three[0].case.events.filter(verb="cases.print_letter").order_by("seq")
    assert [event.actor_id for event in events] == [person("ina").pk, person("ivo").pk]


def test_bytes_that_were_changed_on_the_disk_are_not_printed_again(three, media):
    batch = printed(three)
    (media / batch.storage_key[:2] / batch.storage_key).write_bytes(b"%PDF-1.7 other")
    with pytest.raises(StoredFileDamaged, match=batch.number):
        mailroom.take_out(batch=batch, by=person("ina"), at=at("2026-03-02 09:30"))


def test_the_run_holds_the_stored_pages_of_each_letter(media):
    """Read back: what lies at a letter's place are the pages of its own document."""
    notice = letter("Read Back Example")
    document = notice.document
    make_pdfs(at("2026-03-02 08:10"))
    document.refresh_from_db()
    batch = printed([notice])
    whole = PdfReader(io.BytesIO(mailroom.take_out(batch=batch, by=person("ina"), at=at("2026-03-02 09:05"))))
    own = PdfReader(io.BytesIO(read_pdf(document)))
    assert len(whole.pages) == len(own.pages) == 1
    assert whole.pages[0].mediabox == own.pages[0].mediabox


def test_a_letter_is_in_one_run_and_never_in_a_second(three):
    printed(three[:1])
    with pytest.raises(ValidationError, match="Somebody else printed one of these letters"):
        printed(three)
    assert BatchLetter.objects.count() == 1


def test_two_people_who_print_the_same_letters_at_once_get_one_run(three):
    ids = [notice.pk for notice in three]
    first, second = (
        mailroom.prepare(ids=ids, two_sided=True, by=person(who), at=at("2026-03-02 09:00")) for who in ("ina", "sue")
    )
    mailroom.print_batch(prepared=first, by=person("ina"), at=at("2026-03-02 09:00"))
    with pytest.raises(ValidationError, match="was changed meanwhile"):
        mailroom.print_batch(prepared=second, by=person("sue"), at=at("2026-03-02 09:00"))
    assert PrintBatch.objects.count() == 1
    assert three[0].case.events.filter(verb="cases.print_letter").count() == 1


def test_nothing_is_printed_of_none_of_too_many_or_for_anybody_without_cases(three):
    for ids, said in (([], "Tick at least one letter"), (range(1, 52), "One run holds 50 letters. Untick 1 of them")):
        with pytest.raises(ValidationError, match=said):
            mailroom.prepare(ids=ids, two_sided=True, by=person("ina"), at=at("2026-03-02 09:00"))
    with pytest.raises(NotPermitted):
        printed(three, who="ada")
    assert not PrintBatch.objects.exists()


def test_a_letter_of_another_unit_is_never_printed(three):
    far = person("sam", unit="equal-rights")
    assert mailroom.pile(far).ready == ()
    with pytest.raises(ValidationError, match="Look at the list again"):
        mailroom.prepare(ids=[three[0].pk], two_sided=True, by=far, at=at("2026-03-02 09:00"))


def test_what_cannot_be_printed_stands_apart_with_what_to_do():
    young = letter("Young Letter Example")
    nowhere = letter("No Address Example", "")
    broken = letter("Broken Letter Example")
    type(broken.document).objects.filter(pk=broken.document_id).update(status="failed")
    pile = mailroom.pile(person("ina"))
    assert pile.ready == ()
    base = f"/complaints/{nowhere.case.number}/parties/{nowhere.party_id}/contact/"
    assert {(row.notice.pk, row.reason, row.href) for row in pile.apart} == {
        (young.pk, "Being prepared", ""), (nowhere.pk, "No address", base),
        (broken.pk, "The PDF could not be made", f"/complaints/{broken.case.number}/documents/"),
    }  # fmt: skip
    with pytest.raises(ValidationError, match="Young Letter Example: being prepared"):
        mailroom.prepare(ids=[young.pk], two_sided=True, by=person("ina"), at=at("2026-03-02 09:00"))


def test_the_orphan_sweep_leaves_the_pdf_of_a_run_alone(three, clock):
    from wagecase.cases.housekeeping import drop_orphans

    batch = printed(three)
    moment = clock.advance(days=30)
    drop_orphans(moment.date(), moment)
    assert mailroom.take_out(batch=batch, by=person("ina"), at=moment)


# The pages


def test_the_page_ticks_the_ready_letters_and_prints_them_once_however_often_it_is_pressed(three):
    client = signed_in("ina")
    page = client.get(PILE)
    assert page.content.decode().count(" checked") == 4  # three letters, and both sides
    assert "Print 3 letters" in words(page)
    data = {**hidden(page), "letters": [notice.pk for notice in three], "two_sided": "on"}
    first = client.post("/staff/letters/print/", data)
    batch = PrintBatch.objects.get()
    assert (first.status_code, first["Location"]) == (303, f"/staff/letters/runs/{batch.pk}/")
    second = client.post("/staff/letters/print/", data)
    assert (second.status_code, second["Location"]) == (303, first["Location"])
    assert PrintBatch.objects.count() == 1
    text = words(client.get(PILE))
    assert "No letters to mail." in text
    assert f"Print run {batch.number} 3 letters to mark as mailed" in text


def test_only_the_ticked_letters_are_printed(three):
    client = signed_in("ina")
    page = client.get(PILE)
    client.post("/staff/letters/print/", {**hidden(page), "letters": [three[1].pk]})
    assert [row.notice_id for row in BatchLetter.objects.all()] == [three[1].pk]
    assert PrintBatch.objects.get().two_sided is False
    assert "Print 2 letters" in words(client.get(PILE))


def test_printing_nothing_says_what_to_tick(three):
    client = signed_in("ina")
    answer = client.post("/staff/letters/print/", hidden(client.get(PILE)))
    assert answer.status_code == 422
    assert "Tick at least one letter" in words(answer)


def test_the_page_of_a_run_lists_the_pile_and_gives_its_pdf(three):
    batch = printed(three)
    client = signed_in("ina")
    text = words(client.get(f"/staff/letters/runs/{batch.pk}/"))
    assert text.index("1. Abe Sample Example") < text.index("2. Zoe Sample Example") < text.index("3. Far Away Example")
    answer = client.post(f"/staff/letters/runs/{batch.pk}/letters.pdf")
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/pdf", "no-store")
    assert hashlib.sha256(answer.content).hexdigest() == batch.sha256


def test_a_letter_with_a_new_address_leaves_the_pile_and_a_new_one_waits(three):
    batch = printed(three)
    party = three[0].case.parties.get(role="complainant")
    correct_contact(
        party,
        email="",
        postal="5 Other Street\nMadison, WI 53700",
        actor=person("ina").actor,
        at=at("2026-03-02 10:00"),
    )
    make_pdfs(at("2026-03-02 10:10"))
    assert "Take it out of the pile" in words(signed_in("ina").get(f"/staff/letters/runs/{batch.pk}/"))
    (new,) = mailroom.pile(person("ina")).ready
    assert "5 Other Street" in new.postal


# Mail that came back


def test_a_number_typed_or_scanned_leads_to_the_page_of_returned_mail(three):
    number = "9407111899223100000001"
    notice = three[0]
    mailroom.mailing.mark_mailed(
        notice=notice, mailed_on=at("2026-03-02 10:00").date(), method="certified mail", certified_number=number,
        actor=person("ina").actor, at=at("2026-03-02 10:00"),
    )  # fmt: skip
    client = signed_in("ivo")
    wanted = f"/complaints/{notice.case.number}/notices/{notice.pk}/returned/"
    for typed in (
        notice.case.number,
        notice.case.number.lower(),
        number,
        "9407 1118 9922 3100 0000 01",
        f"42053700{number}",
    ):
        answer = client.get("/staff/letters/returned/", {"q": typed})
        assert (answer.status_code, answer.get("Location")) == (302, wanted), typed
    for typed in ("LW-2026-777777", "9407111899223100000002", "%00", ""):
        assert client.get("/staff/letters/returned/", {"q": typed}).status_code == 200
    assert "No mailed letter has this number." in words(client.get("/staff/letters/returned/?q=9407"))


def test_a_closed_run_is_not_opened_again(three):
    batch = printed(three)
    mailroom.mark_batch_mailed(
        batch=batch, numbers={three[0].pk: ""}, mailed_on=at("2026-03-02 10:00").date(), method="first-class mail",
        by=person("ina"), at=at("2026-03-02 10:00"),
    )  # fmt: skip
    with pytest.raises(TransitionNotAllowed, match="in the post"):
        mailroom.take_out(batch=batch, by=person("ina"), at=at("2026-03-02 10:05"))


def test_an_email_never_lies_in_the_pile():
    file_online(content=CONTENT)
    assert mailroom.pile(person("ina")) == mailroom.Pile((), ())


def test_a_press_of_send_without_a_key_prints_nothing(three):
    answer = signed_in("ina").post("/staff/letters/print/", {"letters": [three[0].pk]})
    assert answer.status_code == 422
    assert not PrintBatch.objects.exists()


def test_marking_through_the_page_needs_only_one_press(three):
    batch = printed(three)
    client = signed_in("ina")
    address = f"/staff/letters/runs/{batch.pk}/"
    answers = {"letters": [notice.pk for notice in three], "mailed_on": "2026-03-02", "method": "first-class mail"}
    assert send(client, address, **answers).status_code == 303
    assert {n.status for n in Notice.objects.filter(pk__in=[n.pk for n in three])} == {"mailed"}
