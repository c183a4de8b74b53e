"""A revision proposes what its rule gives, beside the book in force, and says at once what is doubtful or forbidden."""

import json
from datetime import date
from decimal import Decimal

import pytest

from wagecase.rules.finding import Finding
from wagecase.rules.proposal_records import findings, restored
from wagecase.rules.proposal_tables import check_words, names_a_sex, read_table
from wagecase.rules.proposals import (
    FACTORS,
    PRINTED,
    Proposal,
    Refused,
    Stated,
    by_index,
    by_poverty_line,
    by_table,
)
from wagecase.rules.ratebook import CLASSES, parameter_book

BOOK = parameter_book()
# The book in force on August 31, 2027, times 1.03, worked by hand: nearest 5 cents, counselors nearest dollar.
THREE_PERCENT = """
general wage hour 7.25 7.45|minor wage hour 7.25 7.45|opportunity wage hour 5.90 6.10
tipped wage hour 2.33 2.40|tipped-opportunity wage hour 2.13 2.20
farm-adult wage hour 7.25 7.45|farm-minor wage hour 7.25 7.45
general lodging week 58.00 59.75|general lodging day 8.30 8.55|general meals week 87.00 89.60|general meals meal 4.15 4.25
minor lodging week 58.00 59.75|minor lodging day 8.30 8.55|minor meals week 87.00 89.60|minor meals meal 4.15 4.25
opportunity lodging week 47.20 48.60|opportunity lodging day 6.75 6.95
opportunity meals week 70.80 72.90|opportunity meals meal 3.35 3.45
farm-adult lodging week 58.00 59.75|farm-adult lodging day 8.30 8.55
farm-adult meals week 87.00 89.60|farm-adult meals meal 4.15 4.25
farm-minor lodging week 58.00 59.75|farm-minor lodging day 8.30 8.55
farm-minor meals week 87.00 89.60|farm-minor meals meal 4.15 4.25
counselor-adult no-board week 350.00 361.00|counselor-adult meals-only week 265.00 273.00
counselor-adult meals-and-lodging week 210.00 216.00
counselor-minor no-board week 350.00 361.00|counselor-minor meals-only week 265.00 273.00
counselor-minor meals-and-lodging week 210.00 216.00
caddy 9-holes round 5.90 6.10|caddy 18-holes round 10.50 10.80
"""


def index(**changes: object) -> Proposal:
    return by_index(**{"book": BOOK, "year": 2027, "last": Decimal(200), "this": Decimal(206), **changes})


def line(**changes: object) -> Proposal:
    values = {
        "book": BOOK, "line": Decimal(15020), "published": date(2027, 1, 12), "revised_on": date(2027, 2, 10),
    }  # fmt: skip
    return by_poverty_line(**{**values, **changes})


def flags(proposal: Proposal) -> list[str]:
    return [flag.step.key.removeprefix("proposals.") for flag in proposal.flags]


def test_the_index_adjusts_every_amount_in_effect_on_august_31():
    proposal = index()
    rows = [row.split() for row in THREE_PERCENT.strip().replace("\n", "|").split("|")]
    assert [(*made.key, str(made.old), str(made.new)) for made in proposal.lines] == [tuple(row) for row in rows]
    assert (proposal.first_day, proposal.stays) == (date(2027, 9, 1), ())
    assert proposal.lines[0].finding.sentences() == [
        "In force on Tuesday, August 31, 2027: $7.25 (DWD 272.03 (1)).",
        "2027: $7.25 x 206 / 200 = $7.46750, rounded $7.45.",
    ]


def test_a_line_says_its_change_in_dollars_and_in_percent():
    general, _minor, opportunity, *_ = index().lines
    # 0.20 / 7.25 = 2.758...%, 0.20 / 5.90 = 3.389...%
    assert (general.change, str(general.percent)) == (Decimal("0.20"), "2.8")
    assert (opportunity.change, str(opportunity.percent)) == (Decimal("0.20"), "3.4")
    fallen = index(this=Decimal(194)).lines[0]  # 7.25 x 0.97 = 7.0325: 7.05, down 0.20
    assert (fallen.new, fallen.change, str(fallen.percent)) == (Decimal("7.05"), Decimal("-0.20"), "-2.8")


