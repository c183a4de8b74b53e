"""Which notice in the making a page works on: the filer's own, an organization's, an update, or a letter that staff key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from closings import filing, sections
from closings.panel import Panel, panel
from closings.views.door import Door, own_page
from wagecase.accounts.access import role_required
from wagecase.accounts.members import member_required
from wagecase.accounts.models import Membership, Role
from wagecase.cases import drafts
from wagecase.cases.addresses import case_url, party_url
from wagecase.cases.models import Case, Draft
from wagecase.cases.views.party import party_of_session
from wagecase.errors import DraftFiled
from wagecase.lifecycle import Actor
from wagecase.web import submissions
from wagecase.web.views import filed_meanwhile, kept_answers

DRAFT, UPDATING = "closing_draft", "closing_update"  # in the session
Page = Callable[..., HttpResponse]
staff = role_required(Role.COORDINATOR, Role.SUPERVISOR)


@dataclass
class Flow:
    """One notice in the making and where its pages are."""

    draft: Draft
    base: str  # the address of the list of sections
    template: str  # the frame of its pages
    case: Case | None = None  # of an update
    actor: Actor | None = None  # who sends the update
    membership: Membership | None = None  # where it is an organization's

    @property
    def staff(self) -> bool:
        """Whether staff key a letter."""
        return self.draft.kind == filing.KEY

    @property
    def writes(self) -> bool:
        """Whether this one may change it; a viewer of the organization reads it."""
        return self.membership is None or self.membership.may_file

    @property
    def user(self) -> Any:
        """The member who saves, None where nobody is signed in for an organization."""
        return self.membership.user if self.membership else None

    @property
    def why(self) -> str:
        """Why staff correct the notice; "" where the employer says something new."""
        return str(drafts.answers(self.draft).get(filing.BY, {}).get("why", "")) if self.staff else ""

    @property
    def asks_letter(self) -> bool:
        """Whether a letter came in, about which staff are asked too."""
        return self.staff and not self.why

    @property
    def updating(self) -> bool:
        """Whether it changes a notice that was filed."""
        return self.case is not None

    def url(self, *parts: Any) -> str:
        """Return the address of one of its pages."""
        return self.base + "".join(f"{part}/" for part in parts)

    def answers(self) -> dict[str, dict[str, Any]]:
        """Return all saved answers by section."""
        return drafts.answers(self.draft)

    def panel(self, answers: sections.Answers) -> Panel:
        """Return the estimate for the answers so far; the department counts as told by the filing."""
        today = timezone.localdate()
        received = sections.as_date(answers.get("letter", {}).get("received_on")) if self.staff else today
        first = self.case.received_on if self.case is not None else received
        return panel(sections.content_of(answers, received_on=first), today=today)

    def context(self, **more: Any) -> dict[str, Any]:
        """Return what every page of the flow shows."""
        leave = "" if self.staff or self.membership else reverse("closings:leave")
        organization = self.membership.organization if self.membership else None
        return {
            "flow": self, "flow_template": self.template, "draft": self.draft, "leave_url": leave,
            "organization": organization, **more,
        }  # fmt: skip


def _open(request: HttpRequest) -> Flow | HttpResponse:
    pk = request.session.get(DRAFT)
    found = (
        Draft.objects.select_related("filed_case").filter(pk=pk, kind=filing.FILE, owner=None).first() if pk else None
    )
    if found is None:
        return no_draft(request)
    if found.filed_case is not None:
        return too_late(request, found.filed_case, to=_receipt(request, found.filed_case))
    return Flow(found, reverse("closings:hub"), "closings/public/flow.html")


def _receipt(request: HttpRequest, case: Case) -> str:
    """Return where this session reads what it filed: a session that holds its link only must give the access code."""
    party = party_of_session(request)
    mine = party is not None and party.case_id == case.pk
    return filing.receipt_url(case) if mine else reverse("closings:find")


def too_late(request: HttpRequest, case: Case, *, to: str) -> HttpResponse:
    """Lead whoever reads a notice that was filed, or presses its last button again, to `to`; show back what was typed."""
    if request.method != "POST" or request.path.endswith("/check/"):
        return HttpResponseRedirect(to, status=303)
    words = _("This notice was submitted as %(number)s. To change it, update the notice.") % {"number": case.number}
    return filed_meanwhile(request, case.number, said=words, instead=(_("Open the notice"), to))


def _update_gone(request: HttpRequest, case: Case, *, to: str) -> HttpResponse:
    """An update ends with its sending: lead to the notice, and show back what was typed after that."""
    if request.method != "POST":
        return HttpResponseRedirect(to, status=303)
    words = _("This update was sent already, or begun anew, perhaps in another window.")
    if request.path.endswith("/check/"):
        messages.warning(request, words)
        return HttpResponseRedirect(to, status=303)
    return filed_meanwhile(request, case.number, said=words, instead=(_("Open the notice"), to))


def filing_page(view: Page) -> Page:
    """Give the view the notice that this session files; without one, the way to it, with whatever was typed."""

    @wraps(view)
    def wrapped(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        request.private_page = True  # type: ignore[attr-defined]
        flow = _open(request)
        if not isinstance(flow, Flow):
            return flow
        try:
            return view(request, flow, **kwargs)
        except DraftFiled as done:
            # The other window's answer opened the notice for this session after this request had read it: the list of
            # sections leads on from there.
            return too_late(request, Case.objects.get(number=done.location), to=reverse("closings:hub"))

    return wrapped


def member_page(view: Page) -> Page:
    """Give the view a notice in the making of the member's organization; 404 for another's, and for a viewer who posts.

    One that was filed leads to its receipt; what comes too late is shown back and changes nothing.
    """

    @wraps(view)
    def inner(request: HttpRequest, membership: Membership, draft_id: int, **kwargs: Any) -> HttpResponse:
        draft = get_object_or_404(
            Draft.objects.select_related("filed_case"), pk=draft_id, kind=filing.FILE, owner=membership.organization
        )
        flow = Flow(
            draft, reverse("closings:member_hub", args=[draft.pk]), "closings/member/flow.html", membership=membership
        )
        case = draft.filed_case
        if case is None:
            try:
                return _writing(request, flow, view, **kwargs)
            except DraftFiled as done:
                case = Case.objects.get(number=done.location)
        return too_late(request, case, to=filing.receipt_url(case))

    return member_required()(inner)


def _writing(request: HttpRequest, flow: Flow, view: Page, **kwargs: Any) -> HttpResponse:
    """Answer a page of an organization's notice; a viewer has two of them, the list of sections and all answers."""
    if not flow.writes and request.method == "POST":
        raise Http404
    if not flow.writes and request.path not in {flow.url(), flow.url("check")}:
        return HttpResponseRedirect(flow.url("check"), status=303)
    return view(request, flow, **kwargs)


