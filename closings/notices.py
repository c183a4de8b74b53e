"""The notices of closings: which act sends what to whom, and the values that their templates get."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from closings.aftermath import aftermath
from closings.determinations import earlier, findings_of, order_parts, pay_by, worked_out
from closings.guards import ORDERS
from closings.panel import panel
from closings.printing import change_rows, whole_parts
from closings.recording import content_at, latest
from wagecase.cases.models import Case
from wagecase.cases.orders import signature_of, signer_words
from wagecase.cases.review import review_rights
from wagecase.notices.registry import PARTY, NoticeRow, party_row, staff_row

KINDS = ("closing",)
EMPLOYER = "employer"
RECEIPT, CHANGED, RESCINDED = _("Receipt for your closing notice"), _("Your update"), _("Your notice is rescinded")

_employer = partial(party_row, app="closings", to=EMPLOYER, kinds=KINDS, cite="109.07 (1m)")
_staff = partial(staff_row, app="closings", kinds=KINDS)

NOTICES: tuple[NoticeRow, ...] = (
    _employer("file_online", RECEIPT, "receipt"),
    _employer("record_letter", RECEIPT, "receipt"),
    _employer("file_update", CHANGED),
    _employer("rescind", RESCINDED),
    _employer("refuse", _("Your filing was not taken as a notice"), "standing"),
    _employer("take_up", _("Your filing is taken up after all"), "standing"),
    _employer("remove_listed", _("Your notice is off the public list"), "standing"),
    _employer("restore_listed", _("Your notice is on the public list again"), "standing"),
    _employer("reinstate", _("Your notice stands again"), "standing"),
    _staff("assign", "coordinator"),
    _staff("draft_determination", "signer"),
    _staff("return_draft", "drafter"),
    _employer("sign_determination", _("Letter with the determination"), cite="109.07 (4m)"),
    NoticeRow(
        kind="closings.replace_link", on="cases.replace_link", to=EMPLOYER, channel=PARTY,
        template="closings/replace_link", document="letters/closings/replace_link.html", title=_("Your new private link"),
        kinds=KINDS,
    ),
)  # fmt: skip


def closing_context(case: Case, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that every letter, order and e-mail of a closing notice may use, in the language now active."""
    content = latest(case.closing)
    today = timezone.localdate(facts["at"]) if "at" in facts else timezone.localdate()
    revision = facts.get("revision") or case.closing.revisions.latest("number")
    return {
        "closing": case.closing, "revision": revision, "content": content, "parts": whole_parts(content), "panel": panel(content, today=today),
        "aftermath": aftermath(content, today=today),
        "changes": change_rows(revision.changes),
        "find_address": urljoin(settings.SITE_URL + "/", reverse("closings:find")),
        "list_address": urljoin(settings.SITE_URL + "/", reverse("closings:list")),
        "review": review_rights(today), **_order(case, facts, today=today),
    }  # fmt: skip


def _order(case: Case, facts: Mapping[str, Any], *, today: date) -> dict[str, Any]:
    """The parts of the determination; for a look at the letter before the signature, those of the draft."""
    row = facts.get("determination") or ORDERS.current_draft(case) or ORDERS.signed(case)
    if row is None:
        return {}
    content = content_at(case.closing, row.revision)  # what was judged, whatever was filed since
    findings = findings_of(row)
    signed_on = timezone.localdate(row.signed_at) if row.signed_at else today
    return {
        "pay_by": pay_by(signed_on),
        "determination": row, "order_signature": signature_of(row), **signer_words(row.intended_signer),
        **order_parts(
            case, content, findings=findings, worked=worked_out(content, findings), judged=row.revision,
            replaces=earlier(case, row),
        ),
    }  # fmt: skip
