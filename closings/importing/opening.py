"""Opens what is brought in: the sheets of a workbook become one text, so that the reading of lists knows one form only."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from closings.importing.columns import OTHER, Columns, folded, match_heads
from closings.importing.reading import HEAD_WITHIN, Sheet, UnreadableFile, read_sheet
from wagecase.web.rows_of_files import UnreadableSheet

if TYPE_CHECKING:
    from wagecase.web.workbooks import Tab


LARGEST_TEXT: Final = 100_000_000  # bytes of a workbook as text: its 20 million characters, quoted, in UTF-8


@dataclass(frozen=True, slots=True)
class _List:
    """A sheet of a workbook that is a list: where its heads stand and what they mean."""

    tab: Tab
    at: int
    columns: Columns

    @property
    def heads(self) -> list[str]:
        return self.tab.rows[self.at]

    @property
    def below(self) -> list[list[str]]:
        return self.tab.rows[self.at + 1 :]


def open_list(data: bytes, name: str) -> Sheet:
    """Read a list from separated text or from a workbook, whose sheets of one layout are one list (docs/adr/0018).

    What of a workbook was not read is said in the notes. UnreadableFile when it cannot be read as a list at all.
    """
    if not data.startswith(b"PK"):
        return read_sheet(data)
    from wagecase.web.workbooks import read_tabs  # the reader of workbooks takes long to load

    try:
        tabs, hidden = read_tabs(data)
    except UnreadableSheet as error:
        raise UnreadableFile(str(error)) from None
    rows, notes = _as_one(tabs)
    notes += [f"The hidden sheet “{title[:60]}” was not read." for title in hidden]
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    sheet = read_sheet(out.getvalue().encode("utf-8", "replace"), largest=LARGEST_TEXT)
    return replace(sheet, notes=(*notes, *sheet.notes))


def _as_one(tabs: Sequence[Tab]) -> tuple[list[list[str]], list[str]]:
    """Return the rows of all sheets that are one list, under the heads of the first of them, and what to know of it.

    Without such a sheet the first one is returned as it is: what is missing there is said when it is read.
    """
    lists = [found for tab in tabs if (found := _list_of(tab))]
    if not lists:
        return tabs[0].rows, []
    main, *others = lists
    read = [main, *(one for one in others if one.columns.layout in (main.columns.layout, OTHER[0]))]
    heads = list(main.heads)
    moved = [_moved(one, heads, main.columns) for one in read[1:]]  # lengthens the heads
    rows = [*main.tab.rows[: main.at], heads]
    rows += [_padded(row, len(main.heads), len(heads)) for row in main.below]
    for one, where in zip(read[1:], moved, strict=True):
        rows += [_placed(row, where, len(heads)) for row in one.below]
    return rows, [*_which_rows(read), *_not_read(tabs, lists, read), *_uncalculated(read)]


def _list_of(tab: Tab) -> _List | None:
    found = [
        _List(tab, at, columns) for at, row in enumerate(tab.rows[:HEAD_WITHIN]) if (columns := match_heads(row)).enough
    ]
    return max(found, key=lambda one: len(one.columns.at), default=None)


def _moved(one: _List, heads: list[str], main: Columns) -> list[int]:
    """Return the column of the first sheet for each column of another, by its meaning or its head; new ones are added."""
    meaning = {index: name for name, index in one.columns.at.items()}
    meant = set(main.at.values())
    free = [index for index in range(len(heads)) if index not in meant]
    where = []
    for index, head in enumerate(one.heads):
        same = main.at.get(meaning.get(index, ""))
        if same is None:
            same = next((place for place in free if folded(heads[place]) == folded(head)), None)
            if same is None:
                heads.append(head)
                same = len(heads) - 1
            elif same in free:
                free.remove(same)
        where.append(same)
    return where


def _placed(row: Sequence[str], where: Sequence[int], width: int) -> list[str]:
    """Return a row of another sheet under the heads of the first; cells that no head stands above stay behind them."""
    if not row:
        return []
    cells = [""] * width
    for place, cell in zip(where, row, strict=False):
        cells[place] = cell
    return [*cells, *row[len(where) :]]


def _padded(row: Sequence[str], own: int, width: int) -> list[str]:
    """Return a row with the blank cells that a workbook leaves out, so that none looks like a line that ends early."""
    if not row:
        return []
    return [*row[:own], *[""] * (width - min(len(row), own)), *row[own:]]


def _which_rows(read: Sequence[_List]) -> Iterable[str]:
    if len(read) == 1:
        return
    last = 0
    for one in read:
        count = sum(any(cell.strip() for cell in row) for row in one.below)
        if count:
            which = f"Row {last + 1:,} is" if count == 1 else f"Rows {last + 1:,} to {last + count:,} are"
            yield f"{which} of the sheet “{one.tab.title[:60]}”."
        last += count


def _not_read(tabs: Sequence[Tab], lists: Sequence[_List], read: Sequence[_List]) -> Iterable[str]:
    for tab in tabs:
        found = next((one for one in lists if one.tab is tab), None)
        if found is None:
            yield f"The sheet “{tab.title[:60]}” was not read: none of its first {HEAD_WITHIN} lines names the columns of a list."
        elif found not in read:
            yield (
                f"The sheet “{tab.title[:60]}” was not read: its columns are those of {found.columns.title}. Save it as a "
                "file of its own and bring that in."
            )


def _uncalculated(read: Sequence[_List]) -> Iterable[str]:
    for one in read:
        if count := one.tab.uncalculated:
            what = "1 formula has" if count == 1 else f"{count:,} formulas have"
            yield (
                f"{what} no result in the sheet “{one.tab.title[:60]}” and {'was' if count == 1 else 'were'} read as blank. "
                "Open the file in your spreadsheet program, save it and bring it in again."
            )
