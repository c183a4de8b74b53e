"""Writes a revision of a notice: freezes it as filed, says what changed, and brings the columns and rows up to date."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from closings.areas import areas_of
from closings.changes import changed
from closings.content import NoticeContent
from closings.models import ClosingNotice, ExceptionClaim, Recipient, Revision, Separation, Site
from wagecase.cases.models import Case, Employer
from wagecase.cases.searching import index_words, normalized

__all__ = ["Source", "content_at", "employer_of", "latest", "open_notice", "revise", "rewind"]
LONGEST_NAME = 200  # characters of a name in a column; the revision keeps the whole of it


@dataclass(frozen=True)
class Source:
    """The line of a public list that a revision was taken from, and its cells exactly as read."""

    name: str
    line: int
    cells: dict[str, str] = field(default_factory=dict)


def employer_of(content: NoticeContent, *, at: datetime) -> Employer:
    """Return the known employer of exactly this name, or a new one; likeness is never enough to join two."""
    name = content.employer_name[:LONGEST_NAME]
    found = Employer.objects.filter(legal_name__iexact=name).order_by("id").first()
    return found or Employer.objects.create(
        legal_name=name, trade_name=content.trade_name[:LONGEST_NAME], created_at=at
    )


def open_notice(
    case: Case, content: NoticeContent, *, origin: str, at: datetime, by_role: str, source: Source | None = None,
    received_on: date | None = None, kind: str = Revision.Kind.ORIGINAL, codes: str = "", **columns: Any,
) -> ClosingNotice:  # fmt: skip
    """Write the notice of a new case with its original as revision 0.

    `kind` and `codes` are those of another filing where an old list does not have the original any more.
    """
    received = received_on or case.received_on
    notice = ClosingNotice(case=case, origin=origin, received_on=received, changed_on=received, **columns)
    notice.rescinded_on = received if kind == Revision.Kind.RESCISSION else None
    _list_changed(notice, at)
    _fill(notice, content)
    notice.save(force_insert=True)
    _rows(notice, content)
    _freeze(notice, content, kind=kind, before=None, at=at, by_role=by_role, received_on=received, source=source,
            codes=codes)  # fmt: skip
    for text in (content.employer_name, content.trade_name):
        index_words(case, kind="employer", text=text)
    return notice


def revise(
    notice: ClosingNotice, content: NoticeContent, *, kind: str, at: datetime, by_role: str, received_on: date,
    source: Source | None = None, codes: str = "", reason: str = "", postmarked_on: date | None = None,
    dated_on: date | None = None, revives: bool = False,
) -> Revision:  # fmt: skip
    """Add a revision: `content` is the whole notice as it stands now. A rescission counts 0 from then on.

    `postmarked_on` and `dated_on` are those of the letter that says so. A letter may be stamped before the latest
    revision: the day of the last change never runs backward. What follows a rescission leaves the notice rescinded,
    unless it reinstates the notice or says that the event takes place after all (`revives`) and somebody is affected.
    """
    before, was_rescinded = latest(notice), notice.rescinded_on is not None
    notice.revision += 1
    notice.changed_on = max(notice.changed_on, received_on)
    if kind == Revision.Kind.RESCISSION:
        notice.rescinded_on = received_on
    elif kind == Revision.Kind.REINSTATED or (revives and content.affected != 0):
        notice.rescinded_on = None
    _list_changed(notice, at)
    _stand(notice, content)
    for text in (content.employer_name, content.trade_name):
        index_words(notice.case, kind="employer", text=text)
    return _freeze(notice, content, kind=kind, before=before, at=at, by_role=by_role, received_on=received_on,
                   source=source, codes=codes, reason=reason, was_rescinded=was_rescinded, postmarked_on=postmarked_on,
                   dated_on=dated_on)  # fmt: skip


def rewind(notice: ClosingNotice, *, revisions: int, at: datetime) -> None:
    """Take the last revisions of a historic notice off, so that it stands as before them. ValueError for its original."""
    if not 0 < revisions <= notice.revision:
        raise ValueError("the original of a notice cannot be taken back")
    notice.revisions.filter(number__gt=notice.revision - revisions).delete()
    last = notice.revisions.order_by("-number")[0]
    notice.revision = last.number
    notice.changed_on = max(notice.revisions.values_list("received_on", flat=True))
    notice.rescinded_on = _rescinded_on(notice)
    _list_changed(notice, at)
    _stand(notice, latest(notice))


def _list_changed(notice: ClosingNotice, at: datetime) -> None:
    if notice.listed_on is not None:
        notice.list_changed_on = timezone.localdate(at)


def _rescinded_on(notice: ClosingNotice) -> date | None:
    """Return the day of the rescission that stands: a later revision that affects somebody revives the notice."""
    day = None
    for row in notice.revisions.order_by("number").only("kind", "affected", "received_on"):
        if row.kind == Revision.Kind.RESCISSION:
            day = row.received_on
        elif row.kind == Revision.Kind.REINSTATED or row.affected != 0:
            day = None
    return day


def _stand(notice: ClosingNotice, content: NoticeContent) -> None:
    """Write the columns and rows of a notice that was there before."""
    _fill(notice, content)
    notice.save()
    for rows in (notice.sites, notice.separations, notice.recipients, notice.claims):
        rows.all().delete()
    _rows(notice, content)


def latest(notice: ClosingNotice) -> NoticeContent:
    """Return the whole notice as its latest revision has it."""
    row = notice.revisions.order_by("-number").first()
    if row is None:
        raise LookupError(f"{notice} has no revision")
    return NoticeContent.from_dict(row.content)


def content_at(notice: ClosingNotice, number: int) -> NoticeContent:
    """Return the whole notice as its revision `number` had it."""
    return NoticeContent.from_dict(notice.revisions.get(number=number).content)


def _fill(notice: ClosingNotice, content: NoticeContent) -> None:
    notice.event, notice.duration = content.event, content.duration
    notice.employer_name = content.employer_name[:LONGEST_NAME]
    notice.trade_name = content.trade_name[:LONGEST_NAME]
    notice.employer_key = normalized(content.employer_name)[:LONGEST_NAME]
    notice.industry = content.industry[:200]
    # An old list names the area itself, or leaves it out, and is left as it stands; of any other notice the counties say it.
    imported = notice.origin == ClosingNotice.Origin.IMPORTED
    notice.workforce_area = (content.workforce_area if imported else areas_of(site.county for site in content.sites))[
        :200
    ]
    notice.places = _names(site.municipality for site in content.sites)
    notice.counties = _names(site.county for site in content.sites)
    notice.affected, notice.first_on, notice.last_on = content.affected, content.first_on, content.last_on
    notice.counted = 0 if notice.rescinded_on else content.affected
    notice.dated_on = content.dated_on
    notice.days_of_notice = (content.first_on - notice.received_on).days if content.first_on else None


def _names(names: Any) -> str:
    return ", ".join(dict.fromkeys(name for name in names if name))[:300]


def _rows(notice: ClosingNotice, content: NoticeContent) -> None:
    Site.objects.bulk_create(_row(Site, notice, row) for row in content.sites)
    Separation.objects.bulk_create(_row(Separation, notice, row) for row in content.separations)
    Recipient.objects.bulk_create(_row(Recipient, notice, row) for row in content.recipients)
    ExceptionClaim.objects.bulk_create(_row(ExceptionClaim, notice, row) for row in content.claims)


def _row(model: Any, notice: ClosingNotice, facts: Any) -> Any:
    """Return a row with the facts, each text as far as its column reaches; the revision keeps the whole of it."""
    values = dict(vars(facts))
    for name, value in values.items():
        longest = model._meta.get_field(name).max_length
        if isinstance(value, str) and longest:
            values[name] = value[:longest]
    return model(notice=notice, **values)


def _freeze(
    notice: ClosingNotice, content: NoticeContent, *, kind: str, before: NoticeContent | None, at: datetime,
    by_role: str, received_on: date, source: Source | None, codes: str = "", reason: str = "",
    was_rescinded: bool = False, **letter: date | None,
) -> Revision:  # fmt: skip
    rescinded = notice.rescinded_on is not None
    changes = [] if before is None else changed(before, content, rescinded=rescinded, was_rescinded=was_rescinded)
    return Revision.objects.create(
        notice=notice, number=notice.revision, kind=kind, codes=codes, content=content.to_dict(), changes=changes,
        reason=reason, affected=0 if rescinded else content.affected, first_on=content.first_on,
        received_on=received_on, filed_at=at, by_role=by_role,
        source=source.name if source else "", source_line=source.line if source else None,
        source_text=source.cells if source else {}, **letter,
    )  # fmt: skip
