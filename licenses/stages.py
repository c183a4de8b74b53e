"""Where a case of licenses stands as the members of its organization see it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from wagecase.cases.acts import lifecycle_of
from wagecase.cases.models import Case
from wagecase.cases.stages import reached_on
from wagecase.web.formatting import day

AHEAD = {
    "application": ("filed", "review", "deciding"),
    "revocation": ("noticed", "deciding"),
}  # fmt: skip  the path of every case of the kind; its end is not known before


def stages(case: Case) -> list[tuple[str, str, str]]:
    """Return (label, done | now | later, day) for each stage reached, and while the case is open for those ahead.

    What the case fell back from (a returned recommendation) is ahead again.
    """
    labels = dict(lifecycle_of(case).stages)
    order = list(labels)
    reached = reached_on(case)
    now = next(reversed(reached), order[0])
    ahead = [name for name in AHEAD.get(case.kind, ()) if order.index(name) > order.index(now)] if case.is_open else []
    past = [name for name in reached if name not in ahead]
    return [
        *((_(labels[name]), "now" if name == now and case.is_open else "done", day(reached[name])) for name in past),
        *((_(labels[name]), "later", "") for name in ahead),
    ]
