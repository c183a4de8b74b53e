"""The conditions of acts on complaints: each returns None, or the sentence that tells the person what is missing."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from wagecase.cases.orders import Orders
from wagecase.lifecycle import Actor
from wagecase.notices.models import (
    BOUNCED,
    CLAIMED,
    EMAIL,
    LETTER,
    MAILED,
    REPLACED,
    SENT,
    UNCERTAIN,
    Notice,
    NoticeAttempt,
)
from wagecase.web.formatting import day, longdate

SUPERVISOR = "supervisor"
CAME_BACK, NOT_KNOWN, NEVER_LEFT = "came_back", "not_known", "never_left"


def not_yet_signed(case: Any, actor: Actor) -> str | None:
    """A complaint is signed once."""
    return _("The complaint is signed already.") if case.complaint.verified_on else None


def is_signed(case: Any, actor: Actor) -> str | None:
    """Only a signed complaint is worked on: without the oath there is no 20-day clock to keep (104.05)."""
    if case.complaint.verified_on:
        return None
    return _("The complaint was never signed. Record the signed form first.")


def may_assign(case: Any, actor: Actor) -> str | None:
    """A reopened case that was never found to fall under 104.05, or was found not to, is docketed first."""
    if case.state == "reopened" and case.complaint.verified_on and not case.complaint.jurisdiction.strip():
        return _("Docket the complaint first: say why it falls under section 104.05.")
    return is_signed(case, actor)


def is_own_case(case: Any, actor: Actor) -> str | None:
    """Investigators act on their own cases; a supervisor may act on any."""
    if actor.role == SUPERVISOR or case.assignee_id == actor.id:
        return None
    return _("This case is assigned to somebody else. Ask a supervisor to reassign it.")


def may_serve_employer(case: Any, actor: Actor) -> str | None:
    """The employer is served once, and only where there is a way to reach it: else the answer clock would be a sham."""
    if case.complaint.employer_served_on:
        return _("The employer has been served already.")
    # .all(), so that a list that fetched the parties of all its cases asks nothing for each of them
    employers = [party for party in case.parties.all() if party.role == "employer"]
    if not any(p.postal.strip() or (p.email_allowed and p.email) for p in employers):
        return _(
            "We have no address of the employer. Record one under Parties first, or go on without serving the "
            "employer and say why."
        )
    return is_own_case(case, actor)


def not_yet_served(case: Any, actor: Actor) -> str | None:
    """Going on without service needs no service before."""
    if case.complaint.employer_served_on:
        return _("The employer has been served, so there is nothing to skip.")
    if case.complaint.service_skipped_reason:
        return _("The reason for going on without serving the employer is already recorded.")
    return is_own_case(case, actor)


def was_served(case: Any, actor: Actor) -> str | None:
    """An answer can be recorded once, after service."""
    if not case.complaint.employer_served_on:
        return _("The employer has not been served yet.")
    if case.complaint.employer_answered_on:
        return _("The employer's answer is already recorded. Add further papers as files.")
    return is_own_case(case, actor)


def nothing_asked(case: Any, actor: Actor) -> str | None:
    """One question is open at a time, so that the answer date is never in doubt."""
    if case.information_requests.filter(answered_at=None, automatic=False).exists():
        return _("A question is still open. Wait for the answer, or record it first.")
    return None


def something_asked(case: Any, actor: Actor) -> str | None:
    """An answer needs a question."""
    if not case.information_requests.filter(answered_at=None).exists():
        return _("No question is open.")
    return None


def may_draft(case: Any, actor: Actor) -> str | None:
    """A draft needs service of the employer or the recorded reason for going on without it."""
    complaint = case.complaint
    if not complaint.employer_served_on and not complaint.service_skipped_reason:
        return _("Serve the employer first, or record why you go on without it.")
    return is_own_case(case, actor)


def is_drafter(case: Any, actor: Actor) -> str | None:
    """A draft is revised by its drafter or the assigned investigator."""
    return None if actor.id == case.assignee_id else ORDERS.is_drafter(case, actor)


def drafters(case: Any) -> set[int]:
    """Return the ids of everybody who drafted any version, replaced ones too, since the case was opened or reopened.

    Whoever presses Revise with nothing changed becomes the drafter of the last version, not of the words.
    """
    reopened = case.events.filter(verb="complaints.reopen").order_by("-seq").values_list("at", flat=True).first()
    since = reopened or case.opened_at
    return set(case.determinations.filter(drafted_at__gte=since).values_list("drafted_by_id", flat=True))


ORDERS = Orders(
    rows=lambda case: case.determinations, app="complaints", word="determination",
    template="letters/complaints/determination.html", sign_act="sign_determination", task="sign:", drafters=drafters,
    lent_never_own=True,
)  # fmt: skip
all_notices_out, something_returned = ORDERS.all_notices_out, ORDERS.something_returned


def notices_to_employer(case: Any) -> list[Any]:
    """Return the notices of the complaint to the employer that count, oldest first: none that another replaced."""
    found = (
        case.notices.filter(kind="complaints.serve_employer")
        .select_related("document")
        .defer("document__html")
        .order_by("id")
    )
    return [notice for notice in found if notice.status != REPLACED]


def employer_told_on(case: Any) -> date | None:
    """Return the day on which the first notice to the employer was mailed or taken by its mail server, None before."""
    out = [notice for notice in notices_to_employer(case) if notice.status in (SENT, MAILED)]
    days = [
        notice.mailed_on or timezone.localdate(notice.sent_at) for notice in out if notice.mailed_on or notice.sent_at
    ]
    return min(days, default=None)


def may_have_left(notice: Notice) -> bool:
    """Return whether a notice went out or may have: what it was replaced by, or how a later try ended, undoes neither."""
    out = (MAILED, SENT, BOUNCED, UNCERTAIN, CLAIMED)
    if notice.status in out or notice.mailed_on or notice.sent_at or notice.handed_at or notice.doubts:
        return True
    arrived = (NoticeAttempt.ACCEPTED, NoticeAttempt.IN_DOUBT)  # a second sending clears all but these
    return any(row.outcome in arrived for row in notice.tries.all())


def what_became_of(notice: Notice) -> str:
    """Return CAME_BACK, NOT_KNOWN or NEVER_LEFT for a notice that no post or mail server is known to have.

    A letter waits until it is mailed; an e-mail behind which the line broke may have gone out.
    """
    if notice.status == BOUNCED:
        return CAME_BACK
    return NOT_KNOWN if may_have_left(notice) else NEVER_LEFT


def why_untold(case: Any) -> str:
    """Return why no employer counts as told by a notice of the complaint: as `what_became_of`, "" where one does.

    What came back is said first: it needs a new address. An e-mail that its letter replaced may still have gone out.
    """
    if employer_told_on(case) is not None:
        return ""
    counting = {what_became_of(notice) for notice in notices_to_employer(case)}
    if CAME_BACK in counting or NOT_KNOWN in counting:
        return CAME_BACK if CAME_BACK in counting else NOT_KNOWN
    replaced = case.notices.filter(kind="complaints.serve_employer", status=REPLACED, channel=EMAIL)
    return NOT_KNOWN if any(may_have_left(notice) for notice in replaced) else NEVER_LEFT


def open_matters(case: Any) -> list[str]:
    """Return what a signer must know: a notice to the employer that never left, came back or is in doubt, and what has not come in.

    What has not come in is an employer's answer whose days still run, and each open question.
    """
    found = []
    served = notices_to_employer(case)
    told = employer_told_on(case) is not None or not served
    for notice in [] if told else served:
        said = {"name": notice.recipient_label}
        what = what_became_of(notice)
        if what == CAME_BACK:
            found.append(_("The notice of the complaint to %(name)s came back.") % said)
        elif what == NOT_KNOWN:
            found.append(_("It is not known whether the notice of the complaint to %(name)s went out.") % said)
        elif notice.channel == LETTER:
            found.append(_("The notice of the complaint to %(name)s was never mailed.") % said)
        else:
            found.append(_("The notice of the complaint to %(name)s has not gone out.") % said)
    answer = case.clocks.filter(key="complaints.employer_answer", status="running").last()
    if answer is not None and told:  # nobody was asked for an answer by a notice that never left
        due = longdate(answer.legal_due)
        found.append(_("The employer has not answered. We asked for its answer by %(day)s.") % {"day": due})
    for row in case.information_requests.filter(answered_at=None, automatic=False):
        asked = {"day": day(timezone.localdate(row.asked_at))}
        found.append(_("A question to the complainant of %(day)s is not answered.") % asked)
    return found


def may_sign(case: Any, actor: Actor) -> str | None:
    """A determination is signed by somebody who drafted no version of it, once its PDF can be read."""
    draft = ORDERS.current_draft(case)
    if draft is None:
        return _("There is no draft to sign.")
    if ORDERS.has_drafted(case, actor.id):
        return _("You drafted this determination, or an earlier version. Another supervisor must sign it.")
    if actor.role != SUPERVISOR and case.assignee_id == actor.id:
        return _("This case is assigned to you. As acting signer you sign only what others have worked on.")
    if not draft.draft.is_ready:
        return _("The draft's PDF is still being made. Wait a few seconds and load the page again.")
    return None


def was_verified(case: Any, actor: Actor) -> str | None:
    """The department goes on by itself only with a signed complaint."""
    if not case.complaint.verified_on:
        return _("The complaint was never signed, so there is nothing to go on with. Close it as withdrawn.")
    return None


def before_the_withdrawal(case: Any) -> str:
    """Return the state in which the complainant asked to withdraw: a draft that waited can still be signed."""
    return str(case.complaint.withdrawn_from or "assigned")


def after_the_form(case: Any) -> str:
    """Return the state after the signed form came: it starts the clock and does not decide a wish to withdraw."""
    return "withdrawal_requested" if case.state == "withdrawal_requested" else "received"


def may_take_withdrawal(case: Any, actor: Actor) -> str | None:
    """The complainant may always ask; before anybody has the case, all staff may write down what they were told."""
    return None if actor.kind == "link" or case.assignee_id is None else is_own_case(case, actor)


def may_ask(case: Any, actor: Actor) -> str | None:
    """A question is the investigator's; before anybody has the case, all staff may ask."""
    return nothing_asked(case, actor) or (None if case.assignee_id is None else is_own_case(case, actor))


def may_record_service(case: Any, actor: Actor) -> str | None:
    """Service is recorded by whoever has the case, once every copy is out."""
    return is_own_case(case, actor) or all_notices_out(case, actor)
