"""The words that whoever signs an application attests, in the version that is stored with the signature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

VERSION = "2026-12"


@dataclass(frozen=True)
class Item:
    """One sentence that is ticked by itself."""

    code: str
    about: Any  # in "Tick the sentence about …"
    text: Any
    cite: str


ITEMS: tuple[Item, ...] = (
    Item(
        "commensurate", _("pay in line with others"),
        _("From the first day of the license on, each worker under it is paid at least the wage that is commensurate with "
          "what experienced workers without disabilities nearby get for the same type, quality and quantity of work."),
        "DWD 272.09 (8) (d)",
    ),
    Item(
        "six-months", _("reviews every 6 months"),
        _("The wage of each worker paid by the hour is reviewed at least every 6 months."),
        "DWD 272.09 (5) (b) 1.",
    ),
    Item(
        "yearly", _("yearly adjustment"),
        _("All wages under the license are adjusted at least once a year to changes of the prevailing wages."),
        "DWD 272.09 (5) (b) 2., (8) (f)",
    ),
    Item(
        "overtime", _("overtime"),
        _("Hours over 40 in a week are paid at one and a half times the regular rate or more."),
        "DWD 272.09 (8) (e)",
    ),
    Item(
        "told", _("telling the workers"),
        _("Each worker, and a parent or guardian where that is right, is told of the terms of the license by word and in "
          "writing."),
        "DWD 272.09 (8) (g)",
    ),
    Item("poster", _("the poster"), _("The poster on wages under a license is shown where the workers see it."), "DWD 272.09 (10)"),
    Item(
        "records", _("the records"),
        _("The records that the rule names are kept for at least 3 years: evidence of each disability, productivity, "
          "prevailing wages, hours and pay."),
        "DWD 272.09 (11)",
    ),
    Item(
        "deductions", _("deductions"),
        _("Nothing is taken off wages that the law does not allow, and from wages of patient workers nothing for room, "
          "board or other services."),
        "DWD 272.09 (2) (b)",
    ),
    Item(
        "not-retroactive", _("no lower pay before a license"),
        _("No worker is paid less than the minimum wage before a license that covers the worker is in force."),
        "DWD 272.09 (8) (c)",
    ),
)  # fmt: skip
DECLARATION = _(
    "I declare that I may sign for the employer, and that to the best of my knowledge all statements in this application "
    "are true and complete. I know that a license that was got by a false statement may be revoked."
)
