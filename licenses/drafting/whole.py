"""A whole application in the making, read with a handful of queries: its answers, its lists, and what each says so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from django.db.models import Count, F, Max, QuerySet

from licenses.drafting import typed
from licenses.drafting.fields import AskForm
from licenses.drafting.sections import BY_SLUG, JOBS, MEASURES, SITES, SOURCES, WORKERS, Section, form_of
from wagecase.cases.models import Draft, DraftRow, DraftSection


@dataclass
class Line:
    """One line of a list, or one section. Its form is made by `bind` when it is asked for, since a form is dear."""

    section: Section
    answers: typed.Answers
    bind: Callable[[], AskForm]
    key: str = ""
    version: int = 0
    saved_at: datetime | None = None
    saved_by: str = ""
    outcome: str = ""
    place: int = 0

    @cached_property
    def form(self) -> AskForm:
        """The form with the answers."""
        return self.bind()

    @property
    def marked(self) -> bool:
        """Whether it was filled in from an earlier application and nobody confirmed it yet."""
        return bool(self.answers.get(typed.CONFIRM))

    @property
    def valid(self) -> bool:
        """Whether the rules accept every answer of it."""
        return self.form.is_valid()

    @property
    def half(self) -> bool:
        """Whether answers are missing, and none of those given is wrong."""
        codes = {error.code for errors in self.form.errors.as_data().values() for error in errors}
        return bool(codes) and codes <= {"required"}

    @property
    def checked(self) -> dict[str, Any]:
        """The answers that the rules accept."""
        self.form.is_valid()
        return dict(self.form.cleaned_data)


@dataclass
class Whole:
    """One draft. Lines of workers, which are many, are read only where they are asked for."""

    draft: Draft
    _rows: dict[str, list[Line]] = field(default_factory=dict)
    _sections: dict[str, Line] = field(default_factory=dict)

    @property
    def renewal(self) -> bool:
        """Whether it renews a license."""
        return self.draft.about_id is not None

    @cached_property
    def kept(self) -> dict[str, DraftSection]:
        """The saved sections by name."""
        return {one.name: one for one in _with_savers(self.draft.sections.all())}

    @cached_property
    def lists(self) -> dict[str, list[DraftRow]]:
        """The lines of every list but the workers'."""
        found: dict[str, list[DraftRow]] = {SITES: [], JOBS: [], SOURCES: [], MEASURES: []}
        for row in _with_savers(self.draft.rows.exclude(section=WORKERS)):
            found.setdefault(row.section, []).append(row)
        return found

    def section(self, slug: str) -> Line:
        """Return a section that is one page."""
        if slug not in self._sections:
            kept, section = self.kept.get(slug), BY_SLUG[slug]
            answers = dict(kept.answers) if kept else {}
            self._sections[slug] = Line(
                section, answers, partial(self.bind, section, answers), version=kept.version if kept else 0,
                saved_at=kept.saved_at if kept else None, saved_by=_name(kept),
            )  # fmt: skip
        return self._sections[slug]

    def rows(self, slug: str) -> list[Line]:
        """Return the lines of a list in order."""
        if slug not in self._rows:
            self._rows[slug] = [self.line(row) for row in self.lists.get(slug, ())]
        return self._rows[slug]

    def row(self, slug: str, key: str) -> Line | None:
        """Return one line."""
        if slug == WORKERS:
            row = _with_savers(self.draft.rows.filter(section=WORKERS, key=key)).first()
            return self.line(row) if row else None
        return next((line for line in self.rows(slug) if line.key == key), None)

    def line(self, row: DraftRow) -> Line:
        """Return a kept line."""
        section, answers = BY_SLUG[row.section], dict(row.answers)
        return Line(
            section, answers, partial(self.bind, section, answers, key=row.key), key=row.key, version=row.version,
            saved_at=row.saved_at, saved_by=_name(row), outcome=row.outcome, place=row.place,
        )  # fmt: skip

    def bind(self, section: Section, answers: Mapping[str, Any], *, key: str = "") -> AskForm:
        """Return the form of a section or line, bound to the answers."""
        form = self.form_class(section, key=key)
        data = typed.data_of(form, answers)
        return form(data, sites=self.names(SITES), jobs=self.names(JOBS)) if section.slug == WORKERS else form(data)  # type: ignore[call-arg]

    def form_class(self, section: Section, *, key: str = "") -> type[AskForm]:
        """Return the form class of a section; a measurement has one for each way to pay its job."""
        return form_of(section, renewal=self.renewal, by_piece=section.slug == MEASURES and self.by_piece(key))

    def by_piece(self, job_key: str) -> bool:
        """Return whether a job is paid by the piece."""
        return any(row.key == job_key and row.answers.get("pay_basis") == "piece" for row in self.lists[JOBS])

    def names(self, slug: str) -> list[str]:
        """Return the names in a list of places or jobs, as typed."""
        found = [" ".join(str(row.answers.get("name", "")).split()) for row in self.lists[slug]]
        return [name for name in found if name]

    def sources(self, job_key: str) -> list[Line]:
        """Return the firms asked about a job."""
        return [line for line in self.rows(SOURCES) if line.answers.get("job") == job_key]

    def measure(self, job_key: str) -> Line | None:
        """Return how the work of a job is measured; its line has the key of the job."""
        return self.row(MEASURES, job_key)

    @cached_property
    def _worker_groups(self) -> list[tuple[str, str | None, str | None, int, datetime]]:
        """The lines of workers by outcome and by who saved them: how many, and when the last of them was saved."""
        rows = self.draft.rows.filter(section=WORKERS).order_by()
        by = rows.values_list("outcome", "saved_by__name", "saved_by__email")
        return list(by.annotate(n=Count("pk"), last=Max("saved_at")))

    @cached_property
    def worker_outcomes(self) -> dict[str, int]:
        """How many lines of workers there are of each outcome."""
        found: Counter[str] = Counter()
        for outcome, _saver, _email, count, _last in self._worker_groups:
            found[outcome] += count
        return dict(found)

    @cached_property
    def purposes(self) -> frozenset[str]:
        """The purposes for which there are files."""
        return frozenset(self.draft.attachments.values_list("purpose", flat=True))

    @property
    def worker_count(self) -> int:
        """How many lines of workers there are."""
        return sum(self.worker_outcomes.values())

    def last_saved(self, *slugs: str) -> tuple[str, datetime] | None:
        """Return who saved last in some sections, and when; None where nobody has touched what was filled in."""
        if WORKERS in slugs:
            saved = [(name or email or "", last) for _outcome, name, email, _count, last in self._worker_groups]
        else:
            kept: list[Any] = [self.kept[slug] for slug in slugs if slug in self.kept]
            kept += [row for slug in slugs for row in self.lists.get(slug, ())]
            saved = [(_name(one), one.saved_at) for one in kept]
        return max((one for one in saved if one[0]), key=lambda one: one[1], default=None)


def _with_savers(kept: QuerySet[Any]) -> QuerySet[Any]:
    """Add to sections or lines who saved them: their names, for nothing else of these people is shown."""
    return kept.annotate(saver_name=F("saved_by__name"), saver_email=F("saved_by__email"))


def _name(kept: Any) -> str:
    return (kept.saver_name or kept.saver_email or "") if kept is not None else ""
