"""An application signed by two members and with a nervous finger at the same moment, and one list filled by many at once."""

import pytest

from tests.complaints.staff_pages import hidden
from tests.concurrency.together import faults, together
from tests.factories import at
from tests.licenses import member, organization
from tests.licenses.drafting import Writer, empty, filled
from tests.licenses.test_apply_filing import SIGNED
from wagecase.audit.chain import verify
from wagecase.cases import drafts
from wagecase.cases.models import Case
from wagecase.documents.models import Document

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clock", "media")]
NOW = at("2026-03-02 09:00")


def test_two_members_and_a_double_click_at_once_make_one_case():
    olive = member(organization(at=NOW), at=NOW)
    felix = member(olive.organization, "Felix Filer Example", "filer", at=NOW)
    draft = filled(olive, at=NOW)
    first, second = Writer(olive, draft), Writer(felix, draft)
    first.send("check")
    pages = [hidden(first.get("sign")), hidden(second.get("sign"))]
    presses = [(olive, pages[0]), (olive, pages[0]), (felix, pages[1]), (felix, pages[1])]
    writers = [(Writer(who, draft), dict(page)) for who, page in presses]
    answers = together(*[lambda one=one, page=page: one.send("sign", page=page, **SIGNED) for one, page in writers])
    assert faults(answers) == []
    assert {answer.status_code for answer in answers} <= {303, 409}
    assert Case.objects.count() == 1
    assert Document.objects.filter(kind="licenses.as_filed").count() == 1
    assert verify().fault == ""


def test_ten_lines_added_at_once_are_ten_lines():
    olive = member(organization(at=NOW), at=NOW)
    draft = empty(olive, at=NOW)

    def add(number):
        return lambda: drafts.add_row(draft, "sites", values={"name": f"Place {number}"}, at=NOW)

    answers = together(*[add(number) for number in range(10)])
    assert faults(answers) == []
    rows = drafts.rows(draft, "sites")
    assert {row.answers["name"] for row in rows} == {f"Place {number}" for number in range(10)}
    assert sorted(row.place for row in rows) == list(range(10))