def test_a_tie_is_flagged_with_the_convention_that_decides_it():
    # 350 x 1.03 = 360.50, exactly between two dollars.
    ties = [flag for flag in index().flags if flag.step.key == "proposals.tie"]
    assert [flag.sentence() for flag in ties] == [
        f"camp counselors {who}, pay without board or lodging per week: $360.50 lies exactly between two multiples. "
        "The text is silent; by the usual rule half goes up, to $361.00."
        for who in ("18 and over", "17 and under")
    ]
    assert {flag.cite for flag in ties} == {"C-6"}


def test_a_falling_index_is_flagged_and_needs_a_person():
    assert (index().fell, index(this=Decimal(200)).fell, index(this=Decimal("199.999")).fell) == (False, False, True)
    [fall] = [flag for flag in index(this=Decimal(194)).flags if flag.step.key == "proposals.fell"]
    assert fall.sentence().startswith("The index fell from 200 to 194: the amounts go down on September 1, 2027.")
    assert fall.cite == "SB130 104.035 (9) (a)"


@pytest.mark.parametrize(
    ("year", "raw", "legal", "work_by"),
    [
        (2027, "2027-09-01", "2027-09-01", "2027-09-01"),  # a Wednesday
        (2030, "2030-09-01", "2030-09-03", "2030-08-30"),  # a Sunday, then Labor Day; the office works on Friday
    ],
)
def test_the_index_must_be_promulgated_by_september_1_and_applies_then(year, raw, legal, work_by):
    proposal = index(year=year)
    due = proposal.deadline.value
    assert [str(day) for day in (due.raw_due, due.legal_due, due.work_by)] == [raw, legal, work_by]
    assert proposal.first_day == date(year, 9, 1)


def test_the_poverty_line_of_the_bill_gives_the_bills_own_rates():
    proposal = line()
    assert [(made.class_, str(made.new)) for made in proposal.lines] == [
        ("general", "7.20"), ("minor", "7.20"), ("opportunity", "6.70"), ("tipped", "3.95"), ("tipped-opportunity", "3.70"),
        ("farm-adult", "6.85"), ("farm-minor", "6.25"),
    ]  # fmt: skip
    assert len(proposal.stays) == 28  # 20 allowances, 6 of camps, 2 of caddies
    # 30 days after January 12: 19 left in January, so February 11, a Thursday.
    due = proposal.deadline.value
    assert (due.raw_due, due.legal_due) == (date(2027, 2, 11), date(2027, 2, 11))
    assert (proposal.first_day, line(revised_on=date(2027, 3, 1)).first_day) == (date(2027, 3, 1), date(2027, 4, 1))
    assert flags(proposal) == ["lower", "large_change", "below_federal", "board_by_rule", "set_by_rule"]
    assert flags(line(revised_on=date(2027, 2, 12)))[0] == "late"


def test_a_tie_of_the_poverty_line_goes_up_and_a_raised_rate_stays():
    tied = line(line=Decimal(15028))  # / 2080 = 7.225
    assert (tied.lines[0].new, tied.lines[0].tie) == (Decimal("7.25"), True)
    assert flags(tied)[0] == "tie"
    raised = line(raised={"tipped": Decimal("4.00"), "general": Decimal("7.00")})
    assert (raised.lines[0].new, raised.lines[3].new) == (Decimal("7.20"), Decimal("4.00"))
    assert [f.sentence() for f in raised.flags if f.step.key == "proposals.raised"] == [
        "tipped employees: the formula gives $3.95, but the department raised this rate by rule to $4.00, which stays."
    ]


