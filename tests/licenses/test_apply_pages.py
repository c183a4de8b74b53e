"""The task list of an application, its saving by section and line, and two people at once; cases D25, D29 of the domain file."""

import json
from urllib.parse import unquote

import pytest

from licenses.drafting import mapping, opening, saving
from licenses.drafting.sections import BY_SLUG, WORKERS
from tests.factories import at
from tests.licenses import content, member, organization, worker
from tests.licenses.drafting import Writer, empty, filled, text_of
from wagecase.cases import drafts
from wagecase.cases.models import Draft

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]
NOW = at("2026-03-02 09:00")
SITE = {
    "kind": "main", "name": "Main shop", "street": "120 Placeholder Road", "city": "Wausau", "state": "WI",
    "zip_code": "54401", "county": "Marathon", "public_contract": "no", "workers": "0",
}  # fmt: skip


@pytest.fixture
def works():
    return organization(at=NOW)


@pytest.fixture
def olive(works):
    return member(works, at=NOW)


@pytest.fixture
def felix(works):
    return member(works, "Felix Filer Example", "filer", at=NOW)


def site_rows(draft):
    return [row.answers for row in drafts.rows(draft, "sites")]


def test_starting_a_second_application_leaves_the_first_one_as_it_is(olive):
    first = filled(olive, at=NOW)
    writer = Writer(olive, first)
    answer = writer.client.post("/licenses/apply/")
    assert Draft.objects.count() == 2
    assert answer.headers["Location"] == f"/licenses/apply/{Draft.objects.latest('pk').pk}/"
    assert "9 of 11 sections complete" in writer.words()
    assert len(opening.open_drafts(olive.organization)) == 2


def test_an_empty_application_says_what_cannot_be_started_and_why(olive):
    words = Writer(olive, empty(olive, at=NOW)).words()
    assert "0 of 11 sections complete" in words
    assert "Measurement Add a job first Cannot start yet" in words
    assert "Workers Add a place of work and a job first Cannot start yet" in words
    assert "Check 9 sections are left Cannot start yet" in words
    assert "Sign Check your answers first Cannot start yet" in words


def test_the_list_tells_who_saved_a_section_last_and_when(olive, felix, clock):
    draft = empty(olive, at=NOW)
    clock.set("2026-03-02 10:42")
    Writer(felix, draft).send("services", services_verified="yes")
    assert "Services to workers Felix Filer Example, 10:42 a.m. Central time Complete" in Writer(olive, draft).words()


def test_half_a_section_is_in_progress_and_a_wrong_answer_is_a_problem(olive):
    writer = Writer(olive, empty(olive, at=NOW))
    answer = writer.send("filing", license_kind="facility")
    assert answer.status_code == 422
    assert "Enter the name of the person we may ask" in text_of(answer)
    assert "Filing and contact Olive Owner Example, 9:00 a.m. Central time In progress" in writer.words()
    writer.send("filing", license_kind="facility", contact_phone="12")
    assert "Filing and contact Olive Owner Example, 9:00 a.m. Central time Problem" in writer.words()


def test_a_wrong_answer_is_kept_and_shown_back_with_its_reason(olive):
    writer = Writer(olive, empty(olive, at=NOW))
    assert writer.send("employer", fein="39-12", legal_name="Sample").status_code == 422
    page = writer.get("employer")
    assert 'value="39-12"' in page.content.decode()
    assert "Enter the nine digits of the employer number" in text_of(page)


def test_whoever_wants_to_go_on_later_leaves_a_half_section_without_being_held(olive):
    writer = Writer(olive, empty(olive, at=NOW))
    answer = writer.send("employer", legal_name="Sample", later="1")
    assert (answer.status_code, answer.headers["Location"]) == (303, writer.url())
    assert writer.draft.sections.get(name="employer").answers["legal_name"] == "Sample"


def test_a_half_date_is_kept_as_typed(olive):
    writer = Writer(olive, empty(olive, at=NOW))
    writer.send("filing", start_on_0="11", start_on_2="2026")
    page = writer.get("filing").content.decode()
    assert 'name="start_on_0" id="id_start_on_0" value="11"' in page
    assert 'name="start_on_2" id="id_start_on_2" value="2026"' in page


