"""Turns the bytes of a list into lines of cells: encoding, delimiter, quotes and heads, with nothing lost on the way.

The department's past lies in files of several makers. A file that is no list gets one plain sentence; a broken line
gets a mark of its own and the lines behind it are still read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from closings.importing.columns import LEAST_HEADS, Columns, match_heads
from wagecase.web.separated import DELIMITERS, decoded, records

LARGEST_FILE: Final = 10 * 1024 * 1024  # bytes, as much as a page takes
MOST_ROWS: Final = 100_000
MOST_COLUMNS: Final = 200  # heads of a list, or cells of one of its lines; the widest real list has 14
MOST_CELLS: Final = 2_000_000  # in all; each is kept as read
LONGEST_TEXT: Final = 32_767  # characters of a cell, as many as a spreadsheet holds
HEAD_WITHIN: Final = 6  # lines in which the heads must stand; yearly logs have a title above them
MOST_BROKEN: Final = 50  # lines whose quotes do not close, after which the file is not a list
_SIGNATURES: Final = (
    (b"\xff\xfe\x00\x00", "The file is written in UTF-32. Save it as CSV (UTF-8) and give that file."),
    (b"\x00\x00\xfe\xff", "The file is written in UTF-32. Save it as CSV (UTF-8) and give that file."),
    (b"\xd0\xcf\x11\xe0", "This is an old Excel or Word file. Save the sheet as an Excel workbook (.xlsx) or as CSV (UTF-8) and give that file."),
    (b"%PDF", "This is a PDF. A list must be a CSV file or an Excel workbook (.xlsx)."),
    (b"\x89PNG", "This is a picture. A list must be a CSV file or an Excel workbook (.xlsx)."),
    (b"\xff\xd8\xff", "This is a picture. A list must be a CSV file or an Excel workbook (.xlsx)."),
)  # fmt: skip


class UnreadableFile(ValueError):
    """The file as a whole cannot be read as a list; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Line:
    """One record of the file: its number among the records below the heads, and the line of the file it starts on.

    `cells` are the texts exactly as read, one for each head, then those that no head stands above. `broken` says why
    the record could not be cut into cells as it was meant.
    """

    number: int
    at: int
    cells: tuple[str, ...]
    missing: int = 0  # cells that the record is short of
    broken: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A list as it was read: its heads, what each column means, its lines, and remarks on the file as a whole."""

    heads: tuple[str, ...]
    columns: Columns
    lines: tuple[Line, ...]
    encoding: str
    delimiter: str
    notes: tuple[str, ...] = ()


def read_sheet(data: bytes, *, largest: int = LARGEST_FILE) -> Sheet:
    """Read a list of at most `largest` bytes.

    UnreadableFile when it is empty, too large, of another format, without recognizable heads, or when its quotes are
    broken throughout. Empty lines are passed over and counted in the notes.
    """
    if len(data) > largest:
        raise UnreadableFile(
            f"The file has {len(data):,} bytes; at most {largest:,} are read. Cut it into smaller files."
        )
    text, encoding, notes = _decoded(data)
    delimiter, skipped, heads, columns = _heads(text)
    records = _records(text, delimiter)
    if len(heads) > MOST_COLUMNS:
        raise UnreadableFile(
            f"The file has {len(heads):,} columns; a list has at most {MOST_COLUMNS}. Take out the rest."
        )
    lines: list[Line] = []
    empty = broken = cut = 0
    for position, (at, cells, fault) in enumerate(records):
        if position <= skipped:
            continue
        if not fault and not any(cell.strip() for cell in cells):
            empty += 1
            continue
        broken += bool(fault)
        if broken > MOST_BROKEN:
            raise UnreadableFile(
                f"More than {MOST_BROKEN} lines hold a quotation mark that never closes (the last at line {at}). "
                "Save the list again as CSV and give that file."
            )
        if len(lines) == MOST_ROWS:
            raise UnreadableFile(f"The file has more than {MOST_ROWS:,} rows. Cut it into smaller files.")
        _not_too_large(cells, at)
        cut += len(cells)
        if cut > MOST_CELLS:
            raise UnreadableFile(f"The file has more than {MOST_CELLS:,} cells. Cut it into smaller files.")
        lines.append(_line(cells, at=at, number=len(lines) + 1, width=len(heads), broken=fault))
    if empty:
        notes.append(f"{empty} empty {'line was' if empty == 1 else 'lines were'} passed over.")
    notes += columns.notes
    return Sheet(heads, columns, tuple(lines), encoding, delimiter, tuple(notes))


def _not_too_large(cells: Sequence[str], at: int) -> None:
    if len(cells) > MOST_COLUMNS:
        raise UnreadableFile(
            f"Line {at} has {len(cells):,} cells; a list has at most {MOST_COLUMNS} columns. Correct the line and give "
            "the file again."
        )
    longest = max(map(len, cells), default=0)
    if longest > LONGEST_TEXT:
        raise UnreadableFile(
            f"A cell of the row at line {at} has {longest:,} characters; a list has none longer than {LONGEST_TEXT:,}. "
            "Shorten it and give the file again."
        )


def _line(cells: Sequence[str], *, at: int, number: int, width: int, broken: str) -> Line:
    missing = max(0, width - len(cells))
    kept = list(cells) + [""] * missing
    while len(kept) > width and not kept[-1].strip():  # a trailing comma adds nothing
        kept.pop()
    return Line(number, at, tuple(kept), missing, broken)


def _decoded(data: bytes) -> tuple[str, str, list[str]]:
    if not data.strip():
        raise UnreadableFile("The file is empty.")
    for signature, sentence in _SIGNATURES:
        if data.startswith(signature):
            raise UnreadableFile(sentence)
    try:
        text, encoding, odd = decoded(data)
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"The file says that it is {error.encoding} but is not, at byte {error.start}.") from None
    if odd < 0:
        return text, encoding, []
    line = data.count(b"\n", 0, odd) + 1
    note = f"The file is not UTF-8 (line {line}); it was read as Windows text. Look at names with accents."
    return text, encoding, [note]


def _heads(text: str) -> tuple[str, int, tuple[str, ...], Columns]:
    """Return the delimiter, the position of the heads among the records, the heads, and what they mean."""
    best: tuple[int, str, int, tuple[str, ...], Columns] | None = None
    for delimiter in DELIMITERS:
        for position, (_, cells, _) in enumerate(_records(text, delimiter)):
            if position >= HEAD_WITHIN:
                break
            columns = match_heads(cells)
            found = len(columns.at)
            if columns.enough and (best is None or found > best[0]):
                best = found, delimiter, position, tuple(cells), columns
    if best is None:
        start = " ".join(text[:200].split())[:80]
        raise UnreadableFile(
            f"No line of the first {HEAD_WITHIN} names the columns of a list. Needed are at least {LEAST_HEADS}. "
            f"The file starts with: {start!r}"
        )
    return best[1:]


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str], str]]:
    """Cut the text into records: the line each starts on, its cells, and what is broken about it."""
    for line, cells, broken in records(text, delimiter):
        yield line, cells, "a quotation mark in this line never closes" if broken else ""
