"""Questions that another answer calls for: hidden by the page's script until then, kept as typed, and never hidden at fault."""

import pytest

from licenses.drafting.contents import content
from licenses.drafting.forms.workers import WorkerForm
from licenses.drafting.only_if import holds
from licenses.drafting.sections import ASKED, SOURCE, forms_of
from licenses.drafting.whole import Whole
from tests.factories import at
from tests.licenses import member, organization, worker
from tests.licenses.drafting import Writer, filled

NOW = at("2026-03-02 09:00")


@pytest.mark.parametrize(
    ("condition", "answers", "called_for"),
    [
        ("coverage=departments", {"coverage": "departments"}, True),
        ("coverage=departments", {"coverage": "whole"}, False),
        ("coverage=departments", {}, False),
        ("method=alternate,public", {"method": "public"}, True),
        ("previous", {"previous": ["held"]}, True),
        ("previous", {"previous": []}, False),
        ("parent_name|parent_city", {"parent_city": " "}, False),
        ("parent_name|parent_city", {"parent_city": "Wausau"}, True),
        ("young=yes|born_on>2001-03-02", {"born_on": "3/3/2001"}, True),
        ("young=yes|born_on>2001-03-02", {"born_on": "2001-03-02"}, False),
        ("young=yes|born_on>2001-03-02", {"born_on": "12//2001"}, False),
        ("young=yes|born_on>2001-03-02", {"young": "yes"}, True),
        ("young=yes&counseled=yes", {"young": "yes", "counseled": "no"}, False),
        ("young=yes&counseled=yes", {"young": "yes", "counseled": "yes"}, True),
    ],
)
def test_a_condition_is_read_from_the_answers_as_typed(condition, answers, called_for):
    assert holds(condition, answers) is called_for


def test_every_condition_names_questions_of_its_own_page():
    for section in (*ASKED, SOURCE):
        for form in forms_of(section):
            names = set(form.base_fields)
            for name, condition in form({}).only_if.items():
                asked = {part.split("=")[0].split(">")[0] for both in condition.split("&") for part in both.split("|")}
                assert {name, *asked} <= names, (form, name, condition)


@pytest.mark.django_db
def test_what_no_answer_calls_for_is_kept_and_neither_filed_nor_shown_at_the_check(clock, media):
    clock.set("2026-03-02 09:00")
    olive = member(organization(at=NOW), at=NOW)
    writer = Writer(olive, filled(olive, at=NOW))
    answers = {**writer.draft.sections.get(name="filing").answers, "coverage": "whole", "departments": "The kitchen"}
    assert writer.send("filing", **answers).status_code == 303
    assert writer.draft.sections.get(name="filing").answers["departments"] == "The kitchen"
    assert content(Whole(writer.draft)).filing.departments == ""
    assert "The kitchen" not in writer.words("check")
    assert "The kitchen" in writer.get("filing").content.decode()


@pytest.mark.django_db
def test_without_a_script_every_question_is_on_the_page_with_its_hint(clock, media):
    clock.set("2026-03-02 09:00")
    olive = member(organization(at=NOW), at=NOW)
    html = Writer(olive, filled(olive, at=NOW)).get("filing").content.decode()
    assert '<div id="div_id_departments" class="usa-form-group" data-only-if="coverage=departments">' in html
    assert "Only if the license shall cover departments." in html
    assert "hidden" not in html.split('id="div_id_departments"')[1].split("</div>")[0]


def test_the_day_from_which_a_worker_is_young_moves_with_today(clock):
    clock.set("2026-03-02 09:00")
    assert WorkerForm({}).only_if["counseled"] == "young=yes|born_on>2001-03-02"
    clock.set("2026-03-03 09:00")
    assert WorkerForm({}).only_if["counseled"] == "young=yes|born_on>2001-03-03"


# In a browser


