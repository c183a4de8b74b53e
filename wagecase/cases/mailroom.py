"""The mailroom: prints the letters that wait in one run, keeps the run as it was printed, and marks its letters as mailed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone

from wagecase.accounts.models import CASE_ROLES, User
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases import mailing, selectors
from wagecase.cases.addresses import case_url
from wagecase.cases.services import case_unit, next_number
from wagecase.documents import joining, store
from wagecase.documents.services import read_pdf
from wagecase.errors import NotPermitted, StoredFileDamaged, TransitionNotAllowed
from wagecase.notices.models import LETTER, MAILED, PRINTED, QUEUED, REPLACED, BatchLetter, Notice, PrintBatch

MOST = 50  # letters of one run: more cases than that are never held in one transaction
NUMBERED = "PR"
_ZIP = re.compile(r"\b([0-9]{5})(?:-([0-9]{4}))?\b")


@dataclass(frozen=True, slots=True)
class Apart:
    """A letter that cannot be printed now, what is missing, and where that is mended."""

    notice: Notice
    reason: str
    remedy: str
    href: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Pile:
    """What waits in the mailroom of a unit: letters to print in the order of the pile, and those set apart."""

    ready: tuple[Notice, ...]
    apart: tuple[Apart, ...]


def zip_code(postal: str) -> str:
    """Return the ZIP code of an envelope's lines ("53700" or "53700-1234"), the last one that stands there; "" for none."""
    found = _ZIP.findall(postal)
    return "-".join(filter(None, found[-1])) if found else ""


def waiting(user: User) -> QuerySet[Notice]:
    """Return the letters of the user's unit that wait for the post and are in no print run."""
    letters = selectors.unmailed_letters(user).filter(case__unit=user.unit, status__in=[QUEUED, PRINTED], in_batch=None)
    return letters.select_related("case", "document").defer("text", "html", "document__html")


def pile(user: User) -> Pile:
    """Return what waits: the ready letters by ZIP code and recipient, the others with what to do, oldest first."""
    ready, apart = [], []
    for notice in waiting(user)[: 10 * MOST]:
        held = _apart(notice)
        if held is None:
            ready.append(notice)
        else:
            apart.append(held)
    return Pile(tuple(sorted(ready, key=in_order)), tuple(apart))


def in_order(notice: Notice) -> tuple[str, str, int]:
    """Return the place of a letter in the pile: by ZIP code, then by recipient; foreign addresses last."""
    return zip_code(notice.postal) or "~", notice.recipient_label.casefold(), notice.pk


def _apart(notice: Notice) -> Apart | None:
    base, document = case_url(notice.case) if notice.case else "", notice.document
    if not notice.postal.strip():
        href = f"{base}parties/{notice.party_id}/contact/" if notice.party_id else f"{base}parties/"
        words = "Find the address and record it: a new letter is made with it."
        return Apart(notice, "No address", words, href, "Record the address")
    if document is None or document.status == "failed":
        words = "A supervisor makes the PDF again on the page Documents of the case."
        return Apart(notice, "The PDF could not be made", words, f"{base}documents/", "Open the documents")
    if not document.is_ready:
        return Apart(notice, "Being prepared", "Nothing to do. Load the page again in a minute.")
    return None


@dataclass(frozen=True, slots=True)
class Prepared:
    """Letters in the order of the pile and their one PDF, made before the transaction that prints them."""

    letters: tuple[Notice, ...]
    two_sided: bool
    pdf: joining.Joined


def prepare(*, ids: Sequence[int], two_sided: bool, by: User, at: datetime) -> Prepared:
    """Put the letters `ids` of the user's unit in order and make one PDF of their stored bytes; call it outside transactions.

    ValidationError (letters) for none, for more than MOST, and for a letter that is not ready or that somebody else
    printed meanwhile. NotPermitted for anybody who does not handle cases.
    """
    _may(by)
    wanted = set(ids)
    if not wanted:
        raise ValidationError({"letters": "Tick at least one letter"})
    if len(wanted) > MOST:
        raise ValidationError({"letters": f"One run holds {MOST} letters. Untick {len(wanted) - MOST} of them"})
    letters = sorted(waiting(by).filter(pk__in=wanted), key=in_order)
    if len(letters) != len(wanted):
        raise ValidationError(
            {"letters": "Somebody else printed one of these letters meanwhile. Look at the list again"}
        )
    if held := next((found for found in map(_apart, letters) if found), None):
        raise ValidationError({"letters": f"{held.notice.recipient_label}: {held.reason.lower()}. {held.remedy}"})
    return Prepared(tuple(letters), two_sided, _joined(letters, two_sided=two_sided, at=at))


def print_batch(*, prepared: Prepared, by: User, at: datetime) -> PrintBatch:
    """Print the prepared letters in one run and return it: its PDF is kept, each letter marked as printed, on the record.

    ValidationError (letters) when somebody else printed or replaced one of them since: then nothing is printed.
    NotPermitted for anybody who does not handle cases.
    """
    _may(by)
    made = prepared.pdf
    key = store.put(made.pdf)  # before the row that names it commits; an orphan is swept
    with case_unit(*{notice.case_id or 0 for notice in prepared.letters}):
        batch = PrintBatch.objects.create(
            number=next_number(NUMBERED, timezone.localdate(at).year), unit=by.unit, printed_at=at, printed_by=by,
            two_sided=prepared.two_sided, storage_key=key, sha256=made.sha256, size=len(made.pdf), pages=made.pages,
        )  # fmt: skip
        for place, (notice, (first, pages)) in enumerate(zip(prepared.letters, made.places, strict=True), 1):
            won = Notice.objects.filter(pk=notice.pk, status__in=[QUEUED, PRINTED], in_batch=None)
            if not won.update(status=PRINTED):
                raise ValidationError({"letters": f"The letter to {notice.recipient_label} was changed meanwhile"})
            BatchLetter.objects.create(batch=batch, notice=notice, place=place, first_page=first, pages=pages)
            _taken(notice, batch, by=by, at=at)
    return batch


