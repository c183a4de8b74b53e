"""F15 and F16: the database breaks off in mid act, or the wake-up fails behind it: all of an act is stored, or nothing."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from tests.faults.rig import Answer, Site
from tests.faults.servers import until

pytestmark = pytest.mark.process
LONG = pytest.mark.faults_long
SIGNED, FILED = "complaints.sign_determination", "complaints.file_online"


@contextmanager
def backends_ended(site: Site, *, most: int, name: str = "") -> Iterator[list[int]]:
    """End `most` database sessions of the installation, each inside a transaction of its own; yields their pids."""
    ended: list[int] = []
    enough = threading.Event()
    connection = site.postgres.connect(site.name)
    query = (
        "SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid() AND xact_start IS NOT NULL AND application_name = %s LIMIT 1"
    )

    def work() -> None:
        with connection.cursor() as cursor:
            while len(ended) < most and not enough.wait(0.1):
                cursor.execute(query, [name])
                ended.extend(pid for pid, _ in cursor.fetchall())

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield ended
    finally:
        enough.set()
        thread.join()
        connection.close()


def half_done(site: Site) -> list[int]:
    """Return the signed cases that lack their event, letter or messages, and the unsigned ones that have one of them."""
    query = (
        "SELECT c.id, c.state = 'countersigned' OR c.state = 'served', "
        "(SELECT count(*) FROM audit_event e WHERE e.case_id = c.id AND e.verb = %s), "
        "(SELECT count(*) FROM complaints_determination d WHERE d.case_id = c.id AND d.signed_at IS NOT NULL), "
        "(SELECT count(*) FROM notices_notice n WHERE n.case_id = c.id AND n.kind = 'complaints.sign_determination') "
        "FROM cases_case c"
    )
    rows = site.rows(query, SIGNED)
    whole = max((notices for _, signed, _, _, notices in rows if signed), default=0)
    return [
        pk for pk, signed, events, determinations, notices in rows
        if (events, determinations, notices) != ((1, 1, whole) if signed else (0, 0, 0))
    ]  # fmt: skip


def filed(site: Site) -> list[tuple[int, int, int, int]]:
    """Return (events of the filing, notices, documents, number of cases) for each way in which a case is stored."""
    return site.rows(
        "SELECT (SELECT count(*) FROM audit_event e WHERE e.case_id = c.id AND e.verb = %s), "
        "(SELECT count(*) FROM notices_notice n WHERE n.case_id = c.id), "
        "(SELECT count(*) FROM documents_document d WHERE d.case_id = c.id), count(*) FROM cases_case c GROUP BY 1, 2, 3",
        FILED,
    )


def sign_until_told(site: Site, cookies: dict[str, str]) -> Counter[int]:
    """Sign a complaint as a patient person does: the same form again until the receipt; return the answers' numbers."""
    visitor, statuses, form = site.visitor(cookies), Counter[int](), {}
    for _ in range(60):
        if not form:
            page = visitor.ask("GET", "/complaints/file/sign/online/")
            statuses[page.status] += 1
            if page.status == 200:
                form = visitor.hidden(page) | visitor.SIGNED
            elif page.status == 303:  # filed already: an answer was lost on its way
                return statuses
            continue
        answer: Answer = visitor.sign(form)
        statuses[answer.status] += 1
        if answer.status == 303:
            return statuses
    raise AssertionError(f"never told: {statuses}")


@pytest.mark.parametrize("orders", [12, pytest.param(200, marks=LONG)])
def test_f15_the_database_breaks_off_while_orders_are_issued(
    install: Callable[..., Site], figure: Any, orders: int
) -> None:
    control = install(broker=False)
    cases = control.act("drafted", n=6)
    with backends_ended(control, most=3, name="late"):
        control.act("sign", cases=cases, threads=1, off="two_transactions")
    broken = len(half_done(control))
    assert broken > 0
    control.stop()

    site = install(broker=False)
    cases = site.act("drafted", n=orders)
    with backends_ended(site, most=max(6, orders // 4)) as ended:
        told = site.act("sign", cases=cases)
    assert ended
    assert told["broken"] > 0
    assert half_done(site) == []
    states = dict(site.rows("SELECT state, count(*) FROM cases_case GROUP BY 1"))
    assert states == {"countersigned": orders}
    assert site.act("verify") == ""
    figure(
        f"F15 {len(ended)} database sessions ended during {orders} orders: {told['broken']} broken off and done again, 0 half "
        f"done, each once; control with the event in a transaction of its own: {broken} of 6 half done"
    )


@pytest.mark.parametrize("complaints", [pytest.param(300, marks=LONG)])
def test_f15_the_database_breaks_off_while_complaints_are_filed(
    install: Callable[..., Site], figure: Any, complaints: int
) -> None:
    # The control: the audit event has a transaction of its own, in the web process too.
    control = install(broker=False)
    people = control.act("drafts", n=6)
    control.web(off="two_transactions", processes=1)
    with backends_ended(control, most=3, name="late"):
        for cookies in people:
            sign_until_told(control, cookies)
    torn = sum(number for events, _, _, number in filed(control) if events != 1)
    assert torn > 0
    assert torn == 6 - control.one("SELECT count(*) FROM audit_event WHERE verb = %s", FILED)
    control.stop()

    site = install(broker=False)
    people = site.act("drafts", n=complaints)
    site.web()
    with backends_ended(site, most=max(10, complaints // 4)) as ended, ThreadPoolExecutor(4) as pool:
        statuses = sum(pool.map(lambda cookies: sign_until_told(site, cookies), people), Counter())
    assert ended
    assert statuses[503] > 0
    assert set(statuses) <= {200, 303, 503}
    assert site.one("SELECT count(*) FROM cases_case") == complaints
    per_case = filed(site)
    assert len(per_case) == 1, per_case
    assert per_case[0][0] == 1
    assert site.act("verify") == ""
    figure(
        f"F15 {len(ended)} database sessions ended during {complaints} filings: answers {dict(statuses)}, every complaint "
        f"stored once and whole; control with the event in a transaction of its own: {torn} of 6 without their event"
    )


def test_f16_a_wake_up_that_fails(install: Callable[..., Site], figure: Any) -> None:
    site = install()
    people = site.act("drafts", n=2)
    web = site.web(off="broken_bell,fragile", processes=1)
    assert site.visitor(people[0]).sign().status == 500
    assert site.one("SELECT count(*) FROM cases_case") == 1  # the control: stored, and the person is told of an error
    site.stop(web)

    site.web(off="broken_bell", processes=1)
    answer = site.visitor(people[1]).sign()
    assert (answer.status, answer.location.startswith("/complaints/")) == (303, True)
    assert site.one("SELECT count(*) FROM cases_case") == 2
    assert len(site.mail.taken) == 0
    site.runner()
    seconds = until(lambda: site.all_final() and len(site.mail.taken) > 0, seconds=60, what=site.counts)
    assert site.extra() == 0
    assert site.counts().keys() == {"sent"}
    figure(
        f"F16 failing wake-up: the receipt is shown, 1 case, messages sent {seconds:.1f} s later by the runner; control "
        "without robust: error 500 on a stored case"
    )
