"""Words for the stored values of licenses, so that no page, letter or list ever shows a raw one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from wagecase.cases.timeline import Words

LICENSE_KINDS: dict[str, Any] = {
    "employer": _("Employer of workers with disabilities"),
    "facility": _("Rehabilitation facility or sheltered workshop"),
}
METHODS: dict[str, str] = {
    "own": "Wage of its own experienced workers", "survey": "Survey of firms", "alternate": "Another source",
    "public": "Public determination",
}  # fmt: skip
MEASURES: dict[str, str] = {
    "stop-watch": "measured with a stop watch", "predetermined": "measured by predetermined times",
    "standard-data": "measured by standard data", "comparison": "compared with workers without disabilities",
}  # fmt: skip
LEVELS: dict[str, str] = {"experienced": "experienced workers", "entry": "entry level only", "both": "both levels"}
DISABILITIES: dict[str, str] = {}
TIMELINE = Words(labels={}, values={})
