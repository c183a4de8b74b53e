"""Small lists as the department published them, for tests that need only a few rows."""

import csv
import io
from functools import cache
from pathlib import Path

from closings.importing.piles import Sorted, SortedList, sort_list

REAL = Path(__file__).resolve().parents[2] / "data" / "closings"
HEADS = (
    "Company", "City", "Affected Workers", "Notice Received", "Notice Type", "Layoff Begin Date", "NAICS Description",
    "County", "Workforce Development Area",
)  # fmt: skip


def row(
    company="Acme Invented Widgets", city="Madison", workers="60", received="3/2/2020", kind="CL", layoff="5/1/2020",
    industry="Widgets", county="Dane", area="South Central",
):  # fmt: skip
    return (company, city, workers, received, kind, layoff, industry, county, area)


def written(*rows, heads=HEADS, delimiter=","):
    """Return the bytes of a list with these rows."""
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter).writerows([heads, *rows])
    return out.getvalue().encode()


def sorted_rows(*rows, heads=HEADS) -> tuple[Sorted, ...]:
    return sort_list(written(*rows, heads=heads)).rows


def pile_of(*rows) -> str:
    """Return the pile of the last row."""
    return sorted_rows(*rows)[-1].pile.key


def codes_of(*rows) -> set[str]:
    """Return the codes of the problems of the last row."""
    return {problem.code for problem in sorted_rows(*rows)[-1].problems}


@cache
def real(name: str) -> SortedList:
    return sort_list((REAL / name).read_bytes())
