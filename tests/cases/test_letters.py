"""Letters and notices of an act: one to each recipient, in the recipient's language, queued with the act itself."""

from dataclasses import replace

import pytest
from django.utils import timezone, translation

from tests.factories import CONTENT, TO_POST, case_in, do, file_online, make_pdfs, person, record_paper, staff
from wagecase.audit.chain import unit_of_work
from wagecase.cases.letters import planned, queue_for
from wagecase.cases.models import Case
from wagecase.lifecycle import SYSTEM_ACTOR
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
SPANISH = replace(CONTENT, complainant=replace(CONTENT.complainant, language="es"))


def test_a_filing_queues_its_receipt_with_the_due_date_and_the_reason():
    case = file_online(when="2026-03-31 20:30")
    notice = case.notices.get(kind="complaints.file_online")
    assert (notice.address, notice.channel, notice.status) == ("wanda@example.com", "email", "queued")
    assert timezone.localdate(notice.created_at).isoformat() == "2026-03-31"
    for words in (case.number, "April 20, 2026"):
        assert words in notice.text
        assert words in notice.document.html


def test_who_has_no_email_gets_a_letter():
    case = file_online(content=TO_POST)
    notice = case.notices.get()
    assert (notice.channel, notice.address) == ("letter", "")
    assert notice.postal.splitlines()[0] == "Wanda Worker Example"
    assert notice.document.visibility == "party"


def test_each_party_is_written_to_alone():
    case = case_in("countersigned")
    for notice in case.notices.filter(party_id__isnull=False):
        assert "," not in notice.address
        other = "made-up-mills.example.com" if "wanda" in notice.address else "wanda@example.com"
        assert other not in notice.text + notice.html + notice.subject


def test_the_signature_queues_the_determination_on_the_same_local_day():
    case = case_in("drafted")
    do(case, "sign_determination", by="supervisor", when="2026-03-20 23:30")
    notices = case.notices.filter(kind="complaints.sign_determination")
    assert {timezone.localdate(n.created_at).isoformat() for n in notices} == {"2026-03-20"}
    assert {n.address for n in notices} == {"wanda@example.com", "office@made-up-mills.example.com"}


def test_a_recipients_language_is_the_partys_and_staff_read_english():
    staff()
    with translation.override("es"):
        case = file_online(content=SPANISH, when="2026-03-31 20:30")
        do(case, "docket", by="supervisor", when="2026-04-01 09:00")
        do(case, "assign", by="supervisor", when="2026-04-01 09:10")
    receipt = case.notices.get(kind="complaints.file_online")
    assert receipt.language == receipt.document.language == "es"
    assert "abril" in receipt.text
    told = case.notices.get(kind="complaints.assign")
    assert (told.language, told.address) == ("en", "ina@example.org")
    assert "abril" not in told.text


def test_a_paper_receipt_tells_the_stamped_day():
    case = record_paper(stamped="2026-06-02", keyed="2026-06-09 11:00")
    html = case.notices.get().document.html
    assert "June 22, 2026" in html
    assert "June 2, 2026" in html


def test_an_act_that_was_queued_once_is_not_queued_again():
    case = file_online()
    before = Notice.objects.count()
    with unit_of_work():
        queue_for(
            case, on="complaints.file_online", actor=SYSTEM_ACTOR, at=case.opened_at, facts={"at": case.opened_at}
        )
    assert Notice.objects.count() == before


def test_the_plan_of_an_act_names_what_it_will_send():
    case = case_in("drafted")
    plans = planned(case, "complaints.sign_determination")
    assert [(p.recipient.label, p.channel, p.has_letter) for p in plans] == [
        ("Wanda Worker Example", "email", True), ("Made-Up Mills Example LLC", "email", True),
    ]  # fmt: skip
    assert planned(case, "complaints.add_evidence") == []


def test_letters_are_frozen_with_their_act_and_rendered_only_afterwards():
    case = file_online()
    assert set(case.documents.values_list("status", flat=True)) == {"pending"}
    make_pdfs(case.opened_at)
    assert set(Case.objects.get().documents.values_list("status", flat=True)) == {"ready"}


def test_a_frozen_letter_does_not_follow_later_changes():
    case = file_online()
    notice = case.notices.get()
    words = notice.document.html
    party = case.parties.get(role="complainant")
    party.name = "Renamed"
    party.save()
    notice.refresh_from_db()
    assert notice.document.html == words
    assert "Renamed" not in notice.text


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "{{ settings.SECRET_KEY }}", "{% load x %}"])
def test_typed_markup_stays_text_in_letters_and_mails(hostile):
    content = replace(
        CONTENT, statement=hostile, occupation=hostile, complainant=replace(CONTENT.complainant, name=f"W {hostile}"),
        employer=replace(CONTENT.employer, name=f"E {hostile}"),
    )  # fmt: skip
    case = file_online(content=content)
    for html in [d.html for d in case.documents.all()] + [n.html for n in case.notices.all()]:
        assert "<script>alert" not in html
        assert "only-for-tests" not in html


def test_a_name_with_a_line_break_makes_no_second_mail_header():
    content = replace(CONTENT, employer=replace(CONTENT.employer, name="Made\r\nBcc: spy@example.org"))
    case = file_online(content=content)
    assert all("\n" not in n.subject and "\r" not in n.subject for n in case.notices.all())


def test_reassigning_back_and_forth_tells_each_person_each_time():
    case = case_in("assigned")
    for key in ("ivo", "ina", "ivo"):
        case = do(case, "reassign", by="supervisor", when="2026-03-03 09:00", investigator=person(key))
    told = case.notices.filter(kind="complaints.reassign").order_by("id")
    assert [n.address for n in told] == ["ivo@example.org", "ina@example.org", "ivo@example.org"]
