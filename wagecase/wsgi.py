"""The door for gunicorn and every other WSGI server; it stays shut while an installation is unsafe."""

import os

from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wagecase.settings")
application = get_wsgi_application()

from wagecase.checks import startup_refusals  # noqa: E402  (needs the applications that the line above loads)

if _refusals := startup_refusals():
    raise ImproperlyConfigured("\n".join(_refusals))
