"""The start of an application, its task list, its sections and the lines of its lists."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from licenses.drafting import earlier, opening, saving, stamps, words
from licenses.drafting.checks import Problem
from licenses.drafting.progress import COMPLETE, TAGS
from licenses.drafting.saving import Conflict
from licenses.drafting.sections import BY_SLUG, GROUPS, JOBS, MEASURES, SECTIONS, SOURCES, WORKERS, Section
from licenses.drafting.views.desk import Desk, draft_page
from licenses.drafting.views.editing import Sheet, edit
from licenses.renewing import last_term, renewable
from licenses.status import NOT_YET, load, status_of
from wagecase.accounts.members import FILER, OWNER, VIEWER, member_required, memberships_here
from wagecase.accounts.models import Membership
from wagecase.cases import drafts
from wagecase.web.formatting import clocktime, day

A_PAGE = 50
NEW = "new"


@require_http_methods(["GET", "HEAD", "POST"])
@member_required()
def start(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Say what an application needs; POST opens one, beside those that are open already.

    It is opened for the organization that the page named, whatever was chosen in another window meanwhile.
    """
    if request.method == "POST":
        named = request.POST.get("organization", "") or str(membership.organization_id)
        mine = {str(one.organization_id): one for one in memberships_here(request)}
        if named not in mine:
            raise Http404
        membership = mine[named]
        if membership.role not in {OWNER, FILER}:
            raise Http404
        draft = opening.open_draft(membership, language=get_language() or "en", at=timezone.now())
        return HttpResponseRedirect(reverse("licenses:apply", args=[draft.pk]), status=303)
    return render(request, "licenses/apply/start.html", {
        "organization": membership.organization, "open": opening.open_drafts(membership.organization),
        "writes": membership.role != VIEWER, "renewable": _renewable(membership),
        "held": [earlier.held_words(one) for one in earlier.held(membership.organization)],
    })  # fmt: skip


def _renewable(membership: Membership) -> list[dict[str, Any]]:
    """Return the organization's licenses that can be renewed today, and those whose term is still to begin."""
    today, found = timezone.localdate(), []
    for license in load(membership.organization.licenses.select_related("case").order_by("case")):
        allowed, waits = renewable(license, on=today), status_of(license, today).value == NOT_YET
        if not allowed.refusal or waits:
            begins = last_term(license).starts_on if waits else None
            found.append({"license": license, "ends_on": allowed.ends_on, "begins": begins, "late": allowed.late})
    return found


