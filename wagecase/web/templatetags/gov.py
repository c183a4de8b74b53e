"""The components of the interface guide as template tags, so that a page cannot draw its own variant of one."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import template
from django.forms import BaseForm
from django.template.loader import render_to_string
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy, pgettext

from wagecase.web import controls, formatting
from wagecase.web.faults import faults_of

register = template.Library()

for _filter in (
    formatting.longdate,
    formatting.day,
    formatting.shortday,
    formatting.clocktime,
    formatting.moment,
    formatting.money,
    formatting.filesize,
    formatting.counted,
):
    register.filter(_filter.__name__, _filter)
register.simple_tag(formatting.relative_day)
register.filter("widget_kind", controls.widget_kind)
register.filter("is_optional", controls.is_optional)
register.simple_tag(controls.control, name="control")
register.filter("option_rows", controls.option_rows)
register.filter("date_parts", controls.date_parts)

ALERTS = {
    "info": ("info", gettext_lazy("Information")),
    "ok": ("success", gettext_lazy("Done")),
    "warn": ("warning", gettext_lazy("Warning")),
    "error": ("error", gettext_lazy("Error")),
}
MESSAGE_KINDS = {"success": "ok", "warning": "warn", "error": "error"}
TONES = frozenset({"neutral", "active", "waiting", "attention", "late", "done"})


def _render(component: str, /, **context: Any) -> SafeString:
    return render_to_string(f"components/{component}.html", context)


@register.filter
def together(text: Any) -> SafeString:
    """{{ field.label|together }}: the words with "e-mail" and section numbers kept on one line."""
    return mark_safe(formatting.kept_together(conditional_escape(text)))


@register.filter
def before_dot(text: Any) -> str:
    """{{ name|before_dot }}.: the words without a dot at their end, so that "Inc." ends a sentence with one dot."""
    return str(text).rstrip(".")


@register.filter
def account_frame(user: Any) -> str:
    """Return the frame of an account's pages: that of staff, that of an organization's people, or the public one."""
    if not getattr(user, "is_authenticated", False):
        return "base.html"
    return "staff/page.html" if user.role else "employer/base.html"


@register.filter
def message_kind(level_tag: str) -> str:
    """Return the alert kind for a message's level."""
    return MESSAGE_KINDS.get(level_tag, "info")


@register.simple_block_tag
def alert(content: str, kind: str = "info", title: str = "", level: int = 2) -> SafeString:
    """{% alert "warn" "The 20 days have not started" %}…{% endalert %}: kind is info, ok, warn or error."""
    name, word = ALERTS[kind]
    return _render("alert", content=mark_safe(content.strip()), kind=name, word=word, title=title, level=level)


@register.simple_tag
def icon(name: str) -> SafeString:
    """One of our few drawings; always beside its word, so hidden from screen readers."""
    return _render(f"icons/{name}")


@register.simple_tag
def tag(tone: str, label: str) -> SafeString:
    """{% tag "late" "3 days late" %}: word, shape and tint of a status."""
    if tone not in TONES:
        tone = "neutral"
    return _render("tag", tone=tone, label=label)


@register.simple_tag
def due_tag(value: date, today: date) -> SafeString:
    """{% due_tag due_on today %}: "in 5 days" or "3 days late" as a tag, toned by how near it is."""
    return tag(formatting.due_tone(value, today), formatting.relative_day(value, today))


@register.simple_tag
def clock(clock: Any, small: bool = False) -> SafeString:
    """{% clock clock %}: the due sentence and, folded, how we got the date."""
    return _render("clock", clock=clock, small=small)


@register.simple_tag
def summary_list(rows: Any, label: str = "") -> SafeString:
    """{% summary_list rows %}: rows are (label, value) pairs or dicts with label, value, href, hidden, note."""
    listed = [row if isinstance(row, dict) else {"label": row[0], "value": row[1]} for row in rows]
    return _render("summary_list", rows=listed, label=label)


@register.simple_tag
def process_list(steps: Any) -> SafeString:
    """{% process_list steps %}: numbered steps as (heading, text) pairs or dicts with heading, text, when."""
    listed = [step if isinstance(step, dict) else {"heading": step[0], "text": step[1]} for step in steps]
    return _render("process_list", steps=listed)


@register.simple_tag
def timeline(days: Any) -> SafeString:
    """{% timeline days %}: (date, entries) pairs, newest first; see components/timeline.html for an entry."""
    return _render("timeline", days=days)


