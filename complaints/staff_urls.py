"""Addresses of the staff pages of complaints; those that every kind of file has come last."""

from django.urls import path

from complaints.views.staff import case, intake
from wagecase.cases.case_urls import shared

urlpatterns = [
    path("new/", intake.new, name="complaint_intake"),
    path("new/clock/", intake.clock, name="complaint_intake_clock"),
    path("<case_number:number>/", case.overview, name="complaint_case"),
    path("<case_number:number>/recorded/", intake.recorded, name="complaint_recorded"),
    path("<case_number:number>/parties/", case.parties, name="complaint_parties"),
    path("<case_number:number>/allegations/", case.allegations, name="complaint_allegations"),
    *shared("complaint"),
]
