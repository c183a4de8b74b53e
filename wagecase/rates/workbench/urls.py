"""Addresses of the revision workbench, below /staff/rates/."""

from django.urls import path

from wagecase.rates.workbench import downloads, views

urlpatterns = [
    path("", views.schedules, name="staff_rates"),
    path("new/", views.start, name="staff_rates_start"),
    path("new/<slug:method>/", views.new, name="staff_rates_new"),
    path("<slug:key>/", views.schedule, name="staff_rates_schedule"),
    path("<slug:key>/edit/", views.edit, name="staff_rates_edit"),
    path("<slug:key>/propose/", views.propose, name="staff_rates_propose"),
    path("<slug:key>/withdraw/", views.withdraw, name="staff_rates_withdraw"),
    path("<slug:key>/publish/", views.publish, name="staff_rates_publish"),
    path("<slug:key>/packet.pdf", downloads.packet_pdf, name="staff_rates_packet"),
    path("<slug:key>/packet.csv", downloads.packet_csv, name="staff_rates_csv"),
    path("<slug:key>/authority/", downloads.authority, name="staff_rates_authority"),
]
