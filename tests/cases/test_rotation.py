"""A new first key: every confidential value moves to it, nothing that somebody saves meanwhile is lost, nothing is told."""

import contextlib
import datetime as dt
import io
import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken
from django.core.management import CommandError, call_command
from django.db import connection

from complaints.models import Complaint
from tests.factories import file_online, staff
from wagecase import rotation
from wagecase.accounts import second_factor
from wagecase.accounts.models import KeptPost
from wagecase.audit.chain import verify
from wagecase.audit.models import Event
from wagecase.cases.models import Draft, DraftSection, Party
from wagecase.encryption import decrypt

pytestmark = pytest.mark.django_db
AT = dt.datetime(2026, 3, 2, 15, 0, tzinfo=dt.UTC)
OLD, NEW = Fernet.generate_key().decode(), Fernet.generate_key().decode()


@pytest.fixture
def filed(settings: Any) -> Any:
    """A case whose confidential values were written with the old key; the new one stands first now."""
    settings.FIELD_KEYS = [OLD]
    case = file_online()
    Party.objects.filter(case=case, role="complainant").update(safe_contact="canary: after six, by text")
    settings.FIELD_KEYS = [NEW, OLD]
    return case


def run(*words: str) -> str:
    out = io.StringIO()
    call_command("rotate_keys", *words, stdout=out)
    return out.getvalue()


