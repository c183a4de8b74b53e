"""One installation of this checkout: its database, its broker, its mail server, and real processes of each sort."""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.faults.mailserver import MailServer
from tests.faults.servers import WITH_PARENT, Postgres, Redis, end, free_port, until

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
KEYS = {
    "SECRET_KEY": "only-for-fault-tests-only-for-fault-tests-only-for-fault-tests",
    "FIELD_KEYS": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
    "LINK_KEY": "only-for-fault-tests-links-only-for-fault-tests-links",
}
FINAL = "status IN ('sent', 'failed', 'bounced', 'replaced') OR (status = 'uncertain' AND next_at IS NULL)"


class Process:
    """A process of the installation with a group of its own, so that a kill takes its children too."""

    def __init__(self, command: Sequence[str], *, env: dict[str, str], log: Path) -> None:
        self.log = log
        self._file = log.open("ab")
        self.popen = subprocess.Popen(
            [*WITH_PARENT, *command], env=env, cwd=ROOT, stdout=self._file, stderr=self._file, start_new_session=True
        )

    @property
    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self.popen.poll() is None

    def kill_group(self) -> None:
        """SIGKILL to it and all its children."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.wait(20)

    def stop(self) -> None:
        """Ask it to end, then end what is left of its group."""
        end(self.popen, seconds=15)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self._file.close()

    def words(self) -> str:
        """Return what it said."""
        return self.log.read_text(errors="replace")


@dataclass
class Answer:
    """An answer of the web process."""

    status: int
    body: str
    location: str
    seconds: float


@dataclass
class Visitor:
    """A browser's part: keeps cookies and knows how to sign a complaint that is ready."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    timeout: float = 60
    SIGNED = {"name": "Rosa Sample", "city": "Madison", "state": "Wisconsin", "agree": "on"}

    def ask(self, method: str, path: str, values: dict[str, str] | None = None) -> Answer:
        """Send one request; OSError when the server does not answer within `timeout` seconds."""
        began = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if values is not None:
            headers |= {
                "Content-Type": "application/x-www-form-urlencoded", "Referer": f"http://127.0.0.1:{self.port}{path}"
            }  # fmt: skip
        try:
            connection.request(method, path, body=urlencode(values) if values is not None else None, headers=headers)
            response = connection.getresponse()
            body = response.read().decode()
        finally:
            connection.close()
        for line in response.headers.get_all("Set-Cookie") or []:
            name, _, rest = line.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return Answer(response.status, body, response.headers.get("Location", ""), time.monotonic() - began)

    def hidden(self, page: Answer) -> dict[str, str]:
        """Return the hidden fields of a page."""
        tags = re.findall(r'<input[^>]*type="hidden"[^>]*>', page.body)
        found = [(re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)) for tag in tags]
        return {name[1]: value[1] for name, value in found if name and value}

    def signing(self) -> dict[str, str]:
        """Open the signing page and return the form as this person fills it in."""
        page = self.ask("GET", "/complaints/file/sign/online/")
        assert page.status == 200, (page.status, page.location, page.body[:300])
        return {**self.hidden(page), **self.SIGNED}

    def sign(self, form: dict[str, str] | None = None) -> Answer:
        """Press the button of the signing page."""
        return self.ask("POST", "/complaints/file/sign/online/", form or self.signing())


