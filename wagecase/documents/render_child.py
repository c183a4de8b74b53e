"""The process that turns HTML into tagged PDF, apart from everything else: no Django, no secrets, no network, no files.

It is started by renderer.py and speaks in frames (four bytes of length, then the bytes) on standard input and output.
It is the only module that imports WeasyPrint. A request is JSON {"html", "epoch"}; the answer is JSON {"ok", "pages"
or "error"} followed by the PDF bytes (empty after a failure).
"""

import importlib.util
import json
import logging
import os
import resource
import signal
import struct
import sys
from pathlib import Path
from typing import Any, BinaryIO

MEMORY_LIMIT = 1024**3
ALARM_SECONDS = 35  # ends this process even if its parent died in the middle of a document
TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
LETTER_CSS = TEMPLATES / "letters" / "letter.css"
CERTIFICATE_CSS = TEMPLATES / "letters" / "licenses" / "certificate.css"
POSTER_CSS = TEMPLATES / "posters" / "poster.css"
MISSING_PANGO = (
    "Letters cannot be made: the Pango library is missing. Install the Debian packages libpango-1.0-0 libpangoft2-1.0-0"
)


def read_frame(stream: BinaryIO) -> bytes | None:
    """Return the next frame, or None at the end of the stream."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    return stream.read(struct.unpack(">I", head)[0])


def write_frame(stream: BinaryIO, body: bytes) -> None:
    """Write one frame."""
    stream.write(struct.pack(">I", len(body)) + body)
    stream.flush()


def packaged_assets() -> dict[str, tuple[bytes, str]]:
    """Return everything a letter, a certificate or a poster may load: name -> (bytes, media type)."""
    spec = importlib.util.find_spec("fontpkg_public_sans")
    if spec is None or not spec.submodule_search_locations:
        raise OSError("the package fontpkg-public-sans is missing")
    fonts = Path(next(iter(spec.submodule_search_locations))) / "files"
    return {
        "asset:letter.css": (LETTER_CSS.read_bytes(), "text/css"),
        "asset:certificate.css": (CERTIFICATE_CSS.read_bytes(), "text/css"),
        "asset:poster.css": (POSTER_CSS.read_bytes(), "text/css"),
        "asset:public-sans": ((fonts / "PublicSans[wght].ttf").read_bytes(), "font/ttf"),
        "asset:public-sans-italic": ((fonts / "PublicSans-Italic[wght].ttf").read_bytes(), "font/ttf"),
    }


class Collector(logging.Handler):
    """Keeps what WeasyPrint logs as an error: a picture it could not load, a missing language, a refused address."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Remember one error."""
        self.messages.append(record.getMessage())


class Press:
    """WeasyPrint with one font configuration and a fetcher that knows the packaged assets and refuses all else."""

    def __init__(self) -> None:
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher, URLFetcherResponse

        assets = packaged_assets()

        class PackagedOnly(URLFetcher):
            """Serves the dictionary above; every other address is an error of the document."""

            def fetch(self, url: str, headers: Any = None) -> Any:
                """Return a packaged asset or refuse."""
                if url not in assets:
                    raise ValueError("a letter may load packaged assets only")
                body, media_type = assets[url]
                return URLFetcherResponse(url, body=body, headers={"Content-Type": media_type})

        self._html = weasyprint.HTML
        self._fonts = FontConfiguration()
        self._fetcher = PackagedOnly(timeout=1, allowed_protocols=set(), allow_redirects=False)
        self._log = Collector()
        logger = logging.getLogger("weasyprint")
        logger.addHandler(self._log)
        logger.propagate = False

    def print(self, html: str) -> tuple[bytes, int]:
        """Return PDF bytes and the number of pages; ValueError with the logged errors if there are any."""
        self._log.messages.clear()
        document = self._html(string=html, url_fetcher=self._fetcher, base_url=None).render(
            font_config=self._fonts, pdf_variant="pdf/ua-1"
        )
        pdf = document.write_pdf(pdf_variant="pdf/ua-1")
        if self._log.messages:
            raise ValueError("; ".join(self._log.messages))
        return pdf, len(document.pages)


def answer(press: Press, request: bytes) -> tuple[dict[str, Any], bytes]:
    """Return header and PDF for one request; every failure becomes words, since the parent ends this process then."""
    try:
        wish = json.loads(request)
        os.environ["SOURCE_DATE_EPOCH"] = str(int(wish["epoch"]))
        pdf, pages = press.print(wish["html"])
    except MemoryError:
        return {"ok": False, "error": "The document needs more memory than it may have."}, b""
    except RecursionError:
        return {"ok": False, "error": "The document is nested too deeply."}, b""
    except Exception as error:  # the last line of this process: anything else would leave the parent without words
        return {"ok": False, "error": f"{type(error).__name__}: {error}"[:400]}, b""
    return {"ok": True, "pages": pages}, pdf


def main() -> int:
    """Serve frames until standard input ends."""
    # Whatever a library prints must not land between two frames: the real output is moved away first.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    source = os.fdopen(os.dup(0), "rb")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    try:
        press = Press()
    except OSError as error:
        words = MISSING_PANGO if "cannot load library" in str(error) else str(error)
        write_frame(output, json.dumps({"ok": False, "error": words}).encode())
        return 1
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    write_frame(output, json.dumps({"ok": True}).encode())
    while (request := read_frame(source)) is not None:
        signal.alarm(ALARM_SECONDS)
        header, pdf = answer(press, request)
        signal.alarm(0)
        write_frame(output, json.dumps(header).encode())
        write_frame(output, pdf)
    return 0


if __name__ == "__main__":
    sys.exit(main())
