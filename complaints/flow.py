"""The order of the question pages: which are asked of whom, in which of the six sections, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from complaints.forms import public as ask
from complaints.forms import public_you as you

Answers = Mapping[str, Mapping[str, Any]]
LIVING_WAGE, UNPAID_WAGES = "living_wage", "unpaid_wages"
BOTH = (LIVING_WAGE, UNPAID_WAGES)
SECTIONS = (
    _("Your work"), _("Employer"), _("Pay"), _("What happened"), _("You and how to reach you"), _("Check and sign"),
)  # fmt: skip
LAST_SECTION = len(SECTIONS)


@dataclass(frozen=True)
class Page:
    """One question page: its address, section and form, the kinds it belongs to, and when it is asked."""

    slug: str
    section: int
    form: type[ask.QuestionForm]
    kinds: tuple[str, ...] = BOTH
    asked: Callable[[Answers], bool] = lambda answers: True
    checked: bool = True  # stands on the check page
    required: bool = False  # names it: a complaint cannot be filed without it

    @property
    def section_name(self) -> Any:
        """The section's name for the line above the question."""
        return SECTIONS[self.section - 1]


def _scope(answers: Answers) -> str:
    return str(answers.get("who", {}).get("scope", ""))


PAGES: tuple[Page, ...] = (
    Page("problem", 1, ask.ProblemForm, ("", *BOTH), required=True),
    Page("link", 1, ask.LinkForm, checked=False),
    Page("who", 1, ask.WhoForm, (LIVING_WAGE,), required=True),
    Page("workers", 1, ask.NamedWorkersForm, (LIVING_WAGE,), lambda a: _scope(a) == "person", required=True),
    Page("workers", 1, ask.GroupForm, (LIVING_WAGE,), lambda a: _scope(a) == "class", required=True),
    Page("job", 1, ask.JobForm, required=True),
    Page("dates", 1, ask.DatesForm, (LIVING_WAGE,)),
    Page("employer", 2, ask.EmployerForm, required=True),
    Page("workplace", 2, ask.WorkplaceForm, (LIVING_WAGE,)),
    Page("employer-contact", 2, ask.EmployerContactForm, (LIVING_WAGE,)),
    Page("pay", 3, ask.PayForm, (LIVING_WAGE,), required=True),
    Page("hours", 3, ask.HoursForm, (LIVING_WAGE,)),
    Page("unpaid", 3, ask.UnpaidForm, (UNPAID_WAGES,), required=True),
    Page("story", 4, you.WhyForm, (LIVING_WAGE,), required=True),
    Page("story", 4, you.StoryForm, (UNPAID_WAGES,), required=True),
    Page("papers", 4, you.PapersForm),
    Page("name", 5, you.NameForm, required=True),
    Page("contact", 5, you.ContactForm),
    Page("language", 5, you.LanguageForm),
    Page("sharing", 5, you.SharingForm, (LIVING_WAGE,)),
)
SLUGS = frozenset(page.slug for page in PAGES)


def pages(kind: str, answers: Answers) -> list[Page]:
    """Return the pages that are asked for these answers, in order."""
    return [page for page in PAGES if kind in page.kinds and page.asked(answers)]


def page_at(slug: str, *, kind: str, answers: Answers) -> Page | None:
    """Return the page called `slug`, or None when it is not asked now."""
    return next((page for page in pages(kind, answers) if page.slug == slug), None)


def after(page: Page, *, kind: str, answers: Answers) -> str:
    """Return the slug of the page after `page`, "check" after the last."""
    slugs = [found.slug for found in pages(kind, answers)]
    place = slugs.index(page.slug) + 1 if page.slug in slugs else len(slugs)
    return slugs[place] if place < len(slugs) else "check"


def before(page: Page, *, kind: str, answers: Answers) -> str:
    """Return the slug of the page before `page`, "" before the first."""
    slugs = [found.slug for found in pages(kind, answers)]
    place = slugs.index(page.slug) if page.slug in slugs else 0
    return slugs[place - 1] if place else ""


def unanswered(kind: str, answers: Answers) -> list[Page]:
    """Return the pages that the law requires and that lack an answer."""
    return [page for page in pages(kind, answers) if page.required and not _answered(page, answers)]


def _answered(page: Page, answers: Answers) -> bool:
    saved = answers.get(page.slug, {})
    needed = [name for name, field in page.form.base_fields.items() if field.required]
    return all(str(saved.get(name, "")).strip() for name in needed)


def reached(kind: str, answers: Answers) -> str:
    """Return the slug to go on with: the first page never saved, "check" when every page was seen."""
    return next((page.slug for page in pages(kind, answers) if page.slug not in answers), "check")
