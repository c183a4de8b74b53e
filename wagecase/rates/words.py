"""Say in plain words what the declarations name by a short word: choices, parts of a row, refusals."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext, gettext_lazy, gettext_noop

from wagecase.rates.tables import capitalized, language
from wagecase.rules.language import catalog

CHOICES: dict[str, Any] = {
    "AB622": gettext_lazy("2003 Assembly Bill 622 (proposed, not law)"),
    "AB77": gettext_lazy("2005 Assembly Bill 77 (proposed, not law)"),
    "SB130": gettext_lazy("2007 Senate Bill 130 (proposed, not law)"),
    "DWD272": gettext_lazy("The rule in force (DWD 272)"),
    "days": gettext_lazy("Days"),
    "working-days": gettext_lazy("Working days"),
    "months": gettext_lazy("Months"),
    "years": gettext_lazy("Years"),
    "hours": gettext_lazy("Hours"),
    "working-hours": gettext_lazy("Working hours"),
    "forward": gettext_lazy("After the event"),
    "back": gettext_lazy("Before the event"),
    "filing": gettext_lazy("A filing, payment or service"),
    "other": gettext_lazy("Something else"),
    "not-before": gettext_lazy("Not allowed before that day"),
    "calendar": gettext_lazy("Calendar month"),
    "30-days": gettext_lazy("Month of 30 days"),
    "college-student": gettext_lazy("College student"),
    "casual-home-work": gettext_lazy("Casual work in a home"),
    "companion": gettext_lazy("Companion"),
    "employer": gettext_lazy("License of an employer"),
    "sponsored-worker": gettext_lazy("License of a sponsored worker"),
    "student-learner": gettext_lazy("License of a student learner"),
    "exploration": gettext_lazy("Exploration"),
    "assessment": gettext_lazy("Assessment"),
    "training": gettext_lazy("Training"),
    "mean": gettext_lazy("Mean of the firms"),
    "weighted-mean": gettext_lazy("Mean weighted by workers"),
    "pending": gettext_lazy("Not decided yet"),
    "granted": gettext_lazy("Granted"),
    "denied": gettext_lazy("Denied"),
    "time": gettext_lazy("By the hour"),
    "piece": gettext_lazy("By the piece"),
    "commission": gettext_lazy("By commission"),
    "never": gettext_lazy("Never"),
    "everyone": gettext_lazy("Everybody counts"),
    "exclude-new-and-low-hour": gettext_lazy("New and low-hour employees do not count"),
    "closing": gettext_lazy("Business closing"),
    "mass-layoff": gettext_lazy("Mass layoff"),
    "strike": gettext_lazy("Strike"),
    "lockout": gettext_lazy("Lockout"),
    "temporary-cessation": gettext_lazy("Temporary stop"),
    "sale": gettext_lazy("Sale of the business"),
    "relocation": gettext_lazy("Move of the business"),
    "capital-seeking": gettext_lazy("Search for capital"),
    "project-completion": gettext_lazy("End of a project"),
    "unforeseeable-circumstances": gettext_lazy("Circumstances nobody could foresee"),
    "disaster": gettext_lazy("Disaster"),
    "department": gettext_lazy("The department"),
    "union": gettext_lazy("Union"),
    "official": gettext_lazy("Highest official of a municipality"),
    "municipality": gettext_lazy("Once for each municipality"),
    "event": gettext_lazy("Once for the whole event"),
    "regular": gettext_lazy("Regular payday"),
    "final": gettext_lazy("Quit or discharged"),
    "demand": gettext_lazy("The employee asked for the wages"),
    "death": gettext_lazy("The employee died"),
    "ordinary": gettext_lazy("Any other work"),
    "logging-or-farm": gettext_lazy("Logging or farm work"),
    "b1": gettext_lazy("Disability and need of support"),
    "b2": gettext_lazy("Purpose of the placement"),
    "b3": gettext_lazy("Part of an individual program"),
    "b4": gettext_lazy("Proof of enrollment and full information"),
    "b5": gettext_lazy("No immediate advantage to the business"),
    "b7": gettext_lazy("No promise of a job"),
    "home-to-work": gettext_lazy("From home to work"),
    "work-to-home": gettext_lazy("From work to home"),
    "home-to-station": gettext_lazy("From home to the station"),
    "station-to-home": gettext_lazy("From the station to home"),
    "one-day-assignment-travel": gettext_lazy("Travel to work in another city for one day"),
    "travel-in-days-work": gettext_lazy("Travel during the work day"),
    "required-return": gettext_lazy("Return that the employer requires"),
    "travel-away": gettext_lazy("Travel away overnight"),
    "work": gettext_lazy("Work"),
    "meal": gettext_lazy("Meal"),
    "emergency-call-out": gettext_lazy("Emergency call outside hours"),
    "own-car-instead-of-public-transport": gettext_lazy("Own car instead of public transport"),
    "on-call": gettext_lazy("On call"),
    "unrecorded-work": gettext_lazy("Work that was not recorded"),
    "toxic-substance-information": gettext_lazy("Information about a toxic substance"),
    "substance-list-copy": gettext_lazy("Copy of the list of substances"),
    "information-not-held": gettext_lazy("Information that the employer does not hold"),
    "substance-no-longer-present": gettext_lazy("A substance that is no longer present"),
    "manufacturer-information": gettext_lazy("Information from the manufacturer"),
    "infectious-agent-information": gettext_lazy("Information about an infectious agent"),
    "pesticide-label": gettext_lazy("Label of a pesticide"),
    "complaint": gettext_lazy("Complaint"),
    "hearing": gettext_lazy("Hearing"),
    "decision": gettext_lazy("Decision"),
    "exemption-approval": gettext_lazy("Approval of an exemption"),
    "data-sheet-retention": gettext_lazy("Keeping of data sheets"),
    "toxic-substance": gettext_lazy("Toxic substance"),
    "infectious-agent": gettext_lazy("Infectious agent"),
}
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
# Choices that mean another thing in one question: input and word.
CHOICES_OF = {
    ("kind", "employee"): gettext_lazy("An employee"),
    ("situation", "training"): gettext_lazy("Training"),
    ("event", "closing"): gettext_lazy("The business closed, merged or moved"),
}
PARTS: dict[str, Any] = {
    "date": gettext_lazy("Day"),
    "hours": gettext_lazy("Hours worked"),
    "paid": gettext_lazy("Pay"),
    "tips": gettext_lazy("Tips"),
    "cash_paid": gettext_lazy("Cash wages paid"),
    "from": gettext_lazy("First day"),
    "to": gettext_lazy("Last day"),
    "given": gettext_lazy("Tips passed on"),
    "taken": gettext_lazy("Tips received from others"),
    "charge_share": gettext_lazy("Part of the service charge"),
    "merchandise": gettext_lazy("Value of goods received as tips"),
    "municipality": gettext_lazy("Municipality"),
    "site": gettext_lazy("Site"),
    "affected": gettext_lazy("Employees affected"),
    "new_or_low_hour": gettext_lazy("New or low-hour employees among them"),
    "kind": gettext_lazy("Who was told"),
    "name": gettext_lazy("Name"),
    "on": gettext_lazy("Day"),
    "separate_cause": gettext_lazy("A separate cause"),
    "start": gettext_lazy("Start"),
    "end": gettext_lazy("End"),
    "free_to_leave": gettext_lazy("Free to leave"),
    "fully_relieved": gettext_lazy("No duties during the break"),
    "scheduled": gettext_lazy("Hours scheduled"),
    "interruptions": gettext_lazy("Hours of interruptions"),
}
PARTS_OF = {
    ("recipients", "given"): gettext_lazy("Day told"),
    ("segments", "kind"): gettext_lazy("Part of the day"),
}
# What the calculators say about answers that do not go together; said on pages in both languages.
KNOWN = (
    gettext_noop("give the age, or the day of birth and the first day of work, not both"),
    gettext_noop("give the age, or the day of birth and the first day of work"),
    gettext_noop("give the first day of work beside the day of birth"),
    gettext_noop("the first day of work is before the birth"),
    gettext_noop("the first day of work may not be before the birth"),
    gettext_noop("the day worked may not be before the birth or the first day of work"),
    gettext_noop("give wages of firms, a result of a survey, a rate of your own or firms"),
    gettext_noop("give the result of the survey or its wages, not both"),
    gettext_noop("a weighted mean needs the number of workers behind each wage"),
    gettext_noop("give one number of workers for each wage"),
    gettext_noop("give the allowance in percent or in minutes of the hour"),
    gettext_noop("give the allowance in percent or in minutes, not both"),
    gettext_noop("give a computed rate, or a wage with a standard, not both"),
    gettext_noop("give the prevailing wage and the standard, or a computed piece rate"),
    gettext_noop("a piece rate is the prevailing wage over the standard"),
    gettext_noop("give the days below the wage, or the number of offenses, or both"),
    gettext_noop("the parts of the service charge come to more than the charge"),
    gettext_noop("the tip part cannot be more than the service charge"),
    gettext_noop("give the first day of the license, or another of its days"),
    gettext_noop("the license would end before its first day"),
    gettext_noop("a pending renewal has no day of decision"),
    gettext_noop("give the day on which the decision was served"),
    gettext_noop("a decision needs a renewal application"),
    gettext_noop("the decision is before the application"),
    gettext_noop("give the minimum wage or a day, not both"),
    gettext_noop("give the minimum wage, or the day for which it is looked up"),
    gettext_noop("fewer meals were offered than eaten"),
    gettext_noop("the instant does not fall on the day of filing"),
    gettext_noop("hours cannot be counted back"),
    gettext_noop("months of 30 days need the unit months"),
    gettext_noop("only days, months and years counted forward can be extended"),
    gettext_noop("only days counted forward can pause"),
    gettext_noop("the pause ends before it starts"),
    gettext_noop("a class needs the day of work"),
    gettext_noop("a determination or a payment needs the day of the filing"),
    gettext_noop("a mass layoff is judged by the employer's work force"),
    gettext_noop("a piece rate needs the units produced in the week"),
    gettext_noop("a raised rate needs the poverty line to compare with"),
    gettext_noop("amounts need the hours of a work day"),
    gettext_noop("amounts need the regular rate at the closing"),
    gettext_noop("an adjustment needs the first day of a pay period"),
    gettext_noop("an adjustment needs the length of the pay period"),
    gettext_noop("an official needs the municipality"),
    gettext_noop("give an hourly rate, or units with a piece rate"),
    gettext_noop("give an hourly rate, or units with a piece rate, not both"),
    gettext_noop("give how late the employee was told, or the day of the notice"),
    gettext_noop("give the closing or the days that would have been worked, not both"),
    gettext_noop("give the closing, or the days that would have been worked"),
    gettext_noop("give the closing, the filing or the referral"),
    gettext_noop("give the day of learning, of delivery or of mailing"),
    gettext_noop("give the employees affected, in all or by site"),
    gettext_noop("give the first day of employment, or another day to count from"),
    gettext_noop("give the persons employed, or what happens"),
    gettext_noop("give the rate, or the class and the day of work, not both"),
    gettext_noop("give the student's own class and the day of work, or the rate"),
    gettext_noop("hours need the hourly rate paid"),
    gettext_noop("the form was sent before it was signed"),
    gettext_noop("this is after the verified complaint was filed"),
    gettext_noop("this is before the claim was filed"),
    gettext_noop("this is before the first day of employment"),
    gettext_noop("this is before the verified complaint was filed"),
    gettext_noop("units need the rate of each"),
    gettext_noop("109.03 (2) does not reach this employee"),
    gettext_noop("a break must lie in the shift, after the one before, and end after it starts"),
    gettext_noop("a part may not end at the time at which it starts"),
    gettext_noop("a person cannot hand on more than the tips received from customers and from others"),
    gettext_noop("a shift may not end at the time at which it starts"),
    gettext_noop("a shift must end after it starts, within 24 hours, and start after the one before it"),
    gettext_noop("give the day of the new request, or the number of employees"),
    gettext_noop("give the day of the violation or the last day for an answer, not both"),
    gettext_noop("give the day of the violation, or the last day for an answer"),
    gettext_noop("give the hours of residence, shifts or a relief worker"),
    gettext_noop("give the next regular payday after the last day worked"),
    gettext_noop("give the share of the substance, or the days of exposure a year"),
    gettext_noop("in so long a duty it matters where the free time falls"),
    gettext_noop("the free time is longer than the duty"),
    gettext_noop("the gross sales of the latest tax year are needed with employees"),
    gettext_noop("the interruptions are longer than the night"),
    gettext_noop("the level in percent of the limit is needed with the days"),
    gettext_noop("the meals are longer than the rest of the duty"),
    gettext_noop("the new request may not be before the earlier one"),
    gettext_noop("the nights slept there are needed with the shifts"),
    gettext_noop("the parts are longer than 24 hours together"),
    gettext_noop("the shifts are spread over too many days"),
    gettext_noop("the wages paid are needed with the wages required"),
    gettext_noop("this is needed for the rule about relief workers"),
    gettext_noop("this is needed with the hours of residence"),
)
# The same for messages that name fields, short words or values: what they look like, and what a page says instead.
REWORDED: tuple[tuple[str, Any], ...] = (
    (
        r"give affected_total or sites, not both",
        gettext_lazy("give the employees affected in all or by site, not both"),
    ),
    (
        r"give days_late or notice_given, not both",
        gettext_lazy("give how late the employee was told or the day of the notice, not both"),
    ),
    (
        r"give poverty_line, published or revised_on",
        gettext_lazy("give the poverty line, the day it was published or the day it was revised"),
    ),
    (r"AB622 needs the days .+", gettext_lazy("this bill asks for the days employed in the 3 years before")),
    (r"AB622 has a formula and no .+", gettext_lazy("this bill has a formula and prints no amounts")),
    (r"AB622 has no formula for .+", gettext_lazy("this bill has no formula for this class of employee")),
    (r"DWD272 needs this of a college student", gettext_lazy("the rule in force asks this of a college student")),
    (r"on .+ SB130 gives indexed amounts only; .+", gettext_lazy("on this day the bill prints no amount any more")),
    (
        r"the bill prints no amount for .+; give .+",
        gettext_lazy("the bill prints no amount for that day, so give the amount in effect"),
    ),
    (r"\w+ needs the first day of employment", gettext_lazy("the first day of employment is needed")),
    (r"the unit .+ needs a time with its offset, .+", gettext_lazy("hours are counted from a time of day, so give it")),
    (r"the trade .+ needs this day", gettext_lazy("this kind of work is counted from this day, so give it")),
    (r"the trade .+ is counted from .+", gettext_lazy("this kind of work is not counted from this day")),
    (
        r"the holiday table has the years (?P<first>\d+) to (?P<last>\d+)",
        gettext_lazy("the table of holidays has the years %(first)s to %(last)s"),
    ),
    (
        r"more new or low-hour employees than the (?P<whole>\d+) employees",
        gettext_lazy("these are more new or low-hour employees than the %(whole)s employees"),
    ),
)


def choice_label(name: str, word: str) -> str:
    """Return the words of a choice of an input; those of the law's own messages where they have it."""
    if (name, word) in CHOICES_OF:
        return str(CHOICES_OF[name, word])
    if word in WEEKDAYS:
        return capitalized(catalog(language()).weekdays[WEEKDAYS.index(word)])
    words = catalog(language()).words
    for family in (f"rates.{name}.{word}", f"classes.test.{word}"):
        if family in words:
            return capitalized(words[family])
    return str(CHOICES[word]) if word in CHOICES else capitalized(word.replace("-", " "))


