"""The demonstration tells the truth: an employer that answered was told by a notice that had been mailed before."""

import pytest

import closings.demo
import closings.demo_list
import licenses.demo
from complaints import demo
from complaints.guards import employer_told_on
from tests.factories import at
from wagecase.cases.models import Case
from wagecase.management.commands.demo import seed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def test_the_notice_to_an_employer_without_email_is_mailed_before_it_answers(monkeypatch):
    scenes = [scene for scene in demo.SCENES if scene.name == "Lou Lorem"]
    monkeypatch.setattr(demo, "SCENES", [scenes[0], scenes[0]])  # the second of them answers
    monkeypatch.setattr(closings.demo, "SCENES", ())
    monkeypatch.setattr(licenses.demo, "SCENES", ())
    monkeypatch.setattr(closings.demo_list, "bring_in", lambda *given, **named: None)
    seed(now=at("2026-11-30 09:00"))
    case = Case.objects.latest("pk")
    complaint = case.complaint
    told = employer_told_on(case)
    assert case.notices.get(kind="complaints.serve_employer").channel == "letter"
    assert told is not None
    assert told == complaint.employer_served_on
    assert told < complaint.employer_answered_on
