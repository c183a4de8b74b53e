"""Addresses below /licenses/ that need no staff account: check, list, and the pages of an organization's members."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver

public_pages: list[URLPattern | URLResolver] = []
