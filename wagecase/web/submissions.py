"""Lets a form act once: sent again it leads to the first answer, and other answers under its key do not act.

with unit_of_work():
    with submissions.once(actor_key=..., key=..., path=..., body_hash=...) as sent:
        case = ...
        sent.location = case.get_absolute_url()
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.http import HttpRequest

from wagecase.errors import AlreadyDone, KeyReused
from wagecase.web.models import Submission

UNHASHED = frozenset({"csrfmiddlewaretoken"})


@contextmanager
def once(*, actor_key: str, key: UUID, path: str, body_hash: str) -> Iterator[Submission]:
    """Insert the submission first, run the block, then store `location`, all in one transaction.

    Raises AlreadyDone when the same form came before and KeyReused when the key came before with other answers;
    both carry the first answer's location. The block must set `location`. Whatever the block raises undoes the row.
    """
    path = path[:300]
    with transaction.atomic():
        try:
            with transaction.atomic():
                sent = Submission.objects.create(actor_key=actor_key, key=key, path=path, body_hash=body_hash)
        except IntegrityError:
            first = Submission.objects.get(actor_key=actor_key, key=key)
            if first.body_hash == body_hash and first.path == path:
                raise AlreadyDone(first.location) from None
            raise KeyReused(first.location) from None
        yield sent
        if not sent.location:
            raise RuntimeError("A submission needs the location of its answer")
        sent.save(update_fields=["status", "location"])


def answer_again(request: HttpRequest, *, actor_key: str) -> None:
    """Answer a form that came before like its first press, for a page that finds it wanting only because that press worked.

    AlreadyDone and KeyReused as `once` raises them; nothing where the key is new or none.
    """
    try:
        key = UUID(request.POST.get("submission_key", ""))
    except ValueError:
        return
    first = Submission.objects.filter(actor_key=actor_key, key=key).first()
    if first is not None:
        same = first.path == request.path[:300] and first.body_hash == body_hash(request)
        raise AlreadyDone(first.location) if same else KeyReused(first.location)


def body_hash(request: HttpRequest) -> str:
    """Return SHA-256 over the sorted fields and files of a form, so that two boundaries make no difference."""
    digest = hashlib.sha256()
    for name in sorted(request.POST):
        if name not in UNHASHED:
            for value in request.POST.getlist(name):
                _add(digest, f"field:{name}", value.encode("utf-8", "surrogatepass"))
    for name in sorted(request.FILES):
        for file in request.FILES.getlist(name):
            content = hashlib.sha256()
            for chunk in file.chunks():
                content.update(chunk)
            file.seek(0)
            _add(digest, f"file:{name}/{file.name}/{file.size}", content.digest())
    return digest.hexdigest()


def _add(digest: Any, name: str, value: bytes) -> None:
    """Add one part with its lengths, so that "a=bc" and "ab=c" differ."""
    label = name.encode("utf-8", "surrogatepass")
    digest.update(f"{len(label)}:{len(value)}:".encode())
    digest.update(label)
    digest.update(value)