def test_minors_who_do_no_farm_work_have_the_general_rate_of_the_bill():
    # 27,320 / 2080 = 13.1346, so 13.15; x 0.929 = 12.21635, so 12.20; on farms x 0.953 = 12.53 and x 0.87 = 11.44.
    proposal = line(line=Decimal(27320))
    rates = {made.class_: str(made.new) for made in proposal.lines}
    assert (rates["general"], rates["minor"], rates["opportunity"]) == ("13.15", "13.15", "12.20")
    assert (rates["farm-adult"], rates["farm-minor"]) == ("12.55", "11.45")
    [minors] = [made for made in proposal.lines if made.class_ == "minor"]
    assert minors.finding.sentences()[-1] == (
        "The bill has no rate of its own for minors except on farms, so minors elsewhere have the general rate: $13.15."
    )
    assert minors.finding.citations[-1] == "AB622 104.035 (2)"
    assert [key for key, _rate in proposal.stays if key[0] == "minor"] == [
        ("minor", "lodging", "week"), ("minor", "lodging", "day"), ("minor", "meals", "week"), ("minor", "meals", "meal"),
    ]  # fmt: skip
    assert "order" not in flags(proposal)
    said = {flag.sentence(): flag.cite for flag in proposal.flags}
    board = "20 amounts for meals and lodging stay as they are: the department sets them by rule, not by the formula."
    assert said[board] == "AB622 104.045 (2)"
    by_rule = "8 amounts of camps and caddies stay as they are: the department sets them by rule, not by the formula."
    assert said[by_rule] == "AB622 104.035 (6)"


def test_minors_have_the_general_rate_that_the_department_raised():
    assert [str(made.new) for made in line(raised={"general": Decimal("9.00")}).lines[:2]] == ["9.00", "9.00"]
    tied = line(line=Decimal(15028))
    assert [flag.step.key for flag in tied.flags].count("proposals.tie") == 1


def test_a_class_below_one_that_the_law_puts_under_it_is_flagged_in_any_method():
    stated = read_table("opportunity, wage, hour, 7.30", first_day=date(2027, 7, 1))
    made = by_table(book=BOOK, stated=stated, dated=False, cite="Register 900")
    assert [flag.sentence() for flag in made.flags if flag.step.key == "proposals.order"] == [
        f"From Thursday, July 1, 2027, {who} would have $7.25, less than opportunity employees with $7.30. "
        "The law never puts the first below the second: check the table."
        for who in ("employees generally", "minors")
    ]
    both = "general, wage, hour, 8, 2027-07-01\nminor, wage, hour, 8.50, 2028-07-01\ngeneral, wage, hour, 9, 2029-07-01"
    dated = by_table(book=BOOK, stated=read_table(both, first_day=None), dated=True, cite="Register 900")
    assert [flag.step.values["day"] for flag in dated.flags if flag.step.key == "proposals.order"] == [date(2028, 7, 1)]
    assert "order" not in flags(index())


def test_a_rule_cannot_be_made_before_the_publication_it_rests_on():
    with pytest.raises(Refused, match=r"before it is published on Tuesday, January 12, 2027\.") as refused:
        line(revised_on=date(2027, 1, 11))
    assert refused.value.field == "revised_on"


def test_a_day_without_rates_or_a_holiday_table_gives_no_guess():
    with pytest.raises(Refused, match=r"No amount is in force on Tuesday, August 31, 1993"):
        index(year=1993)
    far = index(year=2099)
    assert (far.deadline, "deadline_unknown" in flags(far)) == (None, True)
    with pytest.raises(Refused, match=r"give \$0\.00"):
        line(line=Decimal(1))


