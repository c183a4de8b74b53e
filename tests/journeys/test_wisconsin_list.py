"""The Wisconsin list is brought in, looked at, worked off where a person must, imported, and stands on the public list."""

import re
from pathlib import Path

import pytest

from closings.models import ClosingNotice

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.usefixtures("staff")]
LIST = Path(__file__).resolve().parents[1] / "data" / "closings" / "wi-dwd-list-2016-2022.csv"
ROWS = 130  # of its 665: the newest ones, two of them held; the whole list is imported in tests/closings


def test_from_the_file_to_the_public_list(site, visitor, run_due, tmp_path):
    site.set("2026-03-02 10:00")
    coordinator = visitor()
    coordinator.sign_in("cora", then="/closings/imports/")
    look_at_the_whole_list(coordinator)
    bring_in_the_newest_rows(coordinator, tmp_path)
    work_off_a_held_row(coordinator)
    import_what_is_ready(coordinator, run_due)
    read_the_public_list(visitor(width=320))


def look_at_the_whole_list(coordinator):
    """A dry run: four piles that add up, and nothing imported."""
    coordinator.fill({"file": str(LIST)})
    coordinator.press("Look at the list")
    told = coordinator.words()
    assert "618 + 32 + 15 + 0 = 665 rows read" in told
    assert "563 events with 64,862 workers at their latest revision" in told
    assert not ClosingNotice.objects.exists()


def bring_in_the_newest_rows(coordinator, folder):
    """A part of the list is a list too."""
    part = folder / "newest.csv"
    part.write_bytes(b"".join(LIST.read_bytes().splitlines(keepends=True)[: ROWS + 1]))
    coordinator.open("/closings/imports/")
    coordinator.fill({"file": str(part)})
    coordinator.press("Look at the list")
    assert f"= {ROWS} rows read" in coordinator.words()


def work_off_a_held_row(coordinator):
    """The page of a held row asks one question; its answer leads to the next."""
    coordinator.press("Work off held rows", "link")
    assert "In question" in coordinator.words()
    coordinator.press("Accept the row")
    assert "is now on the pile “Ready with a warning”." in coordinator.words()
    coordinator.press("newest.csv", "link")


def import_what_is_ready(coordinator, run_due):
    """The work goes on by itself; its page says how far it is and then what came of it."""
    coordinator.press(re.compile(r"^Import \d+ rows"))
    assert "You may leave the page; the work goes on." in coordinator.words()
    for _pass in range(9):  # a pass of the runner is short, and the next one goes on
        run_due()
        if not ClosingNotice.objects.filter(case__import_rows__batch__status="importing").exists():
            break
    coordinator.open(coordinator.page.url)
    assert "102 notices made." in coordinator.words()


def read_the_public_list(everybody):
    """One row an event, with its history and without the name of the file."""
    everybody.open("/closings/")
    everybody.press(ClosingNotice.objects.order_by("-received_on", "-case_id")[0].employer_name, "link")
    assert "Taken over from an old public list" in everybody.words()
    assert "newest.csv" not in everybody.words("body")
