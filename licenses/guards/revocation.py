"""The conditions of acts on revocations: each returns None, or the sentence that tells the person what is missing."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _title

from licenses import facts
from wagecase.cases.orders import Orders
from wagecase.lifecycle import ACTING_SIGNER, Actor
from wagecase.notices.models import BOUNCED, MAILED, REPLACED, SENT
from wagecase.web.formatting import longdate

NOTICE = "licenses.serve_notice"
AT_HAND = "notices_at_hand"
ORDERS = Orders(
    rows=lambda case: case.license_orders, app="licenses", word="order", template="letters/licenses/order.html",
    sign_act="sign_order", return_act="return_order", task="sign:license:", lent_never_own=True, title=_title("Order of revocation"),
)  # fmt: skip
is_drafter, all_notices_out, something_returned = ORDERS.is_drafter, ORDERS.all_notices_out, ORDERS.something_returned


def notices_of_facts(case: Any) -> list[Any]:
    """Return the notices of the facts to the employer itself that count, oldest first: none that another replaced."""
    found = getattr(case, AT_HAND, None)
    if found is None:
        found = told_employers(case.notices.all())
    return [notice for notice in found if notice.status != REPLACED]


def told_employers(notices: Any) -> Any:
    """Return those of `notices` that tell an employer itself of the facts; a list keeps them on its cases as `AT_HAND`."""
    found = notices.filter(kind=NOTICE).exclude(party_id=None)
    return found.select_related("document").defer("document__html").order_by("id")


def made_after_service(case: Any) -> list[Any]:
    """Return the notices of the facts that were made after service was recorded: that service was not of them."""
    recorded = case.revocation.service_recorded_at
    return [notice for notice in notices_of_facts(case) if recorded and notice.created_at > recorded]


def notice_left(case: Any) -> list[Any]:
    """Return the notices of the facts that were mailed, or that the mail server took, and that did not come back."""
    return [notice for notice in notices_of_facts(case) if notice.status in (SENT, MAILED)]


def has_facts(case: Any, actor: Actor) -> str | None:
    """A notice tells at least one fact (R-272.09-16b)."""
    if not case.alleged_facts.exists():
        return _("Write down at least one fact or conduct first.")
    return None


def may_serve_notice(case: Any, actor: Actor) -> str | None:
    """A notice tells the facts that may end a license, as long as there is one to end."""
    return license_is_alive(case) or has_facts(case, actor)


def notice_is_out(case: Any, actor: Actor) -> str | None:
    """Service is recorded once every notice of the facts that counts has left."""
    made = notices_of_facts(case)
    if any(notice.status == BOUNCED for notice in made):
        return _("The notice of facts came back. Correct the address under Parties; a new letter is made with it.")
    if not made or any(notice.status not in (SENT, MAILED) for notice in made):
        return _("The notice of facts has not left yet. See Messages sent.")
    return None


def may_record_notice_service(case: Any, actor: Actor) -> str | None:
    """Service is recorded once for each notice that left; one that came back was not served."""
    row = case.revocation
    if row.served_on and notices_of_facts(case) and not made_after_service(case):
        return _("Service is recorded already: %(day)s.") % {"day": longdate(row.served_on)}
    return notice_is_out(case, actor)


def may_correct_notice_service(case: Any, actor: Actor) -> str | None:
    """A day of service is corrected when one is recorded."""
    if case.revocation.served_on is None:
        return _("Service of the notice is not recorded yet.")
    if made_after_service(case):
        return _("The notice was made anew after its service was recorded. Record service of the new one.")
    return notice_is_out(case, actor)


def notice_came_back(case: Any, actor: Actor) -> str | None:
    """Service of the notice is open again only when a notice came back, or was made anew, after it was recorded."""
    if case.revocation.served_on is None:
        return _("Service of the notice is not recorded yet.")
    if made_after_service(case) or any(notice.status == BOUNCED for notice in notices_of_facts(case)):
        return None
    return _("The notice of facts did not come back. Record the returned mail under Messages sent first.")


def no_public_interest_yet(case: Any, actor: Actor) -> str | None:
    """The reason why the public interest cannot wait is recorded once."""
    return _("It is recorded already.") if case.revocation.interest_reason else None


def may_confirm_public_interest(case: Any, actor: Actor) -> str | None:
    """A second person confirms what one person recorded."""
    row = case.revocation
    if not row.interest_reason:
        return _("Nobody has recorded yet why the public interest cannot wait.")
    if row.interest_confirmed_at:
        return _("It is confirmed already.")
    if row.interest_by_id == actor.id:
        return _("You recorded it. A second person must confirm it.")
    if ACTING_SIGNER in actor.lent and case.assignee_id == actor.id:
        return _("This case is assigned to you. As acting signer you confirm only what others have worked on.")
    return None


def may_refuse_public_interest(case: Any, actor: Actor) -> str | None:
    """A second person refuses what one person recorded, as long as nobody confirmed it."""
    return may_confirm_public_interest(case, actor)


def interest_confirmed(case: Any) -> bool:
    """Return whether two persons have found that the public interest cannot wait (R-272.09-16b)."""
    return case.revocation.interest_confirmed_at is not None


def may_answer(case: Any, actor: Actor) -> str | None:
    """An answer needs the notice that it answers."""
    return None if notices_of_facts(case) else _("No notice of facts was sent.")


def may_find(case: Any, actor: Actor) -> str | None:
    """Something is found on an answer, or once the time to answer is over, unless the public interest cannot wait."""
    if case.state == "opened" and not interest_confirmed(case):
        return _("Send the notice of facts first, so that the employer can answer before you judge.")
    waits = case.state == "noticed" and not interest_confirmed(case) and not facts.answered(case)
    return (still_time(case, on=timezone.localdate()) if waits else None) or has_facts(case, actor)


def still_time(case: Any, *, on: date) -> str | None:
    """Return why the employer may still show or reach compliance on `on`, None once that time is over (R-272.09-16b)."""
    row, made = case.revocation, notices_of_facts(case)
    if any(notice.status == BOUNCED for notice in made):
        return _("The notice of facts came back, so its time has not run. Send it anew and record its service.")
    if any(notice.status not in (SENT, MAILED) for notice in made):
        return _("The notice of facts has not left yet, so its time has not run. See Messages sent.")
    if made_after_service(case):
        return _("The notice was made anew after its service was recorded. Record service of the new one.")
    if row.served_on is None or row.cure_by is None:
        return _("Record service of the notice first: the time to show compliance counts from it.")
    if on <= row.cure_by:
        return _("The employer may show or reach compliance until %(day)s.") % {"day": longdate(row.cure_by)}
    return None


def is_judged(case: Any) -> str | None:
    """Return what of the facts is not judged yet: an order rests on at least one that stands, and on a look at all."""
    if facts.open_facts(case):
        return _("Record what you found on every fact first.")
    if not facts.standing(case):
        return _("No fact stands, so there is nothing to revoke for. End the case without an order.")
    if not interest_confirmed(case) and facts.unweighed(case):
        return _("The employer answered in time after you had judged. Record what you find now.")
    return None


def license_is_alive(case: Any) -> str | None:
    """A license that was given up, revoked or closed cannot be revoked."""
    if case.revocation.license.case.is_open:
        return None
    return _("The file of the license is closed, so there is nothing to revoke. End the case without an order.")


def may_draft(case: Any, actor: Actor) -> str | None:
    """No order before the time to show compliance is over, unless two persons found that the public interest cannot wait."""
    waits = None if interest_confirmed(case) else still_time(case, on=timezone.localdate())
    return license_is_alive(case) or waits or is_judged(case)


def may_draft_at_once(case: Any, actor: Actor) -> str | None:
    """Without any notice an order is drafted only for the public interest, which two persons found cannot wait."""
    if not interest_confirmed(case):
        return _("An order without a notice needs a recorded public interest that a second person confirmed.")
    return license_is_alive(case) or is_judged(case)


def may_sign(case: Any, actor: Actor) -> str | None:
    """An order is signed by somebody who drafted no version of it and did not record the public interest."""
    draft = ORDERS.current_draft(case)
    if draft is None:
        return _("There is no draft to sign.")
    if ORDERS.has_drafted(case, actor.id):
        return _("You drafted this order, or an earlier version. Another person must sign it.")
    if case.revocation.interest_by_id == actor.id:
        return _("You recorded why the public interest cannot wait. Another person must sign the order.")
    if actor.role != "supervisor" and case.assignee_id == actor.id:
        return _("This case is assigned to you. As acting signer you sign only what others have worked on.")
    if not draft.draft.is_ready:
        return _("The draft's PDF is still being made. Wait a few seconds and load the page again.")
    if not interest_confirmed(case) and facts.unweighed(case):
        return _(
            "An answer that came in time was recorded after this was drafted. Return the draft, so that it weighs it."
        )
    return may_draft(case, actor)


def open_matters(case: Any) -> list[str]:
    """Return what a signer must know: an answer after the findings, facts that were never answered, a time that still runs."""
    found = []
    if facts.answered_after(case):
        found.append(_("The employer answered after the findings were recorded. Read the answer under Facts."))
    if interest_confirmed(case) and (reason := still_time(case, on=timezone.localdate())):
        found.append(_("The order does not wait: %(reason)s") % {"reason": reason})
    if left := [row for row in facts.facts_of(case) if not row.answers.all()]:
        found.append(_("Facts that the employer did not answer: %(count)s.") % {"count": len(left)})
    return found


def before_the_draft(case: Any) -> str:
    """Return the state to which a returned draft goes: one that was drafted without a notice has none out."""
    return "noticed" if notices_of_facts(case) else "opened"
