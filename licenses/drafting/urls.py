"""Addresses of applications in the making, below /licenses/apply/."""

from __future__ import annotations

from django.urls import path

from licenses.drafting.views import finishing, pages, papers

urlpatterns = [
    path("", pages.start, name="apply_start"),
    path("<int:draft_id>/", pages.hub, name="apply"),
    path("<int:draft_id>/files/", papers.files, name="apply_files"),
    path("<int:draft_id>/files/keep/", papers.keep_files, name="apply_keep_files"),
    path("<int:draft_id>/files/<int:pk>/remove/", papers.remove_file, name="apply_remove_file"),
    path("<int:draft_id>/files/<slug:code>/", papers.slot, name="apply_slot"),
    path("<int:draft_id>/check/", finishing.check, name="apply_check"),
    path("<int:draft_id>/sign/", finishing.sign, name="apply_sign"),
    path("<int:draft_id>/done/", finishing.done, name="apply_done"),
    path("<int:draft_id>/<slug:slug>/", pages.section, name="apply_section"),
    path("<int:draft_id>/<slug:slug>/confirm/", pages.confirm, name="apply_confirm"),
    path("<int:draft_id>/<slug:slug>/<slug:key>/", pages.row, name="apply_row"),
    path("<int:draft_id>/<slug:slug>/<slug:key>/remove/", pages.remove, name="apply_remove"),
]
