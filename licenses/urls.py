"""Addresses of licenses: the public check and list, the applicant's pages, then the staff pages of a case."""

from django.urls import include, path

from licenses.public_urls import public_pages
from licenses.views.staff import application, changes, license, revocation, sections
from wagecase.cases.case_urls import shared

urlpatterns = [
    path("", include((public_pages, "licenses"))),
    path("<case_number:number>/", sections.overview, name="license_case"),
    path("<case_number:number>/parties/", sections.parties, name="license_parties"),
    path("<case_number:number>/form/", application.form, name="license_form"),
    path("<case_number:number>/workers/", application.workers, name="license_workers"),
    path("<case_number:number>/checklist/", application.checklist, name="license_checklist"),
    path("<case_number:number>/changes/", changes.page, name="license_changes"),
    path("<case_number:number>/terms/", license.terms, name="license_terms"),
    path("<case_number:number>/facts/", revocation.facts, name="license_facts"),
    path("<case_number:number>/revoke/", revocation.revoke, name="license_revoke"),
    *shared("license"),
]
