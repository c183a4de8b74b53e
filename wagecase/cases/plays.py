"""The demonstration's cases are plays of acts, each on the day on which it would have happened: what a day has, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from typing import Any, Protocol

from django.utils import timezone


class Play(Protocol):
    """One case being played: the instant of each of its acts, and what does it."""

    @property
    def acts(self) -> Sequence[tuple[datetime, Callable[[Any, datetime], Any]]]: ...


def due_acts(plays: Iterable[Play], day: date, now: datetime) -> list[tuple[datetime, Callable[[], Any]]]:
    """Return what happens on `day`, in order of the hour, nothing of it after `now`."""
    found = [
        (at, lambda play=play, act=act, at=at: act(play, at))
        for play in plays
        for at, act in play.acts
        if timezone.localdate(at) == day and at <= now
    ]
    return sorted(found, key=lambda item: item[0])
