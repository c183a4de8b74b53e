"""The notices of closings: which act sends what to whom, and the values that their templates get."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from closings.aftermath import aftermath
from closings.determinations import findings_of, order_parts, worked_out
from closings.guards import ORDERS
from closings.panel import panel
from closings.printing import change_rows, whole_parts
from closings.recording import latest
from wagecase.cases.models import Case
from wagecase.cases.orders import signature_of, signer_words
from wagecase.cases.review import review_rights
from wagecase.notices.registry import EMAIL, PARTY, NoticeRow

KINDS = ("closing",)
EMPLOYER = "employer"
RECEIPT, CHANGED, RESCINDED = _("Receipt for your closing notice"), _("Your update"), _("Your notice is rescinded")


def _employer(on: str, title: str, template: str = "", *, cite: str = "109.07 (1m)") -> NoticeRow:
    template = template or on
    return NoticeRow(
        kind=f"closings.{on}", on=f"closings.{on}", to=EMPLOYER, channel=PARTY, template=f"closings/{template}",
        document=f"letters/closings/{template}.html", title=title, kinds=KINDS, cite=cite,
    )  # fmt: skip


def _staff(on: str, to: str) -> NoticeRow:
    return NoticeRow(
        kind=f"closings.{on}", on=f"closings.{on}", to=to, channel=EMAIL, template=f"closings/{on}", kinds=KINDS
    )


NOTICES: tuple[NoticeRow, ...] = (
    _employer("file_online", RECEIPT, "receipt"),
    _employer("record_letter", RECEIPT, "receipt"),
    _employer("file_update", CHANGED),
    _employer("rescind", RESCINDED),
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
    revision = facts.get("revision")
    return {
        "closing": case.closing, "content": content, "parts": whole_parts(content), "panel": panel(content, today=today),
        "aftermath": aftermath(content, today=today),
        "changes": change_rows(revision.changes) if revision is not None else [],
        "find_address": urljoin(settings.SITE_URL + "/", reverse("closings:find")),
        "list_address": urljoin(settings.SITE_URL + "/", reverse("closings:list")),
        "review": review_rights(today), **_order(case, facts),
    }  # fmt: skip


def _order(case: Case, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of the determination; for a look at the letter before the signature, those of the draft."""
    row = facts.get("determination") or ORDERS.current_draft(case) or ORDERS.signed(case)
    if row is None:
        return {}
    content = latest(case.closing)
    findings = findings_of(row)
    return {
        "determination": row, "order_signature": signature_of(row), **signer_words(row.intended_signer),
        **order_parts(case, content, findings=findings, worked=worked_out(content, findings)),
    }  # fmt: skip
