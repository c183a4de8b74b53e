"""Template tags of letters: parts that leave no heading and no empty line behind when they have nothing to say."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_block_tag
def section(content: str, heading: str = "", name: str = "") -> SafeString:
    """Print heading and content, or nothing at all when the content is blank.

    `{% section "Why we decided this" "reasons" %}…{% endsection %}`
    """
    if not content.strip():
        return SafeString("")
    title = format_html("<h2>{}</h2>", heading) if heading else ""
    return format_html('<section class="{}">{}{}</section>', name or "plain", title, mark_safe(content))


@register.simple_block_tag
def must_do(content: str, heading: str) -> SafeString:
    """Print the box that says what the reader must do."""
    if not content.strip():
        return SafeString("")
    return format_html('<section class="must-do"><h2>{}</h2>{}</section>', heading, mark_safe(content))
