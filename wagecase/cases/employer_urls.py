"""Addresses of an organization's people, below /employer/."""

from django.urls import path

from wagecase.cases.views.employer import account, home, registration, team

urlpatterns = [
    path("", home.home, name="employer_home"),
    path("filings/", home.filings, name="employer_filings"),
    path("licenses/", home.licenses, name="employer_licenses"),
    path("documents/", home.documents, name="employer_documents"),
    path("documents/<int:document_id>.pdf", home.document, name="employer_document"),
    path("messages/", home.messages, name="employer_messages"),
    path("messages/<int:notice_id>/", home.message, name="employer_message"),
    path("team/", team.team, name="employer_team"),
    path("organizations/<int:organization_id>/team/", team.team_of, name="employer_team_of"),
    path("team/invite/", team.invite, name="employer_invite"),
    path("team/invitations/<int:invitation_id>/resend/", team.resend, name="employer_resend_invitation"),
    path("team/invitations/<int:invitation_id>/take-back/", team.take_back, name="employer_take_back"),
    path("team/<int:membership_id>/", team.member, name="employer_member"),
    path("team/<int:membership_id>/end/", team.end, name="employer_member_end"),
    path("account/", account.account, name="employer_account"),
    path("account/organizations/<int:organization_id>/", account.switch, name="employer_switch"),
    path("none/", account.none, name="employer_none"),
    path("session/", account.extend, name="employer_session"),
    path("kept/<uuid:kept_id>/", account.kept_form, name="employer_kept"),
    path("register/", registration.register, name="employer_register"),
    path("register/sent/", registration.sent, name="employer_register_sent"),
    path("register/<str:token>/", registration.open_account, name="employer_register_open"),
    path("join/<str:token>/", registration.join, name="employer_join"),
]