def test_a_dated_table_ends_each_amount_where_the_next_begins():
    typed = "general, wage, hour, 8.00, 2027-07-01\nfarm employees 18 and over\twage\thour\t$8\t7/1/2027\n\n"
    typed += "General;wage;hour;9.00;7/1/2028"
    stated = read_table(typed, first_day=None)
    proposal = by_table(book=BOOK, stated=stated, dated=True, cite="Register 900")
    assert [(m.class_, str(m.old), str(m.new), str(m.start), str(m.end)) for m in proposal.lines] == [
        ("general", "7.25", "8.00", "2027-07-01", "2028-06-30"), ("general", "8.00", "9.00", "2028-07-01", "None"),
        ("farm-adult", "7.25", "8.00", "2027-07-01", "None"),
    ]  # fmt: skip
    assert (proposal.first_day, proposal.deadline, len(proposal.stays)) == (date(2027, 7, 1), None, 33)
    assert stated[1] == Stated("farm-adult", "wage", "hour", Decimal("8.00"), date(2027, 7, 1))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("women, wage, hour, 8", "“women” names one sex"),
        ("general, wage, hour, 8\nFemale employees, wage, hour, 7.50", r"Line 2: .*\(104\.04\), and “female” names one"),
        ("General (M), wage, hour, 8", "“m” names one sex"),
        ("Mens' work; wage; hour; 8", "“mens” names one sex"),
        ("\uff57\uff4f\uff4d\uff45\uff4e, wage, hour, 8", "“women” names one sex"),
        ("varones, wage, hour, 8", "“varones” names one sex"),
        ("general, wage, hour, 8, 9, 10\nboys, x", "Line 2: .*“boys” names one sex"),
        ("everybody, wage, hour, 8", "Line 1: the book has no class “everybody”"),
        ("general, wage, week, 8", "this class has no amount for “wage, week”. It has: wage, hour; lodging, week"),
        ("tipped, meals, week, 8", "this class has no amount for “meals, week”"),
        ("general, wage, hour", "Line 1 has 3 parts and needs 4"),
        ("general, wage, hour, NaN", "“NaN” is no amount"),
        ("general, wage, hour, -8", "“-8” is no amount"),
        ("general, wage, hour, 0.00", "“0.00” is no amount"),
        ("general, wage, hour, 7.255", "“7.255” is no amount"),
        ("general, wage, hour, " + "9" * 40, "“9{39}…” is no amount|“9{40}” is no amount"),
        ("general, wage, hour, \u0667", "is no amount"),
        ("general, wage, hour, 1e2", "“1e2” is no amount"),
        ("\n".join(["general, wage, hour, 8"] * 201), "200 lines or fewer"),
    ],
)  # fmt: skip
def test_a_table_is_refused_with_the_line_and_the_reason(text, said):
    with pytest.raises(Refused, match=said) as refused:
        read_table(text, first_day=date(2027, 7, 1))
    assert refused.value.field == "table"
    assert refused.value.citation == ("104.04" if "sex" in said or "names one" in said else "")


@pytest.mark.parametrize("day", ["2027-02-30", "1999-12-31", "2100-01-01", "soon", "0001-01-01", "13/1/2027"])
def test_a_day_of_a_table_is_a_day_between_2000_and_2099(day):
    with pytest.raises(Refused, match="is no day between 2000 and 2099"):
        read_table(f"general, wage, hour, 8, {day}", first_day=None)


def test_an_empty_table_and_two_amounts_of_one_day_are_refused():
    with pytest.raises(Refused, match="holds no amount"):
        by_table(book=BOOK, stated=(), dated=False, cite="x")
    twice = read_table("general, wage, hour, 8\ngeneral, wage, hour, 9", first_day=date(2027, 7, 1))
    with pytest.raises(Refused, match="employees generally, minimum wage per hour: two amounts begin on the same day"):
        by_table(book=BOOK, stated=twice, dated=False, cite="x")


def test_a_title_that_names_a_sex_is_refused_and_honest_words_are_not():
    with pytest.raises(Refused, match=r"different minimum wage for men and women \(104\.04\)"):
        check_words("title", "Minimum wages of women and minors")
    for honest in (
        "Minor employees 2027",
        "Workmanlike management of menus",
        "Demand for a manual",
        "Sussex",
        "Form M-7",
    ):
        assert names_a_sex(honest) == "", honest
    for class_ in CLASSES:
        assert names_a_sex(class_.replace("-", " "), letters=True) == ""


def test_the_factors_are_those_that_the_text_lists():
    # "job creation, retention, and expansion, on the availability of entry-level jobs, and on regional economic
    # conditions within the state" (104.04)
    assert FACTORS == ("job_creation", "job_retention", "job_expansion", "entry_level_jobs", "regional_conditions")
    assert len(PRINTED) == 35


@pytest.mark.parametrize("made", [index(), index(year=2099, this=Decimal(150)), line(raised={"tipped": Decimal(9)})])
def test_a_proposal_is_written_down_and_read_back_unchanged(made):
    kept = json.loads(json.dumps({name: found.to_dict() for name, found in findings(made).items()}))
    back = restored({name: Finding.from_dict(found) for name, found in kept.items()})
    assert (back.lines, back.flags, back.stays, back.applies) == (made.lines, made.flags, made.stays, made.applies)
    assert (back.deadline, back.book, back.method) == (made.deadline, made.book, made.method)
    assert findings(made)["line 1"].sentences()[-1] == made.lines[0].finding.sentences()[-1]