@require_safe
@draft_page
def hub(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The sections in groups, each with its status and who saved it last."""
    progress, groups = desk.progress, []
    for code, label in GROUPS:
        rows = [_task(desk, section) for section in SECTIONS if section.group == code]
        groups.append({"label": label, "rows": rows})
    next_one = progress.next
    return render(request, "licenses/apply/hub.html", desk.context(
        groups=groups, done=progress.done, total=len(SECTIONS), next=desk.url(next_one.slug), next_label=next_one.label,
        fresh=progress.done == 0 and not desk.whole.kept,
    ))  # fmt: skip


def _task(desk: Desk, section: Section) -> dict[str, Any]:
    state = desk.progress.state(section)
    tone, status = TAGS[state]
    waits = desk.progress.waits_for(section)
    return {
        "label": section.label, "href": "" if waits else desk.url(section.slug), "tone": tone, "status": status,
        "summary": waits or _last(desk, section),
    }  # fmt: skip


def _last(desk: Desk, section: Section) -> str:
    found = desk.whole.last_saved(*((JOBS, SOURCES) if section.slug == JOBS else (section.slug,)))
    if found is None:
        return ""
    name, at = found
    when = clocktime(at) if timezone.localdate(at) == timezone.localdate() else day(at)
    return _("%(name)s, %(when)s") % {"name": name, "when": when}


def _section(slug: str) -> Section:
    found = BY_SLUG.get(slug)
    if found is None or found.form is None:
        raise Http404
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@draft_page
def section(request: HttpRequest, desk: Desk, slug: str) -> HttpResponse:
    """The questions of a section, or the lines of a list."""
    found = _section(slug)
    if not found.rows:
        return edit(request, Sheet(desk, found))
    if request.method == "POST":
        raise Http404
    if slug == SOURCES:
        return HttpResponseRedirect(desk.url(JOBS), status=302)
    if slug == WORKERS:
        return _workers(request, desk, found)
    return render(request, "licenses/apply/rows.html", desk.context(
        section=found, rows=words.list_rows(desk.progress, found), back_url=desk.url(), add=desk.url(slug, NEW),
        faults=_faults(desk, slug) if desk.whole.lists[JOBS if slug == MEASURES else slug] else [], waits=desk.progress.waits_for(found), to_confirm=_to_confirm(desk, slug),
        next=_after(desk, found), is_jobs=slug == JOBS, is_measures=slug == MEASURES,
    ))  # fmt: skip


def _after(desk: Desk, found: Section) -> str:
    place = SECTIONS.index(found) + 1
    return desk.url(SECTIONS[place].slug)


def _faults(desk: Desk, slug: str) -> list[dict[str, str]]:
    return [{"text": one.text, "href": where(desk, one)} for one in desk.progress.faults_of(slug)]


def where(desk: Desk, problem: Problem) -> str:
    """Return the address of the page on which a problem is mended."""
    if problem.slug == SOURCES and not desk.writes:
        return desk.url(JOBS)
    return desk.url(problem.slug, problem.key) + problem.query


def _to_confirm(desk: Desk, slug: str) -> int:
    kept = desk.draft.sections.filter(name=slug).only("answers", "version").first()
    return kept.version if kept is not None and kept.answers.get("_confirm") else 0


def _workers(request: HttpRequest, desk: Desk, found: Section) -> HttpResponse:
    """Fifty lines of workers with what each comes to; the counts come from what each was marked with."""
    only = request.GET.get("only", "")
    states = {"short": (stamps.SHORT,), "problem": (stamps.PROBLEM, stamps.OPEN, "")}.get(only)
    rows = desk.draft.rows.filter(section=WORKERS)
    counts = desk.whole.worker_outcomes
    pages = Paginator(rows.filter(outcome__in=states) if states else rows, A_PAGE)
    pages.count = sum(count for outcome, count in counts.items() if not states or outcome in states)
    page = pages.get_page(request.GET.get("page"))
    return render(request, "licenses/apply/workers.html", desk.context(
        section=found, back_url=desk.url(), page=page, only=only if states else "",
        rows=[words.worker_row(one) for one in stamps.Reader(desk.whole).read_many(page.object_list)],
        total=desk.whole.worker_count, covers=counts.get(stamps.COVERS, 0), short=counts.get(stamps.SHORT, 0),
        troubled=counts.get(stamps.PROBLEM, 0) + counts.get(stamps.OPEN, 0) + counts.get("", 0), add=desk.url(WORKERS, NEW),
        upload=opening.roster_url(desk.draft), waits=desk.progress.waits_for(found), next=_after(desk, found),
        to_confirm=_to_confirm(desk, WORKERS), here=request.get_full_path(),
    ))  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@draft_page
def row(request: HttpRequest, desk: Desk, *, slug: str, key: str) -> HttpResponse:
    """The questions of one line, found by its key; `new` gives a new one its key."""
    found = _section(slug)
    if not found.rows or (key == NEW and (not found.noun or request.method == "POST" or not desk.writes)):
        raise Http404
    jobs = {one.key for one in desk.whole.lists[JOBS]}
    job = key if slug == MEASURES else (request.POST if request.method == "POST" else request.GET).get("job", "")
    asked = slug == MEASURES or (slug == SOURCES and (key == NEW or request.method == "POST"))
    if asked and job not in jobs:
        raise Http404
    if key == NEW:
        return edit(request, Sheet(desk, found, drafts.new_key(), new=True))
    return edit(request, Sheet(desk, found, key))


@require_http_methods(["GET", "HEAD", "POST"])
@draft_page
def remove(request: HttpRequest, desk: Desk, *, slug: str, key: str) -> HttpResponse:
    """Show what would be taken out; POST takes it out."""
    found = _section(slug)
    line = desk.whole.row(slug, key) if found.rows and found.noun else None
    target = desk.url(JOBS if slug == SOURCES else slug)
    if line is None or not desk.writes:
        if request.method == "POST":  # pressed twice, or a colleague was quicker
            return HttpResponseRedirect(target, status=303)
        raise Http404
    stale = False
    if request.method == "POST":
        sent = request.POST.get("version", "")
        try:
            saving.remove(desk.draft, found, key=key, version=int(sent) if sent.isdecimal() and len(sent) < 10 else 0,
                          at=timezone.now())  # fmt: skip
            messages.success(request, _("“%(name)s” was removed.") % {"name": words.title(found, line)})
            return HttpResponseRedirect(target, status=303)
        except Conflict:
            stale = True
    return render(request, "licenses/apply/remove.html", desk.context(
        section=found, line=line, rows=words.summary(line), title=words.title(found, line), back_url=target,
        stale=stale, has_firms=bool(slug == JOBS and desk.whole.sources(key)),
    ), status=409 if stale else 200)  # fmt: skip


@require_http_methods(["POST"])
@draft_page
def confirm(request: HttpRequest, desk: Desk, slug: str) -> HttpResponse:
    """Take a list that was filled in from an earlier application as it stands; what it lacks is shown at once.

    A section that is one page is confirmed by its own form, which saves what was changed on it.
    """
    found = BY_SLUG.get(slug)
    if found is None or not found.rows or slug == SOURCES:
        raise Http404
    sent = request.POST.get("version", "")
    try:
        version = int(sent) if sent.isdecimal() and len(sent) < 10 else 0
        saving.confirm(desk.draft, slug, version=version, by=desk.membership, at=timezone.now())
    except Conflict:
        messages.warning(request, _("This section was changed meanwhile. Look at it once more before you confirm it."))
        return HttpResponseRedirect(desk.url(slug), status=303)
    whole = Desk(desk.membership, desk.draft).progress.state(found) == COMPLETE
    return HttpResponseRedirect(desk.url() if whole else desk.url(slug), status=303)
