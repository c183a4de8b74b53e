"""Says what the law lets follow where somebody seems to be told too late: told with the receipt, and never decided there."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _

from closings.content import EMPLOYEE, OFFICIAL, NoticeContent
from closings.estimate import estimate


def aftermath(content: NoticeContent, *, today: date) -> list[str]:
    """Return a sentence for each consequence that notice as short as this may have; none while nothing seems late.

    Told are those of 109.07 (3) and (4) (employees) and (4m) (a) (officials): only the department decides on them.
    """
    found = estimate(content, today=today)
    late = {row.facts.kind for row in found.told if row.short} if found.required else set()
    words = []
    if OFFICIAL in late:
        words.append(
            _("An official seems to be told too late. For that the department must assess a surcharge of not more than $500 a day, unless an exception holds (s. 109.07 (4m) (a)). We decide it in a written determination and send it to you.")
        )  # fmt: skip
    if EMPLOYEE in late:
        words.append(
            _("Employees seem to be told too late. They may claim pay and benefits for the days by which notice fell short (s. 109.07 (3)), with us until 300 days after the closing or layoff (s. 109.07 (4) (a)).")
        )  # fmt: skip
    return words
