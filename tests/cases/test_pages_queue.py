"""The queue and search: every filter, the order, paging by keys, chips, and a fixed number of queries."""

from dataclasses import replace

import pytest

from tests.complaints.staff_pages import signed_in, words
from tests.factories import CONTENT, EMPLOYER, UNPAID, case_in, file_online, person
from tests.replay import replayed
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
QUEUE = "/staff/cases/"


@replayed
def cases_of_all_sorts():
    made = {state: case_in(state) for state in ("received", "assigned", "drafted", "dismissed")}
    other = replace(CONTENT, employer=replace(EMPLOYER, name="Ärger & Co. Example", trade_name=""))
    made["early"] = file_online(content=other, when="2026-02-03 10:00")
    made["wages"] = file_online(content=UNPAID, when="2026-03-01 10:00")
    return made


@pytest.fixture
def cases(clock):
    """Return one case of each of several states, by name."""
    return cases_of_all_sorts()


def listed(query, who="sue"):
    page = signed_in(who).get(f"{QUEUE}?{query}")
    assert page.status_code == 200
    html = page.content.decode()
    return {case.number for case in Case.objects.all() if f">{case.number}</a>" in html}, page


@pytest.mark.parametrize(("query", "wanted"), [
    ("", {"received", "assigned", "drafted", "early", "wages"}),
    ("open=all", {"received", "assigned", "drafted", "dismissed", "early", "wages"}), ("state=dismissed", {"dismissed"}),
    ("q=arger", {"early"}), ("q=LW-2026-", {"received", "assigned", "drafted", "early"}), ("q=nobody", set()),
    ("state=drafted", {"drafted"}),
    ("kind=unpaid_wages", {"wages"}), ("open=no", {"dismissed"}),
    ("assignee=none&open=yes", {"received", "early", "wages"}), ("due=overdue", {"early"}),
    ("received_from=2026-03-02&open=all", {"received", "assigned", "drafted", "dismissed"}), ("received_to=2026-02-28", {"early"}),
    ("employer=arger", {"early"}), ("employer=made", {"received", "assigned", "drafted", "wages"}),
    ("employer=%25", set()), ("step=mine", {"received", "drafted", "early", "wages"}), ("step=others", {"assigned"}),
    ("state=nonsense", {"received", "assigned", "drafted", "early", "wages"}),
])  # fmt: skip
def test_each_filter_shows_its_cases(cases, query, wanted):
    found, _page = listed(query)
    assert found == {cases[name].number for name in wanted}


def test_my_cases_are_mine(cases):
    found, page = listed("assignee=me&open=yes&sort=due", who="ina")
    assert found == {cases["assigned"].number, cases["drafted"].number}
    assert '<a href="?assignee=me&amp;open=yes&amp;sort=due" aria-current="page">My cases</a>' in page.content.decode()
    found, _page = listed(f"assignee={person('ina').pk}")
    assert found == {cases["assigned"].number, cases["drafted"].number}


def test_the_queue_opens_on_my_open_cases_by_due_date_and_on_all_open_ones_for_a_supervisor(cases):
    found, page = listed("", who="ina")
    assert found == {cases["assigned"].number, cases["drafted"].number}
    assert (
        'aria-sort="ascending"><button type="submit" form="sort-form" name="sort" value="-due">'
        in page.content.decode()
    )
    found, page = listed("", who="sue")
    assert cases["dismissed"].number not in found
    assert order_of(page)[0][1] == cases["early"].number


def test_a_case_without_a_due_date_says_why(cases):
    case_in("unverified")
    text = words(signed_in("sue").get(QUEUE))
    assert "Not started" in text
    assert "No clock" in text
    case_in("served")
    text = words(signed_in("sue").get(f"{QUEUE}?state=served"))
    assert "Decided" in text
    assert "None" not in text


def test_a_due_date_on_a_saturday_names_the_last_office_day_before_it():
    file_online(when="2026-03-08 10:00")
    text = words(signed_in("sue").get(QUEUE))
    assert "Mar 28, 2026" in text
    assert "Office closed that day; open until Mar 27, 2026" in text


def test_chosen_filters_are_chips_that_take_themselves_away(cases):
    _found, page = listed("due=overdue&open=yes&sort=due")
    html = page.content.decode()
    assert "Decision due: Overdue" in html
    assert 'href="?due=overdue&amp;sort=due"' in html
    assert "Filters (2)" in words(page)


def test_nothing_found_says_which_filter_to_remove(cases):
    found, page = listed("state=closed&due=overdue")
    assert found == set()
    assert "No cases match." in words(page)
    assert "Remove State: Closed" in words(page)


def test_an_empty_system_says_so():
    assert "No cases yet." in words(signed_in("sue").get(QUEUE))


