"""The conditions of acts on applications: each returns None, or the sentence that tells the person what is missing."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from wagecase.cases.orders import Orders
from wagecase.lifecycle import Actor
from wagecase.notices.models import MAILED, REPLACED, SENT
from wagecase.web.formatting import longdate

GRANT, DENY = "grant", "deny"
INFORMATION, COMPLIANCE = "licenses.information", "licenses.compliance"
NOTICE = "licenses.notify_of_facts"
# The letter of a denial is what is signed and served: there is no draft of it apart.
DENIALS = Orders(
    rows=lambda case: case.license_orders.none(), app="licenses", word="denial", template="letters/licenses/deny.html",
    sign_act="deny", task="",
)  # fmt: skip


def open_request(case: Any) -> Any:
    """Return the questions that are not answered yet, or None."""
    return case.application.requests.filter(answered_at=None).last()


def runs_until(case: Any, key: str) -> date | None:
    """Return the last day of the clock `key` while that day has not passed, None when it is over or none runs."""
    clock = case.clocks.filter(key=key, status="running").last()
    return clock.legal_due if clock and clock.legal_due >= timezone.localdate() else None


def is_renewal(case: Any) -> bool:
    """Return whether the application asks for a further term of a license."""
    return case.application.renews_id is not None


def unanswered(case: Any) -> list[Any]:
    """Return the facts of the notice that the employer did not answer."""
    return list(case.alleged_facts.filter(answers=None))


def noticed(case: Any) -> bool:
    """Return whether the employer was told of facts that may lead to a denial."""
    return bool(case.alleged_facts.exists())


def recommenders(case: Any) -> set[int]:
    """Return the ids of everybody who recommended a decision, returned recommendations too.

    The last one counts from the row: the event of an act is written when its messages are addressed already.
    """
    found = case.events.filter(verb="licenses.recommend", actor_kind="staff").values_list("actor_id", flat=True)
    return {pk for pk in (*found, case.application.recommended_by_id) if pk}


def nothing_asked(case: Any, actor: Actor) -> str | None:
    """One set of questions is open at a time, so that the answer date is never in doubt."""
    if open_request(case) is not None:
        return _("Questions are still open. Wait for the answer, or record it first.")
    return None


def is_asked(case: Any, actor: Actor) -> str | None:
    """An answer needs questions."""
    return None if open_request(case) is not None else _("No question is open.")


def may_notify_of_facts(case: Any, actor: Actor) -> str | None:
    """Only a renewal is denied after a notice of facts (R-272.09-9d), one notice at a time."""
    if not is_renewal(case):
        return _("A notice of facts comes before the denial of a renewal. This is a first application.")
    if noticed(case) and unanswered(case) and (last := runs_until(case, COMPLIANCE)):
        return _("A notice of facts is out. The employer may answer it until %(day)s.") % {"day": longdate(last)}
    return None


def was_notified(case: Any, actor: Actor) -> str | None:
    """An answer to a notice needs the notice."""
    return None if noticed(case) else _("No notice of facts was sent.")


def call_open(case: Any) -> str | None:
    """Return why a renewal cannot be decided yet: first somebody finds whether it was filed properly (R-272.09-9b)."""
    application = case.application
    if application.renews_id is None or not application.waits_for_call:
        return None
    return _(
        "Record first whether the renewal was proper: what we asked for came in on %(day)s, after the last day of the "
        "license. The page of license %(number)s asks it."
    ) % {"day": longdate(application.completed_on), "number": application.renews.case.number}


def may_recommend(case: Any, actor: Actor) -> str | None:
    """A recommendation rests on the whole checklist, on cleared warnings, and on answers or the end of their time."""
    from licenses.review.criteria import undone  # the checklist reads wages, which read what was filed
    from licenses.review.flags import blocking

    if left := len(undone(case.application)):
        return ngettext(
            "%(n)d criterion of the checklist has no finding yet.",
            "%(n)d criteria of the checklist have no finding yet.",
            left,
        ) % {"n": left}
    if flags := blocking(case):
        return _("Clear each warning in the checklist with a reason first: %(flags)s.") % {
            "flags": "; ".join(flag.text for flag in flags)
        }
    if open_request(case) is not None and (last := runs_until(case, INFORMATION)):
        return _(
            "The applicant may answer your questions until %(day)s. Wait for the answer or for that day to pass."
        ) % {"day": longdate(last)}
    return call_open(case)


def may_still_comply(case: Any) -> str | None:
    """Return why a renewal cannot be denied yet: first the employer may show or reach compliance (R-272.09-9d)."""
    if not is_renewal(case):
        return None
    if not noticed(case):
        return _(
            "Send a notice of the facts first: a renewal is denied only after the employer could show or reach compliance."
        )
    if _ended_by_employer(case):
        return None
    if not _notice_left(case):
        return _("The notice of facts has not left yet, or came back. See Messages sent.")
    if last := runs_until(case, COMPLIANCE):
        return _(
            "The employer may show or reach compliance until %(day)s. A denial is possible after that day, or once the "
            "employer says that it sends nothing more."
        ) % {"day": longdate(last)}
    return None


def _ended_by_employer(case: Any) -> bool:
    """Return whether the employer said, of the latest notice, that it sends nothing more: that alone meets its clock."""
    clock = case.clocks.filter(key=COMPLIANCE).order_by("id").last()
    return clock is not None and clock.status == "met"


def _notice_left(case: Any) -> bool:
    """Return whether every notice that counts has left and none came back: one that was made anew must leave, too."""
    found = case.notices.filter(kind=NOTICE).exclude(party_id=None).exclude(status=REPLACED)
    return bool(found) and all(notice.status in (SENT, MAILED) for notice in found)


def did_not_recommend(case: Any, actor: Actor) -> str | None:
    """Whoever recommended a decision, now or in an earlier version, does not decide."""
    if actor.id in recommenders(case):
        return _("You recommended a decision on this application, now or earlier. Another person must decide.")
    return None


def may_grant(case: Any, actor: Actor) -> str | None:
    """A license is granted as it was recommended, by another person."""
    if case.application.recommended != GRANT:
        return _("A denial is recommended. Deny the application, or return the recommendation with your reasons.")
    renews = case.application.renews
    if renews is not None and (renews.revoked_on is not None or renews.surrendered_on is not None):
        return _("The license was revoked or given up, so no further term can be granted.")
    return did_not_recommend(case, actor) or call_open(case) or _came_up(case)


def _came_up(case: Any) -> str | None:
    """Return what came up after the recommendation, such as a revocation that was opened, and was not weighed in it."""
    from licenses.review.flags import blocking  # it reads wages, which read what was filed

    if flags := blocking(case, granting=True):
        return _(
            "A warning of the checklist is not cleared: %(flags)s. Return the recommendation, so that it is weighed."
        ) % {"flags": "; ".join(flag.text for flag in flags)}
    return None


def may_deny(case: Any, actor: Actor) -> str | None:
    """An application is denied as it was recommended, by another person; a renewal only after the time to comply."""
    if case.application.recommended != DENY:
        return _("A grant is recommended. Grant the license, or return the recommendation with your reasons.")
    return did_not_recommend(case, actor) or call_open(case) or may_still_comply(case) or _unweighed(case)


def after_denial(case: Any) -> str:
    """Return the state of a denied application: a license may end by the denial of its renewal, once that is served."""
    return "to_serve" if is_renewal(case) else "denied"


def may_serve_again(case: Any, actor: Actor) -> str | None:
    """Service is open again only of the denial of a renewal, when its letter came back."""
    if not is_renewal(case):
        return _("No license ends by the denial of a first application, so its service is not recorded.")
    return DENIALS.something_returned(case, actor)


def _unweighed(case: Any) -> str | None:
    from licenses.facts import unweighed  # it reads models that import the tables

    if unweighed(case):
        return _(
            "The employer answered in time after the findings were made. Return the recommendation, so that the answer is "
            "weighed."
        )
    return None
