"""The panel "Estimate, not a determination": what the law makes of a notice so far, in sentences, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from closings.content import LAYOFF, NoticeContent
from closings.estimate import Estimate, Told, estimate
from closings.sections import recipient_words
from wagecase.web.formatting import counted, day, longdate


@dataclass(frozen=True)
class Answer:
    """One answer: the sentence, its tone, how we got it, and by which law."""

    sentence: str
    tone: str = "neutral"  # of a tag: neutral, done, attention
    reasons: tuple[str, ...] = ()
    law: str = ""


@dataclass(frozen=True)
class Panel:
    """All of the panel; `told` is a row for each who must be told."""

    coverage: Answer
    due: Answer
    told: list[dict[str, Any]] = field(default_factory=list)

    @property
    def answers(self) -> tuple[Answer, Answer]:
        """Both answers, in the order in which they are read."""
        return self.coverage, self.due


def panel(content: NoticeContent, *, today: date) -> Panel:
    """Return the panel for what a notice says so far."""
    found = estimate(content, today=today)
    return Panel(_coverage(found, content), _due(found, today), [_told(row) for row in found.told])


def _coverage(found: Estimate, content: NoticeContent) -> Answer:
    if found.coverage is None:
        return Answer(_("We cannot say yet whether the law asks for notice: the head counts are missing."))
    reasons, law = tuple(found.coverage.sentences(get_language() or "en")), ", ".join(found.coverage.citations)
    if content.employer_kind in {"charitable", "government", "tribal"}:
        words = _("The law speaks of a business enterprise. We decide whether it reaches this employer.")
        return Answer(words, "neutral", reasons, law)
    if found.required is None:
        return Answer(
            _("We cannot say yet whether the law asks for notice: an answer is missing."), "neutral", reasons, law
        )
    if found.required:
        return Answer(_by_which_test(found, content), "attention", reasons, law)
    return Answer(_("The law does not seem to ask for notice. You may give it all the same."), "neutral", reasons, law)


def _by_which_test(found: Estimate, content: NoticeContent) -> str:
    """Return that notice is due, with the test that the event meets."""
    value = found.coverage.value if found.coverage else {}
    numbers = {"counted": counted(value["affected_counted"]), "needed": counted(value["needed"])}
    if content.event == LAYOFF:
        return (
            _("The law seems to ask for notice. As a mass layoff: %(counted)s employees count, %(needed)s are enough.")
            % numbers
        )
    return (
        _("The law seems to ask for notice. As a business closing: %(counted)s employees count, %(needed)s are enough.")
        % numbers
    )


def _due(found: Estimate, today: date) -> Answer:
    if found.due is None:
        return Answer(_("Enter the schedule to see by when notice is due."))
    reasons = tuple(found.due.sentences(get_language() or "en"))
    due, law = found.due.value, ", ".join(found.due.citations)
    if due < today:
        return Answer(_("Notice was due on %(day)s.") % {"day": longdate(due)}, "attention", reasons, law)
    return Answer(_("Notice is due by %(day)s.") % {"day": longdate(due)}, "done", reasons, law)


def _told(row: Told) -> dict[str, Any]:
    days = row.days
    if days >= 0:
        tone = "done"
        words = _("In time, on the last day") if days == 0 else (
            ngettext("%(n)s day early", "%(n)s days early", days) % {"n": counted(days)}
        )  # fmt: skip
    else:
        tone, words = "attention", ngettext("%(n)s day short", "%(n)s days short", -days) % {"n": counted(-days)}
    when = _("Told on %(day)s") % {"day": day(row.facts.given_on)} if row.facts.given_on else _("Not told yet")
    if row.facts.given_on is None and row.given != "never":
        words = _("If told today: %(days)s") % {"days": words[:1].lower() + words[1:]}
    return {"who": recipient_words(row.facts, where=row.where), "when": when, "days": words, "tone": tone}


def days_words(days: int | None) -> str:
    """Return "74 days of notice" for the public list: a count, never a judgment."""
    if days is None:
        return _("Not stated")
    if days < 0:
        return ngettext("%(n)s day after the first day", "%(n)s days after the first day", -days) % {
            "n": counted(-days)
        }
    return counted(days)
