"""Writes each log record as one line of JSON, so that a log can be searched by the reference a person quotes."""

from __future__ import annotations

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime

reference: ContextVar[str] = ContextVar("reference", default="")
# Private links carry their key in the path; a log line must not open a case.
PRIVATE = re.compile(r"(/(?:open/[^/\s]+|resume|confirm-email|reset/key|employer/register|employer/join)/)[^/?\s\"']+")


def masked(text: str) -> str:
    """Return `text` with the keys of private links replaced."""
    return PRIVATE.sub(r"\1***", text)


class JsonFormatter(logging.Formatter):
    """One object a line: time, level, logger, message, reference, and the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON; text that cannot be encoded is escaped, never an error."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if code := reference.get():
            line["reference"] = code
        if record.exc_info:
            line["error"] = masked(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=True, default=str)
