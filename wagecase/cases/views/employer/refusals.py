"""Puts on the record that a member asked for a document or file of another's, at every door that gives them out to members."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from wagecase.accounts.members import membership_of, memberships_here
from wagecase.accounts.models import Organization
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases import portal
from wagecase.cases.models import Attachment
from wagecase.documents.models import Document

Page = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Paper:
    """A kind of thing that such a door gives out: its verb and fact on the record, and what of it is an organization's."""

    verb: str
    fact: str
    everywhere: Callable[[], QuerySet[Any]]
    of: Callable[[Organization], QuerySet[Any]]


DOCUMENT = Paper("cases.refuse_document", "document_id", Document.objects.all, portal.documents_of)
FILE = Paper("cases.refuse_file", "attachment_id", Attachment.objects.all, portal.uploads_of)


def refusals_noted(name: str, paper: Paper = DOCUMENT) -> Callable[[Page], Page]:
    """Return the outermost decorator of such a door; `name` is the part of its address that names the document or file.

    The answer stays the 404 of a missing page. What does not exist, and what the person may read elsewhere, is not noted.
    """

    def decorate(view: Page) -> Page:
        @wraps(view)
        def noting(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, **kwargs)
            except Http404:
                _note(request, paper, kwargs[name])
                raise

        return noting

    return decorate


def _note(request: HttpRequest, paper: Paper, pk: int) -> None:
    membership = membership_of(request)
    if membership is None or not paper.everywhere().filter(pk=pk).exists():
        return
    if any(paper.of(one.organization).filter(pk=pk).exists() for one in memberships_here(request)):
        return
    with unit_of_work():
        record(
            verb=paper.verb, actor=membership.actor, at=timezone.now(),
            facts={paper.fact: pk, "organization_id": membership.organization_id},
        )  # fmt: skip