def test_autosave_keeps_what_the_rules_would_refuse_and_says_when(olive, clock):
    clock.set("2026-03-02 10:42")
    writer = Writer(olive, empty(olive, at=NOW))
    answer = writer.send("employer", fein="39-", autosave="1")
    assert json.loads(answer.content) == {"saved": "Saved 10:42 a.m. Central time", "version": 1}
    assert writer.draft.sections.get(name="employer").answers["fein"] == "39-"


def test_a_page_that_saved_by_itself_is_in_no_conflict_with_itself(olive):
    writer = Writer(olive, empty(olive, at=NOW))
    page = writer.page("services")
    writer.send("services", page=dict(page), services_verified="no", autosave="1")
    answer = writer.send("services", page=dict(page), services_verified="yes")
    assert answer.status_code == 303
    assert writer.draft.sections.get(name="services").version == 2


@pytest.mark.parametrize("part", [("services",), ("sites", "s1")])
def test_a_page_that_saves_once_more_as_it_is_left_is_in_no_conflict_with_the_next(olive, part):
    """She typed, it was saved, she pressed Español, and the page that she left saved itself again."""
    writer = Writer(olive, empty(olive, at=NOW))
    typed = SITE if part[0] == "sites" else {"services_verified": "no"}
    first = {**writer.page("sites", "new"), **typed} if part[0] == "sites" else {**writer.page(*part), **typed}
    address = writer.url(*part)
    assert json.loads(writer.client.post(address, {**first, "autosave": "1"}).content)["version"] == 1
    second = writer.page(*part)
    again = writer.client.post(address, {**first, "autosave": "1"})
    assert json.loads(again.content)["version"] == 1
    assert writer.client.post(address, {**second, **typed, "later": "1"}).status_code == 303
    more = {"name": "Main works"} if part[0] == "sites" else {"services_verified": "yes"}
    assert writer.client.post(address, {**second, **typed, **more, "later": "1"}).status_code == 303


def test_two_versions_that_say_the_same_leave_nothing_to_choose(olive, felix):
    draft = empty(olive, at=NOW)
    first, second = Writer(olive, draft), Writer(felix, draft)
    one, two = first.page("services"), second.page("services")
    first.send("services", page=dict(one), services_verified="yes")
    assert second.send("services", page=dict(two), services_verified="yes", stay="1").status_code == 303
    kept = draft.sections.get(name="services")
    assert (kept.version, kept.saved_by) == (1, olive.user)
    late = second.send("services", page=dict(two), services_verified="no", stay="1")
    assert late.status_code == 409  # what differs is still asked


def test_saving_again_what_was_filled_in_beforehand_confirms_it(olive):
    draft = empty(olive, at=NOW)
    mapping.fill(draft, content(), (), at=NOW)
    writer = Writer(olive, draft)
    assert draft.sections.get(name="employer").answers["_confirm"]
    page = writer.client.get(writer.url("employer")).context["form"]
    sent = {name: value for name, value in page.data.items() if value}
    assert (
        writer.client.post(writer.url("employer"), {**writer.page("employer"), **sent, "stay": "1"}).status_code == 303
    )
    assert "_confirm" not in draft.sections.get(name="employer").answers


def test_a_page_that_saves_by_itself_confirms_nothing_that_was_filled_in_beforehand(olive):
    draft = empty(olive, at=NOW)
    mapping.fill(draft, content(), (), at=NOW)
    writer = Writer(olive, draft)
    page = writer.client.get(writer.url("employer")).context["form"]
    sent = {**writer.page("employer"), **{name: value for name, value in page.data.items() if value}}
    for typed in ("Mar", "Maria’s"):
        answer = writer.client.post(writer.url("employer"), {**sent, "trade_name": typed, "autosave": "1"})
        assert answer.status_code == 200
        kept = draft.sections.get(name="employer").answers
        assert (kept["trade_name"], kept["_confirm"]) == (typed, True)
    assert "Confirm this section" in writer.client.get(writer.url("employer")).content.decode()
    assert writer.client.post(writer.url("employer"), {**sent, "trade_name": "Maria’s"}).status_code == 303
    assert "_confirm" not in draft.sections.get(name="employer").answers


