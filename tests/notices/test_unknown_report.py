"""A report about a message that is not ours changes nothing and leaves one line in the log."""

import logging
from typing import Any

import pytest

from wagecase.notices import outbox


@pytest.mark.django_db
def test_an_unknown_report_is_logged_once_in_one_line(queue: Any, caplog: Any) -> None:
    notice = queue()
    with caplog.at_level(logging.WARNING):
        assert not outbox.record_bounce(message_id="<nobody\r\n@elsewhere.example.com>", detail="550 unknown")
    said = [record.getMessage() for record in caplog.records if "not ours" in record.getMessage()]
    assert said == ["a mail server reports a message as returned that is not ours: <nobody @elsewhere.example.com>"]
    notice.refresh_from_db()
    assert notice.status == "queued"
