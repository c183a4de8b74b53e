"""Keeps the name, title and authority that a signer typed while the answers changed, until the application is signed."""

from __future__ import annotations

from django.http import HttpRequest

from wagecase.cases.models import Draft

TYPED = ("name", "title", "authority")
LONGEST = 200  # characters of one box that are kept; the form takes fewer


def _key(draft: Draft) -> str:
    return f"licenses.unsigned:{draft.pk}"


def keep(request: HttpRequest, draft: Draft) -> None:
    """Keep what was typed in this session, and for which answers it was meant."""
    typed_now = {name: request.POST.get(name, "").replace("\x00", "")[:LONGEST] for name in TYPED}
    request.session[_key(draft)] = {"typed": typed_now, "mark": request.POST.get("mark", "")[:64]}


def typed(request: HttpRequest, draft: Draft) -> dict[str, str]:
    """Return what was typed and not signed."""
    kept = request.session.get(_key(draft), {}).get("typed", {})
    return {name: value for name, value in kept.items() if value}


def was_sent_back(request: HttpRequest, draft: Draft, *, mark: str) -> bool:
    """Return whether a signature was sent for other answers than those of `mark`."""
    kept = request.session.get(_key(draft))
    return kept is not None and kept["mark"] != mark


def forget(request: HttpRequest, draft: Draft) -> None:
    """Keep nothing any more."""
    request.session.pop(_key(draft), None)
