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
    roles: tuple[str, ...] = ()  # of staff links: who sees it; empty means everybody
    query: str = ""  # of a list that this place shows in part

    @property
    def href(self) -> str:
        """Return the address, or "" while no such page exists."""
        try:
            return reverse(self.route) + (f"?{self.query}" if self.query else "")
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
        about=_(
            "See where your case stands and what happens next. You need your case number and your access code, or your private link."
        ),
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
    ),
    Link(
        _("Find the minimum wage"),
        "rates:today",
        about=_("The lowest pay the law allows for your kind of work, on any date."),
    ),
)
# On the home page only: the header has room for what most people come for.
MORE_TASKS: tuple[Link, ...] = (
    Link(
        _("File a closing notice"),
        "closings:file",
        about=_("For employers that close a business or lay off many people. With or without an account."),
    ),
    Link(
        _("Apply for a license"),
        "licenses:apply_start",
        about=_(
            "For employers and facilities that pay workers with disabilities less than the minimum wage. You need an account."
        ),
    ),
    Link(
        _("What should I have been paid?"),
        "rates:find",
        about=_("Answer a few questions about your work and see the lowest pay for you on that day."),
    ),
    Link(
        _("Print a poster for the workplace"),
        "rates:posters",
        about=_("Minimum wage, closing law and special minimum wage, in English and Spanish."),
    ),
)
PUBLIC_LINKS: tuple[Link, ...] = (
    Link(_("Home"), "home"),
    *TASKS,
)
CASE_STAFF, ADMINISTRATORS = ("investigator", "specialist", "coordinator", "supervisor"), ("administrator",)
STAFF_LINKS: tuple[Link, ...] = (
    Link("Home", "staff_home", roles=CASE_STAFF),
    Link("Cases", "staff_queue", roles=CASE_STAFF),
    Link("Licenses", "staff_queue", roles=("specialist", "supervisor"), query="kind=license&open=all"),
    Link("Organizations", "staff_organizations", roles=("specialist", "supervisor")),
    Link("Letters to mail", "staff_letters", roles=CASE_STAFF),
    Link("New complaint", "complaint_intake", roles=("investigator", "supervisor")),
    Link("New closing notice", "closing_key", roles=("coordinator", "supervisor")),
    Link("Old lists", "closing_imports", roles=("coordinator", "supervisor")),
    Link("Rates", "staff_rates", roles=("investigator", "supervisor")),
    Link("Acting signers", "staff_signers", roles=("supervisor",)),
    Link("Operations", "staff_operations", roles=ADMINISTRATORS),
    Link("People", "staff_people", roles=ADMINISTRATORS),
)
EMPLOYER_LINKS: tuple[Link, ...] = (
    Link(_("Home"), "employer_home"),
    Link(_("Filings"), "employer_filings"),
    Link(_("Licenses"), "employer_licenses"),
    Link(_("Documents"), "employer_documents"),
    Link(_("Messages"), "employer_messages"),
    Link(_("Team"), "employer_team"),
)
STAFF_SEARCH = Link("Search", "staff_search", roles=CASE_STAFF)


def staff_links(role: str) -> list[Link]:
    """Return the links of the staff strip that `role` can use."""
    return [link for link in STAFF_LINKS if link.href and role in link.roles]


def employer_links() -> list[Link]:
    """Return the links of an organization's pages."""
    return [link for link in EMPLOYER_LINKS if link.href]


def staff_search(role: str) -> str:
    """Return the address of the search in the strip, or "" for a role that cannot search."""
    return STAFF_SEARCH.href if role in STAFF_SEARCH.roles else ""
