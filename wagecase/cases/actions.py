"""What the act page needs of a transition: its form, its service, and which fact is the acting person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from wagecase.accounts.models import User
from wagecase.cases.act_forms import ActForm
from wagecase.cases.models import Case


@dataclass(frozen=True, slots=True)
class Action:
    """One row: `person` names the service's argument for the acting person; unversioned acts only add rows.

    `chooses` is a role word whose addressee the form itself decides, so that nobody is named before the choice.
    What is typed for an `inward` act stays in the file: its letters are the same whatever it says. The password is
    asked again for a `confirmed` one: a signature binds the department.
    """

    name: str
    form: type[ActForm]
    service: Callable[..., Case]
    person: str = ""
    versioned: bool = True
    chooses: str = ""
    danger: bool = False
    inward: bool = False
    confirmed: bool = False
    press: str = ""  # the words of the button, where they differ from the name of the act

    def run(self, case: Case, *, form: ActForm, user: User, at: datetime) -> Case:
        """Do the act with what the form gathered and return the fresh case."""
        facts: dict[str, Any] = {**form.facts(), "actor": user.actor, "at": at}
        if self.person:
            facts[self.person] = user
        if self.versioned:
            facts["expected_version"] = form.cleaned_data["version"]
        return self.service(case, **facts)
