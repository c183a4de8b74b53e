"""Shows the second-factor code in the demonstration, where nobody has a phone with it."""

from __future__ import annotations

from typing import Any

from django import template

from wagecase.accounts import second_factor

register = template.Library()


@register.simple_tag
def demo_code(user: Any = None, secret: str = "") -> str:
    """Return the code of the moment, empty outside the demonstration."""
    return second_factor.demo_code(user, secret)
