"""The Celery application: four queues, short tasks that call what the runner calls, and a beat that only repeats passes.

Imported when REDIS_URL is set. The database stays the truth; nothing here knows a date or a duty.
"""

from __future__ import annotations

import os
from typing import Any, Final

from celery import Celery
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
app.conf.beat_schedule = {
    # Plain intervals in UTC: local crontabs lose an hour each November. `expires` keeps a dead worker's passes from
    # piling up; the tasks find what is due themselves.
    "sweep": {"task": "wagecase.tasks.sweep", "schedule": 60.0, "options": {"queue": CLOCKS, "expires": 55}},
    "deliver": {"task": "wagecase.tasks.deliver_due", "schedule": 15.0, "options": {"queue": NOTICES, "expires": 14}},
    "render": {"task": "wagecase.tasks.render_due", "schedule": 15.0, "options": {"queue": PDF, "expires": 14}},
    "tidy": {"task": "wagecase.tasks.tidy", "schedule": 300.0, "options": {"queue": HOUSEKEEPING, "expires": 290}},
    **{
        f"pulse-{name}": {
            "task": "wagecase.tasks.pulse", "schedule": 20.0, "args": [name],
            "options": {"queue": name, "expires": 19},
        }
        for name in (NOTICES, PDF, CLOCKS, HOUSEKEEPING)
    },
}  # fmt: skip


def publish(work: str, pk: int) -> None:
    """Send one wake-up, within about two seconds or with an exception; it carries an id and nothing else."""
    name, target = TASK_OF[work]
    with app.connection_for_write(transport_options={**app.conf.broker_transport_options, **PUBLISHER}) as connection:
        app.send_task(name, args=[pk], queue=target, connection=connection, retry=False, expires=600)
