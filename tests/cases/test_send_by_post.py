"""What e-mail could not deliver goes by post: the same frozen letter, marked as mailed, so that service can be recorded."""

import datetime as dt

import pytest
from django.utils import timezone

from tests.complaints.staff_pages import hidden, signed_in, words
from tests.factories import at, case_in, do, party_actor, person
from wagecase.audit.chain import verify
from wagecase.cases.mailing import mark_mailed, print_letter, send_by_post
from wagecase.cases.models import Task
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.notices.models import Notice
from wagecase.notices.outbox import record_bounce

pytestmark = pytest.mark.django_db
NOW = "2026-03-05 15:00"


@pytest.fixture
def case(clock):
    clock.set(NOW)
    return case_in("countersigned")


@pytest.fixture
def bounced(case):
    notice = case.notices.get(kind="complaints.sign_determination", address="wanda@example.com")
    assert record_bounce(message_id=notice.message_id, detail="550 no such mailbox")
    notice.refresh_from_db()
    return notice


def post(notice, who="ina"):
    return send_by_post(notice=notice, actor=person(who).actor, at=at(NOW))


def test_the_same_letter_waits_for_the_post_and_the_task_is_done(case, bounced):
    task = Task.objects.get(key=f"stuck:notice:{bounced.pk}")
    assert task.done_at is None
    letter = post(bounced)
    assert (letter.channel, letter.status, letter.document_id) == ("letter", "queued", bounced.document_id)
    assert letter.postal == "Wanda Worker Example\n12 Invented Street\nMadison, WI 53700"
    assert (letter.party_id, letter.kind, letter.language) == (bounced.party_id, bounced.kind, "en")
    assert case.documents.filter(kind="complaints.sign_determination").count() == 2
    task.refresh_from_db()
    assert task.done_at == at(NOW)
    event = case.events.order_by("seq").last()
    assert (event.verb, event.actor_id) == ("cases.send_by_post", person("ina").pk)
    assert f'"letter_id":{letter.pk}' in event.body
    assert "Wanda" not in event.body
    assert verify().fault == ""


def test_service_is_recorded_from_the_mailing_and_not_before(case, bounced):
    with pytest.raises(TransitionNotAllowed, match=r"determination yet: Wanda Worker Example\. See Messages sent"):
        do(case, "record_service", by="investigator", when=NOW)
    letter = post(bounced)
    with pytest.raises(TransitionNotAllowed, match=r"determination yet: Wanda Worker Example\. See Messages sent"):
        do(case, "record_service", by="investigator", when=NOW)
    mark_mailed(
        notice=letter, mailed_on=dt.date(2026, 3, 5), method="first-class mail", actor=person("ina").actor, at=at(NOW)
    )
    served = do(case, "record_service", by="investigator", when=NOW, served_on=dt.date(2026, 3, 5))
    assert (served.state, str(served.determinations.get().served_on)) == ("served", "2026-03-05")
    assert "first-class mail" in served.determinations.get().service_method.lower()
    bounced.refresh_from_db()
    assert (bounced.status, bounced.last_error) == ("replaced", "550 no such mailbox")  # what happened stays on record


def test_the_other_partys_copy_is_not_taken_for_this_one(case, bounced):
    other = case.notices.get(kind="complaints.sign_determination", address__startswith="office")
    assert other.document_id != bounced.document_id
    Notice.objects.filter(pk=other.pk).update(status="failed")
    letter = post(bounced)
    mark_mailed(
        notice=letter, mailed_on=dt.date(2026, 3, 5), method="first-class mail", actor=person("ina").actor, at=at(NOW)
    )
    with pytest.raises(TransitionNotAllowed, match=r"determination yet: Made-Up Mills Example LLC\. See"):
        do(case, "record_service", by="investigator", when=NOW)


@pytest.mark.parametrize("status", ["queued", "claimed", "sent", "retry", "held"])
def test_an_email_that_is_under_way_or_arrived_does_not_go_by_post(case, bounced, status):
    Notice.objects.filter(pk=bounced.pk).update(status=status)
    with pytest.raises(TransitionNotAllowed):
        post(bounced)
    assert not case.notices.filter(channel="letter").exists()


def test_it_goes_by_post_once(case, bounced):
    post(bounced)
    with pytest.raises(TransitionNotAllowed):
        post(bounced)
    assert case.notices.filter(channel="letter").count() == 1


def test_without_an_address_somebody_is_asked_to_find_one(case, bounced):
    party = case.parties.get(role="complainant")
    party.postal = ""
    party.save()
    assert post(bounced).postal == ""
    assert case.tasks.filter(what="Find an address for Wanda Worker Example", done_at=None).exists()


def test_only_case_staff_may(case, bounced):
    for actor in (person("ada").actor, party_actor(case, "complainant")):
        with pytest.raises(NotPermitted):
            send_by_post(notice=bounced, actor=actor, at=at(NOW))
        with pytest.raises(NotPermitted):
            print_letter(notice=bounced, actor=actor, at=at(NOW))


def test_the_notices_page_offers_it_and_the_press_acts_once(case, bounced):
    client, base = signed_in("ina"), f"/complaints/{case.number}/notices/"
    address = f"{base}{bounced.pk}/post/"
    page = client.get(base)
    assert f'href="{address}"' in page.content.decode()
    assert page.content.decode().count("Send by post instead") == 1
    assert f'href="{address}"' in client.get(f"{base}{bounced.pk}/").content.decode()
    asked = client.get(address)
    assert "Queues the same letter to Wanda Worker Example for the post." in words(asked)
    sent = hidden(asked)
    assert client.post(address, sent)["Location"] == base
    assert client.post(address, sent)["Location"] == base
    assert case.notices.filter(channel="letter").count() == 1
    after = client.get(base)
    assert f'href="{address}"' not in after.content.decode()
    assert "To be mailed" in words(after)
    assert client.get(address).status_code == 409
    assert "Letter queued for the post, because its e-mail did not arrive" in words(
        client.get(f"/complaints/{case.number}/timeline/")
    )


def test_a_supervisor_sends_a_failed_mail_again_with_the_same_bytes(case, bounced):
    address = f"/complaints/{case.number}/notices/{bounced.pk}/resend/"
    before = (bounced.message_id, bounced.subject, bounced.text, bounced.html, bounced.document_id)
    assert signed_in("ina").post(address).status_code == 404
    assert signed_in("sue").post(address).status_code == 303
    bounced.refresh_from_db()
    assert (bounced.status, bounced.next_at) == ("queued", timezone.now())
    assert (bounced.message_id, bounced.subject, bounced.text, bounced.html, bounced.document_id) == before
    assert not Task.objects.filter(key=f"stuck:notice:{bounced.pk}", done_at=None).exists()
    assert case.events.filter(verb="cases.resend_notice").count() == 1


def test_pages_of_another_unit_or_of_account_mail_are_not_found(case, bounced):
    person("ivo", unit="elsewhere")
    address = f"/complaints/{case.number}/notices/{bounced.pk}/post/"
    assert signed_in("ivo").get(address).status_code == 404
    Notice.objects.filter(pk=bounced.pk).update(is_account_mail=True)
    assert signed_in("sue").get(address).status_code == 404
