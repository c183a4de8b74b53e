"""The conditions of acts on a license's file: each returns None, or the sentence that tells the person what is missing."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from licenses.status import HOLDS, NOT_YET, pending_renewal, status_of, to_judge
from wagecase.lifecycle import Actor


def nothing_pending(case: Any, actor: Actor) -> str | None:
    if pending_renewal(case.license) is not None:
        return _("A renewal of this license waits for a decision. Withdraw it first.")
    if status_of(case.license, timezone.localdate()).value not in (*HOLDS, NOT_YET):
        return _("This license is in force no more, so there is nothing to give up.")
    return None


def is_over(case: Any, actor: Actor) -> str | None:
    if status_of(case.license, timezone.localdate()).value in (*HOLDS, NOT_YET):
        return _("This license is in force. Its file can be closed once it has ended.")
    if pending_renewal(case.license) is not None:
        return _("A renewal of this license waits for a decision.")
    if found := case.license.revocations.filter(case__is_open=True).select_related("case").first():
        return _("A revocation of this license is open: %(number)s. End it first.") % {"number": found.case.number}
    return None


def may_be_renewed(case: Any, actor: Actor) -> str | None:
    license = case.license
    if license.revoked_on is not None or license.surrendered_on is not None:
        return _("A license that was revoked or given up is not renewed.")
    return None


def may_be_judged(case: Any, actor: Actor) -> str | None:
    if to_judge(case.license) is None:
        return _("No renewal waits for a decision, and none kept this license in force after its term.")
    return None
