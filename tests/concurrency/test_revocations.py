"""Two people at one revocation at the same moment: one order, one revocation of a license, and no answer lost."""

import datetime as dt
import threading

import pytest
from django.db import connection

from licenses import filing
from licenses.facts import Answered
from licenses.models import License
from licenses.revoking import opening
from licenses.revoking.opening import open_revocation
from tests.concurrency.test_renewals import two_members
from tests.concurrency.together import faults, together
from tests.factories import QuickRenderer, at, person
from tests.licenses import content, proceeding, worker
from tests.licenses.proceeding import do
from wagecase.audit.chain import verify
from wagecase.audit.models import Event
from wagecase.cases.models import Case
from wagecase.errors import StaleVersion, TransitionNotAllowed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("media")]


@pytest.fixture(autouse=True)
def quick_files(monkeypatch):
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())


def test_two_supervisors_sign_one_order_once(clock):
    case = proceeding.drafted(clock)
    person("sue"), person("sam")
    clock.set(proceeding.SIGNED)
    version = case.version
    answers = together(
        *(
            lambda key=key: do(case, "sign_order", by=key, when=proceeding.SIGNED, expected_version=version)
            for key in ("sue", "sam")
        )
    )
    assert [type(fault) for fault in faults(answers)] == [StaleVersion]
    assert Event.objects.filter(verb="licenses.sign_order").count() == 1
    assert Event.objects.filter(verb="licenses.record_revocation").count() == 1
    assert License.objects.get().revoked_on == dt.date(2026, 6, 24)
    assert verify().fault == ""


def test_two_people_open_one_revocation_of_a_license(clock):
    clock.set(proceeding.OPENED)
    license = proceeding.license_in_force()
    actors = [person("lin").actor, person("sue").actor]
    answers = together(*(
        lambda actor=actor: open_revocation(
            license, ground="violation", lines=proceeding.LINES, actor=actor, at=at(proceeding.OPENED)
        )
        for actor in actors
    ))  # fmt: skip
    assert [type(fault) for fault in faults(answers)] == [TransitionNotAllowed]
    assert Case.objects.filter(kind="revocation").count() == 1


def test_two_members_answer_at_once_and_both_answers_stay(clock):
    case = proceeding.served(clock)
    first, second = case.alleged_facts.values_list("pk", flat=True)
    olive = proceeding.owner().actor
    answers = together(*(
        lambda pk=pk: do(case, "answer_facts", by=olive, when=proceeding.ANSWERED, answers=[Answered(pk, "Done.")])
        for pk in (first, first, second)
    ))  # fmt: skip
    assert faults(answers) == []
    assert [fact.answers.count() for fact in case.alleged_facts.all()] == [2, 1]


def test_of_a_signature_and_a_return_only_one_happens(clock):
    case = proceeding.drafted(clock)
    person("sue"), person("sam")
    clock.set(proceeding.SIGNED)
    version = case.version
    answers = together(
        lambda: do(case, "sign_order", by="sue", when=proceeding.SIGNED, expected_version=version),
        lambda: do(case, "return_order", by="sam", when=proceeding.SIGNED, expected_version=version),
    )
    assert [type(fault) for fault in faults(answers)] == [StaleVersion]
    signed = Case.objects.get(pk=case.pk).state == "signed"
    assert (License.objects.get().revoked_on is not None) is signed


def both_hold_their_row(monkeypatch):
    """Let a filing and an opening go on only once each of them holds what it locks; SQLite has one writer at a time."""
    if connection.vendor == "sqlite":
        return
    both = threading.Barrier(2, timeout=20)

    def after_the_lock(found):
        def ask(*args, **named):
            both.wait()
            return found(*args, **named)

        return ask

    monkeypatch.setattr(filing, "_other_kind", after_the_lock(filing._other_kind))
    monkeypatch.setattr(opening, "refusal", after_the_lock(opening.refusal))


def test_a_renewal_and_a_revocation_that_begin_at_once_do_not_block_each_other(clock, monkeypatch):
    clock.set("2026-03-02 09:00")
    license, (owner, _filer) = two_members()
    lin = person("lin").actor
    both_hold_their_row(monkeypatch)
    answers = together(
        lambda: filing.file_application(
            membership=owner, content=content(), workers=(worker(1),), at=at("2026-03-02 09:00"), renews=license
        ),
        lambda: open_revocation(
            license, ground="violation", lines=proceeding.LINES, actor=lin, at=at("2026-03-02 09:00")
        ),
    )
    assert faults(answers) == []
    assert [answer.kind for answer in answers] == ["application", "revocation"]
    assert verify().fault == ""
