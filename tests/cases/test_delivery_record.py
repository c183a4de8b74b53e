"""What became of an e-mail of a case stands on the record once, by its id and kind, and never with an address."""

import pytest

from tests.complaints.staff_pages import signed_in, words
from tests.factories import at, case_in, file_online, make_pdfs, send_mail
from wagecase.audit import chain
from wagecase.cases.models import Case
from wagecase.notices import delivery
from wagecase.notices.models import Notice
from wagecase.notices.outbox import deliver_due, record_bounce

pytestmark = pytest.mark.django_db


class Server:
    """A mail server that answers every message alike."""

    def __init__(self, answer):
        self.answer = answer

    def deliver(self, outgoing, handed_over):
        handed_over()
        if self.answer:
            raise self.answer


def ready() -> Case:
    case = file_online(when="2026-03-02 10:00")
    make_pdfs(at("2026-03-02 10:01"))
    return case


def results(case):
    return [e.verb for e in case.events.filter(verb__startswith="notices.").order_by("seq")]


def test_an_accepted_e_mail_is_on_record_once():
    case = ready()
    send_mail(at("2026-03-02 10:05"))
    send_mail(at("2026-03-02 10:06"))
    assert results(case) == ["notices.sent"]
    event, notice = case.events.get(verb="notices.sent"), case.notices.get()
    assert f'"facts":{{"notice_id":{notice.pk},"notice_kind":"complaints.file_online"}}' in event.body
    assert "wanda" not in event.body
    assert event.actor_kind == "system"
    assert chain.verify().fault == ""


@pytest.mark.parametrize(
    ("answer", "verbs"),
    [
        (delivery.Refused("550 no such user"), ["notices.returned"]),
        (delivery.PutOff("450 later"), []),
    ],
)
def test_a_refusal_is_an_end_and_a_delay_is_none(answer, verbs):
    case = ready()
    deliver_due(now=at("2026-03-02 10:05"), backend=Server(answer))
    assert results(case) == verbs


def test_a_doubt_is_on_record_when_it_stays():
    case = ready()
    for when in ("2026-03-02 10:05", "2026-03-02 10:07"):
        deliver_due(now=at(when), backend=Server(delivery.InDoubt("connection lost")))
    assert results(case) == ["notices.uncertain"]


def test_a_report_that_it_came_back_is_on_record_once():
    case = ready()
    send_mail(at("2026-03-02 10:05"))
    message = case.notices.get().message_id
    assert record_bounce(message_id=message, detail="no such user")
    assert not record_bounce(message_id=message, detail="no such user")
    assert results(case) == ["notices.sent", "notices.returned"]
    assert Notice.objects.get(case=case).status == "bounced"


@pytest.mark.usefixtures("clock")
def test_the_timeline_shows_what_failed_and_on_request_what_went_out():
    case = case_in("received")
    make_pdfs(at("2026-03-02 10:01"))
    send_mail(at("2026-03-02 10:05"))
    client, page = signed_in("sue"), f"/complaints/{case.number}/timeline/"
    assert "taken by the recipient" not in words(client.get(page))
    assert "taken by the recipient’s mail server" in words(client.get(f"{page}?show=deliveries"))
    record_bounce(message_id=case.notices.get().message_id, detail="no such user")
    assert "E-mail came back" in words(client.get(page))