def has_words(name: str, word: str) -> bool:
    """Return whether a choice has words of its own, so that its page shows no code word."""
    if (name, word) in CHOICES_OF or word in CHOICES or word in WEEKDAYS:
        return True
    return any(key in catalog("en").words for key in (f"rates.{name}.{word}", f"classes.test.{word}"))


def part_label(name: str, part: str) -> str:
    """Return the label of one part of a row."""
    label = PARTS_OF.get((name, part)) or PARTS.get(part)
    return str(label) if label else capitalized(part.replace("_", " "))


def own_sentence(message: str) -> str:
    """Return what a page says for a message of a calculator, in the language of the page; "" if it has no own words."""
    if message in KNOWN:
        return gettext(message)
    for shape, sentence in REWORDED:
        if found := re.fullmatch(shape, message):
            return str(sentence) % found.groupdict()
    return ""


def refusal_sentence(code: str, label: str, message: str) -> str:
    """Return what a refusal of a calculator says beside its field, in the language of the page."""
    if own := own_sentence(message):
        return f"“{label}”: {own}"
    sentences = {
        "missing-alone": gettext("Answer “%(label)s”."),
        "missing": gettext("Answer “%(label)s”. Your other answers need it."),
        "unknown-field": gettext("Leave “%(label)s” blank. It does not belong to your other answers."),
        "out-of-range": gettext("Check “%(label)s”. It is outside what the rule can take, or does not fit the rest."),
        "no-rate-in-source": gettext(
            "The source has no rate for this question. Check “%(label)s”. We show no amount rather than a guess."
        ),
        "not-covered": gettext("This page cannot decide this. A person or another rule does. See “%(label)s”."),
    }
    other = gettext("Check “%(label)s”. It does not go together with your other answers.")
    return sentences.get(code, other) % {"label": label}
