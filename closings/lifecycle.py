"""The transition table of closing notices: what may be done, by whom, from where, and what the public sees of it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _

from closings import guards
from wagecase.cases import act_rows
from wagecase.lifecycle import ACTING_SIGNER, SAME, SYSTEM, Lifecycle, State, Transition

COORDINATOR, SUPERVISOR, EMPLOYER = _("coordinator"), _("supervisor"), _("employer")
STAFF = (COORDINATOR, SUPERVISOR)

CHANGEABLE = ("received", "listed", "drafted")
ALIVE = (*CHANGEABLE, "signed", "served")
DECIDED = ("signed", "served", "closed")  # the notice may still change, and the file stays where it is

STAGES = (
    ("filed", _("Notice received")),
    ("refused", _("Not taken as a notice")),
    ("listed", _("On the public list")),
    ("unlisted", _("Taken off the public list")),
    ("rescinded", _("Rescinded")),
    ("decided", _("Decision made")),
    ("sent", _("Decision sent")),
    ("closed", _("Closed")),
)


def _unless_decided(case: Any) -> str:
    """A rescission ends an open file; one that was decided or closed stays where it is."""
    return str(case.state) if case.state in DECIDED else "rescinded"


def _as_before_the_rescission(case: Any) -> str:
    if case.state in DECIDED:
        return str(case.state)
    return "listed" if case.closing.listed_on else "received"


def _where_it_was(case: Any) -> str:
    return str(case.closing.removed_from or "listed")


CLOSING = Lifecycle(
    kind="closing",
    app="closings",
    title=_("Closing notice"),
    prefix="BC",
    stages=STAGES,
    states=(
        State("received", _("Received"), "neutral", waits_on=COORDINATOR),
        State("listed", _("On the public list"), "active"),
        State("drafted", _("Determination drafted"), "waiting", waits_on=SUPERVISOR),
        State("signed", _("Determination signed"), "active", waits_on=COORDINATOR),
        State("served", _("Determination served"), "done"),
        State("refused", _("Not taken as a notice"), "done", open=False),
        State("unlisted", _("Taken off the list"), "neutral", open=False),
        State("rescinded", _("Rescinded"), "done", open=False),
        State("closed", _("Closed"), "done", open=False),
        State("historic", _("From an old list"), "done", open=False),
        State("removed", _("Taken off the list"), "neutral", open=False),
    ),
    transitions=(
        Transition("file_online", _("Submit the notice"), (), "received", (EMPLOYER,),
                   past=_("Notice filed online"), public="filed", cite="109.07 (1m)"),
        Transition("record_letter", _("Record a letter"), (), "received", STAFF,
                   past=_("Notice keyed from a letter"), public="filed", cite="109.07 (1m)"),
        Transition("record_imported", _("Record a notice of an old list"), (), "historic", (*STAFF, SYSTEM),
                   past=_("Notice taken over from a public list")),
        Transition("add_imported", _("Add rows of an old list"), ("historic",), SAME, (SYSTEM,),
                   says=_("Adds later rows of the list to this notice. Sends nothing."),
                   past=_("Later rows of a public list added")),
        Transition("take_back_imported", _("Take back rows of an old list"), ("historic",), SAME, (SYSTEM,),
                   says=_("Takes the last rows of the list off this notice. Sends nothing."),
                   past=_("Rows of a public list taken back: their import was undone")),
        Transition("remove_imported", _("Take off the list"), ("historic",), "removed", (*STAFF, SYSTEM),
                   says=_("Takes this notice off the public list. Its number stays given. You can put it back. Sends nothing."),
                   past=_("Taken off the public list")),
        Transition("restore_imported", _("Put back on the list"), ("removed",), "historic", STAFF,
                   guard=guards.may_restore,
                   says=_("Shows this notice on the public list again, as it was. Sends nothing."),
                   past=_("Put back on the public list")),
        Transition("publish", _("Put on the public list"), ("received",), "listed", STAFF,
                   says=_("Shows the notice on the public list at once; later updates of the employer appear by themselves. Asks for the copy to the department of commerce."),
                   past=_("Put on the public list"), public="listed", cite="office practice", primary=True),
        Transition("refuse", _("Refuse the filing"), ("received",), "refused", STAFF,
                   says=_("Closes the file without listing it and tells whoever filed it why. Its number stays given. It can be taken up again."),
                   past=_("Filing refused"), public="refused", cite="office practice"),
        Transition("take_up", _("Take it up after all"), ("refused",), "received", STAFF,
                   says=_("Treats the filing as a notice from the day it came in, and tells whoever filed it."),
                   past=_("Refused filing taken up"), cite="office practice"),
        Transition("remove_listed", _("Take off the list"), ("listed", "rescinded", "closed"), "unlisted", STAFF,
                   guard=guards.is_listed,
                   says=_("Takes this notice off the public list and tells the employer why. Its number stays given, and its page says so. You can put it back."),
                   past=_("Taken off the public list"), public="unlisted", cite="office practice"),
        Transition("restore_listed", _("Put back on the list"), ("unlisted",), "listed", STAFF,
                   lands=_where_it_was, may_land=("rescinded", "closed"),
                   says=_("Shows this notice on the public list again, as it was, and tells the employer."),
                   past=_("Put back on the public list"), cite="office practice"),
        Transition("assign", _("Assign a coordinator"), ALIVE, SAME, (SUPERVISOR,),
                   says=_("Gives the file to one coordinator and tells them by e-mail. The public list does not show it."),
                   past=_("Coordinator assigned"), cite="office practice"),
        Transition("file_update", _("Update the notice"), (*CHANGEABLE, *DECIDED), SAME, (EMPLOYER, *STAFF),
                   staff="Record an update", guard=guards.not_rescinded,
                   says=_("Adds a revision to this notice. Confirms it to the employer. The public list shows the new state, if the notice is on it."),
                   past=_("Notice updated"), cite="109.07 (1m)"),
        Transition("correct_notice", _("Correct the notice"), (*CHANGEABLE, *DECIDED), SAME, STAFF,
                   staff="Correct our own mistake", guard=guards.not_rescinded,
                   says=_("Adds a correction to this notice, labeled as the department’s. The public list shows the new state, if the notice is on it. Sends nothing."),
                   past=_("Notice corrected by the department"), cite="office practice"),
        Transition("correct_letter", _("Correct the days of a letter"), (*ALIVE, "rescinded", "closed"), SAME, STAFF,
                   guard=guards.has_letter,
                   says=_("Corrects the day stamped on a letter that was keyed, its postmark or its date, as a revision labeled as the department’s. Days of notice and the public list follow; the number of the notice stays. Sends nothing."),
                   past=_("Days of a letter corrected by the department"), cite="office practice"),
        Transition("rescind", _("Rescind the notice"), (*CHANGEABLE, *DECIDED), "rescinded", (EMPLOYER, *STAFF),
                   staff="Record a rescission", guard=guards.not_rescinded, lands=_unless_decided, may_land=DECIDED,
                   says=_("Says that the closing or layoff does not take place. A notice on the public list stays there and counts 0."),
                   past=_("Notice rescinded"), public="rescinded", cite="109.07 (1m)"),
        Transition("reinstate", _("Take the rescission back"), ("rescinded", *DECIDED), "listed", STAFF,
                   guard=guards.is_rescinded, lands=_as_before_the_rescission, may_land=("received", *DECIDED),
                   says=_("Says that the rescission was a slip: the notice counts again as it stood before. Tells the employer."),
                   past=_("Rescission taken back"), cite="office practice"),
        act_rows.add_evidence(ALIVE, (EMPLOYER, *STAFF)),
        Transition("draft_determination", _("Draft the determination"), ("listed",), "drafted", STAFF,
                   guard=guards.may_draft,
                   says=_("Makes the draft order and asks a supervisor to sign it."),
                   past=_("Determination drafted"), cite="109.07 (4m)"),
        act_rows.revise("revise_determination", STAFF, guard=guards.may_revise, cite="109.07 (4m)"),
        Transition("return_draft", _("Return the draft"), ("drafted",), "listed", (SUPERVISOR,),
                   says=_("Sends the draft back to its drafter with your reasons."),
                   past=_("Draft returned"), public="listed"),
        Transition("sign_determination", _("Sign the determination"), ("drafted",), "signed",
                   (SUPERVISOR, ACTING_SIGNER), guard=guards.may_sign,
                   says=_("Sends the determination to the employer today. The public list shows that it was made."),
                   past=_("Determination signed"), public="decided", cite="109.07 (4m)", primary=True),
        Transition("record_service", _("Record service"), ("signed",), "served", STAFF, guard=guards.all_notices_out,
                   says=_("Records the day the determination was served. Review periods count from it."),
                   past=_("Determination served"), public="sent", cite="109.07 (4m)", primary=True, after_mail=True),
        Transition("reopen_service", _("Open service again"), ("served",), "signed", STAFF,
                   guard=guards.something_returned,
                   says=_("Records that the determination was not served after all. Sends nothing."),
                   past=_("Service opened again: mail came back"), cite="109.07 (4m)"),
        Transition("close", _("Close the case"), ("listed", "served"), "closed", STAFF,
                   says=_("Closes the file. The notice stays on the public list. Sends nothing."),
                   past=_("Case closed"), public="closed"),
        Transition("reopen", _("Open the case again"), ("served", "closed"), "listed", STAFF, guard=guards.not_rescinded,
                   says=_("Opens the file so that another determination can be drafted. A signed one stays on record and is in force until then. Sends nothing."),
                   past=_("Case opened again"), cite="office practice"),
    ),
)  # fmt: skip

LIFECYCLES = (CLOSING,)


def verb(name: str) -> str:
    """Return the full name of an act of this app, as audit, notices and letters use it."""
    return f"closings.{name}"
