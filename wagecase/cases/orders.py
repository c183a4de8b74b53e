"""Drafting, returning, signing and serving an order of whatever kind: what stays the same whoever decides what.

A kind of case has one `Orders`. Its acts (`draft`, `return_draft`, `reopen_service`) are services. Its other methods that
write run inside the unit of work of an act (`advance(..., apply=)`) and return what the act's event says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NotRequired, TypedDict

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from wagecase.accounts import acting
from wagecase.accounts.models import ActingSigner, User
from wagecase.cases import services as cases
from wagecase.cases.acts import lifecycle_of
from wagecase.cases.models import Case
from wagecase.cases.recipients import Recipient, of_user, supervisors
from wagecase.cases.signing import check_signer, same_person
from wagecase.cases.tasks import next_key, person_of
from wagecase.documents import services as documents
from wagecase.errors import StaleVersion, TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.notices.models import BOUNCED, CLAIMED, LETTER, MAILED, QUEUED, REPLACED, RETRY, SENT
from wagecase.web.formatting import day

SIGNER, DRAFTER = "signer", "drafter"


@dataclass(frozen=True)
class Copy:
    """One party's copy of an order on its way: to whom, how, and the day it left."""

    to: str
    way: str
    on: date

    @property
    def words(self) -> str:
        """The copy in one line."""
        return f"{self.to}: {self.way}, {day(self.on)}"


class Drafting(TypedDict):
    """What every act that drafts an order, or replaces its draft, takes besides the findings: without a signer who was
    chosen, every supervisor of the unit is asked."""

    drafted_by: User
    actor: Actor
    at: datetime
    expected_version: int
    intended_signer: NotRequired[User | None]


