"""Words for the stored values of licenses, so that no page, letter or list ever shows a raw one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from wagecase.cases.timeline import Words

LICENSE_KINDS: dict[str, Any] = {
    "employer": _("Employer of workers with disabilities"),
    "facility": _("Rehabilitation facility or sheltered workshop"),
}
STATUSES: dict[str, Any] = {
    "in-force": _("In force"),
    "continued": _("Continued by pending renewal"),
    "expired": _("Expired"),
    "revoked": _("Revoked"),
    "surrendered": _("Given up"),
    "not-yet": _("Not yet in force"),
}
STATUS_TONES = {
    "in-force": "active", "continued": "attention", "expired": "neutral", "revoked": "late", "surrendered": "neutral",
    "not-yet": "waiting",
}  # fmt: skip
PERMITS: dict[str, Any] = {
    "employer": _(
        "This employer may pay workers whose earning capacity is impaired by a disability less than the minimum wage, in "
        "proportion to their productivity, at the places named here and in the term below."
    ),
    "facility": _(
        "This facility may pay workers whose earning capacity is impaired by a disability less than the minimum wage, in "
        "proportion to their productivity, at the places named here and in the term below."
    ),
}
TIMELINE = Words(labels={}, values={})
