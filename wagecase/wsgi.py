"""The door for gunicorn and every other WSGI server; it stays shut while an installation is unsafe."""

import os

from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wagecase.settings")
_application = get_wsgi_application()

# These need the applications that the line above loads.
from wagecase.checks import startup_refusals  # noqa: E402
from wagecase.web.entry import guarded  # noqa: E402

application = guarded(_application)

if _refusals := startup_refusals():
    raise ImproperlyConfigured("\n".join(_refusals))
