"""Writes dates, times, money and sizes the one way the interface guide allows, in the language of the page."""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, ngettext


def local(value: date | datetime) -> date | datetime:
    """Return an aware instant in the department's time zone, a plain date unchanged."""
    return timezone.localtime(value) if isinstance(value, datetime) and timezone.is_aware(value) else value


def _dated(value: date | datetime | None, name: str) -> str:
    return date_format(local(value), name) if isinstance(value, date) else ""


def longdate(value: date | datetime | None) -> str:
    """Return "Monday, March 2, 2026" or "lunes, 2 de marzo de 2026"; "" for no date."""
    return _dated(value, "LONG_DATE_FORMAT")


_TOGETHER = re.compile(r"\b[Ee]-mail\b|\bss?\. \d[\d.]*(?: \(\d+\))*")


def kept_together(html: str) -> str:
    """Return HTML text in which "e-mail" and a section number such as "s. 227.53" never break over two lines."""
    return _TOGETHER.sub(r'<span class="wc-nowrap">\g<0></span>', html)


def day(value: date | datetime | None) -> str:
    """Return "March 2, 2026" or "2 de marzo de 2026"; "" for no date."""
    return _dated(value, "DATE_FORMAT")


def shortday(value: date | datetime | None) -> str:
    """Return "Mar 2, 2026" or "2 mar 2026" for tables; "" for no date."""
    # The framework writes Spanish short months with a capital in some releases; Spanish does not.
    text = _dated(value, "SHORT_DATE_FORMAT")
    return text.lower() if text[:1].isdigit() else text


def clocktime(value: datetime | None) -> str:
    """Return "4:30 p.m. Central time"; "" for no instant."""
    if not isinstance(value, datetime):
        return ""
    time = date_format(local(value), "TIME_FORMAT")
    if (get_language() or "").startswith("es"):
        time = time.replace("a.m.", "a.\N{NO-BREAK SPACE}m.").replace(
            "p.m.", "p.\N{NO-BREAK SPACE}m."
        )  # as Spanish writes it
    return gettext("%(time)s Central time") % {"time": time}


def moment(value: datetime | None) -> str:
    """Return "March 2, 2026, 4:30 p.m. Central time"; "" for no instant."""
    return f"{day(value)}, {clocktime(value)}" if isinstance(value, datetime) else ""


def money(value: Decimal | int | str | None, places: int = 2) -> str:
    """Return "$1,234.50", in every language; None reads "Not known", never $0.00."""
    if value is None or value == "":
        return gettext("Not known")
    try:
        amount = Decimal(value)
    except (InvalidOperation, TypeError, ValueError):
        return gettext("Not known")
    text = f"${abs(amount):,.{places}f}"
    return f"\N{MINUS SIGN}{text}" if amount < 0 else text


def counted(value: int) -> str:
    """Return "10,000", in every language."""
    return f"{value:,}"


def relative_day(value: date, today: date) -> str:
    """Return "today", "in 5 days" or "3 days late"."""
    days = (value - today).days
    if days == 0:
        return gettext("today")
    if days > 0:
        return ngettext("in %(days)d day", "in %(days)d days", days) % {"days": days}
    return ngettext("%(days)d day late", "%(days)d days late", -days) % {"days": -days}


def due_tone(value: date, today: date) -> str:
    """Return the tag tone for a due date: late, attention within 5 days, else active."""
    days = (value - today).days
    return "late" if days < 0 else "attention" if days <= 5 else "active"


def filesize(size: int | None) -> str:
    """Return "40 KB" or "3.2 MB"; "" when not known."""
    if size is None:
        return ""
    if size < 1024:
        return ngettext("%(size)d byte", "%(size)d bytes", size) % {"size": size}
    if size < 1024 * 1024:
        return f"{round(size / 1024)} KB"
    return f"{size / 1024 / 1024:.1f}".removesuffix(".0") + " MB"
