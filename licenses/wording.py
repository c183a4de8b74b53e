"""Words for the stored values of licenses, so that no page, letter or list ever shows a raw one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from wagecase.cases.timeline import Words

LICENSE_KINDS: dict[str, Any] = {
    "employer": _("Employer of workers with disabilities"),
    "facility": _("Rehabilitation facility or sheltered workshop"),
}
TIMELINE = Words(labels={}, values={})
