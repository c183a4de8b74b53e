"""One line of a list as a row of typed cells, with everything that is wrong with it by itself."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final

from closings.importing import names
from closings.importing.cells import Codes, Count, IndustryCode, read_codes, read_count, read_industry_code
from closings.importing.dates import DateRead, is_stated, read_date, sentences
from closings.importing.details import Details, read_details
from closings.importing.problems import Pile, Problem
from closings.importing.reading import Line, Sheet

LONGEST_CELL: Final = 2_000  # characters; the longest cell of a real list has 700
LONGEST_NAME: Final = 200  # characters of an employer that a list shows
FAR_DAYS: Final = 2 * 366  # from receipt to layoff, beyond which a person should look
YEAR_TURN: Final = range(131)  # days of notice that a layoff date would give one year later


@dataclass(frozen=True)
class Row:
    """A line, read: each typed cell beside the text it was read from (`cells`, by head), and the problems found in it."""

    line: Line
    sheet: Sheet
    employer: str
    label: names.Label | None
    places: tuple[str, ...]
    affected: Count
    received: DateRead
    layoff: DateRead
    codes: Codes
    industry: str
    industry_code: IndustryCode
    counties: tuple[str, ...]
    areas: tuple[str, ...]
    key: str
    parent: str
    number: int | None  # of the revision, from the label or a column of its own
    amends: bool  # says that it is an update, without saying of what
    details: Details
    problems: tuple[Problem, ...]

    @property
    def last_day(self) -> date | None:
        """The last day on which work is lost, where a day is stated: in a column of its own, or as the end of a range."""
        if self.details.last_on is not None or self.layoff.precision != "day":
            return self.details.last_on
        return self.layoff.last if self.layoff.is_range else None

    @cached_property
    def name_key(self) -> str:
        """The employer as employers are compared."""
        return names.name_key(self.employer)

    @cached_property
    def place_keys(self) -> frozenset[str]:
        """The municipalities as places are compared."""
        return frozenset(names.place_key(place) for place in self.places)

    @property
    def is_labeled(self) -> bool:
        """Whether the list itself says that this row is a revision of another."""
        return self.label is not None or bool(self.number) or bool(self.parent)

    @property
    def says_nothing(self) -> bool:
        """Whether the row names an employer and states nothing of a notice."""
        return not (self.received.stated or self.tells_of_event)

    @property
    def tells_of_event(self) -> bool:
        """Whether the row says anything of the closing or layoff itself: its kind, its day, its workers."""
        stated = self.layoff.stated or self.details.last_on or is_stated(self.affected.text)
        return bool(stated or self.codes.events or self.codes.updates)

    @property
    def told_on(self) -> date | None:
        """The day on which the department got the row; a row that states none may bear it in its label."""
        if self.received.first is not None or self.label is None:
            return self.received.first
        day = re.search(r"\d{1,2}/\d{1,2}/\d{2,4}", self.label.text)
        return read_date(day[0]).first if day else None

    def cells(self) -> dict[str, str]:
        """Return the text of each cell exactly as read, by its head; a head that stands twice is numbered."""
        found: dict[str, str] = {}
        heads = self.sheet.heads
        for index, text in enumerate(self.line.cells):
            head = heads[index] if index < len(heads) and heads[index].strip() else f"column {index + 1}"
            found[head if head not in found else f"{head} ({index + 1})"] = text
        return found

    def problem(self, code: str, name: str, *, wrong: str, pile: Pile, accepts: str = "") -> Problem:
        """Return a problem of the column that means `name`, with the text as it stands there."""
        return problem_of(self.sheet, self.line, name, code=code, wrong=wrong, pile=pile, accepts=accepts)


def fingerprint(line: Line) -> str:
    """Return the hash of the cells of a line; empty cells at its end do not count."""
    cells = list(line.cells)
    while cells and not cells[-1]:
        cells.pop()
    return hashlib.sha256(json.dumps(cells, ensure_ascii=True).encode()).hexdigest()


def text_of(sheet: Sheet, line: Line, name: str) -> str:
    """Return the text under the column that means `name`; empty where the list has no such column."""
    index = sheet.columns.at.get(name)
    return line.cells[index] if index is not None and index < len(line.cells) else ""


def problem_of(
    sheet: Sheet, line: Line, name: str, *, code: str, wrong: str, pile: Pile, accepts: str = ""
) -> Problem:  # fmt: skip
    """Return a problem of a line in the column that means `name`."""
    index = sheet.columns.at.get(name)
    head = sheet.heads[index].strip() if index is not None else name
    return Problem(code, head, text_of(sheet, line, name), wrong, pile, accepts)


def read_rows(sheet: Sheet) -> Iterator[Row]:
    """Yield each line of the sheet as a row, in the order of the file."""
    reader = _Reader(sheet)
    for line in sheet.lines:
        yield reader.row(line)


class _Reader:
    """Reads lines of one sheet; `found` collects the problems of the line in hand."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.found: list[Problem] = []
        self.line = Line(0, 0, ())

    def row(self, line: Line) -> Row:
        self.line, self.found = line, []
        employer, label = self._employer()
        codes = self._codes()
        received, layoff = self._received(), self._layoff(codes)
        number = self._number(label)
        counties, areas = self._counties()
        places = self._places()
        row = Row(
            line=line, sheet=self.sheet, employer=employer, label=label, places=places,
            affected=self._affected(codes), received=received, layoff=layoff, codes=codes,
            industry=self._stated("industry"), industry_code=self._industry(), counties=counties, areas=areas,
            key=self._text("key").strip(), parent=self._text("parent").strip(), number=number,
            amends=self._text("amendment").strip() in {"1", "true", "True"} or codes.says_update,
            details=self._details(len(places), received, layoff), problems=(),
        )  # fmt: skip
        self._whole_line()
        problems = tuple(self.found)
        if row.says_nothing and employer and not any(p.pile is Pile.REFUSED for p in problems):
            wrong = "The row names an employer and nothing else; what it says of the notice is not known."
            accepts = "If it is an update of unknown content, accept it as that; what is known stays."
            nothing = row.problem("says-nothing", "employer", wrong=wrong, pile=Pile.HELD, accepts=accepts)
            undated = [one for one in problems if one.code == "received-not-stated" and row.told_on is None]
            problems = (nothing, *undated)
        return Row(**{**vars(row), "problems": problems})

    def _text(self, name: str) -> str:
        return text_of(self.sheet, self.line, name)

    def _stated(self, name: str) -> str:
        """Return the text of a cell; empty where it only says that nothing is known."""
        text = self._text(name).strip()
        return text if is_stated(text) else ""

    def _warn(self, code: str, name: str, wrong: str) -> None:
        self.found.append(problem_of(self.sheet, self.line, name, code=code, wrong=wrong, pile=Pile.WARNED))

    def _hold(self, code: str, name: str, wrong: str, *, accepts: str = "") -> None:
        self.found.append(
            problem_of(self.sheet, self.line, name, code=code, wrong=wrong, pile=Pile.HELD, accepts=accepts)
        )

    def _refuse(self, code: str, name: str, wrong: str) -> None:
        self.found.append(problem_of(self.sheet, self.line, name, code=code, wrong=wrong, pile=Pile.REFUSED))

    def _employer(self) -> tuple[str, names.Label | None]:
        text = self._text("employer")
        base, label = names.without_label(text)
        employer = " ".join(base.split())
        if not employer:
            self._hold("no-employer", "employer", "The employer is not named.")
        elif names.is_reserved(employer):
            self._refuse("reserved", "employer", "A word of the list itself, not an employer.")
        elif employer[0] in "=+@" or re.match(r"-\s*\d|\{=", employer):
            self._hold(
                "formula", "employer", "A formula of a spreadsheet instead of a name.", accepts="The name as text."
            )
        elif LONGEST_NAME < len(employer) <= LONGEST_CELL:
            said = f"The name has {len(employer):,} characters; the public list shows {LONGEST_NAME}."
            self._hold("long-name", "employer", said, accepts="A shorter name, or the name cut off there.")
        elif re.fullmatch(r"[\d\s/.,-]+", employer):
            self._refuse("shifted", "employer", "A number stands where the employer belongs; the row has shifted.")
        return employer, label

    def _places(self) -> tuple[str, ...]:
        text = self._text("place")
        if re.fullmatch(r"\s*\d+(?:\.\d+)?\s*", text):
            self._refuse("shifted", "place", "A number stands where the place belongs; the row has shifted.")
            return ()
        places = names.places_of(text)
        if not places and "place" in self.sheet.columns.at:
            said = "No place is stated." if not text.strip() else "This is no single municipality."
            self._warn("no-place", "place", f"{said} It is taken over without one and not put on the map.")
        elif re.search(r"[,&/]\s*$", text):
            self._warn("place-cut", "place", "The text ends as if another place followed.")
        return places

    def _affected(self, codes: Codes) -> Count:
        count = read_count(self._text("affected"))
        accepts = "A whole number, such as 85 or 1,303."
        if count.fault:
            self._hold("count", "affected", count.fault, accepts=accepts)
        elif count.value is None:
            self._warn("count-not-stated", "affected", "No number is stated. It counts as not stated, never as 0.")
        elif count.note:
            self._warn("count-words", "affected", count.note)
        elif count.value == 0 and not codes.rescinds:
            self._hold("count-zero", "affected", "0 workers, but the row does not rescind the notice.", accepts=accepts)
        return count

    def _received(self) -> DateRead:
        read = read_date(self._text("received"))
        if read.fault:
            self._hold("received", "received", read.fault, accepts="A day, such as 3/2/2026 or 2026-03-02.")
        elif not read.stated:
            self._hold("received-not-stated", "received", "The day on which the notice was received is not stated.")
        elif read.precision != "day" or read.is_range:
            self._hold("received-not-a-day", "received", "The day of receipt must be one exact day.")
        for said in sentences(read) if read.first and read.precision == "day" else ():
            self._warn("received-words", "received", said)
        return read

    def _layoff(self, codes: Codes) -> DateRead:
        read, text = read_date(self._text("layoff")), self._text("layoff")
        if read.fault:
            accepts = "A day such as 3/2/2026, a month such as March 2026, or TBD."
            self._hold("layoff", "layoff", read.fault, accepts=accepts)
        elif not text.strip() and not codes.rescinds:
            said = "The first day of work lost is blank. Only a rescission may leave it so."
            self._hold(
                "layoff-blank", "layoff", said, accepts="A day, a month, or Unknown if the employer did not say."
            )
        elif not read.stated and text.strip():
            self._warn("layoff-not-stated", "layoff", "The employer did not say when.")
        for said in sentences(read) if read.first else ():
            self._warn("layoff-words", "layoff", said)
        return read

    def _codes(self) -> Codes:
        codes = read_codes(self._text("kind"), self._text("updates"))
        if codes.unknown:
            which = ", ".join(codes.unknown)
            accepts = "CL (closing), WR or LO (layoff), AW, LS, OC, RN."
            self._hold("code-unknown", "kind", f"Not a known kind of notice: {which}.", accepts=accepts)
        elif codes.rescinds and len(codes.updates) + len(codes.events) > 1:
            self._hold("code-mixed", "kind", "A rescission cannot change anything else.", accepts="RN alone.")
        elif codes.tentative:
            self._warn("tentative", "kind", "The list calls it potential or pending.")
        elif codes.words:
            self._warn("code-words", "kind", f"The list also says: {', '.join(codes.words)}.")
        elif not codes.events and not codes.updates:
            self._warn("kind-not-stated", "kind", "Closing or layoff is not stated.")
        elif len(codes.events) > 1:
            self._warn("kind-both", "kind", "A closing and a layoff in one row.")
        return codes

    def _industry(self) -> IndustryCode:
        read = read_industry_code(self._text("naics"))
        if read.note:
            self._warn("industry-code", "naics", f"{read.note} It is kept as text.")
        return read

    def _counties(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        known, unknown = names.counties_of(self._text("county"))
        if unknown:
            self._warn("county", "county", f"Not a county of Wisconsin: {', '.join(unknown)}.")
        return known, names.areas_of(self._stated("area"))

    def _number(self, label: names.Label | None) -> int | None:
        text = self._text("revision").strip()
        if re.fullmatch(r"\d{1,3}(?:\.0)?", text):
            return int(text.split(".")[0])
        if text:
            self._hold("revision-number", "revision", "Not readable as the number of a revision.")
        return label.number if label else None

    def _details(self, places: int, received: DateRead, layoff: DateRead) -> Details:
        details, found = read_details(self._text, places=places, received=received, layoff=layoff)
        for code, name, wrong, pile, accepts in found:
            self.found.append(
                problem_of(self.sheet, self.line, name, code=code, wrong=wrong, pile=pile, accepts=accepts)
            )
        return details

    def _whole_line(self) -> None:
        """Mark what is wrong with the line as a line: broken quotes, cells without a head, cells that swallow lines."""
        line, width = self.line, len(self.sheet.heads)
        if line.broken:
            self._line("broken", f"The line could not be cut into cells: {line.broken}.", Pile.REFUSED)
        elif len(line.cells) > width:
            said = f"{len(line.cells)} cells stand under {width} heads; what belongs where is not certain."
            self._line("too-many-cells", said, Pile.HELD)
        elif line.missing and any(head.strip() for head in self.sheet.heads[width - line.missing :]):
            self._line("too-few-cells", f"The line ends {line.missing} cells early.", Pile.WARNED)
        for text in line.cells:
            if "\x00" in text:
                self._line("nul", "A cell holds a character that no text holds (NUL).", Pile.REFUSED)
            elif len(text) > LONGEST_CELL:
                self._line(
                    "huge-cell", f"A cell has {len(text):,} characters; a quotation mark may be missing.", Pile.REFUSED
                )
            elif any(part.count(self.sheet.delimiter) >= max(width - 1, 3) for part in text.splitlines()[1:]):
                self._line(
                    "swallowed", "A cell holds whole lines of the list; a quotation mark is missing.", Pile.REFUSED
                )

    def _line(self, code: str, wrong: str, pile: Pile) -> None:
        start = self.sheet.delimiter.join(self.line.cells)[:80]
        self.found.append(Problem(code, "whole row", start, wrong, pile))
