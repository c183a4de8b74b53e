"""Registers the closings app: its kind of case and its rows of the notice registry."""

from django.apps import AppConfig


class ClosingsConfig(AppConfig):
    name = "closings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from closings import addressees, assigning, duty, guards, portal
        from closings.actions import ACTIONS
        from closings.importing import adapter, adding, ports, sorting, steps
        from closings.lifecycle import CLOSING
        from closings.notices import NOTICES, closing_context
        from closings.views import kept
        from closings.views.staff import frame
        from closings.wording import TIMELINE
        from wagecase.cases import housekeeping, jobs, kinds
        from wagecase.cases.review import dated_parts
        from wagecase.notices import registry
        from wagecase.web import views

        kinds.register(
            kinds.Kind(
                lifecycle=CLOSING,
                notice_context=closing_context,
                url_prefix="closings",
                addressees=addressees.resolve,
                dated_parts=dated_parts,
                worked_by=("coordinator", "supervisor"),
                frame=frame.context,
                actions=ACTIONS,
                words=TIMELINE,
                orders=guards.ORDERS,
                settles={"short": "draft_determination", "close": "close"},
                give=assigning.give,
                opens="closings:open",
                finds="closings:find",
            )
        )
        registry.register(*NOTICES)
        portal.register()
        housekeeping.keys_of_kinds.append(sorting.stored_files)
        housekeeping.DUTIES["short_notice"] = duty.watch_all
        ports.fill(adapter.PORT)
        for job in (*steps.JOBS, adding.JOB):
            jobs.register(job)
        views.words_of_pages.append(kept.rows)
