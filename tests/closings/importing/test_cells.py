"""Numbers of workers, codes, industry codes, names and places, with the texts of the real lists."""

import pytest

from closings.importing.cells import read_codes, read_count, read_industry_code
from closings.importing.names import areas_of, counties_of, is_reserved, name_key, place_key, places_of, without_label


@pytest.mark.parametrize(
    ("text", "value", "high", "note"),
    [
        ("60", 60, 60, ""),
        ("1,535", 1535, 1535, ""),
        ("60.0", 60, 60, ""),
        ("0", 0, 0, ""),
        ("40-50", 40, 50, "Two numbers are stated; at least 40 are counted."),
        ("100+", 100, None, "At least 100 are stated."),
        ("62 MAY be affected", 62, 62, "Words stand beside the number."),
        ("75 in Indiana", 75, 75, "Words stand beside the number."),
        ("4 Hoosiers", 4, 4, "Words stand beside the number."),
        ("", None, None, ""),
        ("Unknown", None, None, ""),
        ("N/A", None, None, ""),
        ("Undisclosed at this time", None, None, ""),
    ],
)
def test_a_number_of_workers_is_read_and_not_stated_is_never_zero(text, value, high, note):
    count = read_count(text)
    assert (count.value, count.high, count.note, count.fault, count.text) == (value, high, note, "", text)


@pytest.mark.parametrize(
    "text",
    [
        "97 (in MI)0 (in IN)",
        "500 Nationwide",
        "-5",
        "=1+1",
        "1.5",
        "326199",
        "WR",
        "3/2/2020",
        "1 total",
        "\u0661\u0662",
        "1e3",
    ],
)
def test_a_number_that_could_mislead_is_not_taken(text):
    count = read_count(text)
    assert count.value is None
    assert count.fault


@pytest.mark.parametrize(
    ("texts", "events", "updates", "says_update"),
    [
        (("CL",), ("closing",), (), False),
        (("cl",), ("closing",), (), False),
        (("WR",), ("mass-layoff",), (), False),
        (("LO",), ("mass-layoff",), (), False),
        (("LS, AW",), (), ("LS", "AW"), False),
        (("AW LS",), (), ("AW", "LS"), False),
        (("CL, AW, LS",), ("closing",), ("AW", "LS"), False),
        (("RN",), (), ("RN",), False),
        (("closure",), ("closing",), (), False),
        (("mass_layoff",), ("mass-layoff",), (), False),
        (("unknown",), (), (), False),
        (("",), (), (), False),
        (("LO/CL",), ("mass-layoff", "closing"), (), False),
        (("LO and CL",), ("mass-layoff", "closing"), (), False),
        (("Closing Update",), ("closing",), (), True),
        (("Mass Layoff - Update",), ("mass-layoff",), (), True),
        (("CL", "AW"), ("closing",), ("AW",), False),
    ],
)
def test_codes_are_read_in_any_case_and_order(texts, events, updates, says_update):
    codes = read_codes(*texts)
    assert (codes.events, codes.updates, codes.says_update, codes.unknown) == (events, updates, says_update, ())


def test_a_code_that_nobody_defined_is_named():
    assert read_codes("RH").unknown == ("RH",)
    assert read_codes("CL, XX").unknown == ("XX",)
    assert read_codes("Something Else").unknown == ("Something", "Else")


def test_words_beside_a_code_are_kept():
    assert read_codes("Potential Closure").tentative
    assert read_codes("CL -Relocating").words == ("Relocating",)
    assert read_codes("LO (3-month temporary layoff)").words == ("3-month temporary layoff",)


