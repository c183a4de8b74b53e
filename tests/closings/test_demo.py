"""The demonstration's notices come to their states by the ordinary acts, each on its day."""

import pytest

from closings import demo, demo_list
from closings.models import ClosingNotice
from tests.factories import at, make_pdfs, person, send_mail
from wagecase.cases.plays import due_acts
from wagecase.rules import calendar

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def test_every_notice_of_the_demonstration_gets_as_far_as_it_says():
    today = at("2026-11-30 09:00").date()
    plays = demo.plays(today, {"coordinator": [person("cora")], "supervisor": [person("sue")]})
    day, now = min(play.filed_on for play in plays), at("2026-11-30 18:00")
    while day <= today:
        for _at, act in due_acts(plays, day, now):
            act()
            make_pdfs(_at)
            send_mail(_at)
        day = calendar.day_after(day)
    states = {row.employer_name.split()[0]: row.case.state for row in ClosingNotice.objects.select_related("case")}
    assert states == {
        "Placeholder": "received", "Nonesuch": "listed", "Sample": "listed", "Makebelieve": "rescinded",
        "Invented": "drafted", "Pretend": "served", "Fictional": "listed",
    }  # fmt: skip
    decided = ClosingNotice.objects.get(employer_name__startswith="Pretend").case.closing_determinations.get()
    assert decided.surcharge > 0


def test_the_old_list_of_the_demonstration_is_invented_and_imported_but_for_two_rows_to_work_off(
    transactional_db,
):
    now = at("2026-11-30 18:00")
    batch = demo_list.bring_in(now.date(), actor=person("cora").actor, at=now)
    counted = {key: batch.figures[key] for key in ("read", "chains", "held", "refused")}
    assert counted == {"read": 345, "chains": 300, "held": 2, "refused": 0}
    notices = ClosingNotice.objects.filter(origin="imported", listed_on__isnull=False)
    assert notices.count() == 298
    assert all("Example" in name for name in notices.values_list("employer_name", flat=True))
    assert notices.filter(rescinded_on__isnull=False).count() == 13
    assert notices.filter(received_on__year=2026).count() == 46
    assert batch.rows.exclude(failure="").count() == 0
