"""The strip of an organization's pages: for whom the person works now, the places to go, and the way out."""

from __future__ import annotations

from typing import Any

from django import template

from wagecase.accounts import members
from wagecase.web.navigation import employer_links

register = template.Library()


@register.inclusion_tag("employer/strip.html", takes_context=True)
def employer_strip(context: dict[str, Any]) -> dict[str, Any]:
    """Return what the strip shows; without an organization it has only the person's name and the way out."""
    request = context["request"]
    membership = members.membership_of(request)
    return {
        "request": request, "csrf_token": context.get("csrf_token"), "nav": context.get("nav"), "membership": membership,
        "links": employer_links() if membership else [], "several": len(members.memberships_here(request)) > 1,
    }  # fmt: skip
