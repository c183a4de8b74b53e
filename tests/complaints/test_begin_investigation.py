"""Beginning the investigation is the assigned investigator's act, or a supervisor's."""

import pytest

from tests.factories import case_in, do, person
from wagecase.errors import TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


@pytest.mark.parametrize("key", ["ina", "sue"])
def test_the_investigator_or_a_supervisor_begins(key):
    assert (
        do(case_in("assigned"), "begin_investigation", by=person(key), when="2026-03-03 09:00").state == "investigating"
    )


def test_another_investigator_is_told_whose_case_it_is_not():
    with pytest.raises(TransitionNotAllowed, match=r"assigned to somebody else\. Ask a supervisor to reassign it"):
        do(case_in("assigned"), "begin_investigation", by=person("ivo"), when="2026-03-03 09:00")