@pytest.mark.parametrize(("query", "said"), [
    ("received_from=abc", "Enter a date that exists"), ("received_from=9999-01-01", "between 2000 and 2099"),
    ("received_from=2026-03-02&received_to=2026-03-01", "The last day must be March 2, 2026 or later"),
    ("kind=%3Cb%3E", "Choose one of the answers"), ("employer=%00", "characters that we cannot store"),
    ("assignee=-1", "Choose one of the answers"), ("assignee=99999999999999999999999", "Choose one of the answers"),
])  # fmt: skip
def test_a_filter_that_cannot_be_read_says_so_and_shows_the_list(cases, query, said):
    page = signed_in("sue").get(f"{QUEUE}?{query}")
    assert page.status_code == 200
    assert said in words(page)


@pytest.mark.parametrize(
    "query", ["cursor=x", "cursor=%00", "sort=%00", "sort=nonsense", "sort=-", "cursor=" + "A" * 5000]
)
def test_hostile_places_and_orders_read_as_the_first_page(cases, query):
    found, _page = listed(f"open=all&{query}")
    assert len(found) == 6


def order_of(page):
    html = page.content.decode()
    return sorted((html.index(f">{case.number}</a>"), case.number) for case in Case.objects.all()
                  if f">{case.number}</a>" in html)  # fmt: skip


def test_heads_sort_and_say_how(cases):
    _found, page = listed("open=all&sort=due")
    first = [number for _place, number in order_of(page)]
    assert first[0] == cases["early"].number
    assert set(first[-2:]) == {cases["wages"].number, cases["dismissed"].number}
    assert (
        'aria-sort="ascending"><button type="submit" form="sort-form" name="sort" value="-due">'
        in page.content.decode()
    )
    _found, page = listed("sort=number&state=")
    assert 'aria-sort="ascending"' in page.content.decode()
    _found, page = listed("open=all")
    assert (
        'aria-sort="descending"><button type="submit" form="sort-form" name="sort" value="received">'
        in page.content.decode()
    )


@pytest.mark.parametrize("sort", ["", "number", "-number", "received", "due", "-due"])
def test_walking_the_pages_shows_every_case_once(cases, settings, sort):
    settings.PAGE_SIZE = 2
    client, seen, query = signed_in("sue"), [], f"?open=all&sort={sort}"
    for _ in range(10):
        page = client.get(QUEUE + query)
        seen += [number for _place, number in order_of(page)]
        html = page.content.decode()
        if 'rel="next" href="' not in html:
            break
        query = html.split('rel="next" href="')[1].split('"')[0].replace("&amp;", "&")
    assert sorted(seen) == sorted(case.number for case in cases.values())


def test_the_queue_asks_at_most_twelve_questions_however_long_it_is(django_assert_max_num_queries):
    for number in range(14):
        file_online(content=replace(CONTENT, occupation=f"Job {number}"))
    case_in("drafted")
    client = signed_in("sue")
    for query in ("", "?sort=due", "?employer=made&sort=number", "?step=mine", "?due=week"):
        with django_assert_max_num_queries(12):
            client.get(QUEUE + query)


def test_cases_of_another_unit_are_in_no_list():
    case = case_in("received")
    ivo = person("ivo", unit="elsewhere")
    client = signed_in("ivo")
    assert ivo.unit == "elsewhere"
    for address in (QUEUE, "/staff/", "/staff/search/?q=wanda", f"/staff/search/?q={case.number}"):
        page = client.get(address)
        assert page.status_code == 200
        assert f"/complaints/{case.number}/" not in page.content.decode()


@pytest.mark.parametrize(
    ("typed", "hits"), [("wanda", 1), ("WORKER", 1), ("made-up", 1), ("anda", 0), ("%", 0), ("\x00", 0), ("x" * 500, 0)]
)
def test_search_finds_what_a_number_or_name_starts_with(typed, hits):
    case = case_in("received")
    page = signed_in("ina").get("/staff/search/", {"q": typed})
    assert page.status_code == 200
    assert ("starts with" in words(page)) is True
    assert (f">{case.number}</a>" in page.content.decode()) == bool(hits)


def test_a_whole_number_opens_its_case_and_a_part_lists_it():
    case = case_in("received")
    client = signed_in("ina")
    assert client.get("/staff/search/", {"q": case.number.lower()})["Location"] == f"/complaints/{case.number}/"
    assert case.number in words(client.get("/staff/search/", {"q": case.number[:9]}))


@pytest.mark.parametrize("key", ["ada", None])
def test_only_case_staff_open_the_lists(key, client):
    browser = signed_in(key) if key else client
    for address in (QUEUE, "/staff/search/", "/staff/letters/"):
        assert browser.get(address).status_code == (404 if key else 302)