def test_autosave_of_an_empty_new_line_adds_no_line(olive):
    writer = Writer(olive, empty(olive, at=NOW))
    writer.client.post(writer.url("sites", drafts.new_key()), {"autosave": "1", "version": "0", "page": "p"})
    assert site_rows(writer.draft) == []


def test_two_people_who_add_a_place_at_once_both_add_one(olive, felix):
    draft = empty(olive, at=NOW)
    first, second = Writer(olive, draft), Writer(felix, draft)
    one, two = first.get("sites", "new"), second.get("sites", "new")
    for writer, page, name in ((first, one, "Main shop"), (second, two, "Branch")):
        action = page.context["action"]
        writer.client.post(action, {**SITE, "name": name, "version": "0", "page": page.context["page"]})
    assert [row["name"] for row in site_rows(draft)] == ["Main shop", "Branch"]


def test_a_stale_save_shows_only_what_differs_and_chooses_nothing(olive, felix, clock):
    draft = filled(olive, at=NOW)
    mine, theirs = Writer(felix, draft), Writer(olive, draft)
    page = mine.page("sites", "s1")
    clock.set("2026-03-02 09:20")
    theirs.send("sites", "s1", **SITE | {"name": "Main hall"})
    answer = mine.send("sites", "s1", page=dict(page), **SITE | {"name": "Main workshop"})
    words = text_of(answer)
    assert answer.status_code == 409
    assert "Olive Owner Example saved this at 9:20 a.m. Central time. Your changes are kept." in words
    assert "Name of the place Yours Main workshop Olive Owner Example Main hall" in words
    assert "Wausau" not in words
    assert "checked" not in answer.content.decode().replace("unchecked", "")
    assert site_rows(draft)[0]["name"] == "Main hall"


def test_both_versions_are_joined_as_chosen(olive, felix):
    draft = filled(olive, at=NOW)
    mine, theirs = Writer(felix, draft), Writer(olive, draft)
    page = mine.page("sites", "s1")
    theirs.send("sites", "s1", **SITE | {"name": "Main hall", "workers": "7"})
    refused = mine.send("sites", "s1", page=dict(page), **SITE | {"name": "Main workshop", "workers": "5"})
    form = {**dict(refused.context["typed"]), "version": str(refused.context["version"]),
            "page": refused.context["page"], "resolving": "1"}  # fmt: skip
    open_still = mine.client.post(mine.url("sites", "s1"), {**form, "pick_name": "mine"})
    assert open_still.status_code == 422
    assert "Choose one version of “Workers at less than the minimum wage here in the last quarter”" in text_of(
        open_still
    )
    done = mine.client.post(mine.url("sites", "s1"), {**form, "pick_name": "mine", "pick_workers": "theirs"})
    assert done.status_code == 303
    row = site_rows(draft)[0]
    assert (row["name"], row["workers"]) == ("Main workshop", "7")


def test_what_was_typed_on_a_removed_line_is_shown_back_and_can_be_added_again(olive, felix):
    draft = filled(olive, at=NOW)
    mine, theirs = Writer(felix, draft), Writer(olive, draft)
    page = mine.page("workers", "w0001")
    assert theirs.send("workers", "w0001", "remove").status_code == 303
    answer = mine.send("workers", "w0001", page=dict(page), worker_id="W-001", rate="8.10")
    assert answer.status_code == 409
    assert "Somebody removed this line while you wrote" in text_of(answer)
    assert 'value="8.10"' in answer.content.decode()
    assert not drafts.rows(draft, WORKERS).filter(key="w0001").exists()
    mine.send("workers", "w0001", page=dict(page), worker_id="W-001", rate="8.10", again="1")
    assert drafts.rows(draft, WORKERS).get(key="w0001").answers["rate"] == "8.10"


def test_a_line_that_was_saved_meanwhile_is_not_removed(olive, felix):
    draft = filled(olive, at=NOW)
    mine, theirs = Writer(felix, draft), Writer(olive, draft)
    page = mine.page("sites", "s1", "remove")
    theirs.send("sites", "s1", **SITE | {"name": "Main hall"})
    answer = mine.send("sites", "s1", "remove", page=dict(page))
    assert answer.status_code == 409
    assert "Main hall" in text_of(answer)
    assert len(site_rows(draft)) == 1


