"""The one page of every act: what it will do, what it asks, and the answer when somebody was faster."""
from __future__ import annotations

import uuid
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from complaints import consequences
from complaints.actions import ACTIONS, Action
from complaints.forms.acts import ActForm
from complaints.guards import current_draft
from complaints.views.staff import frame
from complaints.views.staff.downloads import pdf
from complaints.wording import TIMELINE
from wagecase.accounts.access import case_staff_required
from wagecase.audit.chain import unit_of_work
from wagecase.cases import acts, timeline
from wagecase.cases.addresses import case_url
from wagecase.cases.models import Case
from wagecase.documents import services as documents
from wagecase.documents.renderer import RendererUnavailable, RenderFailed
from wagecase.errors import AlreadyDone, KeyReused, NotPermitted, StaleVersion, TransitionNotAllowed
from wagecase.lifecycle import Transition
from wagecase.web import submissions
from wagecase.web.faults import faults_of
from wagecase.web.models import Submission


@case_staff_required
def act(request: HttpRequest, number: str, transition: str) -> HttpResponse:
    """GET shows the consequences and the form, or refuses; POST does it once."""
    case, row, action = _find(request, number, transition)
    if request.method == "POST":
        return _post(request, case, row, action)
    _need_lawful(case, row, request)
    form = action.form(case=case, user=request.user, today=timezone.localdate(), initial=_marks(case))
    return _page(request, case, row, form=form, action=action)


@case_staff_required
def letter(request: HttpRequest, number: str, transition: str, place: int) -> HttpResponse:
    """The PDF of a letter that the act would send; a POST shows it with what is typed so far."""
    case, row, action = _find(request, number, transition)
    _need_lawful(case, row, request)
    at = timezone.now()
    typed = request.POST if request.method == "POST" else None
    try:
        html = consequences.letter_html(case, action, place, user=request.user, at=at, typed=typed)
    except LookupError:
        raise Http404 from None
    try:
        return pdf(documents.preview(html=html, at=at), f"preview-{transition}.pdf")
    except (RenderFailed, RendererUnavailable):
        return render(request, "complaints/staff/no_preview.html", frame.context(case, None), status=503)


def _find(request: HttpRequest, number: str, transition: str) -> tuple[Case, Transition, Action]:
    """Return case, row and action; 404 for an act that this kind does not have, NotPermitted for another role's."""
    case = frame.find(request, number)
    row = acts.lifecycle_of(case).by_name.get(transition)
    if row is None or not row.source or transition not in ACTIONS:
        raise Http404
    if request.user.role not in row.by:
        raise NotPermitted(f"{row.label}: only {' or '.join(row.by)} may do this.", transition=transition)
    return case, row, ACTIONS[transition]


def _need_lawful(case: Case, row: Transition, request: HttpRequest) -> None:
    reason = acts.refusal(case, row, request.user.actor)
    if reason:
        raise TransitionNotAllowed(reason, transition=row.name, state=case.state)


def _marks(case: Case) -> dict[str, int]:
    return {"version": case.version, "seen": timeline.last_seq(case)}


def _post(request: HttpRequest, case: Case, row: Transition, action: Action) -> HttpResponse:
    form = action.form(request.POST, request.FILES, case=case, user=request.user, today=timezone.localdate())
    if not form.is_valid():
        return _invalid(request, case, row, action, form)
    digest = submissions.body_hash(request)
    sent = {"actor_key": request.user.actor.key, "key": form.cleaned_data["submission_key"], "body_hash": digest}
    try:
        with unit_of_work(), submissions.once(path=request.path, **sent) as submission:
            action.run(case, form=form, user=request.user, at=timezone.now())
            submission.location = case_url(case)
    except ValidationError as error:
        _add(form, error)
        return _page(request, case, row, form=form, action=action, status=422)
    except TransitionNotAllowed as refused:
        return _refused(request, number=case.number, row=row, action=action, refused=refused)
    return HttpResponseRedirect(submission.location, status=303)


def _add(form: ActForm, error: ValidationError) -> None:
    """Show a service's refusal at the field that it names, or above the form."""
    named = getattr(error, "error_dict", {})
    if named and set(named) <= set(form.fields):
        form.add_error(None, error)
    else:
        form.add_error(None, ValidationError(error.messages))


def _invalid(
    request: HttpRequest, case: Case, row: Transition, action: Action, form: ActForm
) -> HttpResponse:  # fmt: skip
    """Show the faults; when the act is no longer lawful that comes first, with the typed text."""
    _answer_again(request)
    reason = acts.refusal(case, row, request.user.actor)
    if reason:
        return _refused(request, number=case.number, row=row, action=action, refused=TransitionNotAllowed(reason))
    return _page(request, case, row, form=form, action=action, status=422)


def _answer_again(request: HttpRequest) -> None:
    """A second press of the same button is answered like the first, even where the state has moved on since."""
    try:
        key = uuid.UUID(request.POST.get("submission_key", ""))
    except ValueError:
        return
    first = Submission.objects.filter(actor_key=request.user.actor.key, key=key).first()
    if first is None:
        return
    same = first.path == request.path[:300] and first.body_hash == submissions.body_hash(request)
    raise AlreadyDone(first.location) if same else KeyReused(first.location)


def _refused(
    request: HttpRequest, *, number: str, row: Transition, action: Action, refused: TransitionNotAllowed
) -> HttpResponse:  # fmt: skip
    """409: who changed what since, the typed text kept, and the form again as long as the act is still lawful."""
    case = frame.find(request, number)
    seen = request.POST.get("seen", "")
    changed = timeline.since(case, int(seen), words=TIMELINE) if seen.isdecimal() and len(seen) < 10 else []
    reason = acts.refusal(case, row, request.user.actor)
    data = request.POST.copy()
    for name, value in _marks(case).items():
        data[name] = str(value)
    draft = current_draft(case) if row.name == "sign_determination" else None
    if draft is not None:
        data["draft_sha256"] = draft.draft.sha256
    form = action.form(data, case=case, user=request.user, today=timezone.localdate())
    said = reason or refused.message
    stale = isinstance(refused, StaleVersion)
    if reason or not stale:
        return render(request, "complaints/staff/conflict.html", {
            **frame.context(case, None), "row": row, "said": said, "changed": changed, "kept": _kept(form),
        }, status=409)  # fmt: skip
    form._errors = type(form.errors)()
    conflict = {"said": said, "changed": changed, "had_files": bool(request.FILES)}
    return _page(request, case, row, form=form, action=action, status=409, conflict=conflict)


def _kept(form: ActForm) -> list[tuple[str, str]]:
    """Return what was typed under its labels."""
    rows = []
    for bound in form.visible_fields():
        value = bound.value()
        if hasattr(bound.field, "choices"):
            value = dict(bound.field.choices).get(value, "")
        if value and isinstance(value, str):
            rows.append((bound.label, value))
    return rows


def _page(
    request: HttpRequest, case: Case, row: Transition, *, form: ActForm, action: Action, status: int = 200,
    **more: Any,
) -> HttpResponse:  # fmt: skip
    today = timezone.localdate()
    draft = current_draft(case) if row.name in {"sign_determination", "return_draft"} else None
    return render(request, "complaints/staff/act.html", {
        **frame.context(case, None), "row": row, "form": form, "action": action, "draft": draft,
        "does": consequences.of(case, row, action, today=today), "has_errors": bool(faults_of(form)),
        "multipart": form.is_multipart(), "typed": len(form.visible_fields()) > 0, **more,
    }, status=status)  # fmt: skip
