"""A runner's sending part as a process of its own, for tests that kill it."""

import sys

import django

django.setup()

from datetime import datetime  # noqa: E402

from wagecase.notices import outbox  # noqa: E402

print(outbox.deliver_due(now=datetime.fromisoformat(sys.argv[1]), limit=1000), flush=True)  # noqa: T201
