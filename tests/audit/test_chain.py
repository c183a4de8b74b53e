"""What the chain proves: every kind of tampering is named at its first bad row, or caught by the outside anchor."""

import datetime as dt
import hashlib
import json
import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import F

from tests.concurrency.together import faults, together, without_the_one_writer
from tests.factories import at
from wagecase.audit import chain
from wagecase.audit.chain import anchor, canonical, chain_hash, check_anchor, record, unit_of_work, verify
from wagecase.audit.models import ChainHead, Event, EventDetail
from wagecase.lifecycle import Actor

pytestmark = pytest.mark.django_db
ACTOR = Actor("staff", 7, "supervisor", "Sue Example")
DAY = dt.date(2026, 3, 2)


def write(count: int = 6) -> None:
    """Write `count` events, each with one changed value."""
    for number in range(count):
        with unit_of_work():
            record(
                verb=f"test.act_{number}", actor=ACTOR, at=at("2026-03-02 10:00"), facts={"note_id": number},
                changes={"reason": ("", f"words {number}")}, citations=["104.05"],
            )  # fmt: skip


def edit(seq: int, /, **values) -> None:
    """Change columns of a row as the owner of the database could."""
    assert Event.objects.filter(seq=seq).update(**values) == 1


def rebuilt(rows: list[Event]) -> None:
    """Give rows new numbers and hashes that fit each other, and the head with them: what a careful forger does."""
    previous = ""
    Event.objects.update(seq=F("seq") + 1000)
    for place, event in enumerate(rows, start=1):
        body = json.loads(event.body) | {"seq": place}
        event.seq, event.body, event.previous_hash = place, canonical(body), previous
        event.hash = previous = chain_hash(previous, event.body)
        event.save()
    ChainHead.objects.update(seq=len(rows), hash=previous)


def test_a_whole_chain_verifies_and_is_counted():
    write(3)
    assert (verify().rows, verify().fault) == (3, "")


def test_an_empty_chain_verifies():
    assert (verify().rows, verify().fault) == (0, "")


def test_each_event_follows_the_one_before_it():
    write(3)
    one, two, three = Event.objects.all()
    assert (one.previous_hash, two.previous_hash, three.previous_hash) == ("", one.hash, two.hash)
    assert one.hash == hashlib.sha256(f"\n{one.body}".encode()).hexdigest()


@pytest.mark.parametrize(
    "values",
    [
        {"verb": "test.other"},
        {"actor_id": 8},
        {"actor_role": "investigator"},
        {"actor_kind": "account"},
        {"at": at("2026-03-02 10:01")},
        {"body": "{}"},
        {"hash": "0" * 64},
        {"previous_hash": "0" * 64},
    ],
    ids=lambda values: next(iter(values)),
)
def test_an_edited_row_is_named(values):
    write()
    edit(3, **values)
    assert verify().seq == 3


def test_an_edited_text_with_a_new_hash_of_its_own_is_named_at_the_next_row():
    write()
    event = Event.objects.get(seq=3)
    body = event.body.replace("test.act_2", "test.forged")
    edit(3, body=body, verb="test.forged", hash=chain_hash(event.previous_hash, body))
    assert (verify().seq, verify().fault) == (4, "it does not follow the row before it")


def test_a_deleted_row_is_missed():
    write()
    EventDetail.objects.filter(event__seq=3).delete()
    Event.objects.filter(seq=3).delete()
    assert (verify().seq, verify().fault) == (4, "row 3 is missing: found 4")


def test_a_deleted_row_is_missed_even_when_the_rest_is_renumbered():
    write()
    EventDetail.objects.filter(event__seq=3).delete()
    Event.objects.filter(seq=3).delete()
    for seq in (4, 5, 6):
        edit(seq, seq=seq - 1)
    assert verify().seq == 3


def test_an_inserted_row_is_named():
    write()
    for seq in (6, 5, 4):
        edit(seq, seq=seq + 1)
    before = Event.objects.get(seq=3)
    body = canonical(json.loads(before.body) | {"seq": 4, "verb": "test.forged"})
    Event.objects.create(
        seq=4, at=before.at, verb="test.forged", actor_kind="staff", actor_id=7, actor_role="supervisor", body=body,
        previous_hash=before.hash, hash=chain_hash(before.hash, body),
    )  # fmt: skip
    assert (verify().seq, verify().fault) == (5, "it does not follow the row before it")


def test_two_swapped_rows_are_named():
    write()
    edit(3, seq=900)
    edit(4, seq=3)
    edit(900, seq=4)
    assert verify().seq == 3


def test_reordered_rows_are_named():
    write()
    for seq in range(1, 7):
        edit(seq, seq=900 + seq)
    for place, seq in enumerate((1, 2, 5, 3, 4, 6), start=1):
        edit(900 + seq, seq=place)
    assert verify().seq == 3


def test_a_cut_tail_is_missed():
    write()
    EventDetail.objects.filter(event__seq__gt=4).delete()
    Event.objects.filter(seq__gt=4).delete()
    assert (verify().seq, verify().fault) == (4, "the end of the chain was cut off or its head was edited")


def test_a_row_behind_the_end_is_named():
    write()
    last = Event.objects.get(seq=6)
    Event.objects.create(
        seq=7, at=last.at, verb="test.forged", actor_kind="staff", actor_role="", body="{}", previous_hash=last.hash,
        hash=chain_hash(last.hash, "{}"),
    )  # fmt: skip
    assert (verify().seq, verify().fault) == (7, "rows up to 7 stand after the end of the chain")