class Site:
    """An installation; every process started through it ends with it."""

    def __init__(self, postgres: Postgres, *, folder: Path, template: str, broker: bool = True) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.postgres, self.name = postgres, postgres.create(template)
        self.redis = Redis() if broker else None
        self.mail = MailServer()
        self.web_port = free_port()
        self.settings: dict[str, str] = {}
        self._processes: list[Process] = []
        self._database = postgres.connect(self.name)

    def env(self, **more: str) -> dict[str, str]:
        """Return the environment of a process of this installation."""
        plain = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        return {
            **plain, **KEYS, "HOME": str(self.folder.parent), "DEMO": "0", "DJANGO_SETTINGS_MODULE": "wagecase.settings",
            "DATABASE_URL": self.postgres.url(self.name), "REDIS_URL": self.redis.url if self.redis else "",
            "EMAIL_URL": self.mail.url, "SITE_URL": f"http://127.0.0.1:{self.web_port}",
            "VAR_DIR": str(self.folder.parent / "var"), "MEDIA_ROOT": str(self.folder / "media"),
            "AUDIT_ANCHORS": str(self.folder / "anchors.txt"), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUNBUFFERED": "1", "OPENBLAS_NUM_THREADS": "1", **self.settings, **more,
        }  # fmt: skip

    def _start(self, name: str, command: Sequence[str], *, off: str, **env: str) -> Process:
        # With a protection taken off the same program is started by weakened.py; with all of them, by its own name.
        words = [sys.executable, str(HERE / "weakened.py"), off, *command] if off else self._plain(command)
        made = Process(words, env=self.env(**env), log=self.folder / f"{name}-{len(self._processes)}.log")
        self._processes.append(made)
        return made

    @staticmethod
    def _plain(command: Sequence[str]) -> list[str]:
        program, *rest = command
        if program == "manage":
            return [sys.executable, str(ROOT / "manage.py"), *rest]
        return [str(Path(sys.executable).parent / program), *rest]

    def worker(self, *, off: str = "", processes: int = 2, **env: str) -> Process:
        """Start a Celery worker of all queues and wait until it takes tasks."""
        command = ["celery", "-A", "wagecase.celery", "worker", "-Q", "notices,pdf,clocks,housekeeping",
                   "-c", str(processes), "--without-gossip", "--without-mingle", "-l", "INFO"]  # fmt: skip
        made = self._start("worker", command, off=off, **env)
        until(lambda: "ready." in made.words() or not made.is_alive, seconds=60, what=made.words)
        assert made.is_alive, made.words()
        return made

    def beat(self, *, off: str = "", **env: str) -> Process:
        """Start a beat."""
        return self._start("beat", ["celery", "-A", "wagecase.celery", "beat", "-l", "INFO"], off=off, **env)

    def runner(self, *, off: str = "", **env: str) -> Process:
        """Start `manage.py runner`."""
        return self._start("runner", ["manage", "runner"], off=off, **env)

    def web(self, *, off: str = "", processes: int = 2, **env: str) -> Process:
        """Start gunicorn and wait until it answers."""
        command = ["gunicorn", "wagecase.wsgi:application", "--bind", f"127.0.0.1:{self.web_port}", "--workers",
                   str(processes), "--worker-class", "gthread", "--threads", "4", "--timeout", "60",
                   "--graceful-timeout", "2", "--no-control-socket"]  # fmt: skip
        made = self._start("web", command, off=off, **env)
        until(self._healthy, seconds=60, what=made.words)
        for _ in range(4 * processes):  # each process loads the pages on its first request
            self.visitor().ask("GET", "/complaints/file/")
        return made

    def _healthy(self) -> bool:
        try:
            return self.visitor().ask("GET", "/healthz").status == 200
        except OSError:
            return False

    def visitor(self, cookies: dict[str, str] | None = None, *, timeout: float = 60) -> Visitor:
        """Return a browser's part."""
        return Visitor(self.web_port, dict(cookies or {}), timeout)

    def act(self, name: str, *, off: str = "", **values: Any) -> Any:
        """Do something through the services, in a process of its own, and return what it returns (see driver.py)."""
        words = [str(HERE / "driver.py"), name, json.dumps(values)]
        command = [sys.executable, str(HERE / "weakened.py"), off, *words] if off else [sys.executable, *words]
        done = subprocess.run(command, env=self.env(), cwd=ROOT, capture_output=True, text=True, timeout=240)
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout.strip().splitlines()[-1])

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Ask the database."""
        with self._database.cursor() as cursor:
            cursor.execute(query, values)
            return cursor.fetchall() if cursor.description else []

    def one(self, query: str, *values: Any) -> Any:
        """Return the first column of the only row."""
        ((value,),) = self.rows(query, *values)
        return value

    def counts(self) -> dict[str, int]:
        """Return the number of e-mails by status."""
        return dict(self.rows("SELECT status, count(*) FROM notices_notice WHERE channel = 'email' GROUP BY 1"))

    def all_final(self) -> bool:
        """Whether nothing more happens to any e-mail by itself."""
        return self.one(f"SELECT count(*) FROM notices_notice WHERE channel = 'email' AND NOT ({FINAL})") == 0

    def lost(self, notices: dict[str, str]) -> int:
        """Return how many of {message id: address} the mail server never had."""
        copies = self.mail.copies
        return sum(1 for message_id in notices if not copies[message_id])

    def extra(self) -> int:
        """Return how many copies the mail server has beyond one of each message."""
        return sum(number - 1 for number in self.mail.copies.values())

    def sender_of(self, message_id: str) -> int:
        """Return the pid of the process of this installation that is sending the message now, 0 when none is."""
        found = self.rows("SELECT claimed_by FROM notices_notice WHERE message_id = %s", message_id)
        named = re.search(r":(\d+)/", found[0][0]) if found else None
        return int(named[1]) if named else 0

    def kill_sender(self, message_id: str) -> bool:
        """SIGKILL to the process that is sending the message; False when it is not one that this test started."""
        pid = self.sender_of(message_id)
        groups = {process.popen.pid for process in self._processes if process.is_alive}
        try:
            ours = os.getpgid(pid) in groups if pid else False
        except ProcessLookupError:
            ours = False
        if ours:
            os.kill(pid, signal.SIGKILL)
        return ours

    def stop(self, *processes: Process) -> None:
        """End these processes, or all and the servers of this installation."""
        for process in processes or tuple(reversed(self._processes)):
            process.stop()
        if processes:
            return
        self.mail.stop()
        self._database.close()
        if self.redis is not None:
            self.redis.stop()