def update_page(view: Page) -> Page:
    """Give the view the update that this private link's session, or the member's organization, has begun."""

    def inner(request: HttpRequest, door: Door, **kwargs: Any) -> HttpResponse:
        draft = _update(request, door)
        if draft is None:
            submissions.answer_again(request, actor_key=door.actor.key)
            return _update_gone(request, door.case, to=party_url(door.case))
        template = "closings/member/flow.html" if door.membership else "closings/public/flow.html"
        flow = Flow(draft, party_url(door.case, "update"), template, door.case, door.actor, door.membership)
        try:
            return _writing(request, flow, view, **kwargs)
        except Draft.DoesNotExist:
            return _update_gone(request, door.case, to=party_url(door.case))

    return own_page(wraps(view)(inner))


def _update(request: HttpRequest, door: Door) -> Draft | None:
    if door.membership is not None:
        return filing.update_of(door.membership.organization, door.case)
    pk = request.session.get(UPDATING)
    draft = Draft.objects.filter(pk=pk, kind=filing.UPDATE, owner=None).first() if pk else None
    of = drafts.answers(draft).get(filing.OF, {}) if draft is not None else {}
    return draft if of.get("case") == door.case.pk else None


def key_page(view: Page) -> Page:
    """Give the view the letter that this person keys; 404 for another's."""

    @wraps(view)
    def wrapped(request: HttpRequest, draft_id: int, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":  # a second press finds the draft filed, or an update's draft gone
            submissions.answer_again(request, actor_key=request.user.actor.key)
        draft = Draft.objects.select_related("filed_case").filter(pk=draft_id, kind=filing.KEY).first()
        if draft is None:
            return _key_gone(request)
        answers = drafts.answers(draft)
        if answers.get(filing.BY, {}).get("user") != request.user.pk:
            raise Http404
        case = Case.objects.filter(pk=answers.get(filing.OF, {}).get("case", 0)).first()
        filed = draft.filed_case
        flow = Flow(draft, reverse("closing_key_hub", args=[draft.pk]), "closings/staff/flow.html", case=case)
        if filed is None:
            try:
                return view(request, flow, **kwargs)
            except Draft.DoesNotExist:
                if case is None:
                    raise
                return _update_gone(request, case, to=case_url(case))
            except DraftFiled as done:
                filed = Case.objects.get(number=done.location)
        return too_late(request, filed, to=case_url(filed))

    found = staff(wrapped)
    found.staff_page = True  # type: ignore[attr-defined]  # its address lies below the kind's, not below /staff/
    return found


def _key_gone(request: HttpRequest) -> HttpResponse:
    """A keyed update ends with its recording: what the other window sends then is shown back. 404 for whoever reads."""
    if request.method != "POST" or Draft.objects.filter(pk=request.resolver_match.kwargs["draft_id"]).exists():
        raise Http404
    words = "This letter or correction is not open any more: it was recorded already, perhaps in another window."
    return filed_meanwhile(request, "", said=words, instead=("All closing notices", reverse("closings:list")))


def no_draft(request: HttpRequest) -> HttpResponse:
    """Say that no notice is open here and how to open it, and show whatever was typed."""
    status = 409 if request.method == "POST" else 200
    return render(request, "closings/public/no_draft.html", {"kept": kept_answers(request)}, status=status)
