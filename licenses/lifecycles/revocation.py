"""The transition table of a revocation: a case about a license, from the notice of facts to the order."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from licenses.guards import revocation as guards
from wagecase.lifecycle import ACTING_SIGNER, SAME, Lifecycle, State, Transition

SPECIALIST, SUPERVISOR, EMPLOYER = _("specialist"), _("supervisor"), _("employer")
STAFF = (SPECIALIST, SUPERVISOR)
UNDECIDED = ("opened", "noticed", "drafted")

STAGES = (
    ("noticed", _("Notice of facts sent")),
    ("answered", _("Answer received")),
    ("deciding", _("Order being signed")),
    ("ordered", _("Order signed")),
    ("sent", _("Order served")),
    ("ended", _("Ended without an order")),
    ("closed", _("Closed")),
)

REVOCATION = Lifecycle(
    kind="revocation",
    app="licenses",
    title=_("Revocation of a license"),
    prefix="LR",
    stages=STAGES,
    states=(
        State("opened", _("Facts being gathered"), "neutral", waits_on=SPECIALIST),
        State("noticed", _("Under notice"), "attention", waits_on=SPECIALIST),
        State("drafted", _("Order drafted"), "waiting", waits_on=SUPERVISOR),
        State("signed", _("Order signed"), "active", waits_on=SPECIALIST),
        State("served", _("Order served"), "done", waits_on=SPECIALIST),
        State("ended", _("Ended without an order"), "done", open=False),
        State("closed", _("Closed"), "done", open=False),
    ),
    transitions=(
        Transition("open_revocation", _("Open a revocation"), (), "opened", STAFF,
                   past=_("Revocation opened"), cite="DWD 272.09 (16) (a)"),
        Transition("assign", _("Assign a specialist"), UNDECIDED, SAME, (SUPERVISOR,),
                   says=_("Tells the specialist by e-mail."), past=_("Specialist assigned")),
        Transition("change_facts", _("Write down the facts"), ("opened",), SAME, STAFF,
                   says=_("Keeps each fact or conduct as a row of its own. Sends nothing."), past=_("Facts changed"),
                   cite="DWD 272.09 (16) (b)"),
        Transition("serve_notice", _("Send the notice of facts"), ("opened",), "noticed", STAFF,
                   guard=guards.may_serve_notice,
                   says=_("Tells the employer each fact and by when it may show or reach compliance."),
                   past=_("Notice of facts sent"), public="noticed", cite="DWD 272.09 (16) (b)", primary=True),
        Transition("record_notice_service", _("Record service of the notice"), ("noticed",), SAME, STAFF,
                   guard=guards.notice_is_out,
                   says=_("Records the day on which the notice was served. The time to show compliance counts from it."),
                   past=_("Notice of facts served"), public="noticed", cite="DWD 272.09 (16) (b)", after_mail=True),
        Transition("answer_facts", _("Answer the notice"), ("noticed", "drafted"), SAME, (EMPLOYER, *STAFF),
                   guard=guards.may_answer, staff="Record an answer of the employer",
                   says=_("Adds the answer to each fact, with its evidence, to the file."),
                   past=_("Notice of facts answered"), public="answered", cite="DWD 272.09 (16) (b)"),
        Transition("add_evidence", _("Add files"), (*UNDECIDED, "signed", "served"), SAME, (EMPLOYER, *STAFF),
                   edits=False, says=_("Adds the files to the case. Sends nothing."), past=_("Files added")),
        Transition("record_finding", _("Record what was found"), ("opened", "noticed"), SAME, STAFF,
                   guard=guards.may_find,
                   says=_("Keeps for each fact whether it stands, is cured, or is not proved, and why. Sends nothing."),
                   past=_("Findings changed")),
        Transition("record_public_interest", _("Record that the public interest cannot wait"), ("opened", "noticed"),
                   SAME, STAFF, guard=guards.no_public_interest_yet,
                   says=_("Keeps the reason why an order may come before the time is over. A second person must confirm it."),
                   past=_("Public interest recorded"), cite="DWD 272.09 (16) (b)"),
        Transition("confirm_public_interest", _("Confirm the public interest"), ("opened", "noticed"), SAME,
                   (SUPERVISOR, ACTING_SIGNER), guard=guards.may_confirm_public_interest,
                   says=_("Lets the order be drafted before the time to show compliance is over."),
                   past=_("Public interest confirmed by a second person"), cite="DWD 272.09 (16) (b)"),
        Transition("draft_order", _("Draft the order"), ("noticed",), "drafted", STAFF, guard=guards.may_draft,
                   says=_("Makes the draft order and asks a supervisor to sign it."), past=_("Order drafted"),
                   public="deciding", cite="DWD 272.09 (16)", primary=True),
        Transition("draft_order_at_once", _("Draft the order without a notice"), ("opened",), "drafted", STAFF,
                   guard=guards.may_draft_at_once,
                   says=_("Makes the draft order before any notice, because the public interest cannot wait."),
                   past=_("Order drafted without a notice"), cite="DWD 272.09 (16) (b)"),
        Transition("revise_order", _("Revise the draft"), ("drafted",), SAME, STAFF, guard=guards.is_drafter,
                   says=_("Replaces the draft order; an earlier draft can no longer be signed."),
                   past=_("Draft revised")),
        Transition("return_order", _("Return the draft"), ("drafted",), "noticed", (SUPERVISOR, ACTING_SIGNER),
                   lands=guards.before_the_draft, may_land=("opened",),
                   says=_("Sends the draft back to its drafter with your reasons."), past=_("Draft returned")),
        Transition("sign_order", _("Sign the order"), ("drafted",), "signed", (SUPERVISOR, ACTING_SIGNER),
                   guard=guards.may_sign,
                   says=_("Revokes the license today and sends the order to the employer."),
                   past=_("Order signed; license revoked"), public="ordered", cite="DWD 272.09 (16)", primary=True),
        Transition("record_service", _("Record service"), ("signed",), "served", STAFF, guard=guards.all_notices_out,
                   says=_("Records the day on which the order was served. The time to ask for review counts from it."),
                   past=_("Order served"), public="sent", primary=True, after_mail=True),
        Transition("reopen_service", _("Open service again"), ("served",), "signed", STAFF,
                   guard=guards.something_returned,
                   says=_("Records that the order was not served after all. Sends nothing."),
                   past=_("Service opened again")),
        Transition("end_without_order", _("End without an order"), UNDECIDED, "ended", STAFF,
                   says=_("Tells an employer who was told of the facts that the license stays as it is."),
                   past=_("Ended without an order"), public="ended"),
        Transition("close", _("Close the file"), ("served",), "closed", STAFF,
                   says=_("Closes the file. Sends nothing."), past=_("File closed"), public="closed", primary=True),
    ),
)  # fmt: skip
