"""Addresses of complaints: public filing and the parties' page first, then the staff pages of a case."""

from django.urls import include, path

urlpatterns = [
    path("", include("complaints.public_urls")),
    path("", include("complaints.staff_urls")),
]
