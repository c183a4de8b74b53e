"""A runner killed in the middle of sending loses nothing: real processes, a real mail server, SIGKILL."""

import datetime as dt
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from tests.notices.conftest import AT, MINUTE, Recorder
from wagecase.notices.models import CLAIMED, SENT, Notice

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.django_db(transaction=True)


def start(server: Recorder, now: dt.datetime) -> subprocess.Popen[str]:
    words = (
        f"from {os.environ['DJANGO_SETTINGS_MODULE']} import *\n"
        f"DATABASES['default']['NAME'] = {str(connection.settings_dict['NAME'])!r}\n"
        f"NOTICE_BACKEND, EMAIL_HOST, EMAIL_PORT, EMAIL_TIMEOUT = 'smtp', '127.0.0.1', {server.port}, 5\n"
    )
    folder = Path(settings.VAR_DIR)  # of this run's worker alone
    (folder / "sender_settings.py").write_text(words)
    return subprocess.Popen(
        [sys.executable, str(ROOT / "tests/notices/sender.py"), now.isoformat()],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "sender_settings", "PYTHONPATH": ":".join([str(ROOT), str(folder), *sys.path])},
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_killed_between_the_servers_yes_and_the_commit(server: Recorder, queue: Any, tries: Any) -> None:
    notices = [queue() for _ in range(5)]
    child = start(server, AT)
    server.kill = lambda: child.pid if len(server.mails) == 3 else None
    assert child.wait(timeout=60) == -signal.SIGKILL
    server.kill = lambda: None
    cut = notices[2]
    cut.refresh_from_db()
    # The control: the server has the message and our row does not know it. Without the lease it would be lost or doubled.
    assert (len(server.mails), cut.status) == (3, CLAIMED)
    assert Notice.objects.filter(status=SENT).count() == 2

    assert start(server, AT + MINUTE).wait(timeout=60) == 0
    assert (len(server.mails), Notice.objects.filter(status=SENT).count()) == (5, 4)

    assert start(server, AT + 6 * MINUTE).wait(timeout=60) == 0
    cut.refresh_from_db()
    assert (cut.status, tries(cut)) == (SENT, ["uncertain", "accepted"])
    copies = Counter(server.ids)
    assert copies == {n.message_id: 2 if n.pk == cut.pk else 1 for n in notices}
    assert Notice.objects.filter(status=SENT).count() == 5


def test_killed_at_random_again_and_again(server: Recorder, queue: Any) -> None:
    notices = [queue() for _ in range(120)]  # more than six rounds can send, so that each is killed at work
    kills = 0
    for round_number in range(6):
        child = start(server, AT + 6 * round_number * MINUTE)
        before, ends = len(server.mails), time.monotonic() + 30
        while len(server.mails) < before + 4 and child.poll() is None and time.monotonic() < ends:
            time.sleep(0.002)
        if child.poll() is None:
            child.kill()
            kills += 1
        child.wait(timeout=30)
    assert kills >= 5
    for extra in (40, 46, 52):
        assert start(server, AT + extra * MINUTE).wait(timeout=60) == 0
    copies = Counter(server.ids)
    assert set(copies) == {n.message_id for n in notices}
    assert sum(copies.values()) - len(notices) <= kills
    assert max(copies.values()) <= 2
    assert Notice.objects.filter(status=SENT).count() == 120
