"""Issues a license or its next term from a granted application, and ends it (DWD 272.09 (7)-(9), (16))."""

from __future__ import annotations

from datetime import date, datetime

from licenses.models import Application, License, Term
from wagecase.accounts.models import User
from wagecase.cases.models import Case
from wagecase.lifecycle import Actor


def proposed_term(application: Application, *, on: date) -> tuple[date, date]:
    """Return the first and last day of the term that could be granted on `on`: never retroactive; a renewal begins
    the day after the old term, or on the day of the grant where that has passed (D15, H6)."""
    raise NotImplementedError


def issue_license(application: Application, *, signer: User, actor: Actor, at: datetime) -> Term:
    """Open the license of a first application that is granted now, with its first term and certificate."""
    raise NotImplementedError


def add_term(application: Application, *, signer: User, actor: Actor, at: datetime) -> Term:
    """Add the term of a renewal that is granted now to the license that it renews."""
    raise NotImplementedError


def revoke(license: License, *, on: date, actor: Actor, at: datetime, order_id: int) -> Case:
    """End the license by an order signed now: `on` is the first day out of force."""
    raise NotImplementedError
