"""`make run`: from a fresh clone to a working demo in a browser, and on every later start only what has changed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request

from bootstrap import PYTHON, ROOT, VENV, Missing, prepare
from folder import UNFINISHED, forget, hold, location, write_secrets
from supervisor import Supervisor

HOST = "127.0.0.1"
START_SECONDS = 60.0


def main() -> int:
    """Prepare, start the server and the runner, print where to go, and stay until told to stop."""
    port = _port()
    var = location()
    lock = hold(var)
    if lock is None:
        raise Missing("this folder's demo is already running; stop it with Ctrl-C in its own window first")
    _refuse_taken(port)
    prepare("run")
    write_secrets(var)
    if (var / UNFINISHED).exists():
        print("The last start ended while the demo's cases were being made; making them anew.", flush=True)
        forget(var)
    env = _environment(port)
    if subprocess.run([PYTHON, "manage.py", "prepare"], cwd=ROOT, env=env, start_new_session=True).returncode:
        raise Missing("the data could not be prepared; the lines above say why")
    return _serve(port, env)


def _port() -> int:
    text = os.environ.get("PORT", "8000")
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise Missing(f"PORT must be a number from 1 to 65535, not {text!r}")
    return int(text)


def _refuse_taken(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise Missing(
                f"port {port} cannot be used ({error.strerror}); choose another: make run PORT=8001"
            ) from error


def _environment(port: int) -> dict[str, str]:
    env = {"DEMO": "1", "SITE_URL": f"http://{HOST}:{port}", **os.environ}
    env["PATH"] = f"{VENV / 'bin'}{os.pathsep}{env.get('PATH', '')}"
    env["DJANGO_SETTINGS_MODULE"] = "wagecase.settings"
    env["PYTHONUNBUFFERED"] = "1"
    return env


def _serve(port: int, env: dict[str, str]) -> int:
    os.chdir(ROOT)
    supervisor = Supervisor()
    supervisor.start("server", _gunicorn(port), env=env)
    supervisor.start("runner", [str(PYTHON), "manage.py", "runner"], env=env, restart=True)
    # Asked while the server starts: it costs nothing then.
    people = subprocess.run([PYTHON, "manage.py", "demo", "--sign-ins"], env=env, capture_output=True, text=True)
    if supervisor.wait_until(lambda: _healthy(port), seconds=START_SECONDS):
        _greet(env["SITE_URL"], people.stdout if env["DEMO"] == "1" else "")
    elif not supervisor.signals and not supervisor.ended():
        print(f"wagecase: no answer from /healthz within {START_SECONDS:.0f} seconds; stopping", file=sys.stderr)
        supervisor.stop()
        return 1
    code = supervisor.watch()
    print("\nStopped. The data stays in place; `make run` goes on, `make reset` starts over.", flush=True)
    return code


def _gunicorn(port: int) -> list[str]:
    # Threads, because a browser keeps idle connections open and each would hold a whole synchronous worker. No control
    # socket, because it is put into the home folder. The time limit stands above the longest page, a letter preview.
    return [
        str(PYTHON), "-m", "gunicorn", "wagecase.wsgi:application", "--bind", f"{HOST}:{port}",
        "--worker-class", "gthread", "--workers", "2", "--threads", "4", "--timeout", "60",
        "--graceful-timeout", "20", "--no-control-socket", "--log-level", "warning",
    ]  # fmt: skip


def _healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}/healthz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def _greet(site: str, people: str) -> None:
    lines = ["", f"Wagecase is running at  {site}/"]
    if people.strip():
        lines += [
            "",
            "This is a demo: every person, employer and case in it is invented.",
            f"Sign in as staff at     {site}/staff/",
            *(f"  {line}" for line in people.strip().splitlines()),
            f"Every message sent      {site}/demo/mail/",
        ]
    print("\n".join([*lines, "", "Ctrl-C stops it.", ""]), flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # before the supervisor listens: while packages install or the demo is being seeded
        sys.exit("\nStopped before the server started; `make run` goes on from there.")
