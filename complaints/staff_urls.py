"""Addresses of the staff pages of complaints; the acts come last, so that a section's name is never taken for one."""

from django.urls import path

from complaints.views.staff import act, case, downloads, intake, returned
from wagecase.cases.views import again, notices
from wagecase.cases.views.contacts import contact
from wagecase.cases.views.letters import mark_mailed

urlpatterns = [
    path("new/", intake.new, name="complaint_intake"),
    path("new/clock/", intake.clock, name="complaint_intake_clock"),
    path("<case_number:number>/", case.overview, name="complaint_case"),
    path("<case_number:number>/recorded/", intake.recorded, name="complaint_recorded"),
    path("<case_number:number>/parties/", case.parties, name="complaint_parties"),
    path("<case_number:number>/parties/<int:party_id>/contact/", contact, name="complaint_contact"),
    path("<case_number:number>/parties/<int:party_id>/link/", notices.replace_link, name="complaint_replace_link"),
    path("<case_number:number>/allegations/", case.allegations, name="complaint_allegations"),
    path("<case_number:number>/documents/", case.documents, name="complaint_documents"),
    path("<case_number:number>/documents/<int:document_id>.pdf", downloads.document, name="complaint_document"),
    path("<case_number:number>/files/<int:attachment_id>/", downloads.attachment, name="complaint_file"),
    path("<case_number:number>/notices/", case.notices, name="complaint_notices"),
    path("<case_number:number>/notices/<int:notice_id>/", case.notice, name="complaint_notice"),
    path("<case_number:number>/notices/<int:notice_id>/mailed/", mark_mailed, name="complaint_notice_mailed"),
    path("<case_number:number>/notices/<int:notice_id>/returned/", returned.returned, name="complaint_notice_returned"),
    path("<case_number:number>/notices/<int:notice_id>/resend/", again.resend, name="complaint_notice_resend"),
    path("<case_number:number>/documents/<int:document_id>/remake/", again.remake, name="complaint_document_remake"),
    path("<case_number:number>/notices/<int:notice_id>/print.pdf", notices.print_letter, name="complaint_notice_print"),
    path("<case_number:number>/notices/<int:notice_id>/post/", notices.by_post, name="complaint_notice_post"),
    path("<case_number:number>/notes/", case.notes, name="complaint_notes"),
    path("<case_number:number>/timeline/", case.record, name="complaint_timeline"),
    path("<case_number:number>/<slug:transition>/", act.act, name="complaint_act"),
    path("<case_number:number>/<slug:transition>/letter/<int:place>.pdf", act.letter, name="complaint_act_letter"),
]
