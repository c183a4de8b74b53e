"""A closing notice filed while somebody saves, and an update that two send: every saved answer is filed, and once."""

import pytest

from closings.models import ClosingNotice, Revision
from closings.recording import latest
from tests.closings.notice import ANSWERS, write
from tests.closings.test_by_account import begun, client_of
from tests.complaints.staff_pages import hidden
from tests.concurrency.together import faults, together
from tests.factories import QuickRenderer, at
from tests.licenses import member, organization
from wagecase.audit.chain import verify
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("media")]
NOW = at("2026-03-10 10:00")


@pytest.fixture(autouse=True)
def _when(clock, monkeypatch):
    clock.set("2026-03-10 10:00")
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())


@pytest.fixture
def two():
    """Two members' browsers and the notice that both write."""
    olive = member(
        organization("Made-Up Mills Example LLC", "employer", at=NOW), "Olive Owner Example", "owner", at=NOW
    )
    felix = member(olive.organization, "Felix Filer Example", "filer", at=NOW)
    first, base = begun(olive)
    write(first, base)
    return first, client_of(felix), base


def test_an_answer_that_was_saved_stands_in_the_notice_that_was_filed(two):
    first, second, base = two
    check, drawn = hidden(first.get(f"{base}check/")), hidden(second.get(f"{base}employer/"))
    late = {**drawn, **ANSWERS[0][1], "contact_name": "Late Name Example"}
    presses = [lambda: first.post(f"{base}check/", check), lambda: second.post(f"{base}employer/", late)]
    answers = together(*presses, lambda: client_again(first).post(f"{base}check/", check))
    assert faults(answers) == []
    filed, saved = answers[0].status_code, answers[1].status_code
    assert {filed, saved, answers[2].status_code} <= {303, 409}
    if saved == 303:
        assert (filed, Case.objects.count()) == (409, 0), "what was saved first is shown before anything is filed"
        again = hidden(first.get(f"{base}check/"))
        assert first.post(f"{base}check/", again).status_code == 303
    name = {303: "Late Name Example", 409: "Paula Placeholder Example"}[saved]
    assert latest(ClosingNotice.objects.get()).contact_name == name
    assert Case.objects.count() == 1
    assert verify().fault == ""


def client_again(client):
    """Return the same browser once more, for a second press at the same moment."""
    from django.test import Client

    twin = Client()
    twin.cookies = client.cookies
    return twin


def test_one_update_that_two_send_at_once_is_sent_once(two):
    first, second, base = two
    assert first.post(f"{base}check/", hidden(first.get(f"{base}check/"))).status_code == 303
    number = Case.objects.get().number
    assert first.post(f"/closings/status/{number}/begin-update/").status_code == 303
    update = f"/closings/status/{number}/update/"
    write(first, update, [("workforce/", {"persons_in_state": "150"})])
    pages = [hidden(client.get(f"{update}check/")) for client in (first, second)]
    answers = together(*[
        lambda client=client, page=page: client.post(f"{update}check/", page)
        for client, page in zip((first, second), pages, strict=True)
    ])  # fmt: skip
    assert faults(answers) == []
    assert [answer.status_code for answer in answers] == [303, 303]
    assert {answer["Location"] for answer in answers} == {f"/closings/status/{number}/"}
    assert Revision.objects.count() == 2
    assert verify().fault == ""