def test_a_cut_tail_with_a_forged_head_is_caught_only_by_the_anchor():
    write()
    line = anchor(DAY)
    EventDetail.objects.filter(event__seq__gt=4).delete()
    Event.objects.filter(seq__gt=4).delete()
    ChainHead.objects.update(seq=4, hash=Event.objects.get(seq=4).hash)
    assert verify().fault == ""
    assert check_anchor(line) == "row 6 is not the row that was anchored on 2026-03-02"


def test_a_rebuilt_chain_is_caught_only_by_the_anchor():
    write()
    line = anchor(DAY)
    EventDetail.objects.filter(event__seq=3).delete()
    Event.objects.filter(seq=3).delete()
    rebuilt(list(Event.objects.all()))
    write(1)
    assert verify().fault == ""
    assert check_anchor(line) == "row 6 is not the row that was anchored on 2026-03-02"


def test_an_anchor_that_somebody_wrote_himself_is_refused():
    write(1)
    day, seq, _digest, signature = anchor(DAY).split()
    assert check_anchor(f"{day} {seq} {'0' * 64} {signature}").endswith("is not signed by this installation")
    assert check_anchor("2026-03-02 one").startswith("the line is not an anchor")


def test_an_anchor_still_fits_when_the_chain_has_grown():
    write(2)
    line = anchor(DAY)
    write(2)
    assert check_anchor(line) == ""


def test_an_empty_chain_can_be_anchored():
    line = anchor(DAY)
    write(2)
    assert check_anchor(line) == ""


def test_an_edited_detail_is_named():
    write()
    EventDetail.objects.filter(event__seq=2).update(after="other words")
    assert (verify().seq, verify().fault) == (2, "the detail of reason was edited")


def test_a_detail_written_past_the_application_is_named():
    write()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE audit_eventdetail SET after = 'other words' WHERE id = %s", [EventDetail.objects.all()[1].pk]
        )
    assert (verify().seq, verify().fault) == (2, "the detail of reason cannot be read")


def test_a_detail_with_a_hash_of_its_own_is_named():
    write()
    other = EventDetail.objects.get(event__seq=5)
    EventDetail.objects.filter(event__seq=2).update(after=other.after, salt=other.salt, digest=other.digest)
    assert (verify().seq, verify().fault) == (2, "the detail of reason is not in the chain")


def test_a_disposed_detail_leaves_the_chain_whole():
    write()
    EventDetail.objects.filter(event__seq__lte=3).delete()
    assert verify().fault == ""


def test_equal_words_have_different_hashes_so_that_nobody_can_guess_them():
    for _ in range(2):
        with unit_of_work():
            record(verb="test.act", actor=ACTOR, at=at("2026-03-02 10:00"), changes={"answer": ("no", "yes")})
    one, two = EventDetail.objects.all()
    assert one.digest != two.digest


# The command


def test_the_command_says_that_the_chain_is_whole(capsys):
    write(2)
    call_command("verify_audit")
    assert capsys.readouterr().out == "The audit chain is whole: 2 events.\n"


def test_the_command_names_the_bad_row():
    write(3)
    edit(2, verb="test.other")
    with pytest.raises(CommandError, match="Event 2: its columns do not fit its text"):
        call_command("verify_audit")


def test_the_command_compares_with_kept_anchors(tmp_path, capsys):
    write(3)
    kept = tmp_path / "anchors.txt"
    kept.write_text(anchor(DAY) + "\n")
    call_command("verify_audit", against=str(kept))
    assert "whole: 3" in capsys.readouterr().out
    Event.objects.filter(seq=3).update(seq=30)
    ChainHead.objects.update(seq=2, hash=Event.objects.get(seq=2).hash)
    EventDetail.objects.filter(event__seq=30).delete()
    Event.objects.filter(seq=30).delete()
    with pytest.raises(CommandError, match="row 3 is not the row that was anchored"):
        call_command("verify_audit", against=str(kept))


# Writers at the same time


@pytest.mark.django_db(transaction=True)
def test_eight_writers_of_fifty_events_at_once_make_one_chain_without_a_fork():
    assert faults(together(*[lambda: write(50)] * 8)) == []
    assert (verify().rows, verify().fault) == (400, "")


@pytest.mark.django_db(transaction=True)
def test_control_without_the_lock_on_its_head_the_chain_takes_one_of_eight_writers(monkeypatch):
    write(1)
    all_have_read, read = threading.Barrier(8, timeout=20), chain._locked_end

    def unlocked():
        end = read()
        all_have_read.wait()  # with the lock on, nobody but the first gets here and the wait breaks
        return end

    without_the_one_writer(monkeypatch)
    monkeypatch.setattr(chain, "LOCKED_END", chain.END)
    monkeypatch.setattr(chain, "_locked_end", unlocked)
    lost = faults(together(*[lambda: write(1)] * 8))
    # Eight events of one number: the first to commit stands, the other acts are lost with their rows.
    assert len(lost) == 7
    assert {type(error) for error in lost} <= {IntegrityError, OperationalError}
    assert (verify().rows, verify().fault) == (2, "")


@pytest.mark.django_db(transaction=True)
def test_the_chain_can_be_verified_while_others_write():
    write(3)
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            write(1)
        connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    verdicts = [verify().fault for _ in range(40)]
    stop.set()
    thread.join()
    assert set(verdicts) == {""}


def test_an_outer_transaction_that_is_no_unit_of_work_is_refused():
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"), unit_of_work():
        pass
