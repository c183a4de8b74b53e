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
    """Merge the notice as it stands now into the draft of an update and let it begin there.

    Draft.DoesNotExist when the update was sent meanwhile.
    """
    found = CaughtUp([], [])
    with unit_of_work():
        answers = drafts.answers(drafts.hold(draft))  # nobody saves an answer between this look and the merged one
        case = Case.objects.select_related("closing").get(pk=case.pk)
        begun = sections.answers_of(_begun(case, answers.get(OF, {}).get("revision")))
        now = sections.answers_of(latest(case.closing))
        for section in sections.SECTIONS:
            if section.slug in APART:
                continue
            sides = _Sides(section, *(dict(side.get(section.slug, {})) for side in (begun, now, answers)))
            merged = sides.merged(found.both)
            if merged != sides.mine:
                drafts.save_section(draft, section.slug, values=merged, at=at)
                found.taken.append(str(section.label))
        drafts.save_section(draft, OF, values=began_with(case), at=at)
    return found


def _begun(case: Case, revision: int | None) -> NoticeContent:
    """Return the notice as the update began with it; a draft that does not remember began with the original at least."""
    row = case.closing.revisions.filter(number=revision or 0).first()
    return NoticeContent.from_dict(row.content) if row is not None else latest(case.closing)


@dataclass(frozen=True)
class _Sides:
    """One section in three versions: as the update began, as the notice has it now, and as the filer has it."""

    section: Section
    began: Values
    theirs: Values
    mine: Values

    def merged(self, both: list[dict[str, Any]]) -> Values:
        """Return the section as it goes on; what both sides changed stays the filer's and is added to `both`."""
        return self._rows(both) if self.section.rows else self._fields(both)

    def _rows(self, both: list[dict[str, Any]]) -> Values:
        begun, there, own = (self._plain(values) for values in (self.began, self.theirs, self.mine))
        if there in (begun, own):
            return self.mine
        if own == begun:
            return {**self.theirs, sections.LAST: sections.last_key(self.mine)}
        both.append({
            "label": self.section.label, "now": self._in_words(self.theirs), "yours": self._in_words(self.mine),
        })  # fmt: skip
        return self.mine

    def _plain(self, values: Values) -> list[Values]:
        names = [*self.section.form.base_fields, "proof_file"]
        rows = values.get(sections.ROWS, ())
        return [{name: row[name] for name in names if _blank(row.get(name)) is not None} for row in rows]

    def _in_words(self, values: Values) -> str:
        rows = (sections.row_words(self.section, row) for row in values.get(sections.ROWS, ()))
        return "\n".join(": ".join(filter(None, pair)) for pair in rows)

    def _fields(self, both: list[dict[str, Any]]) -> Values:
        merged, clashes = dict(self.mine), set()
        for name, field in self.section.form.base_fields.items():
            begun, there, own = (_blank(values.get(name)) for values in (self.began, self.theirs, self.mine))
            if there in (begun, own):
                continue
            if own == begun:
                merged[name] = self.theirs.get(name, "")
            else:
                clashes.add(field.label)
        both.extend(row for row in sections.both(self.section, self.theirs, self.mine) if row["label"] in clashes)
        return merged


def _blank(value: Any) -> Any:
    return None if value in ("", [], False) else value


def words(found: CaughtUp) -> str:
    """Return what was brought up to date, as a sentence; empty when nothing was."""
    if not found.taken:
        return ""
    return _("Brought up to date, since you had not changed it: %(names)s.") % {"names": ", ".join(found.taken)}
