"""The library of conditions of a license: those that DWD 272.09 demands of every one, and others that staff may add."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from wagecase.rules import law

MOST_ADDED = 10  # conditions in free words


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of the library. `words` names the parameters in its text; `demanded` ones cannot be left out."""

    code: str
    name: str
    text: str
    cite: str
    words: Mapping[str, str]
    demanded: bool = True


LIBRARY: tuple[Condition, ...] = (
    Condition(
        "overtime", "Overtime", "Pay at least {factor} times the regular rate for each hour over {hours} in a week.",
        "DWD 272.09 (8) (e)", {"factor": "licenses.overtime_factor", "hours": "licenses.overtime_hours"},
    ),
    Condition(
        "adjustment", "Yearly adjustment",
        "Adjust every wage paid under this license to changes in prevailing wages at least once every {years}.",
        "DWD 272.09 (8) (f)", {"years": "licenses.adjustment_years"},
    ),
    Condition(
        "review", "Review of productivity",
        "Review in writing the productivity of each worker paid by the hour within {months} of the start of "
        "employment, then at least every {months}, and after a change of job. Adjust the wage no later than the first "
        "complete pay period after the review.",
        "DWD 272.09 (8) (j) 3.", {"months": "licenses.review_months"},
    ),
    Condition(
        "information", "Information of workers and guardians",
        "Tell each worker, and a parent or guardian when appropriate, of the terms of this license orally and in writing.",
        "DWD 272.09 (8) (g)", {},
    ),
    Condition(
        "poster", "Poster",
        "Display the department’s poster on special minimum wages where workers, parents and guardians can see it, or "
        "give each covered worker a copy.",
        "DWD 272.09 (10)", {},
    ),
    Condition(
        "records", "Records",
        "Keep for inspection, for {years}, the proof of each disability, the evidence of productivity, the prevailing "
        "wages and the production standards.",
        "DWD 272.09 (11)", {"years": "licenses.keep_years"},
    ),
    Condition(
        "departments", "Only the named departments",
        "This license covers only the departments that the application names.", "104.07 (2)", {}, demanded=False,
    ),
    Condition(
        "new-study", "New study of the work",
        "Measure the work again before a changed method, tool or product is paid by the piece.",
        "DWD 272.09 (8) (h) 2. c.", {}, demanded=False,
    ),
    Condition(
        "own-employees", "Own experienced employees",
        "Once workers without disabilities do similar work here, use what they are paid as the prevailing wage.",
        "DWD 272.09 (6) (b)", {}, demanded=False,
    ),
    Condition(
        "wage-report", "Report of wages",
        "Send the department the rate paid to each worker after each yearly adjustment.",
        "DWD 272.09 (8) (a)", {}, demanded=False,
    ),
)  # fmt: skip
BY_CODE = {row.code: row for row in LIBRARY}
DEMANDED = tuple(row for row in LIBRARY if row.demanded)
OPTIONAL = tuple(row for row in LIBRARY if not row.demanded)


def frozen(codes: Iterable[str], own: Iterable[str], *, on: date) -> list[dict[str, str]]:
    """Return the conditions of a license as they are kept, with the law's numbers of the local date `on` in their text.

    The demanded ones always lead; `codes` name others of the library, `own` are further ones in free words. An unknown
    code is left out, for no page offers one.
    """
    chosen = [*DEMANDED, *(row for row in OPTIONAL if row.code in set(codes))]
    kept = [{"code": row.code, "text": text_of(row, on=on), "cite": row.cite} for row in chosen]
    texts = dict.fromkeys(" ".join(text.split()) for text in own)
    return kept + [{"code": f"own-{place}", "text": text, "cite": ""} for place, text in enumerate(texts, 1) if text]


def text_of(row: Condition, *, on: date) -> str:
    """Return the text of one condition with the numbers in force on `on`."""
    return row.text.format(**{name: _length(parameter, on) for name, parameter in row.words.items()})


def _length(parameter: str, on: date) -> str:
    found: Any = law.in_force(parameter, on)
    unit = found.unit.rstrip("s") if found.unit in ("years", "months", "year", "month") else ""
    value = str(found.value)
    if not unit:
        return value
    return unit if value == "1" else f"{value} {unit}s"
