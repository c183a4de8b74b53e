"""Bodies of forms that no browser would send: fields dropped, doubled, swapped for odd bytes or files, and added."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

Part = tuple[bytes, bytes, bytes | None]  # name, value, file name of a file
BOUNDARY = "a-boundary-that-no-text-holds"
TEXTS = (
    b"", b" ", b"\x00", b"a\x00b", b"\xed\xa0\x80", b"\xff\xfe", b"\xef\xbf\xbf", "\u202eevil".encode(), b"-1", b"0",
    b"999999999999999999999", b"1e309", b"NaN", b"2026-02-30", b"0001-01-01", b"9999-12-31", b"2/29/26", b"\r\n\r\n",
    b"a@b.example\r\nBcc: c@d.example", b"<script>alert(1)</script>", b"{{ 7*7 }}", b"%s%n", b"' OR 1=1 --", b"../../",
    b"x" * 300, b"x" * 20_001, "\U0001f600".encode() * 60, "١٢".encode(), b"on", b"yes", b"living_wage", b"[]", b"{}",
    b"=1+1", b"\x1b[31m",
)  # fmt: skip
FILES = (
    b"", b"%PDF-1.7\n%%EOF", b"\x89PNG\r\n\x1a\n" + b"\x00" * 40, b"\xff\xd8\xff\xe0", b"<html><script>alert(1)</script>", b"MZ",
    b"PK\x03\x04word/",
)  # fmt: skip
FILE_NAMES = (
    b"a.pdf", b"", b"../../a.pdf", b"a\r\nX: 1.png", "\u202efdp.exe".encode(), b"\x00.pdf", b"n" * 400, b'q"uote.jpg',
)  # fmt: skip
NAMES = (
    b"status", b"state", b"role", b"is_staff", b"id", b"pk", b"version", b"seen", b"submission_key", b"page_ref",
    b"csrfmiddlewaretoken", b"", b"\x00", b"\xff", b"a" * 300, b"__class__", b"papers", b"files", b"next",
)  # fmt: skip
values = st.one_of(
    st.sampled_from(TEXTS), st.binary(max_size=40),
    st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")),
)  # fmt: skip
WAYS = ("keep",) * 6 + ("drop", "twice", "swap", "swap", "file")


@st.composite
def bodies(draw: st.DrawFn, fields: Mapping[str, Any]) -> list[Part]:
    """Return a form's parts after odd changes; many fields stay as they are, so that the form gets far."""
    parts: list[Part] = []
    for name, value in fields.items():
        kept = _parts(name, value)
        way = draw(st.sampled_from(WAYS))
        if way == "twice":
            kept = [*kept, (name.encode(), draw(values), None)]
        elif way == "swap":
            kept = [(name.encode(), draw(values), None)]
        elif way == "file":
            kept = [_file(draw, name.encode())]
        parts += [] if way == "drop" else kept
    for name in draw(st.lists(st.sampled_from(NAMES), max_size=2)):
        parts.append((name, draw(values), None) if draw(st.booleans()) else _file(draw, name))
    return parts


def _file(draw: st.DrawFn, name: bytes) -> Part:
    return name, draw(st.sampled_from(FILES)), draw(st.sampled_from(FILE_NAMES))


def _parts(name: str, value: Any) -> list[Part]:
    many = value if isinstance(value, list | tuple) else [value]
    found: list[Part] = []
    for item in many:
        if hasattr(item, "read"):
            item.seek(0)
            found.append((name.encode(), item.read(), item.name.encode()))
        else:
            found.append((name.encode(), str(item).encode(), None))
    return found


def multipart(parts: list[Part]) -> bytes:
    """Return the body as it travels, odd bytes and all."""
    out = b""
    for name, value, file_name in parts:
        out += f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="'.encode() + name + b'"'
        if file_name is not None:
            out += b'; filename="' + file_name + b'"\r\nContent-Type: application/octet-stream'
        out += b"\r\n\r\n" + value + b"\r\n"
    return out + f"--{BOUNDARY}--\r\n".encode()
