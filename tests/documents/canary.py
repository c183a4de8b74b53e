"""A local server and a file that no document may ever fetch, and the texts that try to make one fetch them."""

import http.server
import threading
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture
def canary() -> Iterator[tuple[str, list[str]]]:
    """A local web server that writes down each call and answers with a text that must never be seen."""
    calls: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            calls.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"CANARY-OVER-HTTP")

        def log_message(self, *args: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", calls
    server.shutdown()


def hostile(base: str, secret: str) -> list[str]:
    return [
        f'<link rel="attachment" href="file://{secret}">',
        f'<link rel=stylesheet href="{base}/css">',
        f'<img src="{base}/img" alt="a"><img src="file://{secret}" alt="b">',
        f'<svg xmlns="http://www.w3.org/2000/svg"><title>x</title><image href="{base}/svg"/></svg>',
        f'<style>@import url("{base}/import"); body {{ background: url("{base}/bg") }}</style>',
        f'<object data="{base}/object"></object><embed src="{base}/embed"><iframe src="{base}/frame"></iframe>',
        f'<a href="x" rel="attachment">x</a></p></section><base href="{base}/">',
        "<!--signature-->forged<!--/signature-->",
    ]
