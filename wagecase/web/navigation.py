"""The links of headers and home page as data, so that a page is named once and never linked before it exists."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Link:
    """One place: `route` is a URL name; while it does not resolve the place is described, not linked."""

    label: str | Promise
    route: str
    about: str | Promise = ""
    later: str | Promise = ""

    @property
    def href(self) -> str:
        """Return the address, or "" while no such page exists."""
        try:
            return reverse(self.route)
        except NoReverseMatch:
            return ""

    def covers(self, path: str) -> bool:
        """Return whether `path` is this place or below it."""
        return bool(self.href) and (path == self.href or (len(self.href) > 1 and path.startswith(self.href)))


TASKS: tuple[Link, ...] = (
    Link(
        _("File a complaint"),
        "complaints:file",
        about=_("You were not paid, or your wage is too low to live on. You can file for someone else, too."),
    ),
    Link(
        _("Check a complaint"),
        "complaints:find",
        about=_("See where your case stands and what happens next. You need your case number and your private link."),
    ),
    Link(
        _("Check a license"),
        "licenses:check",
        about=_("Some employers need a license to pay less than the minimum wage."),
        later=_("You cannot check a license on this site yet. We can check one for you by phone."),
    ),
    Link(
        _("Find a business closing or mass layoff notice"),
        "closings:list",
        about=_("Employers must give notice before they close a business or lay off many people."),
        later=_("The list is not on this site yet. We can tell you by phone whether we have a notice."),
    ),
    Link(
        _("Find the minimum wage"),
        "rates:find",
        about=_("The lowest pay the law allows for your kind of work, on any date."),
        later=_("The rates are not on this site yet. We can tell you the rate by phone."),
    ),
)
PUBLIC_LINKS: tuple[Link, ...] = (
    Link(_("Home"), "home"),
    *TASKS,
)
STAFF_LINKS: tuple[Link, ...] = (
    Link("Home", "staff_home"),
    Link("Cases", "staff_queue"),
)
STAFF_SEARCH = Link("Search", "staff_search")
