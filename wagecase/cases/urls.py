"""Addresses of the staff portal."""
from django.urls import path

urlpatterns: list = []
