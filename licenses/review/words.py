"""Words for what an application states, as staff read it in the checklist and on the pages of the case."""

from __future__ import annotations

METHODS: dict[str, str] = {
    "own": "Wage of its own experienced workers", "survey": "Survey of firms", "alternate": "Another source",
    "public": "Public determination",
}  # fmt: skip
MEASURES: dict[str, str] = {
    "stop-watch": "measured with a stop watch", "predetermined": "measured by predetermined times",
    "standard-data": "measured by standard data", "comparison": "compared with workers without disabilities",
}  # fmt: skip
LEVELS: dict[str, str] = {"experienced": "experienced workers", "entry": "entry level only", "both": "both levels"}