@pytest.fixture
def writing(new_page, client, clock, media, transactional_db):
    """Open a page of a whole application in a browser: writing("employer", width=320)."""
    clock.set("2026-03-02 09:00")
    olive = member(organization(at=NOW), at=NOW)
    draft = filled(olive, at=NOW, workers=(worker(1),))

    def open_page(*parts, **how):
        client.force_login(olive.user)
        page = new_page(**how)
        session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "domain": "localhost", "path": "/"}
        page.context.add_cookies([session])
        page.goto(f"/licenses/apply/{draft.pk}/" + "".join(f"{part}/" for part in parts))
        return page

    open_page.draft = draft
    return open_page


def seen(page, *names):
    return [page.locator(f"#div_id_{name}").is_visible() for name in names]


@pytest.mark.browser
def test_a_question_appears_with_the_answer_that_calls_for_it_and_the_focus_stays(writing, axe):
    page = writing("filing")
    assert seen(page, "departments", "previous_words") == [False, False]
    page.focus("[name=coverage][value=whole]")
    page.keyboard.press("ArrowDown")
    assert seen(page, "departments") == [True]
    assert page.evaluate("document.activeElement.value") == "departments"
    assert page.inner_text("#live-status") == "One more question below"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.name") == "departments"
    assert axe(page) == []


@pytest.mark.browser
def test_what_was_typed_is_sent_although_it_is_hidden_again(writing):
    page = writing("filing")
    page.check("[name=coverage][value=departments]")
    page.fill("[name=departments]", "The kitchen")
    page.check("[name=coverage][value=whole]")
    assert seen(page, "departments") == [False]
    page.get_by_role("button", name="Save and continue").click()
    page.wait_for_url(lambda url: "/filing/" not in url)
    assert writing.draft.sections.get(name="filing").answers["departments"] == "The kitchen"


@pytest.mark.browser
def test_a_question_with_an_error_is_never_hidden(writing):
    page = writing("employer", width=320)
    assert seen(page, "federal_number", "mailing_street", "parent_street", "payee_count") == [False] * 4
    page.check("[name=federal_certificate][value=yes]")
    page.fill("[name=federal_number]", "12-34567-,-890")
    page.check("[name=federal_certificate][value=no]")
    page.get_by_role("button", name="Save and continue").click()
    page.get_by_role("heading", name="There is a problem").wait_for()
    page.wait_for_load_state("load")
    assert seen(page, "federal_number", "federal_expires_on") == [True, False]
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.browser
def test_a_heading_goes_with_its_questions(writing):
    page = writing("jobs", "a1")
    heading = page.get_by_text("If you used another source or a public determination")
    assert not heading.is_visible()
    assert page.get_by_text("If you asked other firms").is_visible()
    page.check("[name=method][value=public]")
    assert heading.is_visible()
    assert not page.get_by_text("If you asked other firms").is_visible()


@pytest.mark.browser
def test_counseling_is_asked_of_a_young_worker_and_a_study_of_an_hourly_one(writing, axe):
    page = writing("workers", "w0001")
    assert seen(page, "counseled", "study_setter", "disability_words") == [False, True, False]
    for part, text in enumerate(("3", "3", "2001")):
        page.fill(f"[name=born_on_{part}]", text)
    assert seen(page, "counseled", "counseled_on") == [True, False]
    page.check("[name=counseled][value=yes]")
    assert seen(page, "counseled_on") == [True]
    page.check("[name=pay_basis][value=piece]")
    assert seen(page, "study_setter") == [False]
    assert not page.get_by_text("How the productivity was found").is_visible()
    assert axe(page) == []


@pytest.mark.browser
def test_without_a_script_all_are_shown(writing):
    page = writing("workers", "w0001", javascript=False)
    assert seen(page, "counseled", "study_setter", "disability_words") == [True, True, True]


@pytest.mark.browser
def test_the_page_of_a_worker_weighs_less_than_100_kilobytes_of_styles_and_scripts(writing):
    page = writing("workers", "w0001")
    weights = page.evaluate(
        "Promise.all([...performance.getEntriesByType('resource')].map((one) => one.name)"
        ".filter((name) => /[.](css|js)$/.test(name)).map((name) => fetch(name).then((answer) => answer.text())"
        ".then((text) => [name.split('/').pop(), text.length])))"
    )
    assert "only-if.js" in dict(weights)
    assert sum(weight for _name, weight in weights) < 100_000
