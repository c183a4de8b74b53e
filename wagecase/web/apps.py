"""The app of pages and forms, so that its one table has a place and its messages are set before the first request."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WebConfig(AppConfig):
    """Presentation only: form base, components, paging, submissions."""

    name = "wagecase.web"
    label = "web"
    verbose_name = _("Pages and forms")
