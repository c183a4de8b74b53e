"""A cell may hold anything: a run of spaces or dashes costs no more than other text of its length."""

import pytest

from closings.importing.names import without_label


@pytest.mark.parametrize("run", [" " * 1_900, "-" * 1_900, ", " * 950, " -" * 950])
def test_a_long_run_is_no_mark_of_a_revision_and_is_read_at_once(run):
    name = f"A{run}Revision 2"
    assert without_label(name) == (name, None)  # reading the mark took minutes


def test_a_mark_behind_the_usual_few_signs_is_still_read():
    base, label = without_label("Acme Example   -  Revision 2")
    assert (base, label.number) == ("Acme Example", 2)
