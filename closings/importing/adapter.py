"""Turns imported rows into historic notices: what a row leaves blank stays as the row before it said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from closings.content import NoticeContent, SeparationFacts, SiteFacts
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
        sites=_sites(row),
        separations=_separations(row),
    )


def _over(known: NoticeContent, row: Row) -> NoticeContent:
    """Return what is known with what the row says: blank, “N/A” and “TBD” say nothing, and a rescission nothing new."""
    if row.codes.rescinds:
        return known
    said = _content(row)
    names = ("event", "naics", "industry", "workforce_area")
    told: dict[str, Any] = {name: getattr(said, name) for name in names if getattr(said, name)}
    if said.affected_stated is not None:
        told["affected_stated"] = said.affected_stated
    if row.layoff.stated:
        told["separations"] = said.separations
    return replace(known, sites=_sites_over(known.sites, row), **told)


def _sites(row: Row) -> tuple[SiteFacts, ...]:
    """Return a site for each place; a county is set only where the row names one, as which is whose is not said."""
    county = row.counties[0] if len(row.counties) == 1 else ""
    if not row.places:
        return tuple(SiteFacts(county=name) for name in row.counties)
    return tuple(SiteFacts(municipality=place, county=county) for place in row.places)


def _sites_over(known: tuple[SiteFacts, ...], row: Row) -> tuple[SiteFacts, ...]:
    """Return the known sites with what the row says: one cell of the two that is blank leaves the other's fact standing."""
    said = _sites(row)
    if not row.places:
        if not any(site.municipality for site in known):
            return said or known
        return tuple(replace(site, county=said[0].county) for site in known) if len(said) == 1 else known
    before = {place_key(site.municipality): site for site in known}
    return tuple(
        replace(same, municipality=site.municipality, county=site.county or same.county)
        if (same := before.get(place_key(site.municipality)))
        else site
        for site in said
    )


def _separations(row: Row) -> tuple[SeparationFacts, ...]:
    read = row.layoff
    text = " ".join(read.text.split())[:100]
    if read.precision == "day":
        last = read.last if read.is_range else None
        return (SeparationFacts(first_on=read.first, last_on=last, words=text if read.approximate else ""),)
    return (SeparationFacts(words=text),) if text else ()


PORT = Port(store_chain=store_chain, remove_case=remove_imported, take_back=take_back_imported, is_removed=is_removed)
