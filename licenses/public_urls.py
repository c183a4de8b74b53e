"""Addresses below /licenses/ that need no staff account: check, list, and the pages of an organization's members."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from licenses.roster import urls as roster
from licenses.views.public import application, check, license, listing, revocation, status

public_pages: list[URLPattern | URLResolver] = [
    path("check/", check.check, name="check"),
    path("list/", listing.index, name="list"),
    path("status/<case_number:number>/", status.status, name="status"),
    path("status/<case_number:number>/documents/<int:pk>.pdf", status.document, name="status_document"),
    path("status/<case_number:number>/sent-files/<int:pk>/", status.file, name="status_file"),
    path("status/<case_number:number>/questions/", application.answer, name="status_answer"),
    path("status/<case_number:number>/notice/", application.answer_notice, name="status_notice"),
    path("status/<case_number:number>/answer/", revocation.answer, name="status_facts"),
    path("status/<case_number:number>/files/", application.add_files, name="status_files"),
    path("status/<case_number:number>/withdraw/", application.withdraw, name="status_withdraw"),
    *roster.pages,
    path("status/<case_number:number>/renew/", license.renew, name="status_renew"),
    path("status/<case_number:number>/give-up/", license.surrender, name="status_surrender"),
    path("apply/", include("licenses.drafting.urls")),  # stays last: it takes every address of a section and its lines
]
