"""The one page of every act: what it will do, what it asks, and the answer when somebody was faster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from wagecase.accounts import acting, sessions
from wagecase.accounts.access import case_staff_required
from wagecase.cases import acts, consequences, kinds, timeline
from wagecase.cases.act_forms import ActForm
from wagecase.cases.actions import Action
from wagecase.cases.addresses import case_url
from wagecase.cases.forms import show_refusal
from wagecase.cases.models import Case
from wagecase.cases.outcome import telling
from wagecase.cases.views import frame
from wagecase.cases.views.once import acting_once
from wagecase.documents import services as documents
from wagecase.documents.renderer import RendererUnavailable, RenderFailed
from wagecase.errors import NotPermitted, StaleVersion, TransitionNotAllowed
from wagecase.lifecycle import Transition
from wagecase.web import submissions
from wagecase.web.pdf_answers import pdf_answer
from wagecase.web.questions import typed_answer


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address of an act names: the case, the row of its table, and what the page needs of it."""

    case: Case
    row: Transition
    action: Action

    def refusal(self, request: HttpRequest) -> str:
        """Return why it cannot be done now, or an empty string."""
        return acts.refusal(self.case, self.row, request.user.actor)

    def form(self, request: HttpRequest, *args: Any, **kwargs: Any) -> ActForm:
        """Return the act's form for this case and person."""
        return self.action.form(*args, case=self.case, user=request.user, today=timezone.localdate(), **kwargs)

    def marks(self) -> dict[str, int]:
        """Return what the page saw: the version, and the last event."""
        return {"version": self.case.version, "seen": timeline.last_seq(self.case)}


@case_staff_required
def act(request: HttpRequest, number: str, transition: str) -> HttpResponse:
    """GET shows the consequences and the form, or refuses; POST does it once."""
    asked = _find(request, number, transition)
    if asked.action.confirmed and not sessions.is_confirmed(request):
        return sessions.to_confirmation(request)
    if request.method == "POST":
        return _post(request, asked)
    if reason := asked.refusal(request):
        return _conflict(request, asked, said=reason)
    return _page(request, asked, asked.form(request, initial=asked.marks()))


@case_staff_required
def letter(request: HttpRequest, number: str, transition: str, *, place: int) -> HttpResponse:
    """The PDF of a letter that the act would send, marked on every page; a POST shows it with what is typed so far."""
    asked = _find(request, number, transition)
    if reason := asked.refusal(request):
        raise TransitionNotAllowed(reason, transition=transition, state=asked.case.state)
    at = timezone.now()
    typed = request.POST if request.method == "POST" else None
    try:
        html = consequences.letter_html(asked.case, asked.action, place, user=request.user, at=at, typed=typed)
        data = documents.preview(html=documents.as_preview(html), at=at)
        return pdf_answer(data, f"preview-{transition}.pdf", framed=True)
    except LookupError:
        raise Http404 from None
    except (RenderFailed, RendererUnavailable, ValidationError):
        return render(request, "staff/case/no_preview.html", frame.context(asked.case, None), status=503)


def _find(request: HttpRequest, number: str, transition: str) -> Asked:
    """Return what is asked; 404 for an act that this kind does not have, NotPermitted for another role's."""
    case = frame.find(request, number)
    row = acts.lifecycle_of(case).by_name.get(transition)
    if row is None or not row.source or transition not in kinds.get(case.kind).actions:
        raise Http404
    at, actor = timezone.now(), request.user.actor
    if not row.admits(acting.with_lent(actor, row, at=at)):
        words = f"{row.label}: only {' or '.join(row.by)} may do this. {acting.why_not(actor, row, at=at)}"
        raise NotPermitted(words.strip(), transition=transition)
    return Asked(case, row, kinds.get(case.kind).actions[transition])


