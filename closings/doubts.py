"""What may be a slip in a notice: told on the check page beside where to mend it, and never a bar to filing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from closings import wording
from closings.content import NoticeContent
from closings.places import officials
from wagecase.rules import calendar
from wagecase.web.formatting import counted, day

LONG_AGO = 180  # days: a later notice is plain late, an earlier day is more often a wrong year
FAR = 730


@dataclass(frozen=True)
class Doubt:
    """One sentence, and the section in which it is mended."""

    text: str
    slug: str


def doubts(content: NoticeContent, *, today: date) -> list[Doubt]:
    """Return what may be wrong in `content`, as a person would ask on the day `today`."""
    return [*slips(content, today=today), *_of_places(content)]


def slips(content: NoticeContent, *, today: date) -> list[Doubt]:
    """Return the days and numbers of `content` that do not fit together, or not the day `today` on which it came."""
    return [*_of_days(content, today), *_of_numbers(content)]


def _meant(first: date, today: date) -> date:
    """Return the same day of the later year that lies nearest to `today`: the year that was meant where one was mistyped."""
    years = range(1, today.year - first.year + 2)
    return min((calendar.months_after(first, 12 * n) for n in years), key=lambda one: abs((one - today).days))


def _of_days(content: NoticeContent, today: date) -> list[Doubt]:
    first, last = content.first_on, content.last_on
    if first is not None and first < calendar.day_after(today, -LONG_AGO):
        words = {"ago": counted((today - first).days), "day": day(_meant(first, today))}
        return [Doubt(_("Work was lost %(ago)s days ago. Did you mean %(day)s?") % words, "schedule")]
    if last is not None and last > calendar.day_after(today, FAR):
        return [Doubt(_("The last day is %(day)s. Check the year.") % {"day": day(last)}, "schedule")]
    return []


def _of_numbers(content: NoticeContent) -> list[Doubt]:
    found = []
    dated = sum(row.count or 0 for row in content.separations)
    affected = content.affected
    if affected is not None and content.separations and dated != affected:
        words = {"dated": counted(dated), "affected": counted(affected)}
        text = _("The schedule adds up to %(dated)s employees, and the sites to %(affected)s.") % words
        found.append(Doubt(text, "schedule"))
    if affected is not None and content.persons_in_state is not None and affected > content.persons_in_state:
        found.append(Doubt(_("More employees are affected than the employer has in Wisconsin."), "workforce"))
    sites, state = content.sites, content.persons_in_state
    new = sum(site.new_employees or 0 for site in sites), content.new_in_state or 0
    low_hour = sum(site.low_hour_employees or 0 for site in sites), content.low_hour_in_state or 0
    if state is not None and new[0] > new[1]:
        text = _("New employees: the sites add up to %(sites)s, and all of Wisconsin to %(state)s.")
        found.append(Doubt(text % {"sites": counted(new[0]), "state": counted(new[1])}, "workforce"))
    if state is not None and low_hour[0] > low_hour[1]:
        text = _("Low-hour employees: the sites add up to %(sites)s, and all of Wisconsin to %(state)s.")
        found.append(Doubt(text % {"sites": counted(low_hour[0]), "state": counted(low_hour[1])}, "workforce"))
    return found


def _of_places(content: NoticeContent) -> list[Doubt]:
    found = officials(content)
    strange = dict.fromkeys(row.municipality for row in found.elsewhere) if content.sites else ()
    several = dict.fromkeys(row.municipality for row in found.unclear)
    return [
        *(
            Doubt(_("No site is in %(name)s. Is the name written as under Sites?") % {"name": name}, "recipients")
            for name in strange
        ),
        *(
            Doubt(
                _("More than one municipality of the sites is called %(name)s. Say which one’s official was told.")
                % {"name": name},
                "recipients",
            )
            for name in several
        ),
        *(
            Doubt(
                _(
                    "“%(who)s, %(place)s” is not the highest official. That is %(head)s. Add that official, with the day on which you told them."
                )
                % {"who": row.name, "place": place.label, "head": wording.heads(place.kind)},
                "recipients",
            )
            for place, row in found.lesser
        ),
    ]
