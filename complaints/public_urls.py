"""Addresses of the public pages of complaints."""
from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
