"""Where a case stands as the public sees it: the stages of its lifecycle table, reached by its recorded acts."""

from __future__ import annotations

from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _

from complaints.guards import ORDERS, employer_told_on
from wagecase.audit.models import Event
from wagecase.cases import kinds
from wagecase.cases.models import Case
from wagecase.web.formatting import day

DONE, NOW, LATER, SKIPPED = "done", "now", "later", "skipped"
TOLD = "employer_told"  # reached when the notice is mailed or taken by its mail server, not when it is written
LASTING = (TOLD,)  # what no later act takes back
ASIDE = ("complaints.reassign",)  # acts that reach their stage, if it was not reached, and take nothing back


def stages(case: Case) -> list[tuple[str, str, str]]:
    """Return (label, done | now | later | skipped, detail) for each public stage.

    The last act that has a public stage says where the case stands; what lies before and never happened was not
    needed, and so is everything left over once the case is closed.
    """
    lifecycle = kinds.get(case.kind).lifecycle
    names = [name for name, _label in lifecycle.stages]
    reached = _reached(case)
    now = next(reversed(reached), names[0]) if reached else names[0]
    place = names.index(now)
    rows = []
    for index, (name, label) in enumerate(lifecycle.stages):
        if index == place:
            state = NOW if case.is_open else DONE
        elif index < place or name in reached:
            ahead = name == TOLD and case.is_open and case.complaint.employer_served_on  # written, and may still leave
            state = DONE if name in reached else LATER if ahead else SKIPPED
        else:
            state = LATER if case.is_open else SKIPPED
        shown = day(reached[name]) if name in reached and state in (DONE, NOW) else ""
        rows.append((_(label), state, _detail(case, state) or shown))
    return rows


def _detail(case: Case, state: str) -> str:
    if state == NOW and (asked := asked_to_withdraw_on(case)):
        return _("You asked to withdraw on %(day)s; a supervisor decides") % {"day": day(asked)}
    if state != NOW or case.state != "unverified":
        return ""
    checking = case.attachments.filter(purpose="declaration").exists()
    return _("We check your notarized copy.") if checking else _("We wait for your signed form.")


def asked_to_withdraw_on(case: Case) -> date | None:
    """Return the day of the last request to withdraw while a supervisor decides on it, else None."""
    if case.state != "withdrawal_requested":
        return None
    asked = Event.objects.filter(case=case, verb="complaints.request_withdrawal").order_by("seq").last()
    return timezone.localdate(asked.at) if asked else None


def _reached(case: Case) -> dict[str, date]:
    """Return the stages reached with their day, in the order of the acts; reopening begins anew."""
    lifecycle = kinds.get(case.kind).lifecycle
    public = {f"{lifecycle.app}.{row.name}": row.public for row in lifecycle.transitions if row.public}
    order = {name: place for place, (name, _label) in enumerate(lifecycle.stages)}
    reached: dict[str, date] = {}
    told_on = employer_told_on(case)
    for event in Event.objects.filter(case=case, verb__in=public).order_by("seq"):
        name = public[event.verb]
        if name == TOLD and told_on is None:
            continue  # the notice is written and not out yet
        if event.verb in ASIDE and reached and max(order[stage] for stage in reached) >= order[name]:
            if name not in reached:
                reached = {name: timezone.localdate(event.at), **reached}  # what came later stays the last
            continue
        if name == lifecycle.stages[0][0]:
            reached = {stage: on for stage, on in reached.items() if stage in LASTING}
        for stage in [stage for stage in reached if order[stage] > order[name] and stage not in LASTING]:
            del reached[stage]  # what the case fell back from is still to come
        reached.pop(name, None)  # a stage that comes back is the last one again
        on = told_on if name == TOLD and told_on else timezone.localdate(event.at)
        reached[name] = case.complaint.verified_on or on if name == lifecycle.stages[0][0] else on
    return reached | _all_sent(case, reached)


def _all_sent(case: Case, reached: dict[str, date]) -> dict[str, date]:
    """The decision is sent once every copy was mailed or taken by its mail server; service may be recorded later."""
    if not reached or next(reversed(reached)) != "decided" or ORDERS.unsent(case):
        return {}
    left = [copy.on for copy in ORDERS.copies_sent(case)]
    return {"sent": max(left)} if left else {}
