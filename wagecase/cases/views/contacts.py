"""The page on which staff record or correct how a party is reached."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from wagecase.accounts.access import case_staff_required
from wagecase.cases import contacts, selectors
from wagecase.cases.addresses import case_url
from wagecase.cases.contact_form import ContactForm
from wagecase.cases.models import Party
from wagecase.cases.views.once import done_once, facts_of
from wagecase.notices.models import Notice


@case_staff_required
def contact(request: HttpRequest, number: str, party_id: int) -> HttpResponse:
    """Ask for e-mail and postal address of one party, then record them."""
    case = get_object_or_404(selectors.visible_to(request.user), number=number)
    party = get_object_or_404(Party, case=case, pk=party_id)
    now = {"email": party.email, "postal": party.postal, "mark": contacts.contact_mark(party)}
    form = ContactForm(request.POST or None, initial=now)
    before = set(case.notices.values_list("pk", flat=True))
    if request.method == "POST" and form.is_valid() and _record(request, party, form):
        messages.success(request, _said(party, list(case.notices.exclude(pk__in=before))))
        return HttpResponseRedirect(case_url(case, "parties"), status=303)
    waiting = contacts.to_replace(party).count()
    return render(request, "staff/contact.html", {
        "case": case, "party": party, "form": form, "case_href": case_url(case), "waiting": waiting,
    }, status=422 if form.errors else 200)  # fmt: skip


contact.staff_page = True  # type: ignore[attr-defined]  # its address lies below the kind's, not below /staff/


def _said(party: Party, made: list[Notice]) -> str:
    """Return what was recorded, which letters were made, and what to do with them."""
    done = f"Address of {party.name} saved."
    if not made:
        return f"{done} No letter waits for it. Sends nothing."
    titles = ", ".join(f"“{notice.subject}”" for notice in made)
    them, is_made = (
        ("it", "A new letter was made") if len(made) == 1 else ("them", f"{len(made)} new letters were made")
    )
    return f"{done} {is_made}: {titles}. Print {them} and mark {them} as mailed."


def _record(request: HttpRequest, party: Party, form: ContactForm) -> bool:
    facts = facts_of(form)
    seen = facts.pop("mark")
    return done_once(request, form, lambda: contacts.correct_contact(
        party, seen=seen, actor=request.user.actor, at=timezone.now(), **facts
    ), location=case_url(party.case, "parties"))  # fmt: skip
