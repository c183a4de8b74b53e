"""Where a notice stands as its employer sees it: the stages of the lifecycle table, reached by recorded acts."""

from __future__ import annotations

from django.utils.translation import gettext as _

from closings.lifecycle import CLOSING
from wagecase.cases.models import Case
from wagecase.cases.stages import reached_on
from wagecase.web.formatting import day


def stages(case: Case) -> list[tuple[str, str, str]]:
    """Return (label, done | now | later | skipped, day) for each public stage that this case may still reach.

    A notice without a determination shows none of its stages; one that was rescinded ends there. What was taken back
    since (a refusal, a rescission, the place on the list, the end of the file) is reached no more, and what was sent is not
    the determination that was signed since.
    """
    notice, found = case.closing, reached_on(case)
    taken_back = {
        "refused": case.state != "refused", "rescinded": notice.rescinded_on is None, "listed": notice.listed_on is None,
        "unlisted": notice.listed_on is not None, "closed": case.is_open,
        "sent": case.state == "signed",
    }  # fmt: skip
    reached = {name: day(on) for name, on in found.items() if not taken_back.get(name)}
    reached["filed"] = day(case.received_on)
    ordered = [name for name, _label in CLOSING.stages if name in reached or (name == "listed" and case.is_open)]
    now = [name for name in ordered if name in reached][-1]
    labels = dict(CLOSING.stages)
    return [
        (
            _(labels[name]),
            "later" if name not in reached else "now" if name == now and case.is_open else "done",
            reached.get(name, "")
            or (_("As soon as we have read it. The law sets no day.") if name == "listed" else ""),
        )
        for name in ordered
    ]
