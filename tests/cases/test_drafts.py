"""Drafts: each page is kept as typed, unreadable in the database, from whichever window, until it is filed or old."""

import datetime as dt
import threading

import pytest
from django.db import connection

from tests.factories import at, file_online, taken
from wagecase.cases import drafts, files
from wagecase.cases.housekeeping import drop_orphans, tidy
from wagecase.cases.models import Attachment, Draft, DraftSection
from wagecase.documents import store
from wagecase.errors import AlreadyDone, StaleVersion

pytestmark = pytest.mark.django_db
NOW = at("2026-03-02 10:00")


@pytest.fixture
def draft(db) -> Draft:
    return drafts.start(kind="living_wage", language="en", at=NOW)[0]


def save(draft: Draft, page: str = "pay", *, seen: int | None = None, when=NOW, **values) -> DraftSection:
    """Save a page of the draft that was drawn when its version was `seen`."""
    return drafts.save_section(draft, page, values=values, at=when, expected_version=seen)


def test_a_token_opens_its_draft_and_no_other():
    draft, token = drafts.start(kind="living_wage", language="es", at=NOW)
    other, _ = drafts.start(kind="living_wage", language="es", at=NOW)
    assert drafts.resume(token) == draft != other
    assert drafts.resume(token[:-1]) is None
    assert drafts.resume("") is None


def test_each_page_is_kept_as_typed(draft):
    save(draft, "pay", seen=0, wage=" $7.25 \n an hour 🙂", hours="")
    save(draft, "who", seen=0, name="Łukasz Ñandú")
    assert drafts.answers(draft) == {
        "pay": {"wage": " $7.25 \n an hour 🙂", "hours": ""}, "who": {"name": "Łukasz Ñandú"},
    }  # fmt: skip


def test_answers_are_unreadable_in_the_database(draft):
    save(draft, wage="canary-wage")
    with connection.cursor() as cursor:
        cursor.execute("SELECT answers FROM cases_draftsection")
        assert "canary" not in repr(cursor.fetchall())


def test_answers_cannot_be_searched(draft):
    with pytest.raises(TypeError, match="cannot be filtered"):
        DraftSection.objects.filter(answers={"wage": "1"}).exists()


def test_a_page_saved_from_another_window_is_refused_and_keeps_the_first(draft):
    save(draft, seen=0, wage="first")
    save(draft, seen=1, wage="second")
    with pytest.raises(StaleVersion, match="another window"):
        save(draft, seen=1, wage="third")
    with pytest.raises(StaleVersion):
        save(draft, seen=0, wage="fourth")
    section = draft.sections.get()
    assert (section.version, section.answers) == (2, {"wage": "second"})


def test_a_page_without_a_seen_version_is_saved_over(draft):
    save(draft, wage="first")
    assert save(draft, wage="second").version == 2


def test_the_same_saved_twice_from_one_page_is_in_no_conflict_with_itself(draft):
    save(draft, seen=0, wage="first")
    save(draft, seen=1, wage="second")
    assert save(draft, seen=1, wage="second").version == 2
    assert save(draft, seen=0, wage="second").version == 2
    with pytest.raises(StaleVersion):
        save(draft, seen=1, wage="first")


@pytest.mark.django_db(transaction=True)
def test_two_windows_that_save_at_once_do_not_overwrite_each_other():
    draft = drafts.start(kind="living_wage", language="en", at=NOW)[0]
    start, answers = threading.Barrier(2), []

    def work(words: str) -> None:
        try:
            start.wait()
            save(draft, seen=0, wage=words)
            answers.append("saved")
        except StaleVersion:
            answers.append("stale")
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(words,)) for words in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["saved", "stale"]


def test_a_filed_draft_takes_no_more_answers_and_names_its_case(draft):
    case = file_online(draft=draft)
    with pytest.raises(AlreadyDone) as done:
        save(draft, wage="more")
    assert done.value.location == case.number


def test_every_save_gives_60_more_days(draft):
    assert str(draft.expires_on) == "2026-05-01"
    save(draft, when=at("2026-03-20 23:30"), wage="1")
    draft.refresh_from_db()
    assert str(draft.expires_on) == "2026-05-19"


def test_a_draft_ends_after_its_last_day_with_its_answers_and_files(draft):
    save(draft, wage="1")
    attachment = files.keep(taken(), source="complainant", at=NOW, draft=draft)
    tidy(now=at("2026-05-01 23:59"))
    assert Draft.objects.exists()
    tidy(now=at("2026-05-02 00:01"))
    assert not Draft.objects.exists()
    assert not DraftSection.objects.exists()
    assert not Attachment.objects.filter(pk=attachment.pk).exists()


def test_a_filed_draft_ends_too_and_the_case_keeps_its_files(draft):
    save(draft, wage="1")
    files.keep(taken(), source="complainant", at=NOW, draft=draft)
    case = file_online(draft=draft)
    tidy(now=at("2026-05-02 00:30"))
    assert not Draft.objects.exists()
    assert case.attachments.count() == 1


def test_bytes_that_no_row_names_are_removed_when_they_are_old_enough(draft):
    kept = files.keep(taken(), source="complainant", at=NOW, draft=draft)
    orphan = store.put(b"left behind")
    made_at = dt.datetime.now(dt.UTC)
    assert drop_orphans(made_at.date(), made_at + dt.timedelta(hours=1)) == 0
    assert store.read(orphan) == b"left behind"
    assert drop_orphans(made_at.date(), made_at + dt.timedelta(hours=26)) == 1
    assert store.read(kept.storage_key) == taken().data
    with pytest.raises(store.UnknownKey):
        store.read(orphan)
