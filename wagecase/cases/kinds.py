"""What the cases app must know of each kind of case: its lifecycle, who is addressed by a role word, what letters say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from wagecase.lifecycle import Lifecycle


@dataclass(frozen=True)
class Kind:
    """One kind of case. The callables get the case and are filled in by the kind's app in `ready()`.

    `notice_context(case, facts)` gives the values of its letters and e-mails.
    `addressees(case, word)` gives the recipients of a role word of the kind's own, None for a word of everybody's.
    `mailed(case, notice)` is told of a letter that was given to the post and returns what it changed in the details.
    `dated_parts(on, language)` gives the parts of its letters that depend on the day on which a letter is made again.
    `worked_by` holds the roles that may open its files. `frame(case, section)` is what its staff pages show around
    their own; `actions` holds form and service of each act, `words` the labels of its record; `orders` are
    the orders that somebody signs (`cases.orders`) and `open_matters(case)` is what a signer must know.
    `returned(case, notice, actor=, at=)` is told of mail that came back, `reminded(case, step, at=)` of a step of a clock.
    `unneeded(case, step, at=)` says of a due step that nobody is to be told of it any more.
    `sends_elsewhere(case, act)` gives what an act sends by what it does to another case, as (`letters.Planned`, what).
    `listed(cases)` gives by key what lists show instead of the words of the table (`rows.Listed`), `due_steps(cases)` the
    next step that is possible now with its day (`rows.Step`); both read many cases in few questions.
    `settles` names the act that settles a task, by the sort of the task: it is the next step of whoever is asked.
    `private_links` is False where parties sign in to see their case, so that no link opens it. `opens` is the name of the
    address of private links (number, code), `finds` that of the page that asks for number and code.
    `give(case, investigator=, actor=, at=, expected_version=)` assigns the case, or reassigns it, whichever its state allows.
    """

    lifecycle: Lifecycle
    notice_context: Callable[[Any, Mapping[str, Any]], dict[str, Any]]
    url_prefix: str  # "complaints": pages at /<prefix>/<number>/
    addressees: Callable[[Any, str], list[Any] | None] | None = None
    mailed: Callable[[Any, Any], Mapping[str, tuple[Any, Any]]] | None = None
    give: Callable[..., Any] | None = None
    dated_parts: Callable[[date, str], Mapping[str, str]] | None = None
    worked_by: tuple[str, ...] = ("investigator", "supervisor")
    frame: Callable[[Any, str | None], dict[str, Any]] | None = None
    actions: Mapping[str, Any] = field(default_factory=dict)
    words: Any = None
    orders: Any = None
    open_matters: Callable[[Any], list[str]] | None = None
    returned: Callable[..., None] | None = None
    reminded: Callable[..., None] | None = None
    unneeded: Callable[..., bool] | None = None
    sends_elsewhere: Callable[[Any, str], list[tuple[Any, str]]] | None = None
    listed: Callable[[list[Any]], Mapping[int, Any]] | None = None
    due_steps: Callable[[list[Any]], Mapping[int, Any]] | None = None
    settles: Mapping[str, str] = field(default_factory=lambda: {"close": "close"})
    private_links: bool = True
    opens: str = "open_case"
    finds: str = "complaints:find"

    @property
    def name(self) -> str:
        return self.lifecycle.kind


_KINDS: dict[str, Kind] = {}


def register(kind: Kind) -> None:
    """Add a kind; ValueError when its name or number prefix is taken."""
    for other in _KINDS.values():
        if other.name == kind.name or other.lifecycle.prefix == kind.lifecycle.prefix:
            raise ValueError(f"kind {kind.name} repeats {other.name}")
    _KINDS[kind.name] = kind


def get(name: str) -> Kind:
    """Return the kind called `name`; KeyError when no app registered it."""
    return _KINDS[name]


def at(path: str) -> Kind | None:
    """Return the kind below whose address `path` lies, None for a path of no kind."""
    return next((kind for kind in _KINDS.values() if path.startswith(f"/{kind.url_prefix}/")), None)


def all_kinds() -> tuple[Kind, ...]:
    """Return every registered kind in order of registration."""
    return tuple(_KINDS.values())
