"""Registers the licenses app: its three kinds of case and their rows of the notice registry."""

from django.apps import AppConfig


class LicensesConfig(AppConfig):
    name = "licenses"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from licenses import portal
        from licenses.drafting.views import kept as kept_drafts
        from licenses.registration import register_all
        from licenses.review import kept
        from wagecase.web import views

        register_all()
        portal.register()
        views.words_of_pages.append(kept.rows)
        views.words_of_pages.append(kept_drafts.rows)
