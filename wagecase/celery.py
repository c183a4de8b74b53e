"""The Celery application: four queues, short tasks that call what the runner calls, and a beat that only repeats passes.

Imported when REDIS_URL is set. The database stays the truth; nothing here knows a date or a duty.
"""

from __future__ import annotations

import os
from typing import Any, Final

from celery import Celery
from django.conf import settings
from kombu import Queue

from wagecase.wakeups import DELIVER, RENDER

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wagecase.settings")

NOTICES, PDF, CLOCKS, HOUSEKEEPING = "notices", "pdf", "clocks", "housekeeping"
TASK_OF: Final = {DELIVER: ("wagecase.tasks.deliver", NOTICES), RENDER: ("wagecase.tasks.render", PDF)}
# What a web process may lose to a broker that does not answer, before its bell rests (measured by `make faults`).
PUBLISHER: Final[dict[str, Any]] = {
    "socket_connect_timeout": 0.5, "socket_timeout": 0.5, "max_retries": 1, "interval_start": 0,
    "interval_step": 0.2, "interval_max": 0.2, "retry_on_timeout": False,
}  # fmt: skip

app = Celery("wagecase")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.task_queues = [Queue(name) for name in (NOTICES, PDF, CLOCKS, HOUSEKEEPING)]
app.autodiscover_tasks(["wagecase"])


def _every(times: float, task: str, queue: str, *args: str) -> dict[str, Any]:
    """Return one entry of the beat, due every `times` passes; it expires just before the next one."""
    seconds = times * settings.BEAT_SECONDS
    return {
        "task": f"wagecase.tasks.{task}", "schedule": seconds, "args": list(args),
        "options": {"queue": queue, "expires": 0.95 * seconds},
    }  # fmt: skip


app.conf.beat_schedule = {
    # Plain intervals in UTC: local crontabs lose an hour each November. `expires` keeps a dead worker's passes from
    # piling up; the tasks find what is due themselves. At 15 seconds a pass: sweeps each minute, duties each five.
    # Passes do not stand behind the wake-ups of their own queue: a worker asks its queues in turn, so that what a dead
    # process left is taken up although thousands of new messages wait.
    "deliver": _every(1, "deliver_due", CLOCKS),
    "render": _every(1, "render_due", CLOCKS),
    "work": _every(1, "work_due", HOUSEKEEPING),
    "sweep": _every(4, "sweep", CLOCKS),
    "tidy": _every(20, "tidy", HOUSEKEEPING),
    **{f"pulse-{name}": _every(4 / 3, "pulse", name, name) for name in (NOTICES, PDF, CLOCKS, HOUSEKEEPING)},
}


def publish(work: str, pk: int) -> None:
    """Send one wake-up, within about two seconds or with an exception; it carries an id and nothing else."""
    name, target = TASK_OF[work]
    with app.connection_for_write(transport_options={**app.conf.broker_transport_options, **PUBLISHER}) as connection:
        app.send_task(name, args=[pk], queue=target, connection=connection, retry=False, expires=600)