@register.simple_tag
def stages(stages: Any) -> SafeString:
    """{% stages stages %}: (label, "done" | "now" | "later" | "skipped", detail) rows of the public "where is my case"."""
    words = {
        "done": ("done", gettext("Done")),
        "now": ("active", gettext("Now")),
        "later": ("neutral", pgettext("stage", "Later")),
        "skipped": ("neutral", gettext("Not needed")),
    }
    rows = [
        {
            "label": row[0],
            "name": row[1],
            "tone": words[row[1]][0],
            "word": words[row[1]][1],
            "detail": row[2] if len(row) > 2 else "",
        }
        for row in stages
    ]
    return _render("stages", rows=rows)


@register.simple_tag
def task_list(rows: Any) -> SafeString:
    """{% task_list rows %}: dicts with label, href, status, tone, summary; no href means "Cannot start yet"."""
    return _render("task_list", rows=rows)


@register.simple_tag
def empty_state(title: str, text: str = "", href: str = "", link: str = "") -> SafeString:
    """{% empty_state "No documents yet." "Letters appear here when they are sent." %}"""
    return _render("empty_state", title=title, text=text, href=href, link=link)


@register.simple_block_tag
def details(content: str, summary: str, open: bool = False) -> SafeString:
    """{% details "How we got this date" %}…{% enddetails %}"""
    return _render("details", content=content, summary=summary, open=open)


@register.simple_block_tag
def summary_box(content: str, title: str = "", level: int = 2) -> SafeString:
    """{% summary_box "What this does" %}…{% endsummary_box %}"""
    return _render("summary_box", content=content, title=title or gettext("What this does"), level=level)


@register.simple_block_tag
def confirmation(content: str, title: str, number: str = "", neutral: bool = False, level: int = 1) -> SafeString:
    """{% confirmation "Complaint filed" number %}…{% endconfirmation %}: neutral for "Almost done"; holds the h1."""
    return _render("confirmation", content=content, title=title, number=number, neutral=neutral, level=level)


@register.simple_tag(takes_context=True)
def page_links(context: template.Context, page: Any, noun: str = "") -> SafeString:
    """{% page_links page %}: "Showing 50 of 214" with Newer and Older, keeping the other query fields."""
    query = context["request"].GET.copy() if context.get("request") else None
    links = {}
    for way in ("newer", "older"):
        if query is not None and getattr(page, way):
            query["cursor"] = getattr(page, way)
            links[way] = f"?{query.urlencode()}"
    return _render("page_links", page=page, noun=noun, **links)


@register.simple_tag(takes_context=True)
def file_list(context: template.Context, files: Any) -> SafeString:
    """{% file_list files %}: dicts with name, size, status ("checking", "added", "refused"), reason, remove_url.

    Each Remove is a form of its own, so the list stands outside the page's main form.
    """
    return render_to_string("components/file_list.html", {"files": files}, request=context.get("request"))


@register.simple_tag
def step_heading(number: int, total: int, name: str) -> SafeString:
    """{% step_heading 2 6 "Your pay" %}"""
    return _render("step_heading", number=number, total=total, name=name)


@register.simple_tag
def error_summary(*forms: BaseForm | None) -> SafeString:
    """{% error_summary form %}: "There is a problem" and a link to each faulty control; nothing without faults."""
    faults = [fault for form in forms if form is not None for fault in faults_of(form)]
    return _render("error_summary", faults=faults) if faults else SafeString("")


@register.simple_tag
def button(label: str, kind: str = "primary", name: str = "", value: str = "") -> SafeString:
    """{% button "Send answer" %}: kind is primary, outline, danger, danger-solid or link; label is verb and noun."""
    css = {
        "primary": "",
        "outline": "usa-button--outline",
        "danger": "wc-button--danger",
        "danger-solid": "wc-button--danger-solid",
        "link": "usa-button--unstyled",
    }[kind]
    field = format_html(' name="{}" value="{}"', name, value) if name else ""
    return format_html('<button type="submit" class="{}"{}>{}</button>', f"usa-button {css}".strip(), field, label)


@register.simple_tag
def case_number(number: str) -> SafeString:
    """{% case_number case.number %}: never broken over lines, copied by one press where script runs."""
    return _render("case_number", number=number)


@register.simple_tag
def already_sent(location: str) -> SafeString:
    """{% already_sent location %}: the alert for a form whose key was used before with other answers."""
    return _render("already_sent", location=location)


@register.simple_tag
def htmx_assets() -> SafeString:
    """{% htmx_assets %} in the block `scripts` of a page that needs htmx; safe under the site's content policy."""
    return _render("htmx_assets")


@register.filter
def form_key_field(form: BaseForm) -> str:
    """Return the hidden key of the form, or nothing when it has none."""
    return mark_safe(str(form["submission_key"])) if "submission_key" in form.fields else ""
