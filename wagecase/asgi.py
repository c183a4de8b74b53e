"""The door for a department that runs an ASGI server; nothing in the application depends on it."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wagecase.settings")
application = get_asgi_application()
