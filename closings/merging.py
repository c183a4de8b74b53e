"""Brings an update in the making up to a notice that changed meanwhile, so that nobody types an answer twice.

What the filer did not touch becomes what the notice says now; what only the filer changed stays; what both changed
stays as the filer has it and is shown beside the other version before anything is sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from closings import sections
from closings.content import NoticeContent
from closings.recording import latest
from closings.sections import Section
from wagecase.cases import drafts
from wagecase.cases.models import Case, Draft
from wagecase.cases.services import unit_of_work

OF = "_of"  # the section of a draft that names the case and what the update began with
APART = ("letter", "files")  # of the update itself, and no part of the notice
Values = dict[str, Any]


@dataclass(frozen=True)
class CaughtUp:
    """What became of an update: the sections brought up to date, and the answers that both sides changed."""

    taken: list[str]
    both: list[dict[str, Any]]


def began_with(case: Case) -> Values:
    """Return what an update remembers of the notice that it begins with."""
    return {"case": case.pk, "version": case.version, "revision": case.closing.revision}


def catch_up(draft: Draft, case: Case, *, at: datetime) -> CaughtUp:
    """Merge the notice as it stands now into the draft of an update and let it begin there."""
    case = Case.objects.select_related("closing").get(pk=case.pk)
    answers = drafts.answers(draft)
    base = sections.answers_of(_begun(case, answers.get(OF, {}).get("revision")))
    now = sections.answers_of(latest(case.closing))
    found = CaughtUp([], [])
    with unit_of_work():
        for section in sections.SECTIONS:
            if section.slug not in APART:
                _merge(draft, section, answers, base, now, found, at=at)
        drafts.save_section(draft, OF, values=began_with(case), at=at)
    return found


def _begun(case: Case, revision: int | None) -> NoticeContent:
    """Return the notice as the update began with it; a draft that does not remember began with the original at least."""
    row = case.closing.revisions.filter(number=revision or 0).first()
    return NoticeContent.from_dict(row.content) if row is not None else latest(case.closing)


def _merge(
    draft: Draft, section: Section, answers: Any, base: Any, now: Any, found: CaughtUp, *, at: datetime
) -> None:  # fmt: skip
    slug = section.slug
    began, theirs, mine = (dict(side.get(slug, {})) for side in (base, now, answers))
    if section.rows:
        merged = _rows(section, began, theirs, mine, found)
    else:
        merged = _fields(section, began, theirs, mine, found)
    if merged != mine:
        drafts.save_section(draft, slug, values=merged, at=at)
        found.taken.append(str(section.label))


def _rows(section: Section, began: Values, theirs: Values, mine: Values, found: CaughtUp) -> Values:
    begun, there, own = (_plain(section, values) for values in (began, theirs, mine))
    if own in (begun, there) or there == begun:
        return mine if own == there or there == begun else {**theirs, sections.LAST: sections.last_key(mine)}
    now, yours = (
        "\n".join(": ".join(filter(None, sections.row_words(section, row))) for row in values.get(sections.ROWS, ()))
        for values in (theirs, mine)
    )
    found.both.append({"label": section.label, "now": now, "yours": yours})
    return mine


def _plain(section: Section, values: Values) -> list[Values]:
    rows = values.get(sections.ROWS, ())
    names = section.form.base_fields
    return [{name: row[name] for name in names if row.get(name) not in (None, "", False)} for row in rows]


def _fields(section: Section, began: Values, theirs: Values, mine: Values, found: CaughtUp) -> Values:
    merged = dict(mine)
    clashes = {}
    for name in section.form.base_fields:
        begun, there, own = (_blank(values.get(name)) for values in (began, theirs, mine))
        if there in (begun, own):
            continue
        if own == begun:
            merged[name] = theirs.get(name, "")
        else:
            clashes[name] = True
    if clashes:
        shown = sections.both(section, theirs, mine)
        names = {str(section.form.base_fields[name].label) for name in clashes}
        found.both.extend(row for row in shown if str(row["label"]) in names)
    return merged


def _blank(value: Any) -> Any:
    return None if value in ("", [], False) else value


def words(found: CaughtUp) -> str:
    """Return what was brought up to date, as a sentence; empty when nothing was."""
    if not found.taken:
        return ""
    return _("Brought up to date, since you had not changed it: %(names)s.") % {"names": ", ".join(found.taken)}
