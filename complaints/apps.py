"""Registers the complaints app: its kinds of case and its rows of the notice registry."""

from django.apps import AppConfig


class ComplaintsConfig(AppConfig):
    name = "complaints"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from complaints.lifecycle import LIFECYCLES
        from complaints.notices import NOTICES, complaint_context
        from wagecase.cases import kinds
        from wagecase.notices import registry

        for lifecycle in LIFECYCLES:
            kinds.register(kinds.Kind(lifecycle=lifecycle, notice_context=complaint_context, url_prefix="complaints"))
        registry.register(*NOTICES)
