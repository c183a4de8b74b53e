"""Weighs the parts of a workbook before a library opens them, so that a small file cannot stop a server (docs/adr/0021).

A part is read once, in pieces and without keeping anything, and reading stops where a limit is passed: what weighing
costs grows with the size of the part and with nothing else.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from typing import Any, Final
from xml.parsers import expat

from django.utils.translation import gettext as _

from wagecase.web.formatting import counted
from wagecase.web.rows_of_files import UnreadableSheet

MOST_CELLS: Final = 300_000  # of all parts that are read, blank ones and texts kept apart included
MOST_OTHERS: Final = 50_000  # other elements: styles, merged cells, links
LONGEST_FORMAT: Final = 255  # characters of a number format, as the spreadsheet program has it
MOST_BRACKETS: Final = 16  # in a number format: the library looks for the end of each of them
PIECE: Final = 64 * 1024  # bytes
LONGEST_MARK: Final = 4 * PIECE  # bytes of one tag or comment: a parser fed in pieces reads an open one again each time
_CELLS: Final = frozenset({"c", "si", "row", "r"})  # a cell, a text kept apart, a row, a part of a text
_INSIDE: Final = frozenset({"v", "f", "is", "t"})  # what a cell or a text holds: no more of them than cells


class Scale:
    """Weighs the parts of one workbook against one measure for all of them."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._cells = self._inside = self._others = 0
        self._uncalculated = 0
        self._formula = self._result = False
        self._in_value = False

    def weigh(self, name: str) -> int:
        """Return how many cells of a part hold a formula without a result; a part that is not there weighs nothing.

        UnreadableSheet when this part and those before it hold more than is read. A part that breaks off is weighed
        as far as it goes: whoever opens it gets no further.
        """
        self._uncalculated = 0
        try:
            source = self._archive.open(name)
        except KeyError:
            return 0
        parser = expat.ParserCreate(namespace_separator="}")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = self._entity
        read = 0
        with source:
            try:
                while piece := source.read(PIECE):
                    parser.Parse(piece, False)
                    read += len(piece)
                    if read - parser.CurrentByteIndex > LONGEST_MARK:
                        raise UnreadableSheet(
                            _("The workbook holds too much besides its cells. Save the sheet as CSV.")
                        )
            except expat.ExpatError:
                pass  # told by the library that opens the part
        return self._uncalculated

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        plain = name.rpartition("}")[2]
        if plain in _CELLS:
            self._cells += 1
            self._formula = self._result = False
        elif plain in _INSIDE:
            self._inside += 1
            self._formula = self._formula or plain == "f"
            self._result = self._result or plain == "is"
            self._in_value = plain == "v"
        else:
            self._others += 1
            if plain == "numFmt":
                _refuse_long_format(attributes.get("formatCode", ""))
        if self._cells > MOST_CELLS or self._inside > 2 * MOST_CELLS or self._others > MOST_OTHERS:
            words = _(
                "The sheet has more than %(most)s cells, blank ones among them. Keep only the list, or save it as CSV."
            )
            if self._others > MOST_OTHERS:
                words = _("The workbook holds too much besides its cells. Save the sheet as CSV.")
            raise UnreadableSheet(words % {"most": counted(MOST_CELLS)})

    def _text(self, text: str) -> None:
        self._result = self._result or self._in_value

    def _end(self, name: str) -> None:
        self._in_value = False
        if self._formula and name.endswith("}c"):
            self._uncalculated += not self._result
            self._formula = False

    def _entity(self, *_declared: Any) -> None:
        raise expat.ExpatError("entity")  # the library refuses the part for it


def _refuse_long_format(pattern: str) -> None:
    if len(pattern) > LONGEST_FORMAT or pattern.count("[") > MOST_BRACKETS:
        raise UnreadableSheet(_("The workbook holds too much besides its cells. Save the sheet as CSV."))
