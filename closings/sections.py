"""The sections of a notice in the making: their order, what is still missing, and the notice that the answers make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from closings import wording
from closings.content import (
    DEPARTMENT,
    ClaimFacts,
    NoticeContent,
    RecipientFacts,
    SeparationFacts,
    SiteFacts,
)
from closings.forms import filing as ask
from closings.places import written
from wagecase.web.formatting import counted, day
from wagecase.web.questions import QuestionForm

Answers = Mapping[str, Mapping[str, Any]]
ROWS, KEY, LAST = "rows", "_key", "_last"  # of a section with rows: the rows, the name of each, the last name given
MOST_ROWS = 200


@dataclass(frozen=True)
class Section:
    """One section: a form, or a list of rows with a form each; `needed` ones must be complete before filing."""

    slug: str
    label: Any
    form: type[QuestionForm]
    rows: bool = False
    needed: bool = True
    noun: Any = ""  # one row, in "Add a site"
    staff: bool = False  # only where staff key a letter


SECTIONS: tuple[Section, ...] = (
    Section("letter", "How the letter came in", ask.LetterForm, staff=True),
    Section("employer", gettext_lazy("Employer"), ask.EmployerForm),
    Section("event", gettext_lazy("What happens"), ask.EventForm),
    Section("workforce", gettext_lazy("Employees in Wisconsin"), ask.WorkforceForm),
    Section("sites", gettext_lazy("Sites"), ask.SiteForm, rows=True, noun=gettext_lazy("Add a site")),
    Section("schedule", gettext_lazy("Schedule"), ask.SeparationForm, rows=True, noun=gettext_lazy("Add a date")),
    Section("recipients", gettext_lazy("Who was told"), ask.RecipientForm, rows=True, noun=gettext_lazy("Add somebody who must be told")),
    Section("details", gettext_lazy("Jobs and unions"), ask.DetailsForm, needed=False),
    Section("exceptions", gettext_lazy("Exceptions"), ask.ExceptionForm, needed=False),
    Section("files", gettext_lazy("Letter and files"), ask.FilesForm, needed=False),
)  # fmt: skip


def of_mode(*, staff: bool) -> list[Section]:
    """Return the sections that are asked of a filer, or of staff who key a letter."""
    return [section for section in SECTIONS if staff or not section.staff]


def by_slug(slug: str, *, staff: bool) -> Section | None:
    """Return the section called `slug`, None where there is none."""
    return next((section for section in of_mode(staff=staff) if section.slug == slug), None)


def rows_of(answers: Answers, slug: str) -> list[dict[str, Any]]:
    """Return the rows of a section as the draft keeps them, each with the name that it keeps for good (`KEY`).

    A row that was stored without one is named by its position.
    """
    return [{KEY: place, **row} for place, row in enumerate(answers.get(slug, {}).get(ROWS, ()))]


def packed(rows: Sequence[Mapping[str, Any]], *, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return rows as a section stores them; a row without a name gets one that no row of `before` ever had.

    So an address leads to one row or to none, and never to another that has moved into its place.
    """
    last, named = last_key(before), []
    for row in rows:
        if KEY not in row:
            last += 1
        named.append({KEY: last, **row})
    return {ROWS: named, LAST: last}


def last_key(saved: Mapping[str, Any]) -> int:
    """Return the last name that a row of a saved section was given, -1 before the first."""
    given = [row[KEY] for row in rows_of({"": saved}, "")]
    return max([int(saved.get(LAST, -1)), *given])


def status(section: Section, answers: Answers) -> str:
    """Return complete, problem (begun, and something needed is missing) or empty."""
    if section.slug not in answers:
        return "empty"
    if section.rows:
        return "complete" if rows_of(answers, section.slug) else "problem"
    return "complete"


def missing(answers: Answers, *, staff: bool) -> list[Section]:
    """Return the needed sections that are not complete."""
    return [s for s in of_mode(staff=staff) if s.needed and status(s, answers) != "complete"]


def content_of(
    answers: Answers, *, email: str = "", received_on: date | None = None, dated_on: date | None = None
) -> NoticeContent:
    """Return the notice that the answers make so far; what was not answered is blank.

    The department is told by the filing itself, on the day `received_on`; `dated_on` is the date that the notice bears.
    """
    employer, event, workforce = (answers.get(name, {}) for name in ("employer", "event", "workforce"))
    letter, exceptions = answers.get("letter", {}), answers.get("exceptions", {})
    told = [_recipient(row) for row in rows_of(answers, "recipients")]
    if received_on is not None:
        told.insert(0, RecipientFacts(DEPARTMENT, given_on=received_on))
    names = ("employer_name", "trade_name", "employer_kind", "contact_name", "contact_phone", "contact_postal")
    said = (
        "event",
        "duration",
        "expected_duration",
        "whole_site",
        "cause",
        "cause_words",
        "represented",
        "industry",
        "naics",
    )
    details = answers.get("details", {})
    values: dict[str, Any] = {
        **{name: employer.get(name, "") for name in names}, **{name: event.get(name, "") for name in said},
        **{name: workforce.get(name) for name in ("persons_in_state", "new_in_state", "low_hour_in_state")},
        **{name: details.get(name, "") for name in ("job_groups", "unions", "bumping")},
    }  # fmt: skip
    return NoticeContent(
        **values,
        keeps_running=event.get("keeps_running") == "yes",
        contact_email=letter.get("contact_email", "") or email, dated_on=dated_on,
        sites=tuple(_site(row) for row in rows_of(answers, "sites")),
        separations=tuple(_separation(row) for row in rows_of(answers, "schedule")),
        recipients=tuple(told),
        claims=tuple(ClaimFacts(code, exceptions.get("statement", "")) for code in exceptions.get("codes", ())),
    )  # fmt: skip


