"""Addresses below /licenses/ that need no staff account: check, list, and the pages of an organization's members."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from licenses.views.public import check, listing

public_pages: list[URLPattern | URLResolver] = [
    path("check/", check.check, name="check"),
    path("list/", listing.index, name="list"),
]
