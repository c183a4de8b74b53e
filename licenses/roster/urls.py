"""Addresses of the roster below an application in the making; they stand before those of its sections."""

from __future__ import annotations

from django.urls import path

from licenses.roster import views

BASE = "apply/<int:draft_id>/workers/upload/"
pages = [
    path(BASE, views.upload, name="roster"),
    path(f"{BASE}template.<slug:kind>", views.template, name="roster_template"),
    path(f"{BASE}<int:upload_id>/", views.roster, name="roster_upload"),
    path(f"{BASE}<int:upload_id>/take-over/", views.take_over, name="roster_take_over"),
    path(f"{BASE}<int:upload_id>/read-again/", views.read_again, name="roster_read_again"),
    path(f"{BASE}<int:upload_id>/throw-away/", views.throw_away, name="roster_throw_away"),
    path(f"{BASE}<int:upload_id>/problems.csv", views.problems, name="roster_problems"),
]
