"""Asks somebody to pass a notice on to the department of commerce, as 109.07 (1m) tells the department to do promptly."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings

from wagecase.cases import services as cases
from wagecase.cases.models import Case

SORT = "commerce"  # of the task, the word before its colon


def ask_for_copy(case: Case, *, at: datetime) -> None:
    """Open the task for a notice that was read and listed, once: how the copy goes there is the office's own matter.

    The public copy is enough and goes to no machine: the law names the department, not a form or an address.
    """
    what = f"Send a copy of the notice (PDF under Notice) to the {settings.COMMERCE_NAME}: s. 109.07 (1m)"
    cases.open_task(
        key=f"{SORT}:{case.pk}", what=what, at=at, case=case, person=case.assignee, role="coordinator",
    )  # fmt: skip
