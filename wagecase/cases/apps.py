"""Registers the cases app and fills the hooks that lower layers call upward."""

from django.apps import AppConfig


class CasesConfig(AppConfig):
    name = "wagecase.cases"
    label = "cases"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from wagecase.accounts import adapter
        from wagecase.cases import mailing, stuck
        from wagecase.documents import services as documents
        from wagecase.notices import outbox

        adapter.on_unreachable.append(stuck.person_unreachable)
        outbox.on_stuck.append(stuck.notice_stuck)
        outbox.on_sent.append(mailing.count_from_sending)
        documents.on_stuck.append(stuck.document_stuck)
        documents.on_damaged.append(stuck.document_damaged)