def answers_of(content: NoticeContent) -> dict[str, dict[str, Any]]:
    """Return the answers that would make `content`, to begin an update with."""
    packed = content.to_dict()
    keep = {section.slug: list(section.form.base_fields) for section in SECTIONS if not section.rows}
    found = {
        slug: {name: packed[name] for name in keep[slug] if packed.get(name) not in (None, "")}
        for slug in ("employer", "event", "workforce", "details")
    }
    if not found["details"]:
        del found["details"]  # a section that nobody filled in is not complete, in an update as in the notice
    found["event"]["keeps_running"] = "yes" if content.keeps_running else ""
    told = [row for row in packed["recipients"] if row["kind"] != DEPARTMENT]
    for slug, rows in (("sites", packed["sites"]), ("schedule", packed["separations"]), ("recipients", told)):
        found[slug] = {ROWS: [{name: value for name, value in row.items() if value is not None} for row in rows]}
    if content.claims:
        found["exceptions"] = {"codes": [row.code for row in content.claims], "statement": content.claims[0].statement}
    return found


def as_date(text: Any) -> date | None:
    """Return the date that a draft keeps as text, None for a blank."""
    return date.fromisoformat(text) if text else None


def _site(row: Mapping[str, Any]) -> SiteFacts:
    names = SiteFacts.__dataclass_fields__
    return SiteFacts(**{name: row[name] for name in names if row.get(name) not in (None, "")})


def _separation(row: Mapping[str, Any]) -> SeparationFacts:
    return SeparationFacts(
        as_date(row.get("first_on")), as_date(row.get("last_on")), row.get("count"), row.get("words", "")
    )


def _recipient(row: Mapping[str, Any]) -> RecipientFacts:
    given = as_date(row.get("given_on"))
    method = row.get("method", "") if given else ""
    return RecipientFacts(
        row["kind"], row.get("name", ""), row.get("municipality", ""), given, method, row.get("proof", ""),
        row.get("proof_file"), row.get("municipality_type", ""), row.get("county", ""),
    )  # fmt: skip


def row_words(section: Section, row: Mapping[str, Any]) -> tuple[str, str]:
    """Return a row of a list in words: what it is, and the rest of it."""
    if section.slug == "sites":
        where = wording.place(row.get("municipality", ""), row.get("municipality_type", ""))
        rest = [row.get("county", ""), people(row.get("affected"))]
        return ", ".join(filter(None, [row.get("name", ""), where])), ", ".join(filter(None, rest))
    if section.slug == "schedule":
        return span_words(_separation(row)), people(row.get("count"))
    facts = _recipient(row)
    told = _("Told on %(day)s") % {"day": day(facts.given_on)} if facts.given_on else _("Not told yet")
    how = str(wording.METHODS.get(facts.method, ""))
    file = _("with a file") if facts.proof_file else ""
    return recipient_words(facts), ", ".join(filter(None, [told, how[:1].lower() + how[1:], file]))


def people(count: Any) -> str:
    """Return "40 employees", or "Not stated"."""
    if count is None:
        return _("Not stated")
    return ngettext("%(n)s employee", "%(n)s employees", count) % {"n": counted(count)}


def span_words(row: SeparationFacts) -> str:
    """Return the day or the days of a row of the schedule."""
    if row.first_on is None:
        return row.words or _("Not stated")
    if row.last_on is None or row.last_on == row.first_on:
        return day(row.first_on)
    return _("%(first)s to %(last)s") % {"first": day(row.first_on), "last": day(row.last_on)}


def recipient_words(row: RecipientFacts, *, where: str = "") -> str:
    """Return who is told, in words; `where` is the municipality of an official as the sites tell it."""
    who = str(wording.RECIPIENTS.get(row.kind, row.kind))
    if row.kind == "official":
        who = row.name or _("Highest official")
        named = [wording.place(*written(row.municipality, row.municipality_type)), row.county]
        return ", ".join(filter(None, [who, *([where] if where else named)]))
    return f"{who}: {row.name}" if row.name else who


def shown(section: Section, answers: Answers, files: Sequence[Any]) -> list[dict[str, Any]]:
    """Return the answers of one section as rows of a summary list, in words."""
    saved = answers.get(section.slug, {})
    if section.slug == "files":
        names = "\n".join(file.name for file in files)
        return [{"label": _("Files"), "value": names or _("No files")}]
    if section.rows:
        pairs = [row_words(section, row) for row in rows_of(answers, section.slug)]
        return [{"label": what, "value": rest} for what, rest in pairs]
    form, kept = section.form(), section.form.initial_of(saved)
    return [{"label": field.label, "value": _shown(field, kept.get(name, ""))} for name, field in form.fields.items()]


def both(section: Section, saved: Mapping[str, Any], typed: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the answers of a page, or of one row, that differ between what is saved and what was typed, in words."""
    form, kept, mine = section.form(), section.form.initial_of(saved), section.form.initial_of(typed)
    rows = []
    for name, field in form.fields.items():
        now, yours = (_shown(field, values.get(name, "")) for values in (kept, mine))
        if now != yours:
            rows.append({"label": field.label, "now": now, "yours": yours})
    return rows


def _shown(field: Any, value: Any) -> Any:
    if isinstance(value, date):
        return day(value)
    if isinstance(value, list):
        return "\n".join(str(dict(field.choices).get(item, item)) for item in value)
    if hasattr(field, "choices"):
        return dict(field.choices).get(value, value)
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    return counted(value) if isinstance(value, int) else value