@pytest.mark.parametrize(
    ("text", "code", "note"),
    [
        ("336330", "336330", ""), ("52", "52", ""), ("326199.0", "326199", ""), ("UNK", "", ""), ("", "", ""),
        ("42512000", "", "An industry code has 2 to 6 digits, this one 8."), ("=A1", "", "Not readable as an industry code."),
    ],
)  # fmt: skip
def test_an_industry_code_has_two_to_six_digits(text, code, note):
    read = read_industry_code(text)
    assert (read.code, read.note) == (code, note)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Conagra Brands, Inc.", "Conagra Brands Inc."), ("The Pfister Hotel", "Pfister Hotel"),
        ("Stresau Laboratory, Inc", "STRESAU LABORATORY, INC."), ("Advanced Pain Management LLC", "Advanced Pain Management"),
        ("Petco -\u00a0Drs. Foster & Smith", "Petco - Drs. Foster and Smith"), ("Mayline d/b/a Safco", "Mayline DBA Safco"),
    ],
)  # fmt: skip
def test_names_that_differ_in_case_stops_and_legal_form_are_one_employer(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kmart 3088", "Kmart 4112"),
        ("Marriott Milwaukee Downtown", "Marriot Milwaukee Downtown"),
        ("ShopKo Hometown", "ShopKo"),
    ],
)
def test_store_numbers_site_words_and_likeness_make_no_two_employers_one(one, other):
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize(
    ("text", "name", "number"),
    [
        ("Eaton Corporation - Revision 1", "Eaton Corporation", 1),
        ("Nova Wildcat Shur-Line LLC - Revision 12", "Nova Wildcat Shur-Line LLC", 12),
        ("Regal Beloit America, Inc.-Revised (9/13/21)", "Regal Beloit America, Inc.", None),
        ("Allison Transmission, Inc. Revised (6/4/20)", "Allison Transmission, Inc.", None),
        ("Nestle USA, Inc.Revised (8/23/19)", "Nestle USA, Inc.", None),
        ("DJO GlobalRevised (7/26/18)Revised (8/23/18)Revised (10/5/18)", "DJO Global", None),
        ("Silgan Containers RevisedRevised (7/29/16)", "Silgan Containers", None),
        ("Deufol Sunman, IncRevised 9/29/17", "Deufol Sunman, Inc", None),
        ("Fortis Plastics-Revised Corporate", "Fortis Plastics Corporate", None),
        ("Acme Invented - Update", "Acme Invented", None),
    ],
)
def test_the_mark_of_a_revision_is_taken_off_the_name(text, name, number):
    base, label = without_label(text)
    assert base == name
    assert label is not None
    assert label.number == number


@pytest.mark.parametrize(
    "text", ["Rev Group Inc", "Revision Optics Invented", "Acme Revision Eyewear", "Unrevised Ltd", "Revised"]
)
def test_a_company_whose_name_holds_the_word_is_left_alone(text):
    assert without_label(text) == (text, None)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Milwaukee", ("Milwaukee",)),
        ("Grafton, Saukville", ("Grafton", "Saukville")),
        ("Brookfield, Madison, & Oconomowoc", ("Brookfield", "Madison", "Oconomowoc")),
        ("Appleton,\r\nRacine, and\r\nJanesville", ("Appleton", "Racine", "Janesville")),
        ("Wisconsin Rapids", ("Wisconsin Rapids",)),
        ("Nekoosa and Scandinavia, WI", ("Nekoosa", "Scandinavia")),
        ("Statewide", ()), ("13 Wisconsin", ()), ("SE WI locations", ()), ("Unknown - Remote Employees", ()), ("", ()),
        ("Various WI", ()), ("No WI", ()), ("multiple", ()), ("South East WI", ()),
        ("West Allis", ("West Allis",)), ("North Fond du Lac", ("North Fond du Lac",)), ("Saint Francis", ("Saint Francis",)),
    ],
)  # fmt: skip
def test_a_place_cell_names_municipalities_or_none(text, places):
    assert places_of(text) == places


def test_counties_and_areas_have_one_spelling_for_the_lists():
    assert (
        counties_of("Saint Croix") == counties_of("St Croix") == counties_of("St. Croix County") == (("St. Croix",), ())
    )
    assert counties_of("Fond Du Lac") == (("Fond du Lac",), ())
    assert counties_of("Dane, Wausau") == (("Dane",), ("Wausau",))
    assert areas_of("WOW") == ("Waukesha-Ozaukee-Washington",)
    assert areas_of("South East") == areas_of("Southeastern") == ("Southeast",)
    assert areas_of("Employ Milwaukee, Inc.") == ("Milwaukee",)
    assert areas_of("Milwaukee, South Central") == ("Milwaukee", "South Central")
    assert place_key("St. Francis") == place_key("Saint Francis")


@pytest.mark.parametrize("text", ["TOTALS:", "Total", "n/a", "None", "TBD", "test", "Grand Total"])
def test_words_of_a_list_are_no_company(text):
    assert is_reserved(text)


@pytest.mark.parametrize("text", ["Total Wine Invented", "Test Equipment Co", "NA Foods"])
def test_companies_that_begin_like_a_reserved_word_are_companies(text):
    assert not is_reserved(text)
