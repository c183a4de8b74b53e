"""Facts that may lead to a denial or a revocation: as alleged, as the employer answered each, as found on each.

The functions run inside the unit of work of an act (`advance(..., apply=)`), which checks the version that the person
saw. A row is known by its own id, never by its place in a form.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils.translation import gettext as _

from licenses.models import AllegedFact, FactAnswer
from wagecase.cases.files import Taken, check_room, keep
from wagecase.cases.models import Case
from wagecase.errors import StaleVersion

MOST = 40  # facts of one notice
NOTICES = ("licenses.notify_of_facts", "licenses.serve_notice")


@dataclass(frozen=True, slots=True)
class FactLine:
    """One fact or conduct as a person writes it down; `key` is the id of its row, or the form's own word for a new one."""

    key: str
    text: str
    cite: str = ""
    remedy: str = ""  # what would show or reach compliance

    @property
    def is_blank(self) -> bool:
        """Whether nothing at all was written."""
        return not (self.text or self.cite or self.remedy)


@dataclass(frozen=True, slots=True)
class Answered:
    """What is answered to the fact with the id `fact`: words, files, or both."""

    fact: int
    text: str = ""
    files: tuple[Taken, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What was found on the fact with the id `fact`, and why."""

    fact: int
    finding: str
    reason: str


def facts_of(case: Case) -> list[AllegedFact]:
    """Return the facts of a case in order, each with its answers and their files at hand."""
    return list(case.alleged_facts.prefetch_related("answers__files"))


def were_told(case: Case) -> bool:
    """Return whether the employer was told of the facts as they stand: nobody changes them any more."""
    return bool(case.notices.filter(kind__in=NOTICES).exists())


def set_facts(case: Case, lines: Sequence[FactLine], *, removed: Collection[str] = ()) -> dict[str, Any]:
    """Write the facts as `lines` have them: changed ones by their id, new ones at the end; return what the event says.

    A new line that is all blank counts for nothing, and a fact that no line names stays as it is. A fact of which the
    employer was told, or that it answered, stays as it was told: another allegation is another fact. ValidationError at
    `text_<key>` for such a one that is changed or removed, for a line without its fact and for the same fact twice;
    StaleVersion for an id that the case has no more.
    """
    rows = {str(row.pk): row for row in case.alleged_facts.select_for_update(no_key=True)}
    kept = [line for line in lines if line.key not in removed and not (line.is_blank and line.key not in rows)]
    if {line.key for line in lines if line.key.isdecimal()} - rows.keys() or set(removed) - rows.keys():
        raise StaleVersion(
            _("Somebody removed a fact of this list after you opened the page. Your text is kept below.")
        )
    _check(kept, rows, removed)
    _check_told(case, {line.key: line for line in kept}, rows, removed=removed)
    case.alleged_facts.filter(pk__in=[rows[key].pk for key in removed]).delete()
    place = max((row.place for row in rows.values()), default=0)
    reworded = 0
    for line in kept:
        if row := rows.get(line.key):
            reworded += (row.text, row.cite, row.remedy) != (line.text, line.cite, line.remedy)
            row.text, row.cite, row.remedy = line.text, line.cite, line.remedy
            row.save(update_fields=["text", "cite", "remedy"])
        else:
            place += 1
            AllegedFact.objects.create(case=case, place=place, text=line.text, cite=line.cite, remedy=line.remedy)
    changed = {"facts_reworded": ("", reworded)} if reworded else {}
    return {"changes": {"facts": (len(rows) or "", case.alleged_facts.count()), **changed}}


def _check_told(
    case: Case, kept: Mapping[str, FactLine], rows: Mapping[str, AllegedFact], *, removed: Collection[str]
) -> None:
    told = were_told(case)
    answered = set(FactAnswer.objects.filter(fact__case=case).values_list("fact_id", flat=True))
    for key, row in rows.items():
        line = kept.get(key)
        same = line is None or (line.text, line.cite, line.remedy) == (row.text, row.cite, row.remedy)
        if (told or row.pk in answered) and (key in removed or not same):
            did = "answered this fact" if row.pk in answered else "was told of this fact"
            raise ValidationError(
                {f"text_{row.pk}": f"The employer {did}, so it stays as it is. Write another fact down as a new one"}
            )


def _check(kept: Sequence[FactLine], rows: Mapping[str, AllegedFact], removed: Collection[str]) -> None:
    named = {line.key for line in kept}
    seen = {_plain(row.text) for key, row in rows.items() if key not in named and key not in removed}
    for line in kept:
        if not line.text:
            raise ValidationError({f"text_{line.key}": "Enter the fact or conduct, or empty the whole row"})
        if _plain(line.text) in seen:
            raise ValidationError({f"text_{line.key}": "This fact stands in the list twice. Remove one of them"})
        seen.add(_plain(line.text))
    if len(seen) > MOST:
        raise ValidationError(f"A notice holds at most {MOST} facts. Join some of them")


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def record_answers(
    case: Case, answers: Sequence[Answered], *, by: str, at: datetime, received_on: date, due: date | None,
    party_id: int | None = None, keyed: bool = False, nothing_more: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Keep what is answered to each fact, what is left blank being kept open; return what the event says.

    With `nothing_more` the employer says that nothing further follows, which may be all that it says.

    A further answer to the same fact stands beside the earlier one. Each is marked late when it came after `due`, the
    last day to show compliance (None while nothing runs). ValidationError when nothing at all was answered;
    StaleVersion for a fact that the case does not have.
    """
    given = [one for one in answers if one.text.strip() or one.files]
    rows = {row.pk: row for row in case.alleged_facts.all()}
    if {one.fact for one in answers} - rows.keys():
        raise StaleVersion(_("The facts of this notice were changed after you opened the page."))
    if not given and not nothing_more:
        raise ValidationError(_("Answer at least one of the facts, in words or with a file"))
    check_room(case, [file for one in given for file in one.files], party_id=party_id)
    late, ids = due is not None and received_on > due, []
    for one in given:
        row = FactAnswer.objects.create(
            fact=rows[one.fact], text=one.text.strip(), given_at=at, received_on=received_on, late=late, by=by[:200],
            keyed=keyed,
        )  # fmt: skip
        source = "staff" if keyed else "employer"
        files = [keep(file, source=source, at=at, case=case, party_id=party_id) for file in one.files]
        row.files.set(files)
        ids += [file.pk for file in files]
    changes = {
        **({"facts_answered": ("", len(given))} if given else {}), **({"answered_late": ("", "yes")} if late else {}),
        **({"nothing_more": ("", "yes")} if nothing_more else {}),
    }  # fmt: skip
    return {"changes": changes, **({"attachment_ids": ids} if ids else {})}


def record_findings(case: Case, findings: Sequence[Found], *, at: datetime) -> dict[str, Any]:
    """Write what was found on each fact; one that is not named stays as it is. Return what the event says.

    ValidationError at `reason_<id>` for a finding without its reason, StaleVersion for a fact of no such case.
    """
    rows = {row.pk: row for row in case.alleged_facts.select_for_update(no_key=True)}
    if {one.fact for one in findings} - rows.keys():
        raise StaleVersion(_("The facts of this notice were changed after you opened the page."))
    before = _tally(rows.values())
    for one in findings:
        row = rows[one.fact]
        if one.finding not in AllegedFact.Finding.values and one.finding:
            raise ValidationError({f"finding_{one.fact}": "Say what you found on this fact"})
        if one.finding and not one.reason.strip():
            raise ValidationError({f"reason_{one.fact}": "Say why you find so. The employer reads it"})
        row.finding, row.finding_reason = one.finding, one.reason.strip() if one.finding else ""
        row.found_at = at if one.finding else None
        row.save(update_fields=["finding", "finding_reason", "found_at"])
    return {"changes": {"findings": (before, _tally(rows.values()))}}


def _tally(rows: Collection[AllegedFact]) -> str:
    """Return how many facts stand, are cured, are not proved, are open: the record keeps numbers, the row the words."""
    counted = [
        (str(label).lower(), sum(row.finding == value for row in rows)) for value, label in AllegedFact.Finding.choices
    ]
    counted.append(("open", sum(not row.finding for row in rows)))
    return ", ".join(f"{count} {label}" for label, count in counted if count)


def answered(case: Case) -> bool:
    """Return whether the employer answered any fact."""
    return any(row.answers.all() for row in _with_answers(case))


def _with_answers(case: Case) -> list[AllegedFact]:
    """Return the facts with their answers at hand: those that a list has read for many cases at once, else read now."""
    at_hand = "alleged_facts" in getattr(case, "_prefetched_objects_cache", {})
    return list(case.alleged_facts.all() if at_hand else case.alleged_facts.prefetch_related("answers"))


def open_facts(case: Case) -> list[AllegedFact]:
    """Return the facts on which nothing is found yet."""
    return [row for row in case.alleged_facts.all() if not row.finding]


def standing(case: Case) -> list[AllegedFact]:
    """Return the facts that were found to stand."""
    return [row for row in case.alleged_facts.all() if row.finding == AllegedFact.Finding.STANDS]


def unweighed(case: Case) -> list[AllegedFact]:
    """Return the facts that were answered in time after something was found on them."""
    return [
        row for row in _with_answers(case)
        if row.found_at and any(not one.late and one.given_at > row.found_at for one in row.answers.all())
    ]  # fmt: skip


def answered_after(case: Case) -> bool:
    """Return whether any answer, a late one too, came after something was found on its fact."""
    return FactAnswer.objects.filter(fact__case=case, given_at__gt=F("fact__found_at")).exists()


def none_late(case: Case) -> None:
    """Take every answer as in time, while no time to show compliance runs."""
    FactAnswer.objects.filter(fact__case=case).update(late=False)


def mark_late(case: Case, *, due: date) -> None:
    """Judge anew which answers came late, when the last day to show compliance is another now."""
    mine = FactAnswer.objects.filter(fact__case=case)
    mine.filter(received_on__gt=due).update(late=True)
    mine.filter(received_on__lte=due).update(late=False)
