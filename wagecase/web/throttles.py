"""Counts tries in the database, one atomic UPDATE each, so that several servers count together and an outage forgets none.

A throttle slows a guesser down; it never closes an account, or anybody could lock the Commissioner out.
"""

from __future__ import annotations

import ipaddress
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone

from wagecase.encryption import keyed_digest
from wagecase.web.models import Throttle

NETWORK_BITS = 64  # of an IPv6 address: what a provider gives one customer at least (RFC 6177)


def too_many(*, what: str, whom: str, most: int, seconds: int, now: datetime | None = None) -> bool:
    """Count one try of `what` by `whom` and return whether there were more than `most` within `seconds`.

    The window begins with the first try and does not move. `whom` (an address, an e-mail) is stored hashed.
    """
    now = now or timezone.now()
    key = _key(what, whom)
    if not _count(key, now):
        Throttle.objects.filter(key=key, until__lte=now).delete()
        try:
            with transaction.atomic():
                Throttle.objects.create(key=key, until=now + timedelta(seconds=seconds), tries=1)
        except IntegrityError:  # another process began the same window just now
            _count(key, now)
    return Throttle.objects.filter(key=key, tries__gt=most).exists()


def take_back(*, what: str, whom: str) -> None:
    """Forget one try that turned out to be no guess."""
    Throttle.objects.filter(key=_key(what, whom), tries__gt=0).update(tries=F("tries") - 1)


def remember(*, what: str, whom: str, seconds: int, now: datetime | None = None) -> None:
    """Note that something is known of somebody for `seconds` (a place they signed in from)."""
    until = (now or timezone.now()) + timedelta(seconds=seconds)
    Throttle.objects.update_or_create(key=_key(what, whom), defaults={"until": until, "tries": 0})


def knows(*, what: str, whom: str, now: datetime | None = None) -> bool:
    """Return whether it was noted and still holds."""
    return Throttle.objects.filter(key=_key(what, whom), until__gt=now or timezone.now()).exists()


def forget_old(now: datetime) -> int:
    """Remove windows that have ended and return how many."""
    return Throttle.objects.filter(until__lte=now).delete()[0]


def address_of(request: HttpRequest) -> str | None:
    """Return the address the request came from, None when it is none.

    Behind a proxy it is the entry that the last trusted hop added (TRUSTED_PROXIES counts them): what a client itself
    writes into X-Forwarded-For stands further left and is never believed.
    """
    text = request.META.get("REMOTE_ADDR", "")
    if settings.TRUSTED_PROXIES:
        hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
        if len(hops) >= settings.TRUSTED_PROXIES:
            text = hops[-settings.TRUSTED_PROXIES]
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return None


def place_of(request: HttpRequest) -> str:
    """Return where the request came from as tries are counted: the address, of IPv6 its network of 64 bits.

    Every home has such a network to itself and may use any of its addresses, so that counting by the address would
    let one visitor try without end and use up what is shared by all. "unknown" when there is no address.
    """
    text = address_of(request)
    if text is None:
        return "unknown"
    found = ipaddress.ip_address(text)
    if isinstance(found, ipaddress.IPv4Address):
        return text
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found), NETWORK_BITS), strict=False))


def _key(what: str, whom: str) -> str:
    return keyed_digest("throttle", what, whom)


def _count(key: str, now: datetime) -> bool:
    return Throttle.objects.filter(key=key, until__gt=now).update(tries=F("tries") + 1) == 1
