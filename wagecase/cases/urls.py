"""Addresses of the staff portal."""

from django.urls import path

from wagecase.cases.views import assigning, home, mailroom, operations, organizations, people, queue, session, signers

urlpatterns = [
    path("", home.home, name="staff_home"),
    path("cases/", queue.cases, name="staff_queue"),
    path("search/", queue.search, name="staff_search"),
    path("tasks/", home.tasks, name="staff_tasks"),
    path("tasks/<int:task_id>/done/", home.task_done, name="staff_task_done"),
    path("cases/assign/", assigning.assign, name="staff_assign"),
    path("letters/", mailroom.letters, name="staff_letters"),
    path("letters/print/", mailroom.print_run, name="staff_print"),
    path("letters/returned/", mailroom.returned, name="staff_returned"),
    path("letters/runs/<int:batch_id>/", mailroom.run, name="staff_run"),
    path("letters/runs/<int:batch_id>/letters.pdf", mailroom.run_pdf, name="staff_run_pdf"),
    path("people/", people.people, name="staff_people"),
    path("people/add/", people.add, name="staff_person_add"),
    path("people/<int:person_id>/", people.person, name="staff_person"),
    path("people/<int:person_id>/deactivate/", people.active, {"verb": "deactivate"}, name="staff_person_deactivate"),
    path("people/<int:person_id>/reactivate/", people.active, {"verb": "reactivate"}, name="staff_person_reactivate"),
    path("people/<int:person_id>/second-factor/", people.reset_second_factor, name="staff_person_second_factor"),
    path("organizations/", organizations.found, name="staff_organizations"),
    path("organizations/<int:organization_id>/", organizations.organization, name="staff_organization"),
    path("organizations/<int:organization_id>/invite-owner/", organizations.invite_owner, name="staff_invite_owner"),
    path("organizations/members/<int:membership_id>/end/", organizations.end_membership, name="staff_end_membership"),
    path(
        "organizations/members/<int:membership_id>/deactivate/",
        organizations.active,
        {"verb": "deactivate"},
        name="staff_member_deactivate",
    ),
    path(
        "organizations/members/<int:membership_id>/reactivate/",
        organizations.active,
        {"verb": "reactivate"},
        name="staff_member_reactivate",
    ),
    path(
        "organizations/invitations/<int:invitation_id>/take-back/",
        organizations.take_back_invitation,
        name="staff_take_back_invitation",
    ),
    path("signers/", signers.signers, name="staff_signers"),
    path("signers/<int:appointment_id>/end/", signers.end, name="staff_signer_end"),
    path("session/", session.extend, name="staff_session"),
    path("kept/<uuid:kept_id>/", session.kept_form, name="staff_kept"),
    path("operations/", operations.overview, name="staff_operations"),
    path("operations/verify/", operations.verify, name="staff_verify_audit"),
    path("operations/notices/<int:notice_id>/resend/", operations.resend, name="staff_resend"),
    path("operations/documents/<int:document_id>/remake/", operations.remake, name="staff_remake"),
    path("operations/jobs/<int:job_id>/restart/", operations.restart, name="staff_restart_job"),
]