def test_a_line_that_a_colleague_saves_while_its_removal_waits_is_not_removed(olive, felix, monkeypatch):
    draft, hold = filled(olive, at=NOW), drafts.hold
    sites = BY_SLUG["sites"]

    def colleague_was_first(held):
        monkeypatch.setattr(drafts, "hold", hold)
        kept = drafts.rows(draft, "sites").get(key="s1")
        drafts.save_row(
            draft, "sites", key="s1", values=SITE | {"name": "Main hall"}, at=NOW, expected_version=kept.version
        )
        return hold(held)

    monkeypatch.setattr(drafts, "hold", colleague_was_first)
    seen = drafts.rows(draft, "sites").get(key="s1").version
    with pytest.raises(saving.Conflict) as refused:
        saving.remove(draft, sites, key="s1", version=seen, at=NOW)
    assert refused.value.kept.answers["name"] == "Main hall"
    assert len(site_rows(draft)) == 1


def test_answers_of_two_applications_never_cross(olive):
    one, two = Writer(olive, empty(olive, at=NOW)), Writer(olive, empty(olive, at=NOW))
    first, second = one.page("services"), two.page("services")
    one.send("services", page=first, services_verified="yes")
    two.send("services", page=second, services_verified="no", services_words="W-1")
    assert one.draft.sections.get(name="services").answers["services_verified"] == "yes"
    assert two.draft.sections.get(name="services").answers["services_verified"] == "no"


def test_another_organizations_application_is_missing_and_nothing_is_written(olive):
    other = member(organization("Other Works Example LLC", at=NOW), "Otto Other Example", at=NOW)
    stranger = Writer(other, filled(olive, at=NOW))
    for parts in ((), ("employer",), ("sites", "s1"), ("workers",), ("check",), ("files",), ("done",)):
        assert stranger.get(*parts).status_code == 404, parts
    assert stranger.client.post(stranger.url("employer"), {"legal_name": "Taken"}).status_code == 404
    assert stranger.draft.sections.get(name="employer").answers["legal_name"] == "Sample Works Example, Inc."


def test_a_viewer_reads_everything_and_changes_nothing(olive, works):
    viewer = member(works, "Vera Viewer Example", "viewer", at=NOW)
    reader = Writer(viewer, filled(olive, at=NOW))
    assert "Sample Works Example, Inc." in reader.words("employer")
    assert "Save" not in reader.words("employer").replace("Saved", "")
    assert "Change" not in reader.words("workers")
    assert reader.client.post(reader.url("employer"), {"legal_name": "Taken"}).status_code == 404
    assert reader.get("sign").status_code == 404
    assert reader.client.post("/licenses/apply/").status_code == 404


def test_a_new_name_of_a_job_is_carried_to_the_lines_of_its_workers(olive):
    draft = filled(olive, at=NOW)
    writer = Writer(olive, draft)
    job = dict(drafts.rows(draft, "jobs").get(key="a1").answers)
    month, day, year = job.pop("found_on").split("/")
    sent = {**job, "name": "Fine assembly", "found_on_0": month, "found_on_1": day, "found_on_2": year}
    assert writer.send("jobs", "a1", **sent).status_code == 303
    assert {row.answers["job"] for row in drafts.rows(draft, WORKERS)} == {"Fine assembly"}
    assert "9 of 11 sections complete" in writer.words()


def rename_job(writer, name, **how):
    job = dict(drafts.rows(writer.draft, "jobs").get(key="a1").answers)
    month, day, year = job.pop("found_on").split("/")
    sent = {**job, "name": name, "found_on_0": month, "found_on_1": day, "found_on_2": year, **how}
    return writer.send("jobs", "a1", **sent)


def jobs_of_workers(draft):
    return {row.answers["job"] for row in drafts.rows(draft, WORKERS)}


def test_a_name_half_typed_never_moves_workers_to_another_job(olive):
    writer = Writer(olive, filled(olive, at=NOW))
    rename_job(writer, "", autosave="1")
    rename_job(writer, "Packing", autosave="1")  # the name of the other job, on the way to another
    assert jobs_of_workers(writer.draft) == {"Assembly"}
    rename_job(writer, "Packing by hand")
    assert jobs_of_workers(writer.draft) == {"Packing by hand"}
    rename_job(writer, "Assembly")
    assert jobs_of_workers(writer.draft) == {"Assembly"}
    assert "9 of 11 sections complete" in writer.words()


