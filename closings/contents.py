"""Tells what a notice must say and does not, on the check page and to staff; it never stops a filing.

The rule lists what a notice to the department and to officials says (109.07 (1m), DWD 279.06). The law's answer to late
notice is counted in days, so a form that refuses a thin notice would only make it later: an employer that does not know how
long a shutdown lasts must still tell us today, and a letter that came in by post says what it says. So a notice cannot be
filed without who, what, where, how many and when, which make it a notice at all; what else the rule asks for is asked
without the word "optional", may stay blank, and is then named as not stated, to whoever files and to staff.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from closings.content import CLOSING, UNION, NoticeContent
from closings.doubts import Doubt


def not_stated(content: NoticeContent) -> list[Doubt]:
    """Return what the notice leaves out, with the section where it is said."""
    words = _("Not stated: %(what)s. The notice should say it (DWD 279.06).")
    found = [Doubt(words % {"what": what}, slug) for what, slug in _of_the_rule(content)]
    named = content.unions or any(row.kind == UNION and row.name for row in content.recipients)
    if content.represented == "yes" and not named:
        found.append(Doubt(_("Not stated: which union or representative bargains for the employees."), "details"))
    return found


def _of_the_rule(content: NoticeContent) -> Iterator[tuple[str, str]]:
    if not content.contact_phone:
        yield _("a phone number of the person we may ask"), "employer"
    if content.duration == "temporary" and not content.expected_duration:
        yield _("how long it is expected to last, or that nobody knows"), "event"
    if content.event == CLOSING and not content.whole_site:
        yield _("whether the whole site closes"), "event"
    for site in content.sites:
        if not site.street:
            where = ", ".join(filter(None, [site.name, site.municipality]))
            yield _("the street address of the site in %(where)s") % {"where": where}, "sites"
