"""Addresses of the pages that belong to no case; included at the root."""

from django.conf import settings
from django.urls import path

from wagecase.web import gallery, views

urlpatterns = [
    path("", views.home, name="home"),
    path("accessibility/", views.accessibility, name="accessibility"),
    path("privacy/", views.privacy, name="privacy"),
    path("language/", views.set_language, name="set_language"),
    path("healthz", views.healthz, name="healthz"),
]
if getattr(settings, "GALLERY", settings.DEMO):
    urlpatterns += [
        path("gallery/", gallery.gallery, name="gallery"),
        path("gallery/errors/<slug:name>/", gallery.error_page, name="gallery_error"),
    ]
