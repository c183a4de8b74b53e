"""Gives out the rule packet of a revision as PDF and CSV, and the paper of the authority that put it in force."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from wagecase.accounts.access import role_required
from wagecase.cases import files
from wagecase.documents import services as documents
from wagecase.documents.renderer import RendererUnavailable, RenderFailed
from wagecase.rates.models import DRAFT, RateSchedule
from wagecase.rates.services import PREPARERS
from wagecase.rates.workbench import acts, packets
from wagecase.rules.proposals import Proposal
from wagecase.web.pdf_answers import pdf_answer


@require_safe
@role_required(*PREPARERS)
def packet_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """The packet as it was frozen when the schedule was proposed; of a draft one that says that it is a draft."""
    schedule, proposal = _find(key)
    try:  # a packet that is not ready raises RenderFailed too
        return pdf_answer(_pdf(schedule, proposal), f"rule-packet-{schedule.key}.pdf", framed=True)
    except (RenderFailed, RendererUnavailable):
        return render(request, "rates/staff/no_packet.html", {"schedule": schedule}, status=503)


@require_safe
@role_required(*PREPARERS)
def packet_csv(_request: HttpRequest, key: str) -> HttpResponse:
    """The packet for a spreadsheet."""
    schedule, proposal = _find(key)
    return HttpResponse(
        packets.as_csv(schedule=schedule, proposal=proposal),
        content_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="rule-packet-{schedule.key}.csv"',
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )


@require_safe
@role_required(*PREPARERS)
def authority(_request: HttpRequest, key: str) -> HttpResponse:
    """The act or the register page that the second person added, never shown inside the site."""
    row = get_object_or_404(RateSchedule.objects.select_related("document"), key=key).document
    if row is None:
        raise Http404
    with files.read(row) as opened:
        response = HttpResponse(opened.read(), content_type=row.content_type)
    name = files.safe_name(row.name, row.content_type)
    response["Content-Disposition"] = content_disposition_header(True, name) or ""
    response["Content-Security-Policy"] = "default-src 'none'; sandbox; frame-ancestors 'none'"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _find(key: str) -> tuple[RateSchedule, Proposal]:
    schedule = get_object_or_404(RateSchedule, key=key)
    proposal = acts.proposal_of(schedule)
    if proposal is None:
        raise Http404
    return schedule, proposal


def _pdf(schedule: RateSchedule, proposal: Proposal) -> bytes:
    packet = None if schedule.status == DRAFT else packets.latest(schedule)
    if packet is None:
        return packets.preview(schedule=schedule, proposal=proposal, at=timezone.now())
    if not packet.is_ready:
        packet = documents.render_now(packet, timeout=packets.WAIT_SECONDS)  # may still be the runner's, or given up
    return documents.read_pdf(packet)
