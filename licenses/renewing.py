"""What a renewal application does to the license that it renews, from its filing to its end (DWD 272.09 (9))."""

from __future__ import annotations

from datetime import datetime

from licenses.models import Application, License
from wagecase.accounts.models import Membership
from wagecase.cases.models import Draft
from wagecase.lifecycle import Actor


def begin_renewal(license: License, *, membership: Membership, at: datetime) -> Draft:
    """Open (or return) the renewal draft of the license, prefilled with what was filed last."""
    raise NotImplementedError


def renewal_filed(license: License, *, application: Application, actor: Actor, at: datetime) -> None:
    """Record on the license that a renewal was filed; one in time gets its continuation certificate."""
    raise NotImplementedError


def renewal_ended(license: License, *, application: Application, actor: Actor, at: datetime) -> None:
    """Record on the license that its renewal was denied or withdrawn."""
    raise NotImplementedError
