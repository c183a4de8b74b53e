"""Check the rows of a schedule that staff make, before anybody can propose it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import pairwise

from django.core.exceptions import ValidationError

from wagecase.rates.books import CENT
from wagecase.rates.models import ADOPTED_SOURCE
from wagecase.rules.calendar import day_after
from wagecase.rules.proposal_tables import names_a_sex
from wagecase.rules.ratebook import CLASSES, Printed, accepts

LARGEST = Decimal("99999.99")


def separates_sexes(name: str) -> bool:
    """Return whether the name of a class or a title speaks of men or women, which 104.04 forbids for a classification."""
    return bool(names_a_sex(name))


def check_rows(rows: Iterable[Printed], *, first_day: date) -> tuple[Printed, ...]:
    """Return the rows sorted, an open one ended by the next of its kind.

    Raises ValidationError (rows) with one sentence for each thing that is wrong.

    Every row is an amount of DWD272 above 0 in whole cents, for a class, item and unit that the texts have, from the
    first day of the schedule on; periods of the same amount do not overlap, and each row has its citation.
    """
    found = tuple(sorted(rows, key=lambda row: (row.class_, row.item, row.unit, row.start)))
    faults = [fault for row in found for fault in _faults(row, first_day)]
    faults += [_overlap(one, two) for one, two in pairwise(found) if _overlap(one, two)]
    if not found:
        faults.append("Enter at least one amount.")
    if faults:
        raise ValidationError({"rows": list(dict.fromkeys(faults))})
    return tuple(_closed(row, after) for row, after in zip(found, [*found[1:], None], strict=True))


def _faults(row: Printed, first_day: date) -> list[str]:
    name = f"{row.class_}, {row.item} per {row.unit}, from {row.start.isoformat()}"
    if separates_sexes(row.class_):
        return [f"“{row.class_}”: 104.04 forbids a classification that separates men and women."]
    faults = []
    if row.source != ADOPTED_SOURCE or row.flag:
        faults.append(f"{name}: only amounts of DWD 272 can be proposed.")
    if row.class_ not in CLASSES:
        faults.append(f"“{row.class_}” is no class of chapter DWD 272.")
    elif not accepts(row.class_, row.item, row.unit):
        faults.append(f"{name}: chapter DWD 272 has no such amount for this class.")
    if not isinstance(row.amount, Decimal) or not row.amount.is_finite() or not Decimal(0) < row.amount <= LARGEST:
        faults.append(f"{name}: enter an amount from $0.01 to ${LARGEST:,}.")
    elif row.amount != row.amount.quantize(CENT):
        faults.append(f"{name}: enter dollars and whole cents.")
    if row.start < first_day:
        faults.append(f"{name}: a row cannot begin before the first day of the schedule, {first_day.isoformat()}.")
    if row.end is not None and row.end < row.start:
        faults.append(f"{name}: the last day is before the first day.")
    if not row.cite.strip():
        faults.append(f"{name}: enter the citation of the amount.")
    return faults


def _kind(row: Printed) -> tuple[str, str, str]:
    return (row.class_, row.item, row.unit)


def _closed(row: Printed, after: Printed | None) -> Printed:
    if after is None or row.end is not None or _kind(row) != _kind(after):
        return row
    return replace(row, end=day_after(after.start, -1))


def _overlap(one: Printed, two: Printed) -> str:
    if _kind(one) != _kind(two):
        return ""
    if one.start != two.start and (one.end is None or one.end < two.start):
        return ""
    return f"{two.class_}, {two.item} per {two.unit}: two amounts hold on {two.start.isoformat()}."
