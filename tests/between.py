"""Lets something happen after a filing page has read the answers and before it holds the draft, as it may for real."""

from collections.abc import Callable

import pytest

from wagecase.cases import filing_once


def before_the_lock(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Let `happens` run once, just before the next filing holds its draft."""
    real, left = filing_once.unit_of_work, [happens]

    def late() -> object:
        if left:
            left.pop()()
        return real()

    monkeypatch.setattr(filing_once, "unit_of_work", late)
