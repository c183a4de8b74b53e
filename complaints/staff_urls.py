"""Addresses of the staff pages of complaints."""
from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
