"""Finds the employer's other notices within 90 days, which count with a notice only where somebody says that they are one.

Nothing is joined by itself: whether two actions are one reduction of the work force is judged (DWD 279.04 (2)).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from closings.content import NoticeContent
from closings.models import ClosingNotice, Revision
from wagecase.cases.models import Case
from wagecase.rules.calendar import day_after
from wagecase.rules.law import in_force
from wagecase.web.formatting import counted, day

OFF = ("refused", "unlisted", "removed")  # what is no notice, or is listed no more


@dataclass(frozen=True)
class Other:
    """Another notice of the employer, as the revision that was looked at has it."""

    number: str
    revision: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON values; `Other(**...)` reads them back."""
        return {"number": self.number, "revision": self.revision}


def neighbors(case: Case) -> list[ClosingNotice]:
    """Return the employer's other notices whose first day lies at most 90 days before or after, the earliest first."""
    on = case.closing.first_on
    if on is None or case.employer_id is None:
        return []
    days = in_force("closings.window_days", on).number
    near = ClosingNotice.objects.filter(
        case__employer=case.employer_id, first_on__range=(day_after(on, -days), day_after(on, days)), rescinded_on=None
    )
    near = near.exclude(pk=case.pk).exclude(case__state__in=OFF)
    return list(near.select_related("case").order_by("first_on", "pk"))


def words(notice: ClosingNotice) -> str:
    """Return what somebody must know of another notice to say whether it is one with this."""
    affected = "number not stated" if notice.affected is None else f"{counted(notice.affected)} affected"
    first = day(notice.first_on) if notice.first_on else "day not stated"
    return ", ".join(filter(None, [f"{notice.case.number}: {affected} from {first}", notice.places]))


def contents_of(others: Iterable[Other]) -> list[NoticeContent]:
    """Return what the other notices said when they were counted."""
    wanted = {other.number: other.revision for other in others}
    rows = Revision.objects.filter(notice__case__number__in=wanted).values_list(
        "notice__case__number", "number", "content"
    )
    found: Mapping[str, Any] = {number: content for number, revision, content in rows if revision == wanted[number]}
    return [NoticeContent.from_dict(found[number]) for number in wanted]