def stored(table: str, column: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM {table} WHERE {column} <> ''")
        return [row[0] for row in cursor.fetchall()]


def under(key: str, tokens: list[str]) -> int:
    """Return how many of the tokens the key alone reads."""
    only, read = Fernet(key), 0
    for token in tokens:
        with contextlib.suppress(InvalidToken):
            only.decrypt(token.encode())
            read += 1
    return read


def test_afterwards_the_new_key_alone_reads_everything(filed, settings):
    before = {p.pk: (p.email, p.phone, p.postal, p.safe_contact) for p in Party.objects.all()}
    statement = Complaint.objects.get().statement
    tokens = len(stored("cases_party", "email"))
    assert under(NEW, stored("cases_party", "email")) == 0 < tokens
    said = run()
    assert "Every value is under the first key" in said
    assert "canary" not in said
    settings.FIELD_KEYS = [NEW]
    assert {p.pk: (p.email, p.phone, p.postal, p.safe_contact) for p in Party.objects.all()} == before
    assert "canary: after six, by text" in {p.safe_contact for p in Party.objects.all()}
    assert Complaint.objects.get().statement == statement != ""
    assert under(OLD, stored("cases_party", "email")) == 0


def test_answers_kept_forms_and_second_factors_move_too(settings):
    settings.FIELD_KEYS = [OLD]
    person = staff()["sue"]
    second_factor.remove_all(person)
    second_factor.set_up(person, secret="JBSWY3DPEHPK3PXP")
    codes = Authenticator.objects.get(user=person, type="recovery_codes").wrap().get_unused_codes()
    draft = Draft.objects.create(
        kind="living_wage", token_hash="0" * 64, form_version="1", created_at=AT, saved_at=AT, expires_on=AT.date()
    )
    DraftSection.objects.create(draft=draft, name="you", answers={"name": "Ana Sample"}, saved_at=AT)
    KeptPost.objects.create(
        id="00000000-0000-0000-0000-000000000001", user=person, path="/staff/", fields={"note": ["kept"]},
        kept_at=AT,
    )  # fmt: skip
    settings.FIELD_KEYS = [NEW, OLD]
    run()
    settings.FIELD_KEYS = [NEW]
    assert DraftSection.objects.get().answers == {"name": "Ana Sample"}
    assert KeptPost.objects.get().fields == {"note": ["kept"]}
    totp = Authenticator.objects.get(user=person, type="totp")
    assert decrypt(totp.data["secret"]) == "JBSWY3DPEHPK3PXP"
    assert Authenticator.objects.get(user=person, type="recovery_codes").wrap().get_unused_codes() == codes


def test_every_model_with_an_encrypted_column_is_found():
    found = {table.model._meta.label: set(table.columns) for table in rotation.tables()}
    assert found["cases.Party"] == {"email", "phone", "postal", "safe_contact"}
    assert found["complaints.Complaint"] >= {"employees", "statement", "withdrawal_reason"}
    assert {"cases.DraftSection", "accounts.KeptPost", "mfa.Authenticator"} <= set(found)


def test_a_second_run_moves_nothing_and_a_check_writes_nothing(filed):
    before = stored("cases_party", "email")
    assert "need an older key" in run("--check")
    assert stored("cases_party", "email") == before
    run()
    after = stored("cases_party", "email")
    assert under(NEW, after) == len(after) > 0
    assert ", 0 moved now" in run()
    assert stored("cases_party", "email") == after  # not even encrypted anew


def test_a_run_that_was_cut_off_is_begun_again(filed, monkeypatch):
    write, written = rotation.Table.write, []

    def cut(self: Any, row: Any, renewed: Any) -> bool:
        if len(written) == 2:
            raise KeyboardInterrupt
        written.append(row["pk"])
        return write(self, row, renewed)

    monkeypatch.setattr(rotation.Table, "write", cut)
    with pytest.raises(KeyboardInterrupt):
        rotation.rotate()
    monkeypatch.undo()
    rotation.rotate()
    assert under(OLD, stored("cases_party", "email")) == 0


def test_small_batches_reach_every_row(filed, monkeypatch):
    monkeypatch.setattr(rotation, "BATCH_ROWS", 1)
    run()
    emails = stored("cases_party", "email")
    assert under(NEW, emails) == len(emails) >= 2


def test_what_somebody_saves_between_reading_and_writing_is_kept(filed, monkeypatch, settings):
    write, saved = rotation.Table.write, []

    def late(self: Any, row: Any, renewed: Any) -> bool:
        if self.model is Party and not saved:
            saved.append(row["pk"])
            settings.FIELD_KEYS = [OLD]  # by a process that was not started anew yet
            Party.objects.filter(pk=row["pk"]).update(phone="608-555-0177")
            settings.FIELD_KEYS = [NEW, OLD]
        return write(self, row, renewed)

    monkeypatch.setattr(rotation.Table, "write", late)
    run()
    settings.FIELD_KEYS = [NEW]
    assert Party.objects.get(pk=saved[0]).phone == "608-555-0177"


def test_a_row_removed_meanwhile_is_no_fault(filed, monkeypatch, settings):
    settings.FIELD_KEYS = [OLD]
    KeptPost.objects.create(id="00000000-0000-0000-0000-000000000001", path="/staff/", fields={}, kept_at=AT)
    settings.FIELD_KEYS = [NEW, OLD]
    write = rotation.Table.write

    def late(self: Any, row: Any, renewed: Any) -> bool:
        if self.model is KeptPost:
            KeptPost.objects.all().delete()
        return write(self, row, renewed)

    monkeypatch.setattr(rotation.Table, "write", late)
    moved, counts = rotation.rotate()
    assert moved["accounts.KeptPost"] == counts["accounts.KeptPost"].rows == 0
    assert sum(count.older for count in counts.values()) == 0


def test_a_process_with_the_old_key_that_goes_on_writing_is_told_of(filed, monkeypatch):
    monkeypatch.setattr(rotation.Table, "write", lambda self, row, renewed: False)
    with pytest.raises(CommandError, match="give every process the new FIELD_KEYS"):
        run()


def test_a_value_that_no_key_reads_stops_it_before_anything_is_written(filed, settings):
    lost = Party.objects.filter(case=filed, role="complainant").get().pk
    settings.FIELD_KEYS = [Fernet.generate_key().decode()]
    Party.objects.filter(pk=lost).update(phone="canary-phone")
    settings.FIELD_KEYS = [NEW, OLD]
    before = stored("cases_party", "email") + stored("complaints_complaint", "statement")
    with pytest.raises(CommandError) as refusal:
        run()
    assert str(refusal.value) == (
        f"No key of FIELD_KEYS reads: cases.Party {lost} (phone). Nothing was written. "
        "Add the key that wrote them to FIELD_KEYS."
    )
    assert stored("cases_party", "email") + stored("complaints_complaint", "statement") == before


def test_a_long_list_of_lost_rows_is_cut(filed, settings, monkeypatch):
    monkeypatch.setattr(rotation, "MOST_NAMED", 2)
    settings.FIELD_KEYS = [NEW]
    with pytest.raises(CommandError, match=r"and \d+ more\. Nothing was written"):
        run()


def test_a_value_that_turns_unreadable_meanwhile_ends_in_words_and_the_next_run_goes_on(filed, monkeypatch, settings):
    write, third = rotation.Table.write, Fernet.generate_key().decode()
    lost: list[int] = []

    def late(self: Any, row: Any, renewed: Any) -> bool:
        if self.model is Party and not lost:
            lost.append(row["pk"])
            settings.FIELD_KEYS = [third]  # a process with a key that this one does not have
            Party.objects.filter(pk=row["pk"]).update(phone="canary-phone")
            settings.FIELD_KEYS = [NEW, OLD]
        return write(self, row, renewed)

    monkeypatch.setattr(rotation.Table, "write", late)
    with pytest.raises(CommandError) as refusal:
        run()
    (event,) = Event.objects.filter(verb="encryption.rotate_keys")
    count = int(re.search(r'"moved":(\d+)', event.body)[1])
    assert count > 0
    assert str(refusal.value) == (
        f"No key of FIELD_KEYS reads: cases.Party {lost[0]} (phone). They were written while this ran; {count} values "
        "were moved before. Add the key that wrote them to FIELD_KEYS. Then run it again: it goes on where it stopped."
    )
    assert '"finished":false' in event.body
    other = Party.objects.exclude(pk=lost[0]).values_list("pk", flat=True)
    assert len(other) == 1
    assert under(NEW, stored("cases_party", "email")) == 1  # the other party's was moved, this one's row waits
    monkeypatch.undo()
    settings.FIELD_KEYS = [NEW, OLD, third]
    assert "Every value is under the first key" in run()
    settings.FIELD_KEYS = [NEW]
    assert Party.objects.get(pk=lost[0]).phone == "canary-phone"


def test_the_counts_are_on_record_as_the_systems_act_and_a_check_is_not(settings):
    settings.FIELD_KEYS = [OLD]
    for number in (1, 2, 3):
        KeptPost.objects.create(id=f"00000000-0000-0000-0000-{number:012d}", path="/staff/", fields={}, kept_at=AT)
    settings.FIELD_KEYS = [NEW, OLD]
    run("--check")
    assert not Event.objects.exists()
    run()
    event = Event.objects.get(verb="encryption.rotate_keys")
    assert (event.actor_kind, event.actor_id, event.case_id) == ("system", None, None)
    for part in ('"moved":3', '"by_model":["accounts.KeptPost: 3"]', '"finished":true'):
        assert part in event.body
    assert verify().fault == ""


def test_a_rotation_that_wrote_nothing_because_of_a_lost_value_leaves_no_event(filed, settings):
    settings.FIELD_KEYS = [NEW]
    before = Event.objects.count()
    with pytest.raises(CommandError, match="Nothing was written"):
        run()
    assert Event.objects.count() == before
