"""Carry the minimum wage that a question is judged by: one that the caller states, or the general one of a day."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from wagecase.rules.finding import Step
from wagecase.rules.money import CENT
from wagecase.rules.ratebook import RateBook

__all__ = ["Minimum", "minimum_on", "stated_minimum"]


@dataclass(frozen=True, slots=True)
class Minimum:
    """A minimum hourly wage in dollars, with the reason, the citation and the book if it was looked up."""

    amount: Decimal
    steps: tuple[Step, ...] = ()
    citations: tuple[str, ...] = ()
    book: str = ""

    @property
    def books(self) -> dict[str, str]:
        """Return what a finding keeps about the book of rates; nothing if the caller stated the wage."""
        return {"rates": self.book} if self.book else {}


def stated_minimum(amount: Decimal) -> Minimum:
    """Return a minimum wage that the caller states, in dollars."""
    return Minimum(amount.quantize(CENT))


def minimum_on(day: date, *, book: RateBook) -> Minimum:
    """Return the general rate of DWD 272.03 (1) or (1m) in force on a day. Raises NoRateInSource (C-13)."""
    rate = book.minimum(day)
    step = Step("licenses.minimum_on", {"day": day, "minimum": rate.amount})
    return Minimum(rate.amount, (step,), (rate.cite,), book.name)
