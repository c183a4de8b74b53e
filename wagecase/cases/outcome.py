"""Says after an act what was done, sent, started and stopped: from the rows that it wrote, not from what was planned."""

from __future__ import annotations

from collections.abc import Callable

from wagecase.cases.models import Case
from wagecase.deadlines.models import Clock
from wagecase.deadlines.table import BY_KEY
from wagecase.lifecycle import Transition
from wagecase.web.formatting import longdate


def telling(case: Case, row: Transition) -> Callable[[], str]:
    """Remember how the case stands before an act; the answer, called after it, says what the act did."""
    last_notice = case.notices.order_by("-pk").values_list("pk", flat=True).first() or 0
    last_clock = case.clocks.order_by("-pk").values_list("pk", flat=True).first() or 0
    running = set(case.clocks.filter(status=Clock.Status.RUNNING).values_list("pk", flat=True))

    def told() -> str:
        said = [f"{row.past}."]
        notices = case.notices.filter(pk__gt=last_notice).order_by("pk")
        said += [
            f"{'Letter to mail' if notice.channel == 'letter' else 'E-mail'} to {notice.recipient_label.rstrip('.')}."
            for notice in notices
        ]
        for clock in case.clocks.filter(pk__gt=last_clock).order_by("pk"):
            said.append(f"Clock started: {BY_KEY[clock.key].headline.lower()} {longdate(clock.legal_due)}.")
        for clock in case.clocks.filter(pk__in=running).exclude(status=Clock.Status.RUNNING).order_by("pk"):
            said.append(f"Clock stopped: {BY_KEY[clock.key].title.lower()}.")
        return " ".join(said)

    return told
