"""Who acts for an organization now, and who did once: what letters and acts of every kind of case ask."""

from __future__ import annotations

from wagecase.accounts.models import Membership, Organization

ACT = (Membership.Role.OWNER, Membership.Role.FILER)


def who_act(organization: Organization) -> list[Membership]:
    """Return the current owners and filers of the organization whose accounts work, in the order in which they came."""
    found = Membership.objects.filter(
        organization=organization, ended_at=None, role__in=ACT, user__is_active=True
    )  # fmt: skip
    return list(found.select_related("user").order_by("id"))


def may_act(organization_id: int, *, user_id: int | None) -> bool:
    """Return whether this user is a current owner or filer of the organization and the account works."""
    found = Membership.objects.filter(organization=organization_id, user_id=user_id or 0, user__is_active=True)
    return found.filter(ended_at=None, role__in=ACT).exists()


def has_left(organization: Organization, email: str) -> bool:
    """Return whether this is the address of somebody who was a member once, and of nobody who can sign in as one now."""
    found = Membership.objects.filter(organization=organization, user__email__iexact=email)
    ends = list(found.values_list("ended_at", "user__is_active"))
    return bool(ends) and all(ended is not None or not works for ended, works in ends)
