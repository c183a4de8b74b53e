"""The notices of the kind "license": which act sends what to whom, and the values that their templates get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_noop as _

from licenses import certificates, renewing
from licenses.issuing import ask_about_unrenewed
from licenses.models import Term
from licenses.notices import application
from licenses.review.rights import review_of
from licenses.revoking.opening import case_of_notice
from licenses.status import ending, gap, never_began, to_judge
from wagecase.cases.models import Case
from wagecase.deadlines.models import ClockStep
from wagecase.documents.services import Signature
from wagecase.notices.registry import EMAIL, NoticeRow, party_row

KINDS = ("license",)
EMPLOYER, SPECIALIST = "employer", "specialist"
STEPS = ("90", "60", "30")
dated_parts = application.dated_parts  # the time to ask for review of a finding, in a letter that is made again

_employer = partial(party_row, app="licenses", to=EMPLOYER, kinds=KINDS, cite="DWD 272.09 (8)")

NOTICES: tuple[NoticeRow, ...] = (
    _employer("issue", _("Your license is granted"), cite="DWD 272.09 (7)"),
    _employer("add_term", _("Your license is renewed"), cite="DWD 272.09 (7)"),
    _employer("record_renewal", _("We received your renewal"), cite="DWD 272.09 (9) (b)"),
    _employer("judge_renewal", _("Our finding on your renewal"), cite="DWD 272.09 (9) (b), (17)"),
    _employer("surrender", _("Your license is given up")),
    *(
        replace(_employer(f"term_end:employer-{step}", _("Your license ends soon"), "term_end"), kind="licenses.term_end")
        for step in STEPS
    ),
    NoticeRow(
        kind="licenses.term_ended", on="licenses.term_end:specialist-overdue", to=SPECIALIST, channel=EMAIL,
        template="licenses/term_ended", kinds=KINDS,
    ),
)  # fmt: skip


def context(case: Case, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that every letter and e-mail of such a case may use, in the language now active."""
    license = case.license
    term: Term = facts.get("term") or renewing.last_term(license)
    today = timezone.localdate(facts["at"]) if "at" in facts else timezone.localdate()
    parts = certificates.certificate_parts(term, signer=term.issued_by)
    if facts.get("in_time"):
        number = facts["application"].case.number
        parts |= certificates.continuation_parts(term, filed_on=facts["filed_on"], number=number)
    judged = facts.get("application") or to_judge(license)
    return {
        **parts, "signature": _signature(case, term, facts), "judged": judged,
        "judged_gap": gap(judged) if judged else None,
        "ending": ending(license, today, of=judged), "in_time": facts.get("in_time", False),
        "filed_on": facts.get("filed_on", today), "last_day": license.surrendered_on or today,
        "notice_open": case_of_notice(license) if license.surrendered_on else None,
        "never_began": never_began(license), "review": review_of(today, language=get_language() or "en"),
    }  # fmt: skip


def _signature(case: Case, term: Term, facts: Mapping[str, Any]) -> Signature | None:
    """The signature under a grant: whoever granted the term, for the department. Other letters come from the division."""
    if facts.get("term") is None or facts.get("document_id") != term.certificate_id:
        return None
    return application.signature_of(case, term.issued_by, at=facts["at"])


def reminded(case: Case, step: ClockStep, *, at: Any) -> None:
    """On the day after a term ended without a renewal somebody looks into it."""
    if step.clock.key != renewing.TERM_END or step.days_before >= 0:
        return
    ask_about_unrenewed(case, at=at)
