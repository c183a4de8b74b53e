"""What each column of the public files means, in words; the names themselves never change."""

from __future__ import annotations

from django.utils.translation import gettext as _

from closings.selectors import COLUMNS


def meanings() -> list[tuple[str, str]]:
    """Return (column, meaning) for every column in the order of the files, in the language now active."""
    words = {
        "notice_no": _("Number of the notice. It never changes and is never given twice."),
        "status": _("original, updated or rescinded"),
        "event_kind": _("closing or mass-layoff"),
        "duration": _("permanent or temporary"),
        "employer": _("Name of the employer"),
        "dba": _("Other name it goes by"),
        "municipalities": _("Cities, villages and towns with a site"),
        "counties": _("Their counties"),
        "workforce_area": _("Workforce development areas of the counties; of an old list as the list names them"),
        "industry": _("Line of business"),
        "received_on": _("Day on which the department received the first notice"),
        "dated_on": _("Date on the notice"),
        "layoff_first": _("First day on which work is lost"),
        "layoff_last": _("Last day on which work is lost"),
        "days_of_notice": _("Days from received_on to layoff_first; below 0 where the notice came after it"),
        "workers": _("Workers affected, by the latest revision; 0 once rescinded"),
        "workers_stated": _("Workers affected as last stated, also of a rescinded notice"),
        "revision_no": _("Number of the latest revision; 0 is the original"),
        "rescinded_on": _("Day on which it was rescinded"),
        "listed_on": _("First day on this list"),
        "last_changed_on": _("Day on which the latest revision was received; a letter may be recorded later"),
        "origin": _("filed online, keyed from a letter, or imported from an old list"),
    }
    return [(name, words[name]) for name, _field in COLUMNS]
