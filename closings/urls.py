"""Addresses of closing notices: the public pages first, then the staff pages of a case."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
