"""The conditions of acts on closing notices: each returns None, or the sentence that tells the person what is missing."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from closings.content import NoticeContent
from closings.estimate import decidable_on, estimate
from closings.models import ClosingNotice, Revision
from closings.recording import latest
from closings.sections import recipient_words
from closings.together import Other, moved
from closings.unsettled import unsettled
from wagecase.cases.orders import Orders
from wagecase.lifecycle import Actor
from wagecase.web.formatting import longdate

ORDERS = Orders(
    rows=lambda case: case.closing_determinations, app="closings", word="determination",
    template="letters/closings/determination.html", sign_act="sign_determination", task="sign:closing:",
)  # fmt: skip
is_drafter, all_notices_out, something_returned = ORDERS.is_drafter, ORDERS.all_notices_out, ORDERS.something_returned


def import_undone(case: Any) -> bool:
    """Whether a notice of an old list is off it because the import of that list was undone."""
    return case.state == "removed" and bool(case.import_rows.filter(status="undone").exists())


def may_restore(case: Any, actor: Actor) -> str | None:
    """A notice that was taken off by itself comes back; one whose import was undone may have another number by now."""
    if import_undone(case):
        return _("Its import was undone. Bring the list in again: the notice then gets a new number.")
    return None


def not_rescinded(case: Any, actor: Actor) -> str | None:
    """A rescinded notice is changed no more; a slip is taken back first."""
    if case.closing.rescinded_on is not None:
        return _("The notice is rescinded. If that was a slip, the department takes the rescission back first.")
    return None


def letters_of(notice: Any) -> list[Revision]:
    """Return the revisions that staff keyed from a letter of the employer, the original first."""
    keyed = Q(number=0, notice__origin=ClosingNotice.Origin.KEYED)
    later = Q(number__gt=0, kind__in=(Revision.Kind.UPDATE, Revision.Kind.RESCISSION)) & ~Q(by_role="employer")
    return list(notice.revisions.filter(keyed | later).order_by("number"))


def has_letter(case: Any, actor: Actor) -> str | None:
    """Only of a letter are the days keyed; what is filed online comes on the day of its filing."""
    return None if letters_of(case.closing) else _("It was filed online: the day of the filing is the day of receipt.")


def is_listed(case: Any, actor: Actor) -> str | None:
    """Nobody takes off the list what never stood there, such as a notice that was rescinded before it was read."""
    return None if case.closing.listed_on is not None else _("The notice is not on the public list.")


def is_rescinded(case: Any, actor: Actor) -> str | None:
    """Only a rescission can be taken back."""
    return None if case.closing.rescinded_on is not None else _("The notice is not rescinded.")


def still_counting(content: NoticeContent, *, on: date) -> str | None:
    """Until when lateness is counted for somebody lies after `on`; None once no further day can pass for anybody."""
    until = decidable_on(content)
    if until is None or until <= on:
        return None
    untold = [
        recipient_words(row.facts, where=row.where)
        for row in estimate(content).told
        if (row.facts.given_on or until) > on
    ]
    return _(
        "It can be drafted from %(day)s. Until then days of notice are still counted for whoever is not told: %(names)s."
    ) % {"day": longdate(until), "names": "; ".join(untold)}


def may_draft(case: Any, actor: Actor) -> str | None:
    """A determination judges lateness, so the notice names the day on which work is lost, its officials are clear, and
    nobody's days still count, unless the head counts say that no notice was required: then none can be late."""
    if case.closing.first_on is None:
        return _("The notice names no day on which work is lost. Record an update with the schedule first.")
    content = latest(case.closing)
    if said := unsettled(content):
        return " ".join(said)
    if estimate(replace(content, cause="other", keeps_running=False)).required is False:
        return None
    return still_counting(content, on=timezone.localdate())


def may_revise(case: Any, actor: Actor) -> str | None:
    """A draft is revised by its drafter, on a notice whose officials are clear."""
    return is_drafter(case, actor) or " ".join(unsettled(latest(case.closing))) or None


def may_sign(case: Any, actor: Actor) -> str | None:
    """A determination is signed by somebody who drafted no version of it, once its PDF can be read."""
    draft = ORDERS.current_draft(case)
    if draft is None:
        return _("There is no draft to sign.")
    if ORDERS.has_drafted(case, actor.id):
        return _("You drafted this determination, or an earlier version. Another person must sign it.")
    if not draft.draft.is_ready:
        return _("The draft's PDF is still being made. Wait a few seconds and load the page again.")
    if draft.revision != case.closing.revision:
        return _(
            "The notice was changed after this was drafted. Return the draft, so that it judges the latest revision."
        )
    if others := moved([Other(**one) for one in draft.together]):
        return _(
            "What is counted with this notice is not what it was when this was drafted: %(numbers)s. Return the draft, so "
            "that it judges the notices as they stand."
        ) % {"numbers": ", ".join(others)}
    return None
