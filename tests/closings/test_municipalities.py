"""A municipality is a city, a village or a town: those of one name stay apart, and each has its own highest official."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from closings.content import NoticeContent, RecipientFacts, SiteFacts
from closings.determinations import check
from closings.doubts import doubts
from closings.estimate import estimate, surcharge
from closings.forms.filing import RecipientForm, SiteForm
from closings.places import office, officials, places_of, written
from closings.sections import recipient_words
from closings.unsettled import misplaced, unsettled
from tests.closings.notice import CONTENT, FINDINGS

IN_TIME, LATE, LATER = dt.date(2026, 2, 20), dt.date(2026, 3, 12), dt.date(2026, 3, 22)  # due on March 2, 2026
CITY = SiteFacts("Brookfield", "Waukesha", "city", affected=20)
TOWN = SiteFacts("Brookfield", "Waukesha", "town", affected=10)


def notice(*sites: SiteFacts, told: tuple[RecipientFacts, ...] = ()) -> NoticeContent:
    return replace(CONTENT, sites=sites, recipients=(*CONTENT.recipients[:2], *told))


def official(name: str, place: str, on: dt.date | None, kind: str = "", county: str = "") -> RecipientFacts:
    return RecipientFacts("official", name, place, on, municipality_type=kind, county=county)


def charged(content: NoticeContent) -> list[tuple[str, int]]:
    found = surcharge(content, daily_amount=Decimal("1.00"))
    assert found is not None
    return [(row["municipality"], row["days_late"]) for row in found.value["municipalities"] or ()]


# A city, a village and a town may share a name


def test_a_city_and_a_town_of_one_name_do_not_add_up():
    coverage = estimate(notice(CITY, TOWN)).coverage
    assert coverage is not None
    assert (coverage.value["affected_counted"], coverage.value["municipality"]) == (20, "City of Brookfield")
    assert coverage.value["notice_required"] is False, (
        "20 in the city and 10 in the town are not 25 in one municipality"
    )


@pytest.mark.parametrize(("county", "counted"), [("Green", 30), ("Door", 20)])
def test_two_sites_of_a_town_add_up_and_those_of_a_town_in_another_county_do_not(county, counted):
    sites = (
        SiteFacts("Washington", "Green", "town", affected=20),
        SiteFacts("Washington", county, "town", affected=10),
    )
    coverage = estimate(notice(*sites)).coverage
    assert coverage is not None
    assert coverage.value["affected_counted"] == counted


def test_a_city_that_lies_in_two_counties_is_one_municipality():
    sites = (
        SiteFacts("Whitewater", "Walworth", "city", affected=20),
        SiteFacts("Whitewater", "Jefferson", "city", affected=10),
    )
    found = estimate(notice(*sites))
    assert found.coverage is not None
    assert found.coverage.value["affected_counted"] == 30
    assert [recipient_words(row) for row in found.missing_recipients] == ["Highest official, City of Whitewater"]


def test_the_mayor_of_the_city_is_not_the_chairperson_of_the_town():
    content = notice(CITY, TOWN, told=(official("Mayor", "Brookfield", IN_TIME, "city"),))
    assert [recipient_words(row) for row in estimate(content).missing_recipients] == [
        "Highest official, Town of Brookfield"
    ]
    assert charged(content) == [("City of Brookfield", 0), ("Town of Brookfield", 60)]


def test_each_of_two_towns_of_one_name_is_charged_under_its_county():
    sites = (
        SiteFacts("Washington", "Green", "town", affected=20),
        SiteFacts("Washington", "Door", "town", affected=10),
    )
    content = notice(*sites, told=(official("Chairperson", "Washington", LATE, "town", "Door"),))
    assert charged(content) == [("Town of Washington, Door", 10), ("Town of Washington, Green", 60)]


def test_a_row_without_a_kind_is_matched_by_the_only_municipality_of_its_name():
    assert charged(notice(CITY, told=(official("Mayor", "brookfield ", LATE),))) == [("City of Brookfield", 10)]


def test_a_row_that_may_mean_two_municipalities_counts_for_none_and_is_asked_about():
    content = notice(CITY, TOWN, told=(official("Mayor", "Brookfield", IN_TIME),))
    found = estimate(content)
    assert [row.municipality for row in found.unclear] == ["Brookfield"]
    assert charged(content) == [("City of Brookfield", 60), ("Town of Brookfield", 60)]
    (asked,) = [doubt.text for doubt in doubts(content, today=dt.date(2026, 3, 10)) if doubt.slug == "recipients"]
    assert asked == ("More than one municipality of the sites is called Brookfield. Say which one’s official was told.")


def test_the_official_of_a_place_without_a_site_is_neither_charged_nor_missing():
    content = notice(CITY, told=(official("Mayor", "Brookfield", IN_TIME), official("Mayor", "Elm Grove", LATER)))
    assert charged(content) == [("City of Brookfield", 0)]
    (asked,) = [doubt.text for doubt in doubts(content, today=dt.date(2026, 3, 10)) if doubt.slug == "recipients"]
    assert asked == "No site is in Elm Grove. Is the name written as under Sites?"


def test_a_misspelled_place_of_an_official_holds_the_draft_until_it_is_corrected():
    """Else the city of the site would be charged 60 days although its mayor was told in time."""
    misspelled = notice(CITY, told=(official("Mayor", "Brookfeild", IN_TIME, "city"),))
    with pytest.raises(ValidationError, match=r"No site is in the place of this official: Mayor, City of Brookfeild\."):
        check(misspelled, FINDINGS)
    neighbor = official("Mayor", "Elm Grove", LATER)
    named = notice(CITY, told=(official("Mayor", "Brookfield", LATE), neighbor))
    assert misplaced(estimate(named)) == (), (
        "somebody is named for every place of a site: a neighbor told beside it is no slip"
    )


# However it is written


@pytest.mark.parametrize(
    ("typed", "kind", "found"),
    [
        ("City of Monroe", "", ("Monroe", "city")), ("village  of  Invented Springs", "", ("Invented Springs", "village")),
        ("Town of Washington", "", ("Washington", "town")), ("Ciudad de Monroe", "", ("Monroe", "city")),
        ("Monroe", "", ("Monroe", "")), ("City of Monroe", "town", ("Monroe", "town")),
        ("Citypoint", "", ("Citypoint", "")), ("Town of", "", ("Town of", "")),
    ],
)  # fmt: skip
def test_a_municipality_is_read_as_it_was_written(typed, kind, found):
    assert written(typed, kind) == found


def test_a_city_written_in_full_is_the_city_of_the_site():
    content = notice(CONTENT.sites[0], told=(official("Mayor", "City of Monroe", IN_TIME),))
    assert estimate(content).missing_recipients == ()
    assert charged(content) == [("City of Monroe", 0)]
    assert [place.label for place in places_of([SiteFacts("City of Monroe", "Green"), CONTENT.sites[0]])] == [
        "City of Monroe"
    ]


def test_the_forms_keep_name_and_kind_apart():
    form = RecipientForm({"kind": "official", "name": "Mayor", "municipality": "City of Monroe"})
    assert form.is_valid(), form.errors
    assert (form.stored()["municipality"], form.stored()["municipality_type"]) == ("Monroe", "city")
    asked = RecipientForm({"kind": "official", "name": "Mayor", "municipality": "Monroe"})
    assert asked.errors == {"municipality_type": ["Choose city, village or town"]}
    crossed = SiteForm(
        {"municipality": "City of Monroe", "municipality_type": "town", "county": "Green", "affected": "5"}
    )
    assert crossed.errors == {"municipality": ["The name says what it is, and you chose something else above"]}


# Of several tellings of one official the earliest counts


@pytest.mark.parametrize("rows", [(IN_TIME, LATER), (LATER, IN_TIME)])
def test_a_mayor_who_was_told_twice_was_told_the_first_time(rows):
    content = notice(CONTENT.sites[0], told=tuple(official("Mayor", "Monroe", on) for on in rows))
    assert charged(content) == [("City of Monroe", 0)]
    assert [row.short for row in estimate(content).told if row.facts.kind == "official"] == [0]


def test_a_clerk_who_was_told_first_is_not_the_mayor():
    content = notice(
        CONTENT.sites[0], told=(official("City clerk", "Monroe", IN_TIME), official("Mayor", "Monroe", LATER))
    )
    assert charged(content) == [("City of Monroe", 20)]


def test_under_a_council_and_a_manager_the_later_of_the_two_counts_each_by_the_first_telling():
    village = CONTENT.sites[1]
    rows = (
        official("Village manager", "Invented Springs", LATE), official("Village president", "Invented Springs", IN_TIME),
        official("Village manager", "Invented Springs", LATER),
    )  # fmt: skip
    content = notice(village, told=rows)
    assert charged(content) == [("Village of Invented Springs", 10)]
    assert [row.short for row in estimate(content).told if row.facts.kind == "official"] == [10, 0]


def test_a_manager_told_twice_does_not_stand_for_the_president():
    rows = tuple(official("Village manager", "Invented Springs", on) for on in (IN_TIME, LATE))
    content = notice(CONTENT.sites[1], told=rows)
    assert [row.municipality for row in estimate(content).missing_recipients] == ["Invented Springs"]
    assert charged(content) == [("Village of Invented Springs", 60)]


# Whoever is not the highest official has no seat

CLERK_ALONE = notice(CONTENT.sites[0], told=(official("City clerk", "Monroe", IN_TIME),))


@pytest.mark.parametrize(
    ("name", "kind", "found"),
    [
        ("City clerk", "city", "lesser"), ("Green County clerk", "city", "lesser"), ("City administrator", "city", "lesser"),
        ("Secretaria municipal", "city", "lesser"), ("Green County board chairperson", "town", "lesser"),
        ("Chairperson of the Green County board", "town", "lesser"), ("Presidente de la junta del condado", "town", "lesser"),
        ("Town board chair, Green County", "town", "chair"), ("Town chair and county board supervisor", "town", "chair"),
        ("Presidente de la junta", "town", "chair"), ("Presidenta de la villa", "village", "president"),
        ("Mayor and clerk", "city", "mayor"), ("Jane Roe", "city", "jane roe"), ("", "city", ""),
    ],
)  # fmt: skip
def test_an_office_is_told_from_its_words(name, kind, found):
    assert office(name, kind) == found


@pytest.mark.parametrize("name", ["City clerk", "Green County clerk", "City administrator"])
def test_a_clerk_alone_is_nobody_and_the_check_page_asks_for_the_mayor(name):
    content = notice(CONTENT.sites[0], told=(official(name, "Monroe", IN_TIME),))
    assert [recipient_words(row) for row in estimate(content).missing_recipients] == [
        "Highest official, City of Monroe"
    ]
    assert charged(content) == [("City of Monroe", 60)]
    (asked,) = [doubt.text for doubt in doubts(content, today=dt.date(2026, 3, 10)) if doubt.slug == "recipients"]
    assert asked == (
        f"“{name}, City of Monroe” is not the highest official. That is the mayor, or the council president and the city "
        "manager. Add that official, with the day on which you told them."
    )


def test_a_clerk_alone_holds_the_determination_until_the_mayor_is_named():
    """The mayor may have been told with the same letter: nobody is charged 60 days because the employer wrote "clerk"."""
    with pytest.raises(
        ValidationError, match=r"This is not the highest official of the place: City clerk, City of Monroe\."
    ):
        check(CLERK_ALONE, FINDINGS)
    never = replace(CLERK_ALONE, recipients=(*CLERK_ALONE.recipients, official("Mayor", "Monroe", None)))
    assert unsettled(never) == []
    assert charged(never) == [("City of Monroe", 60)]


def test_a_clerk_who_was_told_first_does_not_stand_for_a_person_named_beside_her():
    rows = (official("Green County clerk", "Monroe", IN_TIME), official("Jane Roe", "Monroe", LATER))
    content = notice(CONTENT.sites[0], told=rows)
    assert charged(content) == [("City of Monroe", 20)]
    assert unsettled(content) == []


@pytest.mark.parametrize(
    ("rows", "seats"),
    [
        ((("Village manager", IN_TIME), ("Jane Roe", IN_TIME), ("John Doe, clerk", LATER)), ["Village manager", "Jane Roe"]),
        ((("Jane Roe", IN_TIME), ("John Doe", LATE), ("Third Person", LATER)), ["Jane Roe", "John Doe"]),
        ((("Mayor", LATER), ("Village manager", IN_TIME), ("Village president", LATE)), ["Village manager", "Village president"]),
        ((("Jane Roe", IN_TIME), ("Mayor", LATE), ("Village manager", IN_TIME)), ["Mayor", "Village manager"]),
    ],
)  # fmt: skip
def test_a_council_and_a_manager_have_two_seats_and_never_three(rows, seats):
    content = notice(CONTENT.sites[1], told=tuple(official(name, "Invented Springs", on) for name, on in rows))
    assert [row.name for _place, row in officials(content).counted] == seats


def test_the_chairperson_of_a_town_is_read_in_spanish_and_its_secretary_is_not():
    town = SiteFacts("Washington", "Green", "town", affected=60)
    rows = (official("Secretario", "Washington", IN_TIME), official("Presidente de la junta", "Washington", LATE))
    assert charged(notice(town, told=rows)) == [("Town of Washington", 10)]


def test_a_place_of_which_nobody_said_what_it_is_prefers_a_named_office_to_a_blank_one():
    rows = (official("", "Monroe", IN_TIME), official("Mayor", "Monroe", LATE))
    assert charged(notice(SiteFacts("Monroe", "Green", affected=60), told=rows)) == [("Monroe", 10)]


def test_a_site_that_may_lie_in_two_municipalities_makes_no_third_that_is_charged():
    blank = SiteFacts("Brookfield", "Waukesha", affected=5)
    assert [place.label for place in places_of([CITY, TOWN, blank])] == ["City of Brookfield", "Town of Brookfield"]
    assert charged(notice(CITY, TOWN, blank)) == [("City of Brookfield", 60), ("Town of Brookfield", 60)]
    assert unsettled(notice(CITY, TOWN, blank)) == [
        "Record first, in an update, whether this site is in a city, a village or a town: Brookfield."
    ]
