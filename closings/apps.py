"""Registers the closings app: its kind of case and its rows of the notice registry."""

from django.apps import AppConfig


class ClosingsConfig(AppConfig):
    name = "closings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from closings.lifecycle import LIFECYCLES
        from closings.notices import NOTICES, closing_context
        from wagecase.cases import kinds
        from wagecase.notices import registry

        for lifecycle in LIFECYCLES:
            kinds.register(kinds.Kind(lifecycle=lifecycle, notice_context=closing_context, url_prefix="closings"))
        registry.register(*NOTICES)
