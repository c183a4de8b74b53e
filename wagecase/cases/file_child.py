"""The process that opens one file somebody sent, apart from everything else: bounded in time and memory, no Django.

A file may be made to cost minutes and gigabytes while it is read. It is started by inspection.py, reads the file from
standard input and answers with one line of JSON, followed by the picture drawn anew. The only arguments are the media
type and how many pixels a picture may have.
"""

import contextlib
import io
import json
import os
import resource
import sys
from typing import Any

MEMORY_LIMIT = 1024**3
CPU_SECONDS = 12
MAX_PAGES = 500
MAX_OBJECTS = 60_000
# What makes a PDF do something or carry something; found in its objects, because the same letters come up by chance
# in the compressed pictures of a scan, and because names may be written with escapes or inside object streams.
# /AA is what happens on opening, closing and printing; no scan or printout has it.
ACTIVE_KEYS = frozenset({"/JS", "/JavaScript", "/XFA", "/EF", "/EmbeddedFiles", "/RichMediaContent", "/AA"})
ACTIVE_KINDS = frozenset({
    "/JavaScript", "/Launch", "/ImportData", "/SubmitForm", "/Rendition", "/RichMediaExecute", "/GoToE", "/GoToR",
    "/RichMedia", "/EmbeddedFile", "/Movie", "/Sound", "/3D",
})  # fmt: skip


class Answer(Exception):
    """Why the file is not taken: "unreadable", "active" or "pixels"."""


def check_pdf(data: bytes) -> None:
    """Raise Answer for a PDF that cannot be read, does something or carries something."""
    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted or not 0 < len(reader.pages) <= MAX_PAGES:
        raise Answer("unreadable")
    if is_active(reader.trailer) or acts_on_opening(reader.trailer):
        raise Answer("active")


def is_active(trailer: Any) -> bool:
    """Return whether any object that can be reached from `trailer` is a program, a form's script or another file."""
    from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, NameObject

    seen: set[int] = set()
    waiting: list[Any] = [trailer]
    while waiting:
        item = waiting.pop()
        if isinstance(item, IndirectObject):
            if item.idnum in seen:
                continue
            seen.add(item.idnum)
            if len(seen) > MAX_OBJECTS:
                raise Answer("unreadable")
            item = item.get_object()
        if isinstance(item, DictionaryObject):
            kinds = {value for key in ("/S", "/Type", "/Subtype") if isinstance(value := _at(item, key), NameObject)}
            if not ACTIVE_KEYS.isdisjoint(item) or not ACTIVE_KINDS.isdisjoint(kinds):
                return True
            waiting.extend(item.values())
        elif isinstance(item, ArrayObject):
            waiting.extend(item)
    return False


def acts_on_opening(trailer: Any) -> bool:
    """Return whether the file does more on opening than show one of its own pages."""
    from pypdf.generic import ArrayObject, DictionaryObject

    root = _at(trailer, "/Root")
    waiting = [_at(root, "/OpenAction")] if isinstance(root, DictionaryObject) else []
    for _turn in range(100):  # a chain of actions may be a circle
        if not waiting:
            return False
        item = waiting.pop()
        if isinstance(item, DictionaryObject) and _at(item, "/Type") != "/Page":
            if _at(item, "/S") != "/GoTo":
                return True
            following = _at(item, "/Next")
            waiting += [part.get_object() for part in following] if isinstance(following, ArrayObject) else [following]
    return True


def _at(item: Any, key: str) -> Any:
    """Return the value of `key`, followed to the object it refers to, or None."""
    found = item.get(key)
    return found.get_object() if hasattr(found, "get_object") else found


def draw_anew(data: bytes, media_type: str, most: int) -> tuple[bytes, int]:
    """Return the picture drawn anew, which drops the place and device that a phone writes into photos, and its pixels."""
    from PIL import Image, ImageOps

    Image.MAX_IMAGE_PIXELS = None  # our own limit stands below, before anything is drawn
    with Image.open(io.BytesIO(data), formats=["JPEG" if media_type == "image/jpeg" else "PNG"]) as image:
        pixels = image.width * image.height
        if pixels > most:
            raise Answer("pixels")
        ImageOps.exif_transpose(image, in_place=True)
        mode = _mode(image, media_type)
        clear = image if image.mode == mode else image.convert(mode)
        clear.load()
        clear.info = {}  # comments, text and profiles, which the writers would copy
        out = io.BytesIO()
        clear.save(out, "JPEG" if media_type == "image/jpeg" else "PNG", quality=88, exif=b"")
    return out.getvalue(), pixels


def _mode(image: Any, media_type: str) -> str:
    """Return the colors to keep: a gray scan stays gray, so that it does not grow fourfold."""
    if media_type == "image/jpeg":
        return "L" if image.mode == "L" else "RGB"
    return image.mode if image.mode in {"1", "L", "LA", "RGB", "RGBA"} else "RGBA"


def look(data: bytes, media_type: str, most: int) -> tuple[dict[str, Any], bytes]:
    """Return the answer about one file and its new bytes (none for a PDF, which is kept as it came)."""
    try:
        if media_type == "application/pdf":
            check_pdf(data)
            return {"ok": True, "pixels": 0}, b""
        drawn, pixels = draw_anew(data, media_type, most)
    except Answer as answer:
        return {"ok": False, "why": str(answer)}, b""
    except MemoryError:
        return {"ok": False, "why": "unchecked"}, b""
    except Exception:  # whatever a broken or hostile file makes the reader raise, the answer is the same
        return {"ok": False, "why": "unreadable"}, b""
    return {"ok": True, "pixels": pixels}, drawn


def main() -> None:
    """Bound this process, then look at the one file."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    with contextlib.suppress(OSError):
        os.nice(10)  # a page that somebody reads goes before a file that somebody sends
    answer, drawn = look(sys.stdin.buffer.read(), sys.argv[1], int(sys.argv[2]))
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + drawn)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
