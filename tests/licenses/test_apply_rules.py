"""What an application accepts, refuses and only tells: cases D3, D8, D9, D10, D34, H1, H2 of the domain file, DWD 272.09 (6)."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from licenses.content import WageSource
from licenses.drafting import attesting, typed
from licenses.drafting.forms.filing import EmployerForm, FilingForm, SiteForm, TotalsForm
from licenses.drafting.forms.jobs import HourlyMeasureForm, JobForm, PieceMeasureForm, SourceForm
from licenses.drafting.mapping import content_of
from licenses.drafting.progress import Progress
from licenses.drafting.whole import Whole
from tests.factories import at
from tests.licenses import ASSEMBLY, PACKING, PLACE, SOURCES, content, member, organization, worker
from tests.licenses.drafting import filled
from wagecase.cases import drafts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]
NOW = at("2026-03-02 09:00")


def errors(form, answers):
    """Return what the form says of each answer that it refuses."""
    bound = form(typed.data_of(form, answers))
    return {name: list(said) for name, said in bound.errors.items()}


@pytest.mark.parametrize(
    ("form", "name", "text", "accepted"),
    [
        (EmployerForm, "fein", "39-1234567", True),
        (EmployerForm, "fein", "391234567", True),
        (EmployerForm, "fein", "3912345679", False),
        (EmployerForm, "fein", "39-1234567; 8", False),
        (EmployerForm, "fein", "٣٩١٢٣٤٥٦٧", False),
        (EmployerForm, "federal_number", "12-34567-S-890", True),
        (EmployerForm, "federal_number", "12-34567-h-890", True),
        (EmployerForm, "federal_number", "12-34567-,-890", False),
        (EmployerForm, "federal_number", "x12-34567-S-890", False),
        (EmployerForm, "federal_number", "12-34567-S-8901", False),
        (EmployerForm, "physical_zip_code", "54401", True),
        (EmployerForm, "physical_zip_code", "54401-1234", True),
        (EmployerForm, "physical_zip_code", "00000", False),
        (EmployerForm, "physical_zip_code", "5440", False),
        (EmployerForm, "physical_state", "wi", True),
        (EmployerForm, "physical_state", "XX", False),
        (EmployerForm, "payee_count", "0", True),
        (EmployerForm, "payee_count", "-5", False),
        (FilingForm, "contact_phone", "6085551234", True),
        (FilingForm, "contact_phone", "(608) 555.1234 ext. 9", True),
        (FilingForm, "contact_phone", "+1 608-555-1234", True),
        (FilingForm, "contact_phone", "608-555-12", False),
        (FilingForm, "contact_email", "olive@works.museum", True),
        (FilingForm, "contact_email", "olive@@works.example", False),
        (SiteForm, "workers", "0", True),
        (SiteForm, "workers", "-1", False),
        (SiteForm, "workers", "2.5", False),
        (SiteForm, "workers", "9" * 60, False),
        (TotalsForm, "expected_workers", "0", False),
        (TotalsForm, "quarter_workers", "0", True),
        (TotalsForm, "quarter_end", "12/31/2025", True),
        (TotalsForm, "quarter_end", "12/30/2025", False),
        (TotalsForm, "quarter_end", "3/31/2026", False),
        (JobForm, "own_wage", "-1.00", False),
        (JobForm, "own_wage", "0", False),
        (JobForm, "own_wage", "16.42", True),
        (JobForm, "similar_firms", "3", False),
        (JobForm, "source_level", "entry", True),
        (SourceForm, "wage", "15.00001", False),
        (SourceForm, "wage", "1,015.00", False),
        (PieceMeasureForm, "units_measured", "0", False),
        (PieceMeasureForm, "allowance_minutes", "8.99", False),
        (PieceMeasureForm, "allowance_minutes", "9", True),
        (PieceMeasureForm, "allowance_minutes", "10", True),
        (PieceMeasureForm, "nearby_piece_rate", "0.0375", True),
        (HourlyMeasureForm, "reviewed_months", "6", True),
        (HourlyMeasureForm, "reviewed_months", "7", False),
        (HourlyMeasureForm, "reviewed_months", "0", False),
    ],
)
def test_each_answer_has_its_own_range_and_pattern(form, name, text, accepted):
    assert (name not in errors(form, {name: text})) is accepted


@pytest.mark.parametrize(
    ("form", "answers", "name"),
    [
        (FilingForm, {"coverage": "departments"}, "departments"),
        (FilingForm, {"previous": ["denied"]}, "previous_words"),
        (EmployerForm, {"mailing_same": "no"}, "mailing_street"),
        (EmployerForm, {"parent_name": "Parent Example, Inc."}, "parent_street"),
        (EmployerForm, {"parent_city": "Madison"}, "parent_name"),
        (EmployerForm, {"status": "other"}, "status_words"),
        (EmployerForm, {"federal_certificate": "yes"}, "federal_number"),
        (EmployerForm, {"service_contracts": "yes"}, "service_contract_count"),
        (EmployerForm, {"facility_credit": "yes"}, "credits"),
        (JobForm, {"method": "own"}, "own_wage"),
        (JobForm, {"method": "survey", "similar_firms": "1"}, "few_reason"),
        (JobForm, {"method": "alternate"}, "source_wage"),
    ],
)
def test_an_answer_that_another_one_makes_necessary_is_asked_for(form, answers, name):
    assert name in errors(form, answers)
    assert name not in errors(form, {})


def test_own_experienced_workers_set_the_wage_where_they_do_similar_work():
    said = errors(JobForm, {"similar_own": "yes", "method": "survey"})["method"]
    assert said == ["Choose your own experienced workers: the law asks for their wage where they do similar work"]
    assert "method" not in errors(JobForm, {"similar_own": "yes", "method": "own", "own_wage": "16.42"})


def test_no_more_than_a_token_number_of_own_workers_leaves_the_survey_open_with_a_reason():
    said = errors(JobForm, {"similar_own": "token", "method": "survey"})
    assert said["own_reason"] == ["Tell us how many they are and why you do not use what you pay them"]
    assert "method" not in said
    told = errors(JobForm, {"similar_own": "token", "method": "survey", "own_reason": "One of forty, a foreman."})
    assert not {"own_reason", "method"} & set(told)
    assert "own_reason" not in errors(JobForm, {"similar_own": "token", "method": "own", "own_wage": "16.42"})


@pytest.mark.parametrize("method", ["alternate", "public"])
def test_another_source_needs_why_a_survey_was_not_practical(method):
    said = {"method": method, "source_name": "Bureau of Labor Statistics", "source_wage": "16.00",
            "source_on": "1/2/2026", "source_level": "experienced"}  # fmt: skip
    assert errors(JobForm, said)["survey_reason"] == ["Tell us why it was not practical to ask firms nearby"]
    assert "survey_reason" not in errors(JobForm, {**said, "survey_reason": "No firm within 60 miles does it."})
    assert "survey_reason" not in errors(JobForm, {"method": "survey"})


def test_a_source_of_wages_for_beginners_alone_is_refused():
    said = errors(JobForm, {"method": "alternate", "source_level": "entry"})["source_level"]
    assert said == ["Use a source with wages of experienced workers: wages for beginners alone do not count"]


# Whole applications


def application(**changes):
    who = member(organization(at=NOW), at=NOW)
    return filled(who, at=NOW, **changes)


def said_of(draft, slug):
    """Return the state of a section and what keeps the application from being filed there."""
    from licenses.drafting.sections import BY_SLUG

    progress = Progress(Whole(draft))
    return progress.state(BY_SLUG[slug]), [one.text for one in progress.faults_of(slug)]


def site(**changes):
    return replace(content().sites[0], **changes)


def firms(count):
    names = ("First", "Second", "Third")
    return tuple(replace(SOURCES[0], firm=f"{name} Example LLC") for name in names[:count])


def test_a_complete_application_may_be_filed():
    assert Progress(Whole(application())).open_sections == []


def test_an_application_without_a_place_a_job_or_a_worker_is_refused_with_a_sentence_each():
    draft = application(sites=(), jobs=(), workers=())
    assert said_of(draft, "sites") == ("empty", ["Add at least one place of work"])
    assert said_of(draft, "jobs") == ("empty", ["Add at least one job"])
    assert said_of(draft, "workers")[1] == ["Add at least one worker"]


def test_one_place_of_work_is_the_main_one():
    branch = site(key="s2", kind="branch", name="Branch", address=replace(PLACE, street="9 Sample Street"))
    assert said_of(application(sites=(branch,)), "sites")[1] == ["Choose one place of work as the main place"]


def test_there_are_not_two_main_places():
    second = site(key="s2", name="Second", address=replace(PLACE, street="9 Sample Street"))
    said = said_of(application(sites=(site(), second)), "sites")
    assert said == ("problem", ["There is more than one main place. Choose another kind for all but one."])


def test_no_place_stands_twice():
    same = site(key="s2", kind="branch", name="Second shop", address=replace(PLACE, street="120  placeholder road"))
    said = said_of(application(sites=(site(), same)), "sites")[1]
    assert said == ["“Second shop” has the same address as “Main shop”. Remove one, or correct its address."]


def test_a_site_with_no_workers_is_a_site_with_zero_and_not_one_without_an_answer():
    whole, _workers = content_of(application(sites=(site(workers=0),)))
    assert whole.sites[0].workers == 0
    blank, _workers = content_of_other(site(workers=None))
    assert blank.sites[0].workers is None


def content_of_other(place):
    who = member(organization("Other Works Example LLC", at=NOW), "Otto Other Example", at=NOW)
    return content_of(filled(who, at=NOW, sites=(place,)))


def test_a_survey_asks_three_firms():
    draft = application(jobs=(replace(ASSEMBLY, sources=firms(2)), PACKING))
    state, said = said_of(draft, "jobs")
    assert state == "problem"
    assert said[0].startswith("You asked 2 firms about “Assembly”. Ask at least three, or all if fewer do similar work")


def test_fewer_firms_are_enough_where_there_are_no_more_and_the_reason_is_stated():
    few = replace(ASSEMBLY, sources=firms(2), similar_firms=2, few_reason="The chamber of commerce lists two.")
    assert said_of(application(jobs=(few, PACKING)), "jobs") == ("complete", [])


def test_the_number_of_firms_alone_is_no_reason():
    few = replace(ASSEMBLY, sources=firms(1), similar_firms=1)
    assert said_of(application(jobs=(few, PACKING)), "jobs")[0] == "half"


def test_a_survey_without_a_firm_is_refused():
    draft = application(jobs=(replace(ASSEMBLY, sources=()), PACKING))
    assert "Add the firms that you asked about “Assembly”" in said_of(draft, "jobs")[1]


def test_one_firm_under_two_spellings_counts_once():
    twice = (*firms(2), replace(SOURCES[0], firm="second  EXAMPLE llc"))
    said = said_of(application(jobs=(replace(ASSEMBLY, sources=twice), PACKING)), "jobs")[1]
    assert said[0] == "The firm “second  EXAMPLE llc” stands twice. Each firm counts once."
    assert any(text.startswith("You asked 2 firms") for text in said)


@pytest.mark.parametrize(
    ("primarily", "said", "problem"),
    [
        ("no", {"similar_own": "no"}, "Most of your workers have no disability, and the law then asks for what you pay "
         "your own experienced workers. Say why you do not use it for “Assembly”."),
        ("no", {"similar_own": "no", "own_reason": "Nobody else assembles."}, None),
        ("no", {"similar_own": "token", "own_reason": "One of forty."}, "Most of your workers have no disability. The law "
         "then asks for what you pay your own experienced workers on “Assembly”, however few they are: choose that way "
         "to find the wage."),
        ("no", {"similar_own": "yes", "method": "own", "own_wage": Decimal("15.50"), "sources": ()}, None),
        ("no", {"similar_own": "token", "method": "own", "own_wage": Decimal("15.50"), "sources": ()}, None),
        ("yes", {"similar_own": "no"}, None),
        ("yes", {"similar_own": "token", "own_reason": "One of forty."}, None),
    ],
)  # fmt: skip
def test_an_employer_most_of_whose_workers_have_no_disability_uses_what_it_pays_its_own(primarily, said, problem):
    employer = replace(content().employer, primarily_disabled=primarily)
    own = replace(PACKING, similar_own="yes", method="own", own_wage=Decimal("15.50"), sources=())
    draft = application(employer=employer, jobs=(replace(ASSEMBLY, **said), own))
    assert said_of(draft, "jobs")[1] == ([problem] if problem else [])


def test_a_weighted_mean_needs_the_workers_of_each_firm():
    sources = (*firms(2), replace(SOURCES[2], workers=None))
    draft = application(jobs=(replace(ASSEMBLY, sources=sources, averaging="weighted"), PACKING))
    said = said_of(draft, "jobs")[1]
    assert "Enter how many workers get the wage at “Third Example LLC”: the mean is weighted" in said


def test_a_prevailing_wage_below_the_minimum_is_raised_to_it():
    low = tuple(replace(firm, wage=Decimal("7.00")) for firm in firms(3))
    draft = application(jobs=(replace(ASSEMBLY, sources=low), PACKING), workers=(worker(1, rate=Decimal("3.62")),))
    states = Whole(draft).worker_outcomes  # half of $7.25 is $3.625, so $3.63 is due
    assert states == {"short": 1}


def test_sums_that_differ_are_told_and_never_stop_a_filing():
    filing = replace(
        content().filing,
        quarter_end=date(2025, 12, 31),
        quarter_workers=10,
        quarter_split={"work-center": 4, "school": 5},
    )
    progress = Progress(Whole(application(filing=filing)))
    assert progress.open_sections == []
    told = [one for one in progress.warnings if one.slug == "totals"]
    assert [one.text for one in told] == ["The parts add up to 9 workers, the total is 10."]
    assert told[0].reason == "total_reason"


def test_numbers_are_kept_as_typed():
    line = worker(
        1, pay_basis="piece", job="Packing", rate=Decimal("0.0375"), weekly_hours=Decimal("10.15385"),
        quarter_hours=Decimal("132.00"),
    )  # fmt: skip
    draft = application(workers=(line,))
    _whole, workers = content_of(draft)
    assert [str(workers[0].rate), str(workers[0].weekly_hours), str(workers[0].quarter_hours)] == [
        "0.0375", "10.15385", "132.00",
    ]  # fmt: skip
    assert drafts.rows(draft, "workers")[0].answers["weekly_hours"] == "10.15385"


def test_a_public_determination_calls_for_its_file():
    stated = {"method": "public", "sources": (), "source_name": "Determination 14", "source_wage": Decimal("16.00"),
              "source_on": date(2026, 1, 10), "source_level": "experienced", "survey_reason": "No firm nearby does it."}  # fmt: skip
    draft = application(jobs=(replace(ASSEMBLY, **stated), PACKING))
    assert said_of(draft, "files") == ("half", ["Add a file: Public wage determination"])


def test_answers_of_a_branch_that_was_left_stay_in_the_draft_and_out_of_the_content():
    draft = application()
    row = drafts.rows(draft, "jobs").get(key="a1")
    row.answers |= {"similar_own": "yes", "method": "own", "own_wage": "16.42"}
    row.save()
    whole, _workers = content_of(draft)
    assert (whole.jobs[0].method, whole.jobs[0].own_wage, whole.jobs[0].sources) == ("own", Decimal("16.42"), ())
    assert drafts.rows(draft, "sources").count() == 6
    told = [one.text for one in Progress(Whole(draft)).warnings if one.slug == "jobs"]
    assert any(one.startswith("The firms that you asked about “Assembly” will not be filed") for one in told)


def test_what_is_filled_in_is_what_was_filed():
    before = content(sites=(site(),))
    draft = application(sites=(site(),))
    whole, workers = content_of(draft)
    assert replace(whole, answered_on={}, attestation=before.attestation) == before
    assert workers == [worker(1), worker(2)]


def test_a_firm_asked_more_than_a_year_ago_is_told():
    old = tuple(replace(firm, asked_on=date(2025, 3, 1)) for firm in firms(3))
    progress = Progress(Whole(application(jobs=(replace(ASSEMBLY, sources=old), PACKING))))
    assert "You asked “First Example LLC” on March 1, 2025, more than a year ago." in [
        one.text for one in progress.warnings
    ]


def test_a_firm_without_its_facts_is_no_source():
    bare = (*firms(2), WageSource(firm="Third Example LLC", wage=Decimal("15.50")))
    said = said_of(application(jobs=(replace(ASSEMBLY, sources=bare), PACKING)), "jobs")[1]
    assert "Complete what you wrote about the firm “Third Example LLC”" in said


def test_fewer_lines_than_workers_counted_at_a_place_are_told():
    progress = Progress(Whole(application(sites=(site(workers=3),))))
    told = [one.text for one in progress.warnings if one.slug == "sites"]
    assert told == ["At “Main shop” you counted 3 workers, and the list has 2."]
    assert progress.open_sections == []


def test_whoever_pays_too_little_today_can_attest_the_wage_from_the_first_day_of_the_license_on():
    said = next(item for item in attesting.ITEMS if item.code == "commensurate")
    assert str(said.text).startswith(
        "From the first day of the license on, each worker under it is paid at least the wage"
    )
