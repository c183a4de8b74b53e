"""The transition table of applications for a license: first ones and renewals."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from licenses.guards import application as guards
from licenses.lifecycles.people import EMPLOYER, SPECIALIST, STAFF, SUPERVISOR, assign
from wagecase.cases import act_rows
from wagecase.lifecycle import ACTING_SIGNER, SAME, Lifecycle, State, Transition

UNDECIDED = ("received", "in_review", "recommended")

STAGES = (
    ("filed", _("Application received")),
    ("review", _("In review")),
    ("deciding", _("Decision being made")),
    ("granted", _("Granted")),
    ("denied", _("Denied")),
    ("withdrawn", _("Withdrawn")),
)

APPLICATION = Lifecycle(
    kind="application",
    app="licenses",
    title=_("License application"),
    prefix="LA",
    stages=STAGES,
    states=(
        State("received", _("Received"), "neutral", waits_on=SPECIALIST),
        State("in_review", _("In review"), "active", waits_on=SPECIALIST),
        State("recommended", _("Decision recommended"), "waiting", waits_on=SUPERVISOR),
        State("to_serve", _("Denied, not served yet"), "active", waits_on=SPECIALIST),
        State("granted", _("Granted"), "done", open=False),
        State("denied", _("Denied"), "done", open=False),
        State("withdrawn", _("Withdrawn"), "done", open=False),
    ),
    transitions=(
        Transition("file_application", _("Sign and submit the application"), (), "received", (EMPLOYER,),
                   past=_("Application filed and signed online"), public="filed", cite="104.07, DWD 272.09"),
        assign(("received", "in_review")),
        Transition("begin_review", _("Begin the review"), ("received",), "in_review", STAFF,
                   says=_("Records that the review has begun and who does it. The applicant sees it on its page."),
                   past=_("Review begun"), public="review", cite="DWD 272.09 (4) (c)", primary=True),
        Transition("record_review", _("Fill in the checklist"), ("in_review",), SAME, STAFF,
                   says=_("Keeps your findings on each criterion. Sends nothing."), past=_("Checklist changed"),
                   cite="DWD 272.09 (5) (a)"),
        Transition("request_information", _("Ask for information"), ("in_review",), SAME, STAFF,
                   guard=guards.nothing_asked,
                   says=_("Sends the applicant your questions. Starts the clock of the answer."),
                   past=_("Information asked for"), cite="DWD 272.09 (4) (c)"),
        Transition("answer_request", _("Answer the questions"), ("in_review",), SAME, (EMPLOYER, *STAFF),
                   guard=guards.is_asked, staff="Record an answer",
                   says=_("Adds the answer to the file."), past=_("Questions answered")),
        act_rows.add_evidence(UNDECIDED, (EMPLOYER, *STAFF)),
        Transition("notify_of_facts", _("Give notice before denying a renewal"), ("in_review",), SAME, STAFF,
                   guard=guards.may_notify_of_facts,
                   says=_("Tells the employer in writing the facts that may lead to a denial, and by when it may show or reach compliance."),
                   past=_("Notice of facts sent"), cite="DWD 272.09 (9) (d)"),
        Transition("answer_facts", _("Answer the notice"), ("in_review", "recommended"), SAME, (EMPLOYER, *STAFF),
                   guard=guards.was_notified, staff="Record an answer to the notice",
                   says=_("Adds the answer to the file."), past=_("Notice of facts answered"), cite="DWD 272.09 (9) (d)"),
        Transition("recommend", _("Recommend a decision"), ("in_review",), "recommended", STAFF,
                   guard=guards.may_recommend,
                   says=_("Asks a supervisor to decide. The applicant sees that a decision is being made."),
                   past=_("Decision recommended"), public="deciding", cite="DWD 272.09 (7)", primary=True),
        Transition("return_recommendation", _("Return the recommendation"), ("recommended",), "in_review",
                   (SUPERVISOR, ACTING_SIGNER), guard=guards.did_not_recommend,
                   says=_("Sends it back to the specialist with your reasons."),
                   past=_("Recommendation returned"), public="review"),
        Transition("grant", _("Grant the license"), ("recommended",), "granted", (SUPERVISOR, ACTING_SIGNER),
                   guard=guards.may_grant,
                   says=_("Issues the license or its new term and sends the certificate. Its term never begins before today."),
                   past=_("License granted"), public="granted", cite="DWD 272.09 (7), (8)", primary=True),
        Transition("deny", _("Deny the application"), ("recommended",), "denied", (SUPERVISOR, ACTING_SIGNER),
                   guard=guards.may_deny, lands=guards.after_denial, may_land=("to_serve",),
                   says=_("Sends the applicant the denial with its reasons and how to have it reviewed. A license that is to be renewed goes on until the denial is served."),
                   past=_("Application denied"), public="denied", cite="DWD 272.09 (7), (17)", primary=True),
        Transition("record_service", _("Record service of the denial"), ("to_serve",), "denied", STAFF,
                   guard=guards.DENIALS.all_notices_out,
                   says=_("Records the day on which the denial was served. A license that only this renewal kept in force ends with that day. Sends nothing."),
                   past=_("Denial served"), cite="DWD 272.09 (9) (c)", primary=True, after_mail=True),
        Transition("reopen_service", _("Open service again"), ("denied",), "to_serve", STAFF,
                   guard=guards.may_serve_again,
                   says=_("Records that the denial was not served after all: the license goes on until it is. Sends nothing."),
                   past=_("Service opened again"), cite="DWD 272.09 (9) (c)"),
        Transition("withdraw", _("Withdraw the application"), UNDECIDED, "withdrawn", (EMPLOYER, *STAFF),
                   staff="Record a withdrawal",
                   says=_("Ends the application. If it is a renewal that alone kept a license in force, that license ends today."),
                   past=_("Application withdrawn"), public="withdrawn"),
    ),
)  # fmt: skip
