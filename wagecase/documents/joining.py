"""Puts stored letters behind each other in one PDF for the printer; the pages of a letter are its stored pages."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass

from pypdf import PdfReader, PdfWriter
from pypdf.errors import PyPdfError

LETTER_SIZE = (612, 792)  # points: US Letter


class CannotJoin(ValueError):
    """A PDF that cannot be read; `place` counts the letters from 0."""

    def __init__(self, place: int) -> None:
        super().__init__(f"the PDF at place {place} cannot be read")
        self.place = place


@dataclass(frozen=True, slots=True)
class Joined:
    """One PDF of several: its bytes and hash, its pages, and of each letter the first page (from 1) and how many."""

    pdf: bytes
    sha256: str
    pages: int
    places: tuple[tuple[int, int], ...]


def join(pdfs: Sequence[bytes], *, title: str, two_sided: bool) -> Joined:
    """Return the letters as one PDF in the given order; the same letters give the same bytes.

    With `two_sided` an empty page follows each letter of an odd number of pages but the last, so that every letter
    begins on the front of a sheet. CannotJoin for bytes that are no PDF.
    """
    writer, places = PdfWriter(), []
    for place, data in enumerate(pdfs):
        try:
            reader = PdfReader(io.BytesIO(data))
            first, count = len(writer.pages) + 1, len(reader.pages)
            for page in reader.pages:
                writer.add_page(page)
        except (PyPdfError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise CannotJoin(place) from error
        places.append((first, count))
        if two_sided and count % 2 and place < len(pdfs) - 1:
            writer.add_blank_page(*LETTER_SIZE)
    writer.add_metadata({"/Title": title, "/Producer": "Wagecase"})
    out = io.BytesIO()
    writer.write(out)
    made = out.getvalue()
    return Joined(made, hashlib.sha256(made).hexdigest(), len(writer.pages), tuple(places))
