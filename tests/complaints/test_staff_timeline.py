"""The timeline speaks for every verb that any table or service can write, and folds what is only noise."""

import re
from pathlib import Path

import pytest

from complaints.lifecycle import LIFECYCLES
from complaints.wording import TIMELINE
from tests.complaints.staff_pages import signed_in, words
from tests.factories import TO_POST, UNPAID, at, case_in, do, file_online, mail_letters, make_pdfs, person
from wagecase import encryption
from wagecase.cases import timeline
from wagecase.cases.models import Case
from wagecase.cases.services import add_note
from wagecase.cases.sweep import sweep
from wagecase.rules import calendar

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("lifecycle", LIFECYCLES, ids=lambda lifecycle: lifecycle.kind)
def test_every_act_has_its_past_tense(lifecycle):
    silent = [row.name for row in lifecycle.transitions if not row.past.strip()]
    assert not silent


def test_every_other_verb_that_is_recorded_on_a_case_has_its_words():
    written = set()
    for folder in ("wagecase", "complaints"):
        for path in (ROOT / folder).rglob("*.py"):
            written |= set(re.findall(r'verb="((?:cases|deadlines|notices|documents)\.\w+)"', path.read_text()))
    assert "cases.add_note" in written
    assert written - set(timeline.PAST) == set()


pages = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files", "clock")]


def entries(case, **options):
    return [entry for _day, found in timeline.days(case, words=TIMELINE, **options) for entry in found]


class TestPages:
    pytestmark = pages

    def test_a_whole_case_can_be_told(self):
        case = case_in("closed")
        told = entries(case)
        assert told[0].headline == "Case closed"
        assert told[-1].headline == "Complaint filed and signed online"
        assert told[-1].actor == "Wanda Worker Example (complainant)"
        assert told[-1].source == "online"
        assigned = next(entry for entry in told if entry.headline == "Investigator assigned")
        assert ("State", "Docketed", "Assigned") in assigned.changes
        assert ("Assigned to", "", "Ina Investigator Example") in assigned.changes
        assert assigned.actor == "Sue Supervisor Example (supervisor)"
        signed = next(entry for entry in told if entry.headline == "Determination signed")
        assert [label for label, _href in signed.links] == ["Determination (PDF)"]

    def test_titles_of_letters_are_read_without_the_letters(self, monkeypatch):
        case = case_in("countersigned")
        read, real = [], encryption.decrypt
        monkeypatch.setattr(encryption, "decrypt", lambda token: read.append(real(token)) or read[-1])
        shown = [label for entry in entries(case) for label, _href in entry.links]
        assert "Determination (PDF)" in shown
        assert not [text for text in read if "<html" in text]
        for page in ("", "timeline/", "documents/", "notices/"):
            assert signed_in("sue").get(f"/complaints/{case.number}/{page}").status_code == 200
        assert not [text for text in read if "<html" in text]

    def test_a_withdrawal_a_dismissal_and_another_kind_can_be_told(self):
        for state in ("withdrawal_requested", "reopened"):
            assert entries(case_in(state))
        assert entries(case_in("closed", content=UNPAID))[0].headline == "Case closed"
        dismissed = entries(case_in("dismissed"))[0]
        assert any(label == "Ground" and "_" not in after for label, _before, after in dismissed.changes)

    def test_notes_letters_and_reminders_are_told_and_reminders_of_one_day_are_folded(self):
        case = case_in("assigned")
        add_note(case, text="Secret words.", author=person("ina"), at=at("2026-03-02 11:00"))
        due = case.clocks.get().legal_due
        for before in (10, 5, 1, 0, -1):
            sweep(now=calendar.step_instant(calendar.day_after(due, -before)))
        told = entries(case)
        assert "Note added" in [entry.headline for entry in told]
        assert not any("Secret words." in str(entry) for entry in told)
        folded = [entry for entry in told if entry.headline.endswith("reminders sent")]
        assert folded
        assert "investigator reminded" in folded[0].detail
        assert "supervisor reminded" in folded[0].detail
        whole = entries(case, fold=False)
        assert len([e for e in whole if e.headline == "Reminder sent"]) > len(folded)

    def test_a_mailed_letter_is_told(self):
        case = file_online(content=TO_POST)
        make_pdfs(at("2026-03-02 10:05"))
        mail_letters(case, by=person("ina"), moment=at("2026-03-02 11:00"))
        told = entries(case)[0]
        assert (told.headline, told.detail) == (
            "Letter marked as mailed",
            "Receipt for your complaint: Wanda Worker Example. Mailed March 2, 2026 by first-class mail.",
        )

    def test_the_page_shows_days_newest_first_and_filters_by_kind(self):
        case = case_in("assigned")
        add_note(case, text="x", author=person("ina"), at=at("2026-03-03 11:00"))
        client, address = signed_in("ina"), f"/complaints/{case.number}/timeline/"
        text = words(client.get(address)).split("Reminders")[1]
        assert text.index("Tuesday, March 3, 2026") < text.index("Monday, March 2, 2026")
        assert "Investigator assigned" in text
        assert "Investigator assigned" not in words(client.get(address + "?show=notes")).split("Reminders")[1]
        assert "No entries of this kind." in words(client.get(address + "?show=reminders"))
        assert client.get(address + "?show=%00").status_code == 200

    def test_a_person_who_left_is_still_named(self):
        case = case_in("assigned")
        sue = person("sue")
        sue.is_active = False
        sue.save()
        assert "Sue Supervisor Example (supervisor)" in [entry.actor for entry in entries(case)]

    def test_the_latest_changes_are_those_after_the_page_was_opened(self):
        case = case_in("assigned")
        seen = timeline.last_seq(case)
        assert timeline.since(case, seen, words=TIMELINE) == []
        do(case, "begin_investigation", by="investigator", when="2026-03-02 12:00")
        found = timeline.since(Case.objects.get(pk=case.pk), seen, words=TIMELINE)
        assert [entry.headline for entry in found] == ["Investigation begun"]