@dataclass(frozen=True)
class Orders:
    """The orders of one kind of case: `rows(case)` are its drafts (`SignedOrder`), oldest first.

    `word` is what the order is called, and the name under which an act's facts hold its row; `app` and `template` say
    what is frozen. `task` begins the keys of the tasks that ask for a signature. Notices of the act `sign_act` carry the
    signed order; the act `return_act` sends a draft back. `drafters(case)` are the people who sign none of it, everybody who drafted a version if not given;
    `lent_never_own` keeps an acting signer from signing in a case of the own.
    """

    rows: Callable[[Case], Any]
    app: str
    word: str
    template: str
    sign_act: str
    task: str
    return_act: str = "return_draft"
    title: str = ""  # of the paper; the word alone where it is not given
    drafters: Callable[[Case], set[int]] | None = None
    lent_never_own: bool = False

    @property
    def heading(self) -> str:
        """What stands above the order."""
        return self.title or self.word.capitalize()

    # --- what there is ---

    def current_draft(self, case: Case) -> Any:
        """Return the draft that may be signed, or None."""
        rows = self.rows(case).filter(superseded=False, signed_at=None)
        return rows.select_related("draft", "drafted_by", "intended_signer").last()

    def last_draft(self, case: Case) -> Any:
        """Return the latest draft that was never signed, a returned one too, or None."""
        return self.rows(case).filter(signed_at=None).last()

    def signed(self, case: Case) -> Any:
        """Return the order that was signed last, or None."""
        return self.rows(case).exclude(signed_at=None).last()

    def has_drafted(self, case: Case, person_id: int | None) -> bool:
        """Return whether the person drafted a version of the order, replaced ones too, and so may not sign it."""
        if self.drafters is not None:
            return person_id in self.drafters(case)
        return bool(self.rows(case).filter(drafted_by_id=person_id).exists())

    def copies(self, case: Case) -> list[Any]:
        """Return the notices that carry the order signed last, one a party: a replaced one is no copy any more.

        Whoever only gets word of what went to a party is not served by that.
        """
        row = self.signed(case)
        since = {"created_at__gte": row.signed_at} if row else {}
        found = case.notices.filter(kind=f"{self.app}.{self.sign_act}", **since)
        found = found.exclude(party_id=None).select_related("document").defer("document__html").order_by("id")
        return [notice for notice in found if notice.status != REPLACED]

    def unsent(self, case: Case) -> list[Any]:
        """Return the notices of the signed order that have not gone out."""
        return [notice for notice in self.copies(case) if notice.status not in (SENT, MAILED)]

    def came_back(self, case: Case) -> bool:
        """Return whether a party's copy came back."""
        return any(notice.status == BOUNCED for notice in self.unsent(case))

    def all_notices_out(self, case: Case, actor: Actor) -> str | None:
        """Service is recorded when every party's copy was accepted by its mail server or mailed; a guard of acts."""
        names = ", ".join(notice.recipient_label for notice in self.unsent(case))
        return f"Not everybody has the {self.word} yet: {names}. See Messages sent." if names else None

    def something_returned(self, case: Case, actor: Actor) -> str | None:
        """Service is open again only when a party's copy came back; a guard of acts."""
        if self.came_back(case):
            return None
        return f"No copy of the {self.word} came back. Record the returned mail under Messages sent first."

    def is_drafter(self, case: Case, actor: Actor) -> str | None:
        """A draft is revised by its drafter."""
        draft = self.current_draft(case)
        if draft is None or actor.id == draft.drafted_by_id:
            return None
        return _("Only the person who drafted it may revise the draft. You can return it with your reasons.")

    def copies_sent(self, case: Case) -> list[Copy]:
        """Return the copies that went out: by post from the day of mailing, by e-mail from the mail server's acceptance."""
        found = []
        for notice in self.copies(case):
            on = notice.mailed_on or (timezone.localdate(notice.sent_at) if notice.sent_at else None)
            if on is not None:
                found.append(Copy(notice.recipient_label, notice.mailed_method or "e-mail", on))
        return found

    def before_service(self, case: Case) -> dict[str, Any]:
        """Return what keeps a signed order from being served: its next letter to mail, or that letters are still made."""
        if "record_service" not in {row.name for row in lifecycle_of(case).from_state(case.state)}:
            return {}
        waiting = self.unsent(case)
        letters = [notice for notice in waiting if notice.channel == LETTER and notice.status == QUEUED]
        ready = next((notice for notice in letters if notice.document and notice.document.is_ready), None)
        making = any(notice.status in (QUEUED, CLAIMED, RETRY) for notice in waiting)
        return {"letter": ready, "making": making and ready is None}

    def addressees(self, case: Case, word: str) -> list[Recipient] | None:
        """Return whom the role words of an order mean: `signer` who is to sign the draft, `drafter` who wrote the last one.

        Without a chosen signer every supervisor of the unit is asked who drafted no version, or all of them if nobody is
        left: one of them must find a signer. None for any other word.
        """
        if word == SIGNER:
            draft = self.current_draft(case)
            chosen = draft.intended_signer if draft else None
            if chosen and chosen.is_active:
                return [of_user(chosen)]
            unit = supervisors(case.unit)
            asked = [person for person in unit if not self.has_drafted(case, person.pk)]
            return [of_user(person) for person in asked or unit]
        if word == DRAFTER:
            row = self.rows(case).last()
            return [of_user(row.drafted_by)] if row and row.drafted_by.is_active else []
        return None

    def appointment(self, case: Case, signer: User, *, at: datetime) -> ActingSigner | None:
        """Return the appointment under which `signer` would sign for the supervisor, if any."""
        if self.lent_never_own and case.assignee_id == signer.pk:
            return None
        return acting.in_force(signer.pk, unit=case.unit, at=at)

    def may_be_asked(self, case: Case, *, drafter: User, at: datetime) -> list[User]:
        """Return whom a drafter may choose as signer: supervisors first, then whoever signs for them."""
        named = acting.signers(case.unit, at=at)
        lent = [person for person in named if not (self.lent_never_own and person.pk == case.assignee_id)]
        return [
            person
            for person in dict.fromkeys([*supervisors(case.unit), *lent])
            if person.pk != drafter.pk and not self.has_drafted(case, person.pk)
        ]

    # --- acts that are the same of every order ---

    def draft(
        self, case: Case, act: str, *, parts: Callable[[Case], Mapping[str, Any]], drafted_by: User, actor: Actor,
        at: datetime, expected_version: int, intended_signer: User | None = None, says: Mapping[str, Any] | None = None,
    ) -> Case:  # fmt: skip
        """Do the act `act`, which drafts the order or replaces its draft, and return the fresh case.

        `parts(case)` checks the findings and returns what `redraft` takes of them; `says` is what the event says besides.
        A page that shows a draft that was replaced can no longer sign: the new one has another hash.
        """

        def apply(case: Case) -> Mapping[str, Any]:
            same_person(drafted_by, actor, act)
            row = self.redraft(case, by=drafted_by, signer=intended_signer, at=at, **parts(case))
            return {f"{self.word}_id": row.pk, "document_id": row.draft_id, **(says or {})}

        return cases.advance(case, act, actor=actor, at=at, expected_version=expected_version, apply=apply)

    def return_draft(self, case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
        """Send the draft back to its drafter with the reasons of whoever was to sign it."""

        def apply(case: Case) -> Mapping[str, Any]:
            draft = self.current_draft(case)
            if draft is None:
                raise TransitionNotAllowed("There is no draft to return.")
            self.drop_tasks(case, at=at, by=person_of(actor))
            draft.returned_reason, draft.superseded = reason, True
            draft.save(update_fields=["returned_reason", "superseded"])
            return {f"{self.word}_id": draft.pk, self.word: draft, "changes": {"returned_reason": ("", reason)}}

        return cases.advance(case, self.return_act, actor=actor, at=at, expected_version=expected_version, apply=apply)

    def reopen_service(self, case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
        """Take a case whose order came back from served to signed; the earlier day of service stays on record."""

        def apply(case: Case) -> Mapping[str, Any]:
            row = self.signed(case)
            if row is None:
                return {}
            before, row.served_on, method, row.service_method = row.served_on, None, row.service_method, ""
            row.save(update_fields=["served_on", "service_method"])
            changes = {"served_on": (before, None), "service_method": (method, "")}
            return {f"{self.word}_id": row.pk, "changes": changes}

        return cases.advance(case, "reopen_service", actor=actor, at=at, expected_version=expected_version, apply=apply)

    # --- what an act of a kind does to its order ---

    def redraft(
        self, case: Case, *, context: Mapping[str, Any], by: User, signer: User | None, at: datetime,
        due_on: date | None = None, **columns: Any,
    ) -> Any:  # fmt: skip
        """Freeze a draft in place of whatever draft there was, and ask a second person to sign it; return its row.

        ValidationError (intended_signer) for a signer who may not sign it. `columns` are the row's own.
        """
        if signer is not None:
            drafted = signer.pk == by.pk or self.has_drafted(case, signer.pk)
            check_signer(case, signer, drafted=drafted, appointed=self.appointment(case, signer, at=at) is not None)
        self.drop_tasks(case, at=at, by=by)
        self.rows(case).filter(signed_at=None).update(superseded=True)
        document = documents.freeze(
            case=case, kind=f"{self.app}.draft_{self.word}", title=f"{self.heading} (draft)",
            template=self.template, context={**context, **signer_words(signer), "case": case, "draft": True},
            language="en", visibility="staff", at=at,
        )  # fmt: skip
        row = self.rows(case).create(
            draft=document, drafted_by=by, drafted_at=at, intended_signer=signer, **columns
        )  # fmt: skip
        cases.open_task(
            key=f"{self.task}{row.pk}", what=f"Read the draft {self.word} and sign or return it", at=at, case=case,
            person=signer, role="supervisor", due_on=due_on,
        )  # fmt: skip
        return row

    def drop_tasks(self, case: Case, *, at: datetime, by: User | None) -> None:
        """Ask nobody any more to sign a draft that was replaced, returned or signed."""
        rows = self.rows(case).filter(superseded=False, signed_at=None)
        cases.finish_tasks(keys=[f"{self.task}{row.pk}" for row in rows], at=at, by=by)

    def to_sign(self, case: Case, *, draft_sha256: str, signer: User, actor: Actor) -> Any:
        """Return the draft whose PDF has the hash `draft_sha256`.

        StaleVersion when it was changed after the page was shown, NotPermitted when `signer` is not who acts.
        """
        same_person(signer, actor, self.sign_act)
        draft = self.current_draft(case)
        if draft is None:
            raise TransitionNotAllowed("There is no draft to sign.")
        if draft.draft.sha256 != draft_sha256:
            raise StaleVersion("The draft was changed after you opened it. Read the new draft before you sign.")
        return draft

    def sign(self, case: Case, draft: Any, *, signer: User, at: datetime) -> dict[str, Any]:
        """Sign the draft: the order is frozen from the draft's very HTML with the signature in its place."""
        self.drop_tasks(case, at=at, by=signer)
        appointment = self.appointment(case, signer, at=at)
        named_on = timezone.localdate(appointment.named_at) if appointment else None
        draft.issued = documents.freeze_signed(
            draft=draft.draft, kind=f"{self.app}.{self.word}", title=self.heading, visibility="party", at=at,
            signature=_signature(draft, signer, on=timezone.localdate(at), named_on=named_on),
        )  # fmt: skip
        draft.signed_by, draft.signed_at, draft.signer_named_on = signer, at, named_on
        draft.signed_draft_sha256 = draft.draft.sha256
        draft.save()
        return {
            f"{self.word}_id": draft.pk, "document_id": draft.issued.pk, "document_sha256": draft.draft.sha256,
            self.word: draft, "signer": signer, **({"appointment_id": appointment.pk} if appointment else {}),
        }  # fmt: skip

    def serve(self, case: Case, *, served_on: date, at: datetime) -> dict[str, Any]:
        """Record the day on which the signed order was served; way and day of each copy come from its notice.

        ValidationError (served_on) for a day before a copy left, before the signature or after today.
        """
        row = self.signed(case)
        if row is None:
            raise TransitionNotAllowed(f"There is no signed {self.word}.")
        row.served_on = served_on
        row.service_method = self.how_served(case, served_on, since=timezone.localdate(row.signed_at), at=at)
        row.save(update_fields=["served_on", "service_method"])
        changes = {"service_method": ("", row.service_method)}
        return {"served_on": served_on, f"{self.word}_id": row.pk, "changes": changes}

    def how_served(self, case: Case, served_on: date, *, since: date, at: datetime) -> str:
        """Return way and day of each copy of what was signed on `since` and served on `served_on`.

        ValidationError (served_on) for a day before a copy left, before the signature or after today.
        """
        sent = self.copies_sent(case)
        for copy in sent:
            if served_on < copy.on:
                raise ValidationError({"served_on": f"The copy for {copy.to} left only on {day(copy.on)}"})
        if not since <= served_on <= timezone.localdate(at):
            raise ValidationError({"served_on": "The day of service cannot be before the signature or after today"})
        return "; ".join(copy.words for copy in sent)


def close_key(case: Case) -> str:
    """Return the key of the task that asks to close a case whose order is served.

    A task that was settled stays so: a case that was opened again and decided anew is asked by a task of its own.
    """
    return next_key(f"close:{case.pk}", case)


def ask_to_close(case: Case, *, role: str, due_on: date, at: datetime) -> None:
    """Ask whoever has the case, or the role, to close it on `due_on`, the last day to ask for review of its order."""
    cases.open_task(
        key=close_key(case), what="Close the case once the review periods are over", at=at, case=case,
        person=case.assignee, role=role, due_on=due_on,
    )  # fmt: skip


def _signature(row: Any, signer: User, *, on: date, named_on: date | None) -> documents.Signature:
    return documents.Signature(
        name=signer.name, title=signer.title or "Supervisor", signed_on=on, signed_for=settings.DEPARTMENT_NAME,
        draft_sha256=row.draft.sha256, named_on=named_on,
    )  # fmt: skip


def signature_of(row: Any) -> documents.Signature | None:
    """Return the signature block of a signed order, None for a draft."""
    if row.signed_at is None or row.signed_by is None:
        return None
    return _signature(row, row.signed_by, on=timezone.localdate(row.signed_at), named_on=row.signer_named_on)


def signer_words(person: User | None) -> dict[str, str]:
    """Return the name and title that stand under the place for the signature; nothing while nobody is chosen."""
    return {"intended_signer": person.name, "intended_title": person.title or "Supervisor"} if person else {}


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text, which an empty line parts."""
    return [part.strip() for part in re.split(r"\r?\n\s*\n", text) if part.strip()]
