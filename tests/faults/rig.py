"""One installation of this checkout: its database, its broker, its mail server, and real processes of each sort."""

import contextlib
import http.client
import json
import os
import random
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
KEEP = [sys.executable, str(ROOT / "scripts/keep.py")]
KEYS = {
    "SECRET_KEY": "only-for-fault-tests-only-for-fault-tests-only-for-fault-tests",
    "FIELD_KEYS": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
    "LINK_KEY": "only-for-fault-tests-links-only-for-fault-tests-links",
}
FINAL = "status IN ('sent', 'failed', 'bounced', 'replaced') OR (status = 'uncertain' AND next_at IS NULL)"


def is_leader(pid: int) -> bool:
    """Whether the process leads a group of its own."""
    try:
        return os.getpgid(pid) == pid
    except ProcessLookupError:
        return False


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

    def kill(self) -> None:
        """SIGKILL to it and to everything that it started; nothing when it was stopped."""
        if self._file.closed:
            return
        self._kill(self.groups() if self.is_alive else {self.popen.pid})
        self.popen.wait(20)
        self._file.close()

    @staticmethod
    def _kill(groups: set[int]) -> None:
        for group in sorted(groups):  # the keeper before what it would start again
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)

    def groups(self) -> set[int]:
        """Return its process group and those of the processes that it keeps: each of them leads one of its own."""
        kept = Path(f"/proc/{self.popen.pid}/task/{self.popen.pid}/children")
        with contextlib.suppress(OSError):
            return {self.popen.pid, *(pid for word in kept.read_text().split() if is_leader(pid := int(word)))}
        return {self.popen.pid}

    def stop(self) -> None:
        """Ask it to end, then end what is left of its groups."""
        groups = self.groups() if self.is_alive else {self.popen.pid}
        end(self.popen, seconds=15)
        self._kill(groups)
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
        self.killed: set[int] = set()  # the process groups of workers that a test killed
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

    def _start(self, name: str, words: Sequence[str], **env: str) -> Process:
        made = Process(words, env=self.env(**env), log=self.folder / f"{name}-{len(self._processes)}.log")
        self._processes.append(made)
        return made

    @staticmethod
    def _program(*command: str, off: str) -> list[str]:
        """Return how to start a program: with a protection taken off by weakened.py, with all of them by its own name."""
        program, *rest = command
        if off:
            return [sys.executable, str(HERE / "weakened.py"), off, *command]
        if program == "manage":
            return [sys.executable, str(ROOT / "manage.py"), *rest]
        return [str(Path(sys.executable).parent / program), *rest]

    def worker(self, *, off: str = "", copies: int = 2, kept: bool = True, **env: str) -> Process:
        """Start Celery workers of all queues as `make worker` does and wait until they take tasks.

        With `kept` turned off it is one worker that nobody starts again.
        """
        words = self._program(
            "celery", "-A", "wagecase.celery", "worker", "-n", "{name}@%h" if kept else "alone@%h", "-Q",
            "notices,pdf,clocks,housekeeping", "-c", "1", "--without-gossip", "--without-mingle", "-l", "INFO", off=off,
        )  # fmt: skip
        made = self._start("worker", [*KEEP, "worker", str(copies), *words] if kept else words, **env)
        wanted = copies if kept else 1
        until(lambda: made.words().count("ready.") >= wanted or not made.is_alive, seconds=120, what=made.words)
        assert made.is_alive, made.words()
        return made

    def beat(self, *, off: str = "", **env: str) -> Process:
        """Start a beat."""
        words = self._program("celery", "-A", "wagecase.celery", "beat", "-l", "INFO", off=off)
        return self._start("beat", [*KEEP, "beat", "1", *words], **env)

    def runner(self, *, off: str = "", **env: str) -> Process:
        """Start `manage.py runner`."""
        return self._start("runner", self._program("manage", "runner", off=off), **env)

    def web(self, *, off: str = "", processes: int = 2, **env: str) -> Process:
        """Start gunicorn and wait until it answers."""
        words = self._program(
            "gunicorn", "wagecase.wsgi:application", "--bind", f"127.0.0.1:{self.web_port}", "--workers", str(processes),
            "--worker-class", "gthread", "--threads", "4", "--timeout", "60", "--graceful-timeout", "2",
            "--no-control-socket", off=off,
        )  # fmt: skip
        made = self._start("web", words, **env)
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

    def kill_sender(self, message_id: str) -> bool:
        """SIGKILL to the process that is sending the message; False when it is not one that this test started."""
        return self.kill(self.sender_of(message_id))

    def sender_of(self, message_id: str) -> int:
        """Return the pid of the process of this installation that is sending the message now, 0 when none is."""
        return next(iter(self._senders("message_id = %s", message_id)), 0)

    def kill(self, pid: int, how: signal.Signals = signal.SIGKILL) -> bool:
        """Send SIGKILL, or `how`, to a sender as `sender_of` gave it; False for 0 and for one that is gone already."""
        try:
            if pid:
                os.kill(pid, how)
        except ProcessLookupError:
            return False
        return bool(pid)

    def kill_a_worker_at_work(self, *, held: bool = False) -> bool:
        """SIGKILL to one whole worker, drawn from those that have a message in hand; False when none has.

        With `held` from those alone whose message the mail server has in full and has not answered: the worst moment.
        """
        where, values = "status = 'claimed' AND lease_until > now()", ()
        if held:
            where, values = f"{where} AND message_id = ANY(%s)", (list(self.mail.held),)
        pids = self._senders(where, *values)
        with contextlib.suppress(ProcessLookupError):
            groups = {os.getpgid(pid) for pid in pids} - self.killed  # a dead one may not be buried yet
            if groups:
                group = random.choice(sorted(groups))
                os.killpg(group, signal.SIGKILL)
                self.killed.add(group)
                return True
        return False

    def _senders(self, where: str, *values: Any) -> list[int]:
        """Return the pids of living processes of this installation that hold such a message."""
        groups = {group for process in self._processes if process.is_alive for group in process.groups()}
        found = []
        for (claimed_by,) in self.rows(f"SELECT claimed_by FROM notices_notice WHERE {where}", *values):
            named = re.search(r":(\d+)/", claimed_by)
            with contextlib.suppress(ProcessLookupError):
                if named and os.getpgid(int(named[1])) in groups:
                    found.append(int(named[1]))
        return found

    def stop(self, *processes: Process) -> None:
        """End these processes in order, or kill all at once and take the servers of this installation away."""
        for process in processes:
            process.stop()
        if processes:
            return
        for process in self._processes:
            process.kill()
        self.mail.stop()
        self._database.close()
        if self.redis is not None:
            self.redis.stop()
