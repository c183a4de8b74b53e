"""The one way in which a PDF of ours is answered: shown by the browser, kept nowhere, and run as nothing else."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.http import content_disposition_header

# Nothing in a PDF needs to load or run anything; the viewer of the browser brings styles of its own.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors {ancestors}"


def pdf_answer(data: bytes, name: str, *, framed: bool = False) -> HttpResponse:
    """Return `data` as a PDF called `name`; `framed` lets pages of our own show it in a frame."""
    response = HttpResponse(data, content_type="application/pdf")
    response["Content-Disposition"] = content_disposition_header(False, name)
    response["Content-Security-Policy"] = POLICY.format(ancestors="'self'" if framed else "'none'")
    if framed:
        response["X-Frame-Options"] = "SAMEORIGIN"
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "no-store"
    return response
