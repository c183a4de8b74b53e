"""What the frame must know of the three kinds of case, each filled in by the rooms of its kind."""

from __future__ import annotations

from licenses import addressees, lists
from licenses.actions import application as application_actions
from licenses.actions import license as license_actions
from licenses.actions import revocation as revocation_actions
from licenses.lifecycles.application import APPLICATION
from licenses.lifecycles.license import LICENSE
from licenses.lifecycles.revocation import REVOCATION
from licenses.notices import application as application_notices
from licenses.notices import license as license_notices
from licenses.notices import revocation as revocation_notices
from licenses.roster import dry_run
from licenses.views.staff import frame
from licenses.wording import TIMELINE
from wagecase.cases import jobs, kinds
from wagecase.notices import registry

WORKED_BY = ("specialist", "supervisor")


def register_all() -> None:
    """Tell the frame of applications, licenses and revocations."""
    jobs.register(dry_run.JOB)
    for lifecycle, notices, actions in (
        (APPLICATION, application_notices, application_actions),
        (LICENSE, license_notices, license_actions),
        (REVOCATION, revocation_notices, revocation_actions),
    ):
        kinds.register(
            kinds.Kind(
                lifecycle=lifecycle, notice_context=notices.context, url_prefix="licenses",
                addressees=getattr(notices, "addressees", addressees.resolve), worked_by=WORKED_BY, frame=frame.context, actions=actions.ACTIONS,
                words=getattr(actions, "WORDS", TIMELINE), orders=getattr(actions, "ORDERS", None), give=getattr(actions, "give", None),
                dated_parts=getattr(notices, "dated_parts", None), open_matters=getattr(actions, "open_matters", None),
                returned=getattr(actions, "returned", None), unneeded=getattr(actions, "unneeded", None), private_links=False,
                reminded=getattr(notices, "reminded", None), sends_elsewhere=getattr(actions, "sends_elsewhere", None),
                listed=lists.LISTED.get(lifecycle.kind), due_steps=lists.STEPS.get(lifecycle.kind),
            )
        )  # fmt: skip
        registry.register(*notices.NOTICES)