def _joined(letters: Sequence[Notice], *, two_sided: bool, at: datetime) -> joining.Joined:
    pdfs = [read_pdf(notice.document) for notice in letters if notice.document is not None]
    try:
        return joining.join(pdfs, title=f"Letters of {timezone.localdate(at).isoformat()}", two_sided=two_sided)
    except joining.CannotJoin as error:
        label = letters[error.place].recipient_label
        raise ValidationError(
            {"letters": f"The PDF for {label} cannot be read. Untick it and tell the administrator"}
        ) from error


def _taken(notice: Notice, batch: PrintBatch, *, by: User, at: datetime) -> None:
    facts = {"notice_id": notice.pk, "batch_id": batch.pk}
    record(verb="cases.print_letter", actor=by.actor, at=at, case_id=notice.case_id, facts=facts)


def may_take_out(batch: PrintBatch) -> bool:
    """Return whether the PDF may be opened: while none of its letters is in the post (ADR 8)."""
    return not batch.letters.exclude(notice__status__in=[PRINTED, REPLACED]).exists()


def take_out(*, batch: PrintBatch, by: User, at: datetime) -> bytes:
    """Return the stored bytes of a run, the same each time. Whoever opens it again, or did not print it, is on record.

    TransitionNotAllowed once a letter of it is in the post; StoredFileDamaged when the bytes are not those printed.
    """
    _may(by)
    if not may_take_out(batch):
        raise TransitionNotAllowed(
            "A letter of this run is in the post, so its PDF is closed. Print one that is left from the page of its case."
        )
    try:
        data = store.read(batch.storage_key)
    except store.UnknownKey:
        data = b""
    if hashlib.sha256(data).hexdigest() != batch.sha256:
        raise StoredFileDamaged(f"the stored bytes of print run {batch.number} are not those that were printed")
    with unit_of_work():
        first = PrintBatch.objects.filter(pk=batch.pk, taken_at=None).update(taken_at=at)
        if not first or by.pk != batch.printed_by_id:
            for row in batch.letters.select_related("notice"):
                _taken(row.notice, batch, by=by, at=at)
    return data


def batches(user: User) -> QuerySet[PrintBatch]:
    """Return the print runs of the user's unit, the latest first."""
    found = PrintBatch.objects.filter(unit=user.unit).select_related("printed_by")
    foreign = selectors.foreign_kinds(user)  # a run is one PDF: whoever may not read one of its letters reads none
    return found.exclude(letters__notice__case__kind__in=foreign) if foreign else found


def open_batches(user: User) -> list[PrintBatch]:
    """Return the runs of which a letter is printed and not mailed, the oldest first, with their number of such letters."""
    rows = BatchLetter.objects.filter(batch__unit=user.unit, notice__status=PRINTED).values_list("batch_id", flat=True)
    left: dict[int, int] = {}
    for pk in rows:
        left[pk] = left.get(pk, 0) + 1
    found = list(batches(user).filter(pk__in=left).order_by("printed_at", "id"))
    for batch in found:
        batch.left = left[batch.pk]  # type: ignore[attr-defined]
    return found


def mark_batch_mailed(
    *, batch: PrintBatch, numbers: Mapping[int, str], mailed_on: date, method: str, by: User, at: datetime
) -> list[Notice]:
    """Record that the letters of a run that `numbers` names were given to the post on one day by one method.

    `numbers` holds the certified number of each notice by its id, "" where the method is not certified mail. All of them
    or none: ValidationError names the field (mailed_on, method, letters, or certified_ID). One event each in its own
    case. NotPermitted for anybody who does not handle cases.
    """
    _may(by)
    if not numbers:
        raise ValidationError({"letters": "Tick at least one letter"})
    found = {row.notice_id: row.notice for row in batch.letters.select_related("notice__document", "notice__case")}
    if set(numbers) - set(found):
        raise ValidationError({"letters": "Tick only letters of this run"})
    with case_unit(*{found[pk].case_id or 0 for pk in numbers}):
        done = []
        for pk in sorted(numbers):
            try:
                notice = mailing.mark_mailed(
                    notice=found[pk], mailed_on=mailed_on, method=method, actor=by.actor, at=at,
                    certified_number=numbers[pk],
                )  # fmt: skip
            except ValidationError as error:
                named = error.message_dict
                if "certified_number" in named:
                    named[f"certified_{pk}"] = named.pop("certified_number")
                raise ValidationError(named) from error
            except TransitionNotAllowed as error:
                words = f"{found[pk].recipient_label}: {error.message} Untick it"
                raise ValidationError({"letters": words}) from error
            done.append(notice)
    return done


def find_mailed(user: User, text: str) -> list[Notice]:
    """Return the mailed letters of visible cases that a case number or a certified number, typed or scanned, names."""
    letters = Notice.objects.filter(channel=LETTER, status=MAILED, case__in=selectors.visible_to(user))
    letters = letters.select_related("case").order_by("-mailed_on", "-id")
    plain = " ".join(text.split()).upper()
    by_case = list(letters.filter(case__number=plain)[:MOST])
    if by_case:
        return by_case
    try:
        return list(letters.filter(certified_number=mailing.certified(plain)))
    except ValidationError:
        return []


def _may(by: User) -> None:
    if by.role not in CASE_ROLES or not by.is_active:
        raise NotPermitted("Only people who handle cases may do this.")
