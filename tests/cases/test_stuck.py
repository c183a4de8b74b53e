"""What the runner gave up on becomes one task for a person."""

import pytest

from tests.factories import case_in
from wagecase.cases.models import Task
from wagecase.cases.stuck import document_stuck, notice_stuck

pytestmark = pytest.mark.django_db


def test_a_notice_that_cannot_be_sent_asks_the_investigator_once():
    case = case_in("assigned")
    notice = case.notices.get(kind="complaints.file_online")
    notice_stuck(notice)
    notice_stuck(notice)
    task = Task.objects.get()
    assert (task.what, task.person) == ("Notice to Wanda Worker Example could not be sent", case.assignee)
    assert case.events.filter(verb="cases.stuck").count() == 1


def test_a_letter_that_cannot_be_made_asks_a_supervisor_when_nobody_has_the_case():
    case = case_in("received")
    document_stuck(case.documents.first())
    task = Task.objects.get()
    assert (task.person, task.role) == (None, "supervisor")
    assert task.what.startswith("The PDF “")


def test_account_mail_is_nobodys_task():
    notice = case_in("received").notices.first()
    notice.is_account_mail = True
    notice_stuck(notice)
    assert not Task.objects.exists()