def _post(request: HttpRequest, asked: Asked) -> HttpResponse:
    form = asked.form(request, request.POST, request.FILES)
    if not form.is_valid():
        submissions.answer_again(request, actor_key=request.user.actor.key)
        if reason := asked.refusal(request):
            return _refused(request, asked, TransitionNotAllowed(reason))
        if _moved(request, asked):
            return _refused(
                request, asked, StaleVersion("The case was changed since you opened this page."), sound=False
            )
        return _page(request, asked, form, status=422)
    try:
        with acting_once(request, form) as submission:
            told = telling(asked.case, asked.row)
            asked.action.run(asked.case, form=form, user=request.user, at=timezone.now())
            submission.location = case_url(asked.case)
    except ValidationError as error:
        show_refusal(form, error)
        return _page(request, asked, form, status=422)
    except TransitionNotAllowed as refused:
        return _refused(request, asked, refused)
    messages.success(request, told())
    return HttpResponseRedirect(submission.location, status=303)


def _moved(request: HttpRequest, asked: Asked) -> bool:
    """Return whether the case moved on since the page was opened: the answers may be wanting only because of that."""
    seen = request.POST.get("version", "")
    return asked.action.versioned and seen.isdecimal() and len(seen) < 10 and int(seen) < asked.case.version


def _refused(
    request: HttpRequest, asked: Asked, refused: TransitionNotAllowed, *, sound: bool = True
) -> HttpResponse:  # fmt: skip
    """409: who changed what since, the typed text kept, and the form again as long as the act is still lawful.

    Answers that are not `sound` are told what is wrong with them.
    """
    fresh = Asked(frame.find(request, asked.case.number), asked.row, asked.action)
    seen = request.POST.get("seen", "")
    changed = (
        timeline.since(fresh.case, int(seen), words=kinds.get(fresh.case.kind).words)
        if seen.isdecimal() and len(seen) < 10
        else []
    )
    data = request.POST.copy()
    for name, value in fresh.marks().items():
        data[name] = str(value)
    draft = _draft(fresh)
    if draft is not None and "draft_sha256" in data:
        data["draft_sha256"] = draft.draft.sha256
    form = fresh.form(request, data)
    reason = fresh.refusal(request)
    if reason or not isinstance(refused, StaleVersion):
        files = bool(request.FILES)
        return _conflict(
            request, fresh, said=reason or refused.message, changed=changed, kept=_kept(form), had_files=files
        )
    if sound:
        form._errors = type(form.errors)()  # the same answers were checked before; only the case had moved
    conflict = {"said": refused.message, "changed": changed, "had_files": bool(request.FILES)}
    return _page(request, fresh, form, status=409, conflict=conflict)


def _draft(asked: Asked) -> Any:
    """Return the draft that waits for a signature, for an act that is about it."""
    return kinds.get(asked.case.kind).orders.current_draft(asked.case) if asked.action.form.shows_draft else None


def _kept(form: ActForm) -> list[tuple[str, str]]:
    """Return what was typed under its labels."""
    found = [(bound.label, typed_answer(form.data, bound.html_name, bound.field)) for bound in form.visible_fields()]
    return [(label, value) for label, value in found if value]


def _conflict(request: HttpRequest, asked: Asked, **more: Any) -> HttpResponse:
    context = {**frame.context(asked.case, None), "row": asked.row, **more}
    return render(request, "staff/case/conflict.html", context, status=409)


def _page(request: HttpRequest, asked: Asked, form: ActForm, *, status: int = 200, **more: Any) -> HttpResponse:
    case, row = asked.case, asked.row
    draft = _draft(asked)
    matters = kinds.get(case.kind).open_matters
    return render(request, "staff/case/act.html", {
        **frame.context(case, None), "row": row, "form": form, "action": asked.action, "draft": draft,
        "does": consequences.of(case, row, asked.action, today=timezone.localdate()),
        "open_matters": matters(case) if draft and matters else (),
        "evidence": list(case.attachments.exclude(purpose="scan")) if draft else (),
        "multipart": form.is_multipart(), "typed": bool(form.visible_fields()), **more,
    }, status=status)  # fmt: skip


for _view in (act, letter):
    _view.staff_page = True  # type: ignore[attr-defined]  # their addresses lie below the kind's, not below /staff/
