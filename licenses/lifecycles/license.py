"""The transition table of a license's file. What a license is on a day is never its state: see `licenses.status`."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from licenses.guards import license as guards
from licenses.lifecycles.people import EMPLOYER, STAFF, SUPERVISOR
from wagecase.lifecycle import ACTING_SIGNER, SAME, SYSTEM, Lifecycle, State, Transition

STAGES = (("issued", _("Issued")), ("ended", _("Ended")))

LICENSE = Lifecycle(
    kind="license",
    app="licenses",
    title=_("License"),
    prefix="SL",
    stages=STAGES,
    states=(
        State("kept", _("File open"), "active"),
        State("ended", _("File closed"), "done", open=False),
    ),
    transitions=(
        Transition("issue", _("Issue the license"), (), "kept", (SUPERVISOR, ACTING_SIGNER),
                   past=_("License issued"), public="issued", cite="104.07, DWD 272.09 (7), (8)"),
        Transition("add_term", _("Add a term"), ("kept",), SAME, (SUPERVISOR, ACTING_SIGNER),
                   says=_("Adds the term that a renewal was granted for."), past=_("Renewed for another term"),
                   public="issued", cite="DWD 272.09 (8), (9)"),
        # A late renewal opens the file of an expired license again.
        Transition("record_renewal", _("Record a renewal application"), ("kept", "ended"), "kept", (EMPLOYER, *STAFF),
                   guard=guards.may_be_renewed,
                   says=_("Stops the reminders. A renewal in time keeps the license in force until it is decided."),
                   past=_("Renewal applied for"), cite="DWD 272.09 (9) (b)"),
        Transition("record_decision", _("Record the end of a renewal application"), ("kept",), SAME,
                   (EMPLOYER, *STAFF, ACTING_SIGNER),
                   says=_("Notes that a renewal was denied or withdrawn."), past=_("Renewal ended without a new term"),
                   cite="DWD 272.09 (9) (c)"),
        # Its letter came back: what was not served ends nothing, so the file is open as long as the license goes on.
        Transition("reopen_renewal", _("Record that the denial of a renewal was not served"), ("kept", "ended"), "kept", STAFF,
                   says=_("Opens the file again: the license goes on until the denial is served. Sends nothing."),
                   past=_("Denial of the renewal not served after all"), cite="DWD 272.09 (9) (c)"),
        # A finding may be corrected after the decision, and after the file was closed.
        Transition("judge_renewal", _("Record whether the renewal was proper"), ("kept", "ended"), SAME, STAFF,
                   guard=guards.may_be_judged,
                   says=_("Keeps or corrects your finding and tells the employer. A renewal that was not proper does not keep the license in force."),
                   past=_("Renewal judged"), cite="DWD 272.09 (9) (b)"),
        Transition("surrender", _("Give the license up"), ("kept",), "ended", (EMPLOYER, *STAFF),
                   guard=guards.nothing_pending, staff="Record that the license was given up",
                   says=_("Ends the license today. It cannot be taken back; you can apply again."),
                   past=_("License given up"), public="ended"),
        Transition("record_revocation", _("Record the revocation"), ("kept",), "ended", (SUPERVISOR, ACTING_SIGNER),
                   says=_("Ends the license on the day of the order."), past=_("License revoked"), public="ended",
                   cite="DWD 272.09 (16)"),
        Transition("close_file", _("Close the file"), ("kept",), "ended", (SYSTEM, *STAFF), guard=guards.is_over,
                   says=_("Closes the file of a license that is in force no more. Sends nothing."),
                   past=_("File closed"), public="ended"),
    ),
)  # fmt: skip
