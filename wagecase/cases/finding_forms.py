"""What opens a case from outside, without an account: its number, and the code on its letters."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from wagecase.web.forms import GovForm, TextField

TYPED = {"autocomplete": "off", "spellcheck": "false"}


class NumberField(TextField):
    """The number of a case as its letters print it; every kind names it and gives an example of its own."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=40, width=18, **kwargs)
        self.widget.attrs |= TYPED


class FindForm(GovForm):
    """Number and code of a case. A kind's own form says what its number is called."""

    number = NumberField(label=_("Case number"), noun=_("your case number"))
    code = TextField(
        label=_("Access code"), noun=_("your access code"), max_length=60, width=24,
        help_text=_("16 letters and numbers. It stands on your receipt and in our letters."),
    )  # fmt: skip
    code.widget.attrs |= TYPED
