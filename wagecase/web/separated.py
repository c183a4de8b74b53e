"""Cuts text with separators (CSV) into records of cells, so that every list that comes in is read by the same rules.

A broken line costs itself only: the lines behind it are still read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

DELIMITERS: Final = (",", ";", "\t", "|")
FIRST_LINES: Final = 6  # that the separator is judged by
MOST_BREAKS: Final = 40  # line breaks in one cell, beyond which its quotation mark was meant to close earlier
_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_WIDEST: Final = (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")
_PLAIN: Final = {d: re.compile(rf"[^{re.escape(d)}\r\n]*") for d in DELIMITERS}
_QUOTED: Final = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"')
_BREAK: Final = re.compile(r"\r\n|\n|\r")


def decoded(data: bytes) -> tuple[str, str, int]:
    """Return the text, its encoding, and the byte at which it proved not to be UTF-8 (-1 if it is what it says).

    UnicodeDecodeError when a mark at the beginning promises an encoding that the bytes do not keep, and for UTF-32,
    which no spreadsheet program writes and whose mark begins as that of UTF-16 does.
    """
    if data.startswith(_WIDEST):
        raise UnicodeDecodeError("utf-32", data[:4], 0, 4, "not an encoding of lists")
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name), name, -1
    try:
        return data.decode("utf-8"), "utf-8", -1
    except UnicodeDecodeError as error:
        try:
            return data.decode("cp1252"), "cp1252", error.start
        except UnicodeDecodeError:
            return data.decode("latin-1"), "latin-1", error.start


def delimiter_of(text: str) -> str:
    """Return the separator that cuts the first lines into the most cells; a comma where none does."""
    cuts = {delimiter: _cuts(text, delimiter) for delimiter in DELIMITERS}
    return max(DELIMITERS, key=lambda delimiter: cuts[delimiter])


def _cuts(text: str, delimiter: str) -> int:
    return sum(len(cells) - 1 for _line, cells, _fault in islice(records(text, delimiter), FIRST_LINES))


def records(text: str, delimiter: str) -> Iterator[tuple[int, list[str], bool]]:
    """Yield the line each record starts on, its cells, and whether it is broken.

    As RFC 4180 has it, with LF, CRLF or CR. Text behind a closing quote belongs to the cell. A quote that never closes
    costs its own line only: that line is cut without regard to quotes and marked.
    """
    position, line = 0, 1
    while position < len(text):
        start = position
        cells, position, closed = _record(text, position, delimiter)
        if not closed:
            end = _BREAK.search(text, start)
            position = end.end() if end else len(text)
            yield line, text[start : end.start() if end else position].split(delimiter), True
        else:
            yield line, cells, False
        line += len(_BREAK.findall(text, start, position))


def _record(text: str, position: int, delimiter: str) -> tuple[list[str], int, bool]:
    cells: list[str] = []
    while True:
        if text.startswith('"', position):
            quoted = _QUOTED.match(text, position)
            if quoted is None or len(_BREAK.findall(quoted[0])) > MOST_BREAKS:
                return cells, position, False
            cell, position = quoted[1].replace('""', '"'), quoted.end()
        else:
            cell = ""
        rest = _PLAIN[delimiter].match(text, position)
        assert rest is not None  # noqa: S101  it matches the empty text
        cells.append(cell + rest[0])
        position = rest.end()
        if text.startswith(delimiter, position):
            position += 1
            continue
        end = _BREAK.match(text, position)
        return cells, end.end() if end else position, True
