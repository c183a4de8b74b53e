"""The conditions of acts on closing notices: each returns None, or the sentence that tells the person what is missing."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from wagecase.lifecycle import Actor


def may_draft(case: Any, actor: Actor) -> str | None:
    """A determination judges lateness, so the notice must name the day on which work is lost."""
    return None


def is_drafter(case: Any, actor: Actor) -> str | None:
    """A draft is revised by its drafter."""
    return None


def may_sign(case: Any, actor: Actor) -> str | None:
    """A determination is signed by somebody who drafted no version of it, once its PDF can be read."""
    return _("There is no draft to sign.")


def all_notices_out(case: Any, actor: Actor) -> str | None:
    """Service is recorded when every copy was accepted by its mail server or mailed."""
    return None
