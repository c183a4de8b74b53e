"""Registers the complaints app: its kinds of case and its rows of the notice registry."""

from django.apps import AppConfig


class ComplaintsConfig(AppConfig):
    name = "complaints"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from complaints import addressees, guards, returned, served, services
        from complaints.actions import ACTIONS
        from complaints.lifecycle import LIFECYCLES
        from complaints.notices import NOTICES, complaint_context
        from complaints.views import public_kept
        from complaints.views.staff import frame
        from complaints.wording import TIMELINE
        from wagecase.cases import kinds
        from wagecase.cases.review import dated_parts
        from wagecase.notices import registry
        from wagecase.web import views

        for lifecycle in LIFECYCLES:
            kinds.register(
                kinds.Kind(
                    lifecycle=lifecycle,
                    notice_context=complaint_context,
                    url_prefix="complaints",
                    addressees=addressees.resolve,
                    mailed=served.served_by_post,
                    give=services.give,
                    dated_parts=dated_parts,
                    frame=frame.context,
                    actions=ACTIONS,
                    words=TIMELINE,
                    orders=guards.ORDERS,
                    open_matters=guards.open_matters,
                    returned=returned.follow,
                )
            )
        registry.register(*NOTICES)
        views.words_of_pages.append(public_kept.rows)
