"""Addresses of closing notices: the public list, filing, the employer's page, then the staff pages of a case."""

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, include, path

from closings import feeds
from closings.views import estimating, filing, flow, public, public_filing
from closings.views.staff import case, intake
from wagecase.cases.case_urls import shared


def writing(prefix: str, wrap: Callable[[Any], Any], name: str) -> list[URLPattern]:
    """Return the pages on which a notice is written, below `prefix`; `wrap` finds which one, `name` begins their names."""
    pages = {
        "": ("hub", filing.hub),
        "check/": ("check", filing.check),
        "estimate/<slug:slug>/": ("estimate", estimating.estimate),
        "files/<int:pk>/remove/": ("remove_file", filing.remove_file),
        "<slug:slug>/": ("section", filing.section),
        "<slug:slug>/<int:place>/remove/": ("remove_row", filing.remove_row),
        "<slug:slug>/<slug:place>/": ("row", filing.row),
    }
    return [path(prefix + tail, wrap(view), name=f"{name}{word}") for tail, (word, view) in pages.items()]


public_pages = [
    path("", public.index, name="list"),
    path("list.csv", feeds.as_csv, name="csv"),
    path("list.json", feeds.as_json, name="json"),
    path("columns/", public.columns, name="columns"),
    path("notices/<case_number:number>/", public.notice, name="notice"),
    path("notices/<case_number:number>/<int:revision>.pdf", public.pdf, name="pdf"),
    path("file/", public_filing.start, name="file"),
    path("file/sent/", public_filing.sent, name="sent"),
    path("file/resume/<str:token>/", public_filing.resume, name="resume"),
    path("file/leave/", public_filing.leave, name="leave"),
    path("file/receipt/<str:number>/", public_filing.receipt, name="receipt"),
    *writing("file/notice/", flow.filing_page, ""),
    path("file/start/", public_filing.start_for, name="start_for"),
    *writing("file/organization/<int:draft_id>/", flow.member_page, "member_"),
    path("find/", public_filing.find, name="find"),
    path("open/<str:number>/<str:code>/", public_filing.open_notice, name="open"),
    path("status/<str:number>/", public_filing.status, name="status"),
    path("status/<str:number>/account/", public_filing.signed_in, name="signed_in"),
    path("status/<str:number>/documents/<int:pk>.pdf", public_filing.document, name="document"),
    path("status/<str:number>/begin-update/", public_filing.begin_update, name="begin_update"),
    path("status/<str:number>/rescind/", public_filing.rescind, name="rescind"),
    *writing("status/<str:number>/update/", flow.update_page, "update_"),
]
urlpatterns = [
    path("", include((public_pages, "closings"))),
    path("key/", intake.begin, name="closing_key"),
    *writing("key/<int:draft_id>/", flow.key_page, "closing_key_"),
    path("imports/", include("closings.importing.urls")),
    path("<case_number:number>/", case.overview, name="closing_case"),
    path("<case_number:number>/notice/", case.notice, name="closing_notice_page"),
    path("<case_number:number>/parties/", case.parties, name="closing_parties"),
    path("<case_number:number>/file_update/", intake.update, name="closing_update"),
    path("<case_number:number>/correct_notice/", intake.correct, name="closing_correct"),
    *shared("closing"),
]
