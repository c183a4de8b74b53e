"""Addresses below /licenses/ that need no staff account: check, list, and the pages of an organization's members."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from licenses.views.public import check, listing

public_pages: list[URLPattern | URLResolver] = [
    path("check/", check.check, name="check"),
    path("list/", listing.index, name="list"),
    path("apply/", include("licenses.drafting.urls")),  # stays last: it takes every address of a section and its lines
]
