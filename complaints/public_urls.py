"""Addresses of the public pages of complaints: filing, signing, and the party's own page of a case."""

from __future__ import annotations

from django.urls import include, path

from complaints.views import public, public_draft, public_sign, public_status

filing = [
    path("file/", public.start, name="file"),
    path("file/check/", public_sign.check, name="check"),
    path("file/sign/", public_sign.sign, name="sign"),
    path("file/sign/online/", public_sign.online, name="sign_online"),
    path("file/sign/notarized/", public_sign.notarized, name="sign_notarized"),
    path("file/sign/paper/", public_sign.paper, name="sign_paper"),
    path("file/receipt/<str:number>/", public_sign.receipt, name="receipt"),
    path("file/save/", public_draft.save, name="save"),
    path("file/resume/<str:token>/", public_draft.resume, name="resume"),
    path("file/leave/", public_draft.leave, name="leave"),
    path("file/left/", public_draft.left, name="left"),
    path("file/elsewhere/", public.elsewhere, name="elsewhere"),
    path("file/papers/<int:pk>/remove/", public.remove_file, name="remove_file"),
    path("file/<slug:slug>/", public.page, name="page"),
]
case_pages = [
    path("find/", public_status.find, name="find"),
    path("status/<str:number>/", public_status.status, name="status"),
    path("status/<str:number>/documents/<int:pk>.pdf", public_status.document, name="document"),
    path("status/<str:number>/files/<int:pk>/", public_status.file, name="file_download"),
    path("status/<str:number>/answer/", public_status.answer, name="answer"),
    path("status/<str:number>/evidence/", public_status.evidence, name="evidence"),
    path("status/<str:number>/withdraw/", public_status.withdraw, name="withdraw"),
]
urlpatterns = [
    # Letters and mails of every kind of case name this address, so it stands outside the app's name space.
    path("open/<str:number>/<str:code>/", public_status.open_case, name="open_case"),
    path("", include((filing + case_pages, "complaints"))),
]
