"""Who acts on the three kinds of case that a license has, and the act that gives a case to one of them."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from wagecase.lifecycle import SAME, Transition

SPECIALIST, SUPERVISOR, EMPLOYER = _("specialist"), _("supervisor"), _("employer")
STAFF = (SPECIALIST, SUPERVISOR)


def assign(source: tuple[str, ...]) -> Transition:
    """An application or a revocation is given to a specialist."""
    return Transition("assign", _("Assign a specialist"), source, SAME, (SUPERVISOR,),
                      says=_("Tells the specialist by e-mail."), past=_("Specialist assigned"))  # fmt: skip
