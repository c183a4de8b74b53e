"""Which questions another answer calls for, in words that the page's script reads as well: static/js/only-if.js.

"coverage=departments" holds for that answer, "status=other,public" for either, "parent_name" for any answer at all, and
"born_on>2001-03-02" for a whole date after that day. "|" joins ways in which it holds, and "&" parts that all must hold.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from licenses.drafting import typed

_PART = re.compile(r"(\w+)([=>]?)(.*)\Z", re.DOTALL)


def holds(condition: str, answers: Mapping[str, Any]) -> bool:
    """Return whether kept answers call for a question with this condition."""
    return all(any(_one(part, answers) for part in both.split("|")) for both in condition.split("&"))


def _one(part: str, answers: Mapping[str, Any]) -> bool:
    match = _PART.match(part)
    assert match is not None  # noqa: S101 - conditions are written in the code
    name, sign, wanted = match.groups()
    said = answers.get(name) or ()
    if sign == ">":
        return _date(str(said or "")) > wanted
    given = [said] if isinstance(said, str) else [str(one) for one in said]
    return any(one in wanted.split(",") for one in given) if sign else any(one.strip() for one in given)


def _date(text: str) -> str:
    """Return a whole date as YYYY-MM-DD, an empty text for half a one."""
    month, day, year = typed.date_parts(text)
    if not (month.isdecimal() and day.isdecimal() and year.isdecimal() and len(year) == 4):
        return ""
    return f"{year}-{month:0>2}-{day:0>2}"
