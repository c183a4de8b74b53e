"""Replaces a party's private link that was lost or fell into other hands; the old one opens nothing from then on."""

from __future__ import annotations

from datetime import datetime

from wagecase.accounts.models import CASE_ROLES
from wagecase.audit.chain import record
from wagecase.cases import contacts, kinds, letters
from wagecase.cases.models import Party
from wagecase.cases.services import case_unit
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.lifecycle import Actor

VERB = "cases.replace_link"


def refusal(party: Party) -> str:
    """Return why this party has no link to replace, or an empty string."""
    if not kinds.get(party.case.kind).private_links or not party.link_generation:
        return "Parties of this case sign in to see it, so there is no private link."
    if party.role == Party.Role.EMPLOYER and party.told_on is None:
        return "This employer was not told of the case, so it has no private link yet."
    return ""


def replace_link(*, party: Party, actor: Actor, at: datetime) -> Party:
    """Make the party's old link and code void and send the new one to this party alone; return the fresh row.

    It goes by e-mail where we may write there, else in a letter by post; staff never see it. Pages that were opened
    with the old link end too, and letters that wait for the post are made anew with the new code. NotPermitted for anybody who does not handle cases; TransitionNotAllowed for an employer
    that must not learn of the case.
    """
    if actor.role not in CASE_ROLES:
        raise NotPermitted("Only people who handle cases may replace a private link.")
    with case_unit(party.case_id) as cases:
        case = cases[party.case_id]
        party = Party.objects.select_related("case").get(pk=party.pk, case=case)
        if reason := refusal(party):
            raise TransitionNotAllowed(reason)
        party.link_generation += 1
        party.save(update_fields=["link_generation"])
        again = contacts.renew_codes(case, party, at=at)
        record(
            verb=VERB, actor=actor, at=at, case_id=case.pk,
            facts={"party_id": party.pk, **({"replaced_notice_ids": again} if again else {})},
        )  # fmt: skip
        key = f"{VERB}:{party.pk}:{party.link_generation}"
        if letters.queue_for(case, on=VERB, actor=actor, at=at, facts={"at": at}, key=key, only=party) != 1:
            raise RuntimeError(f"the new link of party {party.pk} would reach nobody")
    return party
