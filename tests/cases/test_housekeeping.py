"""Daily duties: once for each local date, whoever asks and however often, and missed dates with their own date."""

import datetime as dt
import uuid

import pytest

from tests.factories import at
from wagecase.audit import chain
from wagecase.audit.models import Anchor, Event
from wagecase.cases import drafts, housekeeping
from wagecase.cases.housekeeping import DUTIES, tidy
from wagecase.cases.models import DailyRun, Heartbeat
from wagecase.web.models import Submission

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def asked(monkeypatch):
    """One duty that notes the dates it was asked for, in place of the real ones."""
    dates = []
    monkeypatch.setattr(housekeeping, "DUTIES", {"duty": lambda on, now: dates.append(on.isoformat()) or 0})
    return dates


def test_a_duty_is_done_once_for_a_local_date(asked):
    tidy(now=at("2026-03-02 23:59"))
    tidy(now=at("2026-03-02 23:59"))
    tidy(now=at("2026-03-03 00:00"))
    assert asked == ["2026-03-02", "2026-03-03"]
    assert Heartbeat.objects.get(name="tidy").at == at("2026-03-03 00:00")


def test_26_hours_without_a_scheduler_are_made_up_date_by_date(asked):
    tidy(now=at("2026-03-02 22:30"))
    tidy(now=at("2026-03-04 00:30"))
    assert asked == ["2026-03-02", "2026-03-03", "2026-03-04"]


def test_each_night_of_the_clock_changes_counts_once(asked):
    moment = at("2026-03-07 23:00")
    while moment < at("2026-03-09 02:00"):  # every ten minutes over the night that has no 2 a.m.
        tidy(now=moment)
        moment += dt.timedelta(minutes=10)
    moment = at("2026-10-31 23:00")
    before = len(asked)
    while moment < at("2026-11-02 02:00"):  # and over the night that has 1 a.m. twice
        tidy(now=moment)
        moment += dt.timedelta(minutes=10)
    assert asked[:3] == ["2026-03-07", "2026-03-08", "2026-03-09"]
    assert asked[before:][-3:] == ["2026-10-31", "2026-11-01", "2026-11-02"]
    assert len(asked) == len(set(asked))


def test_a_run_that_another_machine_has_begun_is_left_to_it(asked):
    DailyRun.objects.create(job="duty", on=dt.date(2026, 3, 2), started_at=at("2026-03-02 09:00"))
    assert tidy(now=at("2026-03-02 09:14")) == []
    assert asked == []


def test_a_run_whose_process_died_is_taken_over_with_its_own_date(asked):
    DailyRun.objects.create(job="duty", on=dt.date(2026, 3, 2), started_at=at("2026-03-02 09:00"))
    tidy(now=at("2026-03-03 09:00"))
    assert asked == ["2026-03-02", "2026-03-03"]


def test_a_duty_that_fails_is_tried_again_and_holds_nothing_up(monkeypatch):
    tries = []

    def broken(on, now):
        tries.append(on)
        raise RuntimeError("the disk is full")

    others = []
    monkeypatch.setattr(
        housekeeping, "DUTIES", {"broken": broken, "other": lambda on, now: others.append(on.isoformat()) or 0}
    )
    tidy(now=at("2026-03-02 09:00"))
    tidy(now=at("2026-03-02 09:05"))
    assert (len(tries), others) == (1, ["2026-03-02"])
    tidy(now=at("2026-03-02 09:20"))
    assert len(tries) == 2


def test_the_anchor_of_a_day_leaves_the_database(settings, tmp_path):
    settings.AUDIT_ANCHORS = tmp_path / "elsewhere" / "anchors.txt"
    tidy(now=at("2026-03-02 09:00"))
    tidy(now=at("2026-03-02 10:00"))
    tidy(now=at("2026-03-05 09:00"))
    lines = settings.AUDIT_ANCHORS.read_text().splitlines()
    assert [line.split()[0] for line in lines] == ["2026-03-02", "2026-03-05"]
    assert [chain.check_anchor(line) for line in lines] == ["", ""]
    assert Anchor.objects.count() == 2


def test_forms_sent_more_than_seven_days_ago_are_forgotten():
    for day in ("2026-03-02", "2026-03-03", "2026-03-09"):
        row = Submission.objects.create(actor_key="staff:1", key=uuid.uuid4(), path=day, body_hash="0" * 64)
        Submission.objects.filter(pk=row.pk).update(created_at=at(f"{day} 12:00"))
    assert DUTIES["submissions"](dt.date(2026, 3, 10), at("2026-03-10 01:00")) == 1
    assert list(Submission.objects.order_by("path").values_list("path", flat=True)) == ["2026-03-03", "2026-03-09"]


def test_deleted_drafts_are_named_by_id_on_the_record():
    draft, _token = drafts.start(kind="living_wage", language="en", at=at("2026-01-02 10:00"))
    assert DUTIES["drafts"](dt.date(2026, 6, 1), at("2026-06-01 01:00")) == 1
    event = Event.objects.get(verb="cases.expire_drafts")
    assert f'"facts":{{"draft_ids":[{draft.pk}]}}' in event.body
    assert DUTIES["drafts"](dt.date(2026, 6, 2), at("2026-06-02 01:00")) == 0
    assert Event.objects.filter(verb="cases.expire_drafts").count() == 1
