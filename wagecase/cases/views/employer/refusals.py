"""Puts on the record that a member asked for a document of another's, at every door that gives out documents to members."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from wagecase.accounts.members import membership_of, memberships_here
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases import portal
from wagecase.documents.models import Document

Page = Callable[..., HttpResponse]


def refusals_noted(name: str) -> Callable[[Page], Page]:
    """Return the outermost decorator of such a door; `name` is the part of its address that names the document.

    The answer stays the 404 of a missing page. What does not exist, and what the person may read elsewhere, is not noted.
    """

    def decorate(view: Page) -> Page:
        @wraps(view)
        def noting(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, **kwargs)
            except Http404:
                _note(request, kwargs[name])
                raise

        return noting

    return decorate


def _note(request: HttpRequest, document_id: int) -> None:
    membership = membership_of(request)
    if membership is None or not Document.objects.filter(pk=document_id).exists():
        return
    if any(portal.documents_of(one.organization).filter(pk=document_id).exists() for one in memberships_here(request)):
        return
    with unit_of_work():
        record(
            verb="cases.refuse_document", actor=membership.actor, at=timezone.now(),
            facts={"document_id": document_id, "organization_id": membership.organization_id},
        )  # fmt: skip
