"""Until when a party may ask for a rehearing or a court after the decision (ch. 227), for pages: the dates of the letter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _

from wagecase.cases.models import Case
from wagecase.cases.review import REVIEWS
from wagecase.rules import calendar, law
from wagecase.web.formatting import longdate

DECIDED = ("countersigned", "served", "closed")


@dataclass(frozen=True, slots=True)
class Review:
    """The last days, and how they were reached; `served_on` is None while service is not recorded.

    Until then the days count as the letter counts them: from the day of the signature.
    """

    decided_on: date
    served_on: date | None
    rehearing_by: date
    court_by: date
    sentences: tuple[str, ...]
    law: str
    today: date

    @property
    def running(self) -> bool:
        """Whether one of the two may still be asked for."""
        return self.today <= max(self.rehearing_by, self.court_by)

    @property
    def rehearing_over(self) -> bool:
        """Whether only the court is left."""
        return self.today > self.rehearing_by


def review_of(case: Case, *, today: date, language: str = "en") -> Review | None:
    """Return the periods of review of a decided case, None before the signature and once the case goes on."""
    if case.kind != "living_wage" or case.state not in DECIDED or case.complaint.ending_ground:
        return None
    row = case.determinations.exclude(signed_at=None).last()
    if row is None or row.signed_at is None:
        return None
    decided_on = timezone.localdate(row.signed_at)
    start = row.served_on or decided_on
    begins = _("The decision was served on %(day)s.") if row.served_on else _("If the decision is served on %(day)s:")
    sentences, last, cites = [begins % {"day": longdate(start)}], {}, []
    for name, label in (("rehearing", _("Rehearing")), ("court", _("Court"))):
        period = law.in_force(REVIEWS[name], start)
        found = calendar.due(start=start, length=period.number, act="filing", citation=period.cite)
        last[name] = found.value.legal_due
        sentences += [f"{label}: {sentence}" for sentence in found.sentences(language)]
        cites += [cite for cite in found.citations if cite not in cites]
    return Review(
        decided_on=decided_on, served_on=row.served_on, rehearing_by=last["rehearing"], court_by=last["court"],
        sentences=tuple(sentences), law=", ".join(f"s. {cite}" for cite in cites), today=today,
    )  # fmt: skip
