"""What staff do about one notice or link of a case: print it, send it by post instead, replace a private link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from wagecase.accounts.access import case_staff_required
from wagecase.cases import link_replacement, mailing, selectors
from wagecase.cases.addresses import case_url
from wagecase.cases.forms import KeyForm
from wagecase.cases.models import Case, Party
from wagecase.cases.views.once import acting_once
from wagecase.errors import TransitionNotAllowed
from wagecase.notices.models import Notice
from wagecase.web.pdf_answers import pdf_answer


@dataclass(frozen=True, slots=True)
class Asked:
    """What a confirmation page asks before a button acts: its words, the act, and the page to go back to."""

    title: str
    button: str
    does: tuple[str, ...]
    act: Callable[[], Any]
    said: str
    back: str
    danger: bool = False


def _notice(request: HttpRequest, number: str, notice_id: int) -> Notice:
    case = get_object_or_404(selectors.visible_to(request.user), number=number)
    mine = Notice.objects.select_related("document", "case").filter(case=case, is_account_mail=False)
    return get_object_or_404(mine, pk=notice_id)


@require_POST
@case_staff_required
def print_letter(request: HttpRequest, number: str, notice_id: int) -> HttpResponse:
    """The letter as it goes into its envelope; a POST, because taking it out is put on record."""
    notice = _notice(request, number, notice_id)
    data = mailing.print_letter(notice=notice, actor=request.user.actor, at=timezone.now())
    name = notice.document.filename if notice.document else "letter.pdf"
    return pdf_answer(data, f"{number}-{name}")


@case_staff_required
def by_post(request: HttpRequest, number: str, notice_id: int) -> HttpResponse:
    """Ask, then queue for the post the letter of an e-mail that did not arrive."""
    notice = _notice(request, number, notice_id)
    if request.method != "POST" and not mailing.can_go_by_post(notice):
        raise TransitionNotAllowed(
            "This notice cannot go by post instead: it arrived, or its letter is queued already."
        )
    return _confirm(request, notice.case, Asked(
        title="Send by post instead", button="Send by post",
        does=(
            f"Queues the same letter to {notice.recipient_label} for the post. Print it and mark it as mailed.",
            "The task about this e-mail is done with it.",
            "Service can be recorded once the letter is marked as mailed.",
        ),
        act=lambda: mailing.send_by_post(notice=notice, actor=request.user.actor, at=timezone.now()),
        said="The letter waits for the post. Print it and mark it as mailed.", back=case_url(notice.case, "notices"),
    ))  # fmt: skip


@case_staff_required
def replace_link(request: HttpRequest, number: str, party_id: int) -> HttpResponse:
    """Ask, then make a party's private link void and send this party a new one."""
    case = get_object_or_404(selectors.visible_to(request.user), number=number)
    party = get_object_or_404(Party.objects.select_related("case"), case=case, pk=party_id)
    if request.method != "POST" and (reason := link_replacement.refusal(party)):
        raise TransitionNotAllowed(reason)
    way = "by e-mail" if party.email and party.email_allowed else "in a letter by post, which you print"
    return _confirm(request, case, Asked(
        title="Replace the private link", button="Replace link", danger=True,
        does=(
            f"The link and the access code that {party.name} has open nothing any more, at once.",
            "Pages that were opened with the old link end.",
            f"{party.name} alone gets a new link {way}. Nobody on our side sees it.",
        ),
        act=lambda: link_replacement.replace_link(party=party, actor=request.user.actor, at=timezone.now()),
        said=f"The old link of {party.name} is void. The new one goes out {way}.", back=case_url(case, "parties"),
    ))  # fmt: skip


for _view in (print_letter, by_post, replace_link):
    _view.staff_page = True  # type: ignore[attr-defined]  # their addresses lie below the kind's, not below /staff/


def _confirm(request: HttpRequest, case: Case, asked: Asked) -> HttpResponse:
    """Show what the button does; the press acts once."""
    form = KeyForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with acting_once(request, form) as submission:
            asked.act()
            submission.location = asked.back
        messages.success(request, asked.said)
        return HttpResponseRedirect(asked.back, status=303)
    return render(request, "staff/confirm.html", {
        "asked": asked, "form": form, "case": case, "case_href": case_url(case),
    }, status=422 if form.errors else 200)  # fmt: skip
