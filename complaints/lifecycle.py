"""The transition tables of complaints: what may be done, by whom, from where, and what the public sees of it."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from complaints import guards
from wagecase.cases import act_rows
from wagecase.lifecycle import ACTING_SIGNER, SAME, Lifecycle, State, Transition

INVESTIGATOR, SUPERVISOR, COMPLAINANT, EMPLOYER = _("investigator"), _("supervisor"), _("complainant"), _("employer")
STAFF = (INVESTIGATOR, SUPERVISOR)

BEFORE_SIGNATURE = ("received", "docketed", "assigned", "investigating", "drafted", "reopened")
ALIVE = (*BEFORE_SIGNATURE, "unverified", "countersigned", "served", "withdrawal_requested")

STAGES = (
    ("filed", _("Filed")),
    ("investigator_assigned", _("Investigator assigned")),
    ("employer_told", _("Employer told")),
    ("being_signed", _("Decision being signed")),
    ("decided", _("Decision made")),
    ("sent", _("Decision sent")),
    ("closed", _("Closed")),
)

LIVING_WAGE = Lifecycle(
    kind="living_wage",
    app="complaints",
    title=_("Living-wage complaint"),
    prefix="LW",
    stages=STAGES,
    states=(
        State("unverified", _("Waiting for signature"), "waiting", waits_on=COMPLAINANT),
        State("received", _("Received"), "neutral", waits_on=SUPERVISOR),
        State("docketed", _("Docketed"), "neutral", waits_on=SUPERVISOR),
        State("assigned", _("Assigned"), "active", waits_on=INVESTIGATOR),
        State("investigating", _("Under investigation"), "active", waits_on=INVESTIGATOR),
        State("drafted", _("Determination drafted"), "waiting", waits_on=SUPERVISOR),
        State("countersigned", _("Determination signed"), "active", waits_on=INVESTIGATOR),
        State("served", _("Served"), "done", waits_on=INVESTIGATOR),
        State("closed", _("Closed"), "done", open=False),
        State("dismissed", _("Dismissed"), "done", open=False),
        State("withdrawal_requested", _("Withdrawal requested"), "attention", waits_on=SUPERVISOR),
        State("reopened", _("Reopened"), "attention", waits_on=SUPERVISOR),
    ),
    transitions=(
        Transition("file_online", _("File the complaint online"), (), "received", (COMPLAINANT,),
                   past=_("Complaint filed and signed online"), public="filed", cite="104.05"),
        Transition("file_for_paper", _("Send the complaint on paper"), (), "unverified", (COMPLAINANT,),
                   past=_("Complaint entered online, to be signed on paper"), cite="104.05"),
        Transition("record_complaint", _("Record a signed complaint"), (), "received", STAFF,
                   past=_("Signed complaint recorded by staff"), public="filed", cite="104.05"),
        Transition("record_unsigned", _("Record an unsigned complaint"), (), "unverified", STAFF,
                   past=_("Unsigned complaint recorded by staff"), cite="104.05"),
        Transition("record_verification", _("Record the signed form"),
                   ("unverified", "reopened", "withdrawal_requested"), "received", STAFF,
                   guard=guards.not_yet_signed, lands=guards.after_the_form, may_land=("withdrawal_requested",),
                   says=_("Starts the 20 days from the day stamped on the form. Tells the complainant the due date."),
                   past=_("Signed form received"), public="filed", cite="104.05", primary=True),
        Transition("docket", _("Docket the complaint"), ("received", "reopened"), "docketed", STAFF,
                   guard=guards.is_signed,
                   says=_("Records that the complaint falls under section 104.05. Sends nothing; the clock runs on."),
                   past=_("Complaint docketed"), cite="104.05", primary=True),
        Transition("assign", _("Assign an investigator"), ("docketed", "reopened"), "assigned", (SUPERVISOR,),
                   guard=guards.may_assign,
                   says=_("Tells the investigator by e-mail. The complainant sees that an investigator was assigned."),
                   past=_("Investigator assigned"), public="investigator_assigned", cite="104.05", primary=True),
        Transition("reassign", _("Reassign the case"),
                   ("assigned", "investigating", "drafted", "countersigned", "served", "withdrawal_requested"),
                   SAME, (SUPERVISOR,),
                   says=_("Tells the new investigator by e-mail. Clocks run on."), past=_("Case reassigned"),
                   public="investigator_assigned"),
        Transition("begin_investigation", _("Begin the investigation"), ("assigned",), "investigating", STAFF,
                   guard=guards.is_own_case,
                   says=_("Records that the investigation has begun. Sends nothing."),
                   past=_("Investigation begun"), cite="104.05", primary=True),
        Transition("serve_employer", _("Serve the employer"), ("investigating",), SAME, STAFF,
                   guard=guards.may_serve_employer,
                   says=_("Sends the employer a notice with a copy of what is alleged. Starts the 10-day answer clock."),
                   past=_("Employer served"), public="employer_told", cite="104.05", primary=True),
        Transition("skip_service", _("Go on without serving the employer"), ("investigating",), SAME, STAFF,
                   guard=guards.not_yet_served,
                   says=_("Records your reason. Sends nothing."), past=_("Went on without serving the employer"),
                   cite="104.05"),
        Transition("record_employer_answer", _("Record the employer's answer"), ("investigating", "drafted"), SAME,
                   STAFF, guard=guards.was_served,
                   says=_("Stops the employer's answer clock. Sends nothing."), past=_("Employer's answer recorded")),
        Transition("request_information", _("Ask the complainant a question"), BEFORE_SIGNATURE, SAME, STAFF,
                   guard=guards.may_ask,
                   says=_("Sends your question with an answer date. The decision is not delayed by it."),
                   past=_("Information requested")),
        Transition("answer_request", _("Answer our question"), ALIVE, SAME, (COMPLAINANT, *STAFF), edits=False,
                   guard=guards.something_asked,
                   staff="Record the complainant's answer",
                   says=_("Tells the investigator."), past=_("Question answered")),
        act_rows.add_evidence(ALIVE, (COMPLAINANT, EMPLOYER, *STAFF)),
        Transition("draft_determination", _("Draft the determination"), ("investigating",), "drafted", STAFF,
                   guard=guards.may_draft,
                   says=_("Makes the draft order and asks a supervisor to sign it. The clock runs until the signature."),
                   past=_("Determination drafted"), public="being_signed", cite="104.05", primary=True),
        act_rows.revise("revise_determination", STAFF, guard=guards.is_drafter, cite="104.05"),
        Transition("return_draft", _("Return the draft"), ("drafted",), "investigating", (SUPERVISOR,),
                   says=_("Sends the draft back to the investigator with your reasons. The clock runs on."),
                   past=_("Draft returned"), public="investigator_assigned"),
        Transition("sign_determination", _("Sign the determination"), ("drafted",), "countersigned",
                   (SUPERVISOR, ACTING_SIGNER), guard=guards.may_sign,
                   says=_("Stops the 20-day clock. Sends the determination to the complainant and the employer today."),
                   past=_("Determination signed"), public="decided", cite="104.05", primary=True),
        Transition("record_service", _("Record service"), ("countersigned",), "served", STAFF,
                   guard=guards.may_record_service,
                   says=_("Records the day the determination was served. Review periods count from it."),
                   past=_("Determination served"), public="sent", cite="104.05", primary=True, after_mail=True),
        Transition("reopen_service", _("Open service again"), ("served",), "countersigned", STAFF,
                   guard=guards.something_returned,
                   says=_("Records that the determination was not served after all. Sends nothing."),
                   past=_("Service opened again: mail came back"), cite="104.05"),
        Transition("close", _("Close the case"), ("served",), "closed", STAFF, guard=guards.is_own_case,
                   says=_("Closes the file. Sends nothing."), past=_("Case closed"), public="closed", primary=True),
        Transition("dismiss", _("Dismiss the complaint"), ("unverified", *BEFORE_SIGNATURE), "dismissed",
                   (SUPERVISOR,),
                   says=_("Ends the 20-day clock without a decision and tells the complainant why, with review rights."),
                   past=_("Complaint dismissed"), public="closed", cite="104.05"),
        Transition("request_withdrawal", _("Withdraw the complaint"), ("unverified", *BEFORE_SIGNATURE),
                   "withdrawal_requested", (COMPLAINANT, *STAFF), guard=guards.may_take_withdrawal,
                   staff="Record a withdrawal",
                   says=_("Asks a supervisor to close the case. The clock runs until that is decided."),
                   past=_("Withdrawal requested")),
        Transition("close_as_withdrawn", _("Close as withdrawn"), ("withdrawal_requested",), "closed", (SUPERVISOR,),
                   says=_("Closes the case, ends the clock and confirms it to the complainant."),
                   past=_("Closed as withdrawn"), public="closed", primary=True),
        Transition("continue_case", _("Continue on the department's own motion"), ("withdrawal_requested",),
                   "assigned", (SUPERVISOR,), guard=guards.was_verified, lands=guards.before_the_withdrawal,
                   may_land=BEFORE_SIGNATURE,
                   says=_("Goes on with the case although the complainant withdrew. The clock never stopped."),
                   past=_("Continued on the department's own motion")),
        Transition("take_back_withdrawal", _("Record that the withdrawal is taken back"), ("withdrawal_requested",), "assigned",
                   (SUPERVISOR,), lands=guards.before_the_withdrawal, may_land=("unverified", *BEFORE_SIGNATURE),
                   says=_("Records that the complainant changed their mind, and goes on where the case stood. Confirms "
                          "it to the complainant. The clock never stopped."),
                   past=_("Withdrawal taken back by the complainant")),
        Transition("reopen", _("Reopen the case"), ("closed", "dismissed"), "reopened", (SUPERVISOR,),
                   says=_("Opens the file again. A 20-day clock that had ended without a decision runs on from its "
                          "first date; a new one is never started."),
                   past=_("Case reopened"), public="filed"),
    ),
)  # fmt: skip

UNPAID_WAGES = Lifecycle(
    kind="unpaid_wages",
    app="complaints",
    title=_("Unpaid-wages complaint"),
    prefix="UW",
    stages=(("filed", _("Filed")), ("answered", _("Answered")), ("closed", _("Closed"))),
    states=(
        State("received", _("Received"), "neutral", waits_on=SUPERVISOR),
        State("answered", _("Answered"), "done", waits_on=SUPERVISOR),
        State("closed", _("Closed"), "done", open=False),
    ),
    transitions=(
        Transition("file_online", _("File the complaint online"), (), "received", (COMPLAINANT,),
                   past=_("Complaint filed and signed online"), public="filed", cite="109.09 (1)"),
        act_rows.add_evidence(("received", "answered"), (COMPLAINANT, *STAFF)),
        Transition("answer_complaint", _("Answer the complaint"), ("received",), "answered", STAFF,
                   says=_("Sends your answer to the complainant."), past=_("Complaint answered"), public="answered",
                   cite="109.09 (1)", primary=True),
        Transition("close", _("Close the case"), ("answered",), "closed", STAFF,
                   says=_("Closes the file. Sends nothing."), past=_("Case closed"), public="closed", primary=True),
    ),
)  # fmt: skip

LIFECYCLES = (LIVING_WAGE, UNPAID_WAGES)


def verb(name: str) -> str:
    """Return the full name of an act of this app, as audit, notices and letters use it."""
    return f"complaints.{name}"
