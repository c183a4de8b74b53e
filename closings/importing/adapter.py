"""Turns imported rows into historic notices: what a row leaves blank stays as the row before it said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from closings.content import OFFICIAL, UNION, NoticeContent, RecipientFacts, SeparationFacts, SiteFacts
from closings.imported import (
    ImportedRevision,
    add_imported,
    is_removed,
    record_imported,
    remove_imported,
    take_back_imported,
)
from closings.importing.names import place_key
from closings.importing.ports import Entry, Port
from closings.importing.rows import Row
from closings.models import ClosingNotice
from closings.recording import Source, latest
from wagecase.cases.models import Case
from wagecase.lifecycle import SYSTEM_ACTOR, Actor


def store_chain(rows: Sequence[Entry], *, case: Case | None, actor: Actor, at: datetime) -> Case:
    """Record an event with its revisions, or add revisions to the event of `case`; ValueError for a row without a day."""
    known = latest(ClosingNotice.objects.get(case=case)) if case else None
    chain = []
    for entry in rows:
        revision = _revision(entry, known)
        known = revision.content
        chain.append(revision)
    if case is None:
        return record_imported(chain, actor=actor, at=at)
    return add_imported(case, chain, actor=SYSTEM_ACTOR, at=at)  # who asked for it stands in the record of the batch


def _revision(entry: Entry, known: NoticeContent | None) -> ImportedRevision:
    row = entry.row
    if row.told_on is None:
        raise ValueError("The day on which the department got the row is not known.")
    content = _content(row) if known is None else _over(known, row)
    updates = known is not None or row.is_labeled or row.amends or bool(row.codes.updates)
    kind = "rescission" if row.codes.rescinds else "update" if updates else "original"
    source = Source(entry.source, row.line.at, entry.cells)
    revives = row.tells_of_event and not row.codes.rescinds
    return ImportedRevision(kind, content, row.told_on, source, " ".join(row.codes.updates), revives)


def _content(row: Row) -> NoticeContent:
    return NoticeContent(
        employer_name=row.employer,
        event=row.codes.events[0] if len(row.codes.events) == 1 else "",
        naics=row.industry_code.code,
        industry=row.industry,
        workforce_area=", ".join(row.areas),
        affected_stated=row.affected.value,
        trade_name=row.details.trade_name,
        duration=row.details.duration,
        dated_on=row.details.dated_on,
        persons_in_state=row.details.persons_in_state,
        represented=row.details.represented,
        recipients=_recipients(row),
        sites=_sites(row),
        separations=_separations(row),
    )


def _over(known: NoticeContent, row: Row) -> NoticeContent:
    """Return what is known with what the row says: blank, “N/A” and “TBD” say nothing, and a rescission nothing new."""
    if row.codes.rescinds:
        return known
    said = _content(row)
    names = (
        "event", "naics", "industry", "workforce_area", "affected_stated", "trade_name", "duration", "dated_on",
        "persons_in_state", "represented",
    )  # fmt: skip
    told: dict[str, Any] = {name: value for name in names if (value := getattr(said, name)) not in ("", None)}
    if row.layoff.stated:
        told["separations"] = _schedule_over(known, said, row)
    elif row.details.last_on:
        told["separations"] = tuple(replace(one, last_on=row.details.last_on) for one in known.separations[:1])
    kinds = {one.kind for one in said.recipients}
    told["recipients"] = (*(one for one in known.recipients if one.kind not in kinds), *said.recipients)
    return replace(known, sites=_sites_over(known.sites, row), **told)


def _schedule_over(known: NoticeContent, said: NoticeContent, row: Row) -> tuple[SeparationFacts, ...]:
    """Return the schedule of a revision; where the last day has a column of its own that is blank, the known one stays."""
    first, last = said.first_on, known.last_on
    if "layoff_last" not in row.sheet.columns.at or row.last_day or not (first and last and last > first):
        return said.separations
    return tuple(replace(one, last_on=last) for one in said.separations)


def _recipients(row: Row) -> tuple[RecipientFacts, ...]:
    days: dict[str, date | None] = dict(row.details.told)
    if row.details.union:
        days.setdefault(UNION, None)
    place = row.places[0] if len(row.places) == 1 else ""
    return tuple(
        RecipientFacts(
            kind=kind, name=row.details.union if kind == UNION else "", given_on=day,
            municipality=place if kind == OFFICIAL else "",
        )
        for kind, day in days.items()
    )  # fmt: skip


def _sites(row: Row) -> tuple[SiteFacts, ...]:
    """Return a site for each place; a county is set only where the row names one, as which is whose is not said."""
    county = row.counties[0] if len(row.counties) == 1 else ""
    found = [SiteFacts(municipality=place, county=county) for place in row.places]
    found = found or [SiteFacts(county=name) for name in row.counties]
    if more := _of_site(row):
        found = [replace(found[0], **more) if found else SiteFacts(**more), *found[1:]]
    return tuple(found)


def _of_site(row: Row) -> dict[str, Any]:
    """Return what is told of the one site of a row; where it names several, that is kept as text only."""
    details = row.details
    said = {"name": details.site_name, "street": details.street, "municipality_type": details.municipality_type}
    return {name: text for name, text in said.items() if text}


def _sites_over(known: tuple[SiteFacts, ...], row: Row) -> tuple[SiteFacts, ...]:
    """Return the known sites with what the row says: one cell of the two that is blank leaves the other's fact standing."""
    said = _sites(row)
    if not row.places:
        if not any(site.municipality for site in known):
            return said or known
        if len(row.counties) == 1:
            known = tuple(replace(site, county=row.counties[0]) for site in known)
        return (replace(known[0], **_of_site(row)),) if len(known) == 1 else known
    before = {place_key(site.municipality): site for site in known}
    return tuple(
        replace(same, municipality=site.municipality, county=site.county or same.county, **_of_site(row))
        if (same := before.get(place_key(site.municipality)))
        else site
        for site in said
    )


def _separations(row: Row) -> tuple[SeparationFacts, ...]:
    read = row.layoff
    text = " ".join(read.text.split())[:100]
    if read.precision == "day":
        return (SeparationFacts(first_on=read.first, last_on=row.last_day, words=text if read.approximate else ""),)
    return (SeparationFacts(last_on=row.last_day, words=text),) if text or row.last_day else ()


PORT = Port(store_chain=store_chain, remove_case=remove_imported, take_back=take_back_imported, is_removed=is_removed)
