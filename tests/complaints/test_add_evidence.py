"""Adding files: by either party or staff; a party's files become a task, and nothing is sent."""

import pytest
from django.core.exceptions import ValidationError

from tests.factories import SERVED_EMPLOYER, UNPAID, case_in, do, file_online, person, taken, walk
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-04 15:00"


@pytest.mark.parametrize(
    ("by", "source"), [("complainant", "complainant"), ("employer", "employer"), ("investigator", "staff")]
)
def test_the_file_keeps_who_gave_it(by, source):
    case = walk(file_online(), SERVED_EMPLOYER, when="2026-03-03 09:00")
    notices = case.notices.count()
    case = do(case, "add_evidence", by=by, when=NOW, files=[taken("a.pdf"), taken("b.pdf")])
    assert set(case.attachments.values_list("source", flat=True)) == {source}
    assert case.attachments.count() == 2
    assert case.notices.count() == notices
    expected = [] if source == "staff" else [(f"Read the new files from the {source}", person("ina").pk)]
    assert list(case.tasks.values_list("what", "person")) == expected


def test_files_are_named_on_the_record_by_number():
    case = do(case_in("investigating"), "add_evidence", by="complainant", when=NOW)
    assert f'"attachment_ids":[{case.attachments.get().pk}]' in case.events.last().body


def test_no_file_is_no_act():
    case = case_in("investigating")
    with pytest.raises(ValidationError) as refusal:
        do(case, "add_evidence", by="complainant", when=NOW, files=[])
    assert refusal.value.message_dict == {"files": ["Choose at least one file"]}


def test_an_unpaid_wages_complaint_takes_files_too():
    case = do(file_online(content=UNPAID), "add_evidence", by="complainant", when=NOW)
    assert Case.objects.get(pk=case.pk).attachments.count() == 1