def test_the_list_of_500_workers_costs_as_many_queries_as_one_of_60(olive, django_assert_max_num_queries):
    counts = {}
    for many in (60, 500):
        writer = Writer(olive, filled(olive, at=NOW, workers=[worker(n) for n in range(1, many + 1)]))
        writer.get("workers")
        with django_assert_max_num_queries(25) as seen:
            words = writer.words("workers")
        counts[many] = len(seen)
        assert f"Workers 1 to 50 of {many}" in words
        with django_assert_max_num_queries(60) as saved:
            writer.send("workers", "w0001", **typed_worker(rate="7.70"), stay="1")
        counts[many, "save"] = len(saved)
    assert counts[60] == counts[500]
    assert counts[60, "save"] == counts[500, "save"]


def typed_worker(**changes):
    line = {
        "worker_id": "W-001", "name": "Worker Number1 Example", "young": "no", "disability": "intellectual",
        "evidence": "no", "site": "Main shop", "job": "Assembly", "jobs": "1", "elsewhere": "no", "weekly_hours": "20",
        "quarter_hours": "260", "average_earnings": "7.75", "pay_basis": "hourly", "worker_units": "10",
        "standard_units": "20", "rate": "7.75", "studied_on_0": "1", "studied_on_1": "20", "studied_on_2": "2026",
    }  # fmt: skip
    return line | changes


def test_a_worker_is_shown_the_wage_due_with_its_steps_and_how_much_is_missing(olive):
    writer = Writer(olive, filled(olive, at=NOW))
    answer = writer.send("workers", "w0001", **typed_worker(rate="7.63"), stay="1")
    assert answer.headers["Location"] == writer.url("workers", "w0001")
    words = writer.words("workers", "w0001")
    assert "$7.75 an hour is due. You pay $7.63." in words
    assert "Short by $0.12" in words
    assert "DWD 272.09 (8) (j) 1." in words
    table = writer.words("workers")
    assert "W-001 Worker Number1 Example Assembly Main shop, By the hour $7.75 $7.63 Short by $0.12" in table
    assert "Covers" in table
    assert "W-002" not in writer.words("workers", only="short")


def test_the_same_worker_twice_on_one_job_and_place_is_a_problem_until_one_is_gone(olive):
    writer = Writer(olive, filled(olive, at=NOW, workers=[worker(1), worker(2)]))
    writer.send("workers", "w0002", **typed_worker())
    assert "This worker has a line for the same place and job already" in writer.words("workers")
    assert "Workers Olive Owner Example, 9:00 a.m. Central time Problem" in writer.words()
    writer.send("workers", "w0001", "remove")
    assert "Workers Olive Owner Example, 9:00 a.m. Central time Complete" in writer.words()


def test_a_late_save_after_the_submission_is_shown_back_and_changes_nothing(olive, felix):
    from licenses.filing import file_application
    from tests.licenses import content

    draft = filled(olive, at=NOW)
    late = Writer(felix, draft)
    page = late.page("services")
    case = file_application(membership=olive, content=content(), workers=[worker(1)], at=NOW, draft=draft)
    answer = late.send("services", page=page, services_verified="no", services_words="W-014 has none yet")
    assert answer.status_code == 409
    assert f"This application was submitted as {case.number}" in text_of(answer)
    assert "W-014 has none yet" in text_of(answer)
    assert draft.sections.get(name="services").answers["services_verified"] == "yes"
    assert late.client.get(late.url()).headers["Location"] == late.url("done")


def test_what_was_typed_when_the_session_ended_is_shown_back_after_signing_in(olive, clock):
    writer = Writer(olive, filled(olive, at=NOW))
    page = writer.page("services")
    clock.set("2026-03-02 09:40")
    late = writer.send("services", page=page, services_verified="no", services_words="W-014 has none yet")
    assert "/accounts/login/" in late.headers["Location"]
    writer.client.force_login(olive.user)
    kept = writer.client.get(unquote(late.headers["Location"].split("next=")[1].split("&")[0]))
    assert "W-014 has none yet" in kept.content.decode()
    assert writer.draft.sections.get(name="services").answers["services_verified"] == "yes"
