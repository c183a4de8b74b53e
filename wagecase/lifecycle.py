"""The shape of a lifecycle, pure, so that views, audit wording, docs and tests all read one table.

A `Lifecycle` is one proceeding with one line of states. It validates itself when built: unique names, known and
reachable states, known public stages. Nothing here imports Django.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

SAME: Final = "<same>"  # a transition that leaves the state alone
SYSTEM: Final = "system"
ACTING_SIGNER: Final = "acting signer"  # a right lent for named dates (ADR 9), never anybody's own role
Guard = Callable[[Any, "Actor"], "str | None"]


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: `kind` is staff, account, link or system; `id` the row of that kind; `label` is for screens only.

    `lent` holds role words that the person has besides the own role for a time; who lends them is asked at each act.
    """

    kind: str
    id: int | None
    role: str
    label: str = ""
    lent: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Stable text for unique keys, such as "staff:7"."""
        return f"{self.kind}:{self.id if self.id is not None else '-'}"


SYSTEM_ACTOR: Final = Actor("system", None, SYSTEM, "Wagecase")


@dataclass(frozen=True, slots=True)
class State:
    """A state of the file. `tone` picks the tag (neutral, active, waiting, attention, late, done)."""

    name: str
    label: str
    tone: str = "neutral"
    open: bool = True
    waits_on: str = ""  # role word of whoever must act next, "" when nobody


@dataclass(frozen=True, slots=True)
class Transition:
    """One lawful act. `source=()` opens a case; `to=SAME` leaves the state alone.

    `by` holds role names; `guard(case, actor)` returns None or the sentence the person sees; `public` names the
    stage that the status page shows as reached; `edits` says whether a SAME act checks and bumps the version.
    """

    name: str
    label: str
    source: tuple[str, ...]
    to: str
    by: tuple[str, ...]
    says: str = ""  # what it will send, start and stop, in one sentence for the button
    past: str = ""  # "Assigned an investigator", for the timeline
    guard: Guard | None = None
    public: str = ""
    cite: str = ""
    edits: bool = True
    primary: bool = False  # offered as the next step when legal
    staff: str = ""  # the label for staff, where a party's own word would speak as the party
    after_mail: bool = False  # comes once every letter is in the post, so the letters are the step before it

    @property
    def staff_label(self) -> str:
        """The label as staff read it."""
        return self.staff or self.label

    lands: Callable[[Any], str] | None = None  # the state that this case comes to, one of `to` and `may_land`
    may_land: tuple[str, ...] = ()

    def admits(self, actor: Actor) -> bool:
        """Return whether one of the actor's roles, own or lent, stands in the row."""
        return actor.role in self.by or any(role in self.by for role in actor.lent)

    def target(self, case: Any) -> str:
        """Return the state that `case` has after the act; ValueError for one that the row does not name."""
        if self.to == SAME:
            return str(case.state)
        found = self.lands(case) if self.lands else self.to
        if found not in (self.to, *self.may_land):
            raise ValueError(f"{self.name} cannot lead to {found!r}")
        return found


@dataclass(frozen=True)
class Lifecycle:
    """The transition table of one kind of case."""

    kind: str
    app: str
    title: str
    prefix: str
    states: tuple[State, ...]
    transitions: tuple[Transition, ...]
    stages: tuple[tuple[str, str], ...] = ()  # (name, label) in the order the public sees
    by_name: dict[str, Transition] = field(init=False, repr=False, compare=False)
    state_by_name: dict[str, State] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _unique("state", [s.name for s in self.states])
        _unique("transition", [t.name for t in self.transitions])
        _unique("stage", [name for name, _ in self.stages])
        object.__setattr__(self, "by_name", {t.name: t for t in self.transitions})
        object.__setattr__(self, "state_by_name", {s.name: s for s in self.states})
        stages = {name for name, _ in self.stages}
        for t in self.transitions:
            unknown = [
                s for s in (*t.source, *t.may_land, *(() if t.to == SAME else (t.to,))) if s not in self.state_by_name
            ]
            if unknown:
                raise ValueError(f"{self.kind}.{t.name}: unknown state {unknown[0]!r}")
            if t.public and t.public not in stages:
                raise ValueError(f"{self.kind}.{t.name}: unknown stage {t.public!r}")
            if not t.by:
                raise ValueError(f"{self.kind}.{t.name}: nobody may do it")
            if not t.source and t.to == SAME:
                raise ValueError(f"{self.kind}.{t.name}: an opening row needs a state to open in")
        lost = set(self.state_by_name) - self._reachable()
        if lost:
            raise ValueError(f"{self.kind}: state {sorted(lost)[0]!r} cannot be reached")

    def _reachable(self) -> set[str]:
        reached = {t.to for t in self.transitions if not t.source}
        while True:
            more = {t.to for t in self.transitions if t.to != SAME and reached & set(t.source)} - reached
            if not more:
                return reached
            reached |= more

    def get(self, name: str) -> Transition:
        """Return the row called `name`; KeyError names the kind and the row."""
        try:
            return self.by_name[name]
        except KeyError:
            raise KeyError(f"{self.kind} has no transition {name!r}") from None

    def from_state(self, state: str) -> tuple[Transition, ...]:
        """Return the rows that start in `state`, in table order."""
        return tuple(t for t in self.transitions if state in t.source)

    def open_states(self) -> tuple[str, ...]:
        """Return the names of the states in which the file is open."""
        return tuple(s.name for s in self.states if s.open)


def _unique(what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{what} {name!r} stands twice")
        seen.add(name)
