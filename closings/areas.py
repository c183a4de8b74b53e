"""The workforce development area of each county of Wisconsin, as the department's own list of notices has them."""

from __future__ import annotations

from collections.abc import Iterable

# Read off the list of 2016 to 2022, where every county with a row of its own stands in one area; the three counties of
# "WOW" are written out. A county without a row stands in the area that the boards themselves name.
_COUNTIES: dict[str, str] = {
    "Bay Area": "Brown|Door|Florence|Kewaunee|Manitowoc|Marinette|Menominee|Oconto|Outagamie|Shawano|Sheboygan",
    "Fox Valley": "Calumet|Fond du Lac|Green Lake|Waupaca|Waushara|Winnebago",
    "Milwaukee": "Milwaukee",
    "North Central": "Adams|Forest|Langlade|Lincoln|Marathon|Oneida|Portage|Vilas|Wood",
    "Northwest": "Ashland|Bayfield|Burnett|Douglas|Iron|Price|Rusk|Sawyer|Taylor|Washburn",
    "South Central": "Columbia|Dane|Dodge|Jefferson|Marquette|Sauk",
    "Southeast": "Kenosha|Racine|Walworth",
    "Southwest": "Grant|Green|Iowa|Lafayette|Richland|Rock",
    "Waukesha-Ozaukee-Washington": "Ozaukee|Washington|Waukesha",
    "West Central": "Barron|Chippewa|Clark|Dunn|Eau Claire|Pepin|Pierce|Polk|St. Croix",
    "Western": "Buffalo|Crawford|Jackson|Juneau|La Crosse|Monroe|Trempealeau|Vernon",
}
AREAS: dict[str, str] = {county: area for area, names in _COUNTIES.items() for county in names.split("|")}


def areas_of(counties: Iterable[str]) -> str:
    """Return the areas of the counties, each once, in the order of the counties; a name that is no county has none."""
    return ", ".join(dict.fromkeys(AREAS[county] for county in counties if county in AREAS))
