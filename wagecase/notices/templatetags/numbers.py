"""Keeps case numbers in running words whole: a number broken at its dashes is misread and cannot be copied."""

import re

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_NUMBER = re.compile(r"\b[A-Z]{2,4}-[0-9]{4}-[0-9]{6,9}\b")


@register.filter
def whole_numbers(text: str) -> SafeString:
    """Return `text`, escaped, with each case number in a span that never breaks over lines."""
    escaped = str(conditional_escape(text))
    return mark_safe(_NUMBER.sub(r'<span class="wc-nowrap">\g<0></span>', escaped))
