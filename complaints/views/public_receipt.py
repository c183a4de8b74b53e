"""What the receipt says: number, due date with its derivation, the next steps with dates, and what to keep."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from complaints import flow
from complaints.disclosure import employer_learns
from wagecase.cases import links
from wagecase.cases.clockwords import ClockView, clock_view
from wagecase.cases.models import Case, Party
from wagecase.deadlines.models import Clock
from wagecase.documents.models import PARTY, PUBLIC, Document
from wagecase.web.formatting import day, filesize, longdate

DECISION = "complaints.determination"
RECEIPTS = ("complaints.file_online", "complaints.record_complaint", "complaints.record_verification")
AS_FILED = "complaints.as_filed"
FORMS = ("complaints.file_for_paper", "complaints.record_unsigned")


def context(request: HttpRequest, party: Party) -> dict[str, Any]:
    """Return everything that the receipt shows; only the complainant has one."""
    if party.role != Party.Role.COMPLAINANT:
        raise Http404
    case = party.case
    clock = decision_clock(case)
    waiting = case.state == "unverified"
    notarized = case.attachments.filter(purpose="declaration").exists()
    living = case.kind == flow.LIVING_WAGE
    return {
        "case": case, "party": party, "clock": clock, "living": living, "waiting": waiting,
        "notarized": notarized,
        "steps": _paper_steps() if waiting else _steps(case, clock) if living else _wages_steps(case),
        "papers": _main_papers(documents(party), notarized=notarized and waiting), "code": links.access_code(party),
        "find_address": urljoin(settings.SITE_URL + "/", reverse("complaints:find")),
        "by_email": party.email_allowed, "leave_url": reverse("complaints:leave"),
    }  # fmt: skip


def _main_papers(rows: list[dict[str, Any]], *, notarized: bool) -> list[dict[str, Any]]:
    """Return the receipt or the form to sign; whoever sent a notarized copy gets the complaint as it was filed."""
    kinds = (AS_FILED,) if notarized else (*RECEIPTS, *FORMS)
    return [row for row in rows if row["kind"] in kinds]


def decision_clock(case: Case) -> ClockView | None:
    """Return the 20-day clock of the case in the reader's language, None where it never started."""
    clock = Clock.objects.filter(case=case, key=DECISION).order_by("-id").first()
    return shown_clock(clock) if clock else None


def shown_clock(clock: Clock) -> ClockView:
    """Return a clock as a party sees it: the law and the steps, without the fingerprint of our holiday table."""
    view = clock_view(clock, today=timezone.localdate(), language=get_language() or "en")
    return replace(view, holiday_version="")


def _steps(case: Case, clock: ClockView | None) -> list[dict[str, str]]:
    told = employer_learns(case.complaint.identity_disclosure)
    due = longdate(clock.day) if clock else ""
    return [
        {"heading": _("We have your signed complaint"), "when": longdate(case.complaint.verified_on),
         "text": _("The 20 days count from this day.")},
        {"heading": _("An investigator looks into it"), "when": _("From now to %(day)s") % {"day": due}, "text": told},
        {"heading": _("We decide"), "when": _("By %(day)s") % {"day": due},
         "text": _("We decide if there is reasonable cause (enough proof to go on) to believe that the wage is too low "
                   "to live on. We send you this determination (our decision) on the day it is signed.")},
    ]  # fmt: skip


def _paper_steps() -> list[dict[str, str]]:
    return [
        {"heading": _("Print the form and read it"), "text": _("It holds what you wrote and the statement to sign.")},
        {"heading": _("Sign it and write the place and the day"), "text": _("You do not need a notary.")},
        {"heading": _("Send it to us"), "text": _("By mail, or bring it to our office. The address stands on the form.")},
        {"heading": _("The 20 days start"), "when": _("On the day we receive the signed form"),
         "text": _("We then tell you the day by which we decide.")},
    ]  # fmt: skip


def _wages_steps(case: Case) -> list[dict[str, str]]:
    return [
        {"heading": _("We have your signed complaint"), "when": longdate(case.received_on), "text": ""},
        {"heading": _("We read it"), "text": _("We may call or write to you if we have questions.")},
        {"heading": _("We answer you"), "text": _("You get our answer in writing and on your case page.")},
    ]


def documents(party: Party) -> list[dict[str, Any]]:
    """Return the documents this party may read, newest first, each with its link or "being prepared"."""
    found = Document.objects.filter(case=party.case, visibility__in=[PARTY, PUBLIC])
    found = found.defer("html")  # a letter's words are long, and the list needs none of them
    rows = [doc for doc in found.order_by("-created_at", "-id") if doc.party_id in (None, party.pk)]
    return [_document(doc, party.case) for doc in rows]


def _document(doc: Document, case: Case) -> dict[str, Any]:
    pages = _("1 page") if doc.pages == 1 else _("%(n)d pages") % {"n": doc.pages}
    return {
        "title": title_of(doc), "ready": doc.is_ready, "failed": doc.status == "failed", "day": day(doc.created_at),
        "facts": f"PDF, {pages}, {filesize(doc.size)}" if doc.is_ready else "",
        "href": reverse("complaints:document", args=[case.number, doc.pk]), "kind": doc.kind,
    }  # fmt: skip


def title_of(doc: Document) -> str:
    """Return the title in the reader's language, with the language of the document where that is another one.

    The letter is told from the determination that it brings: both are titled alike.
    """
    letter = doc.kind == "complaints.sign_determination"
    title = _("Our letter with the determination") if letter else _(doc.title) if doc.title else ""
    reads = (get_language() or "en")[:2]
    if doc.language[:2] == reads:
        return title
    return (_("%(title)s (in Spanish)") if doc.language[:2] == "es" else _("%(title)s (in English)")) % {"title": title}


def chrome(back: str = "") -> dict[str, Any]:
    """Return what the pages of the party's acts show around their form."""
    return {"back_url": back, "leave_url": reverse("complaints:leave")}
