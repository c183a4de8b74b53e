"""Rows of lifecycle tables that are the same act on every kind of case; a kind says from which states, and by whom.

An act stands here when its words are the same on every kind. One whose words name what the kind decides is a row of its
own table.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from wagecase.lifecycle import SAME, Guard, Transition


def add_evidence(source: tuple[str, ...], by: tuple[str, ...]) -> Transition:
    """Files come in while the file is open; they change no draft, so nobody's version of the case grows old by them."""
    return Transition("add_evidence", _("Add files"), source, SAME, by, edits=False,
                      says=_("Adds the files to the case. Sends nothing."), past=_("Files added"))  # fmt: skip


def revise(name: str, by: tuple[str, ...], *, guard: Guard, cite: str = "") -> Transition:
    """The draft of an order is replaced while it waits for its signature."""
    return Transition(name, _("Revise the draft"), ("drafted",), SAME, by, guard=guard,
                      says=_("Replaces the draft order; an earlier draft can no longer be signed."),
                      past=_("Draft revised"), cite=cite)  # fmt: skip
