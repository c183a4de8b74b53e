"""Private PostgreSQL and Redis servers on free ports of the loopback, ended by their process ids."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg2
import redis

AS_POSTGRES = ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
WITH_PARENT = ["setpriv", "--pdeathsig", "KILL"]  # a test run that is killed leaves nothing behind


def missing_programs() -> list[str]:
    """Return what this machine lacks for fault tests."""
    found = [name for name in ("redis-server", "setpriv") if shutil.which(name) is None]
    return found + ([] if postgres_folder() else ["postgresql"])


def postgres_folder() -> Path | None:
    """Return the folder of the newest PostgreSQL's programs."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return installed[-1].parent if installed else None


def free_port() -> int:
    """Return a port that nobody uses now."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def until(ask: Callable[[], Any], *, seconds: float, what: str, every: float = 0.05) -> float:
    """Wait until `ask` says yes and return the seconds it took; AssertionError with `what` when it does not in time."""
    began = time.monotonic()
    while not ask():
        assert time.monotonic() - began < seconds, f"not within {seconds:g} s: {what() if callable(what) else what}"
        time.sleep(every)
    return time.monotonic() - began


def end(process: "subprocess.Popen[Any]", number: int = signal.SIGTERM, *, seconds: float = 20) -> None:
    """End one process that was started here, by its id."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(number)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)


class Postgres:
    """One cluster in a folder of its own; databases are copies of a template that was migrated once."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="wagecase-pg-"))
        self.port = free_port()
        self._number = 0
        prefix = WITH_PARENT
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self.folder, "postgres", "postgres")
            prefix = [*WITH_PARENT, *AS_POSTGRES]
        programs = postgres_folder()
        data = self.folder / "data"
        command = [str(programs / "initdb"), "-D", str(data), "-U", "wagecase", "-A", "trust", "-E", "UTF8", "-N"]
        subprocess.run([*prefix, *command, "--locale=C.UTF-8"], check=True, capture_output=True, cwd="/")
        options = {
            "port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off",
            "max_connections": 120, "shared_buffers": "64MB",
        }  # fmt: skip
        words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        self._log = (self.folder / "log").open("wb")
        self.process = subprocess.Popen(
            [*prefix, str(programs / "postgres"), "-D", str(data), *words], cwd="/", stdout=self._log, stderr=self._log
        )
        until(self._answers, seconds=30, what="PostgreSQL answers")

    def _answers(self) -> bool:
        try:
            self.connect("postgres").close()
        except psycopg2.OperationalError:
            return False
        return True

    def connect(self, name: str) -> Any:
        """Return a connection that commits each statement by itself."""
        connection = psycopg2.connect(host="127.0.0.1", port=self.port, user="wagecase", dbname=name)
        connection.autocommit = True
        return connection

    def create(self, template: str = "template1") -> str:
        """Make a database and return its name."""
        self._number += 1
        name = f"faults_{os.getpid()}_{self._number}"
        connection = self.connect("postgres")
        connection.cursor().execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        connection.close()
        return name

    def url(self, name: str) -> str:
        """Return the address of a database as the settings take it."""
        return f"postgresql://wagecase@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        """End the cluster at once and remove it."""
        end(self.process, signal.SIGQUIT)
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Redis:
    """One server with an append-only file; it may be frozen, emptied, filled, stopped and started again."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="wagecase-redis-"))
        self.port = free_port()
        self.start()

    def start(self) -> None:
        """Start it on its files."""
        self.process = subprocess.Popen(
            [*WITH_PARENT, "redis-server", "--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self.folder),
             "--appendonly", "yes", "--save", ""],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        until(self._answers, seconds=10, what="Redis answers")

    def _answers(self) -> bool:
        try:
            return bool(self.client().ping())
        except redis.RedisError:
            return False

    def client(self) -> redis.Redis:
        """Return a client of it."""
        return redis.Redis(port=self.port, socket_timeout=5)

    def freeze(self) -> None:
        """Stop it where it is: connections stay open and nothing answers."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self.process.send_signal(signal.SIGCONT)

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}/0"

    def stop(self, *, keep: bool = False) -> None:
        """End it; its files go unless they are to be kept."""
        if self.process.poll() is None:
            self.thaw()
        end(self.process)
        if not keep:
            shutil.rmtree(self.folder, ignore_errors=True)
