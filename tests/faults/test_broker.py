"""F5 to F9: the broker is frozen, emptied, gone, full or forgetful; nobody sees an error and nothing is lost."""

import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.faults.rig import Answer, Site
from tests.faults.servers import until

pytestmark = pytest.mark.process
LONG = pytest.mark.faults_long
QUEUES = {"queue notices", "queue pdf", "queue clocks", "queue housekeeping"}


def sign_all(site: Site, people: list[dict[str, str]]) -> list[Answer]:
    """Let each of these people sign, one after the other, and return the answers to the button."""
    answers = []
    for cookies in people:
        visitor = site.visitor(cookies)
        answers.append(visitor.sign(visitor.signing()))
    return answers


def p95(answers: list[Answer]) -> float:
    """Return the 95th percentile of the seconds."""
    return statistics.quantiles([answer.seconds for answer in answers], n=20)[-1]


def median(answers: list[Answer]) -> float:
    """Return the median of the seconds."""
    return statistics.median(answer.seconds for answer in answers)


def all_filed(site: Site, answers: list[Answer]) -> bool:
    """Whether every answer leads to a receipt and every complaint is stored once."""
    leads = {answer.status for answer in answers} == {303}
    return leads and site.one("SELECT count(*) FROM cases_case") == len(answers)


def receipts_missing(site: Site) -> int:
    """Return how many e-mails the mail server has not taken."""
    queued = site.rows("SELECT message_id FROM notices_notice WHERE channel = 'email'")
    assert len(queued) >= site.one("SELECT count(*) FROM cases_case")
    return sum(1 for (message_id,) in queued if not site.mail.copies[message_id])


@pytest.mark.parametrize(("complaints", "beat"), [pytest.param(50, "15", marks=LONG)])
def test_f5_broker_frozen(install: Callable[..., Site], figure: Any, complaints: int, beat: str) -> None:
    control = install()
    (cookies,) = control.act("drafts", n=1)
    web = control.web(off="no_bell", processes=1)
    control.redis.freeze()
    visitor = control.visitor(cookies)
    form = visitor.signing()
    visitor.timeout = 5
    with pytest.raises(OSError, match="timed out"):
        visitor.sign(form)
    control.stop(web)
    control.stop()

    site = install(BEAT_SECONDS=beat)
    people = site.act("drafts", n=complaints + 10)
    site.worker()
    site.beat()
    site.web()
    normal = sign_all(site, people[:10])
    until(lambda: receipts_missing(site) == 0, seconds=60, what=site.counts)
    site.redis.freeze()
    frozen = sign_all(site, people[10:])
    site.redis.thaw()
    seconds = until(lambda: receipts_missing(site) == 0 and site.all_final(), seconds=60, what=site.counts)
    assert all_filed(site, normal + frozen)
    first, later = max(a.seconds for a in frozen[:2]) - median(normal), median(frozen[2:]) - median(normal)
    assert first <= 1.0
    assert later <= 0.05
    assert site.extra() == 0
    figure(
        f"F5 frozen broker, {complaints} complaints: 0 errors, first +{max(first, 0) * 1000:.0f} ms, then "
        f"{later * 1000:+.0f} ms, all messages sent {seconds:.1f} s after it went on; control without the bell: no "
        "answer within 5 s"
    )


@pytest.mark.parametrize("notices", [40, pytest.param(200, marks=LONG)])
def test_f6_broker_loses_everything(install: Callable[..., Site], figure: Any, notices: int) -> None:
    """All wake-ups are in the broker when it is emptied, one for each notice.

    They are put there by the thread that queues, with patience: the bell's own thread is best effort. It ends with its
    process, gives up on a broker that takes half a second, and then rests, so that a busy machine would decide how
    many there are to lose.
    """
    site = install(BEAT_SECONDS="5")
    queued = site.act("queue", off="no_bell", n=notices)
    assert site.redis.client().llen("wagecase:notices") == notices
    site.redis.client().flushall()
    site.redis.stop(keep=True)
    site.redis.start()
    # The control: without the passes of the beat the wake-ups were all there was.
    site.worker()
    time.sleep(8)
    assert len(site.mail.taken) == 0
    site.beat()
    seconds = until(site.all_final, seconds=120, what=site.counts)
    assert (site.lost(queued), site.extra(), site.counts()) == (0, 0, {"sent": notices})
    figure(
        f"F6 broker emptied with {notices} waiting: lost 0, copies 0, all sent in {seconds:.1f} s; control without "
        f"passes: {notices} not sent"
    )


@pytest.mark.parametrize("complaints", [pytest.param(60, marks=LONG)])
def test_f7_broker_down_all_day(install: Callable[..., Site], figure: Any, complaints: int) -> None:
    site = install(BEAT_SECONDS="5")
    people = site.act("drafts", n=3 * complaints)
    web = site.web()
    # The measure is taken while nobody sends: workers slow the web down on two cores and would make any outage look fast.
    normal = sign_all(site, people[:complaints])
    began = site.one("SELECT now()")
    worker, beat = site.worker(), site.beat()
    until(lambda: receipts_missing(site) == 0, seconds=300, what=site.counts)
    until(lambda: pulses_since(site, began) == QUEUES, seconds=60, what="the first pulses")
    site.redis.stop(keep=True)
    down = sign_all(site, people[complaints : 2 * complaints])
    site.stop(web)
    # The control of the time: the broker is called from within the request.
    web = site.web(off="no_bell")
    unprotected = sign_all(site, people[2 * complaints :])
    shown = {name: round(p95(found) * 1000) for name, found in
             {"with": normal, "down": down, "without the bell": unprotected}.items()}  # fmt: skip
    assert p95(down) <= 1.5 * p95(normal), shown
    assert p95(unprotected) > 1.5 * p95(normal), shown
    missing = receipts_missing(site)
    # The control: without the runner nobody sends.
    time.sleep(10)
    assert receipts_missing(site) == missing > 0
    site.stop(beat, worker)
    site.rows("UPDATE cases_heartbeat SET at = at - interval '1 hour'")
    site.runner()
    seconds = until(lambda: receipts_missing(site) == 0 and site.all_final(), seconds=300, what=site.counts)
    until(lambda: site.act("pulses")["Deadlines handled"] is False, seconds=20, what="the runner's pulse")
    assert all_filed(site, normal + down + unprotected)
    pulses = site.act("pulses")
    assert {words for words, quiet in pulses.items() if quiet} == {
        "Worker of the queue “notices”", "Worker of the queue “pdf”", "Worker of the queue “clocks”",
        "Worker of the queue “housekeeping”",
    }  # fmt: skip
    site.redis.start()
    site.stop(web)
    figure(
        f"F7 no broker, {complaints} complaints: 0 errors, p95 {p95(down) * 1000:.0f} ms against {p95(normal) * 1000:.0f} "
        f"ms with one, all {missing} messages sent by the runner in {seconds:.1f} s, four queues shown as quiet; controls: "
        f"{p95(unprotected) * 1000:.0f} ms without the bell, 0 sent without the runner"
    )


@pytest.mark.parametrize("complaints", [pytest.param(50, marks=LONG)])
def test_f8_broker_full(install: Callable[..., Site], figure: Any, complaints: int) -> None:
    control = install()
    (cookies,) = control.act("drafts", n=1)
    control.redis.client().config_set("maxmemory", "1mb")
    web = control.web(off="no_bell,fragile", processes=1)
    assert control.visitor(cookies).sign().status == 500
    assert control.one("SELECT count(*) FROM cases_case") == 1  # stored, and yet the person was told of an error
    control.stop(web)

    site = install(BEAT_SECONDS="5")
    people = site.act("drafts", n=complaints + 10)
    worker = site.worker()
    beat = site.beat()
    site.web()
    normal = sign_all(site, people[:10])
    until(lambda: receipts_missing(site) == 0, seconds=180, what=site.counts)
    site.redis.client().config_set("maxmemory", "1mb")
    full = sign_all(site, people[10:])
    time.sleep(15)
    # The library takes a full broker for a fault of the worker and ends it, and starting again fails too while the
    # broker is full. Nobody comes: what `make worker` starts goes on trying by itself.
    site.redis.client().config_set("maxmemory", "0")
    began = time.monotonic()
    until(lambda: receipts_missing(site) == 0 and site.all_final(), seconds=60, what=site.counts)
    seconds = time.monotonic() - began
    falls = worker.words().count("starting it again")
    moment = site.one("SELECT now()")
    until(lambda: pulses_since(site, moment) == QUEUES, seconds=60, what=lambda: pulses_since(site, moment))
    assert all_filed(site, normal + full)
    assert worker.is_alive
    assert beat.is_alive
    first, later = max(a.seconds for a in full[:2]) - median(normal), median(full[2:]) - median(normal)
    assert first <= 1.0
    assert later <= 0.05
    assert site.extra() == 0
    figure(
        f"F8 full broker, {complaints} complaints: 0 errors, first +{max(first, 0) * 1000:.0f} ms, then {later * 1000:+.0f} ms, all "
        f"sent {seconds:.1f} s after there was room; two workers fell {falls} times and came again by themselves; "
        "control without bell and robust wake-up: error 500 on a stored case"
    )


def pulses_since(site: Site, moment: Any) -> set[str]:
    """Return the queues whose worker took a task after `moment`, by the database's clock."""
    return {name for (name,) in site.rows("SELECT name FROM cases_heartbeat WHERE at > %s", moment)} & QUEUES


@pytest.mark.faults_long
def test_f9_worker_goes_on_after_the_broker_dropped_it(install: Callable[..., Site], figure: Any) -> None:
    def drop_all(site: Site) -> Any:
        for _ in range(5):
            for kind in ("normal", "pubsub"):
                site.redis.client().execute_command("CLIENT", "KILL", "TYPE", kind)
            time.sleep(0.6)
        return site.one("SELECT now()")

    control = install(BEAT_SECONDS="3")
    began = control.one("SELECT now()")
    control.worker(off="no_reconnect", kept=False)
    control.beat()
    until(lambda: pulses_since(control, began) == QUEUES, seconds=40, what="the first pulses")
    dropped = drop_all(control)
    time.sleep(30)
    assert pulses_since(control, dropped) == set()
    control.stop()

    site = install(BEAT_SECONDS="6")
    began = site.one("SELECT now()")
    site.worker(kept=False)
    site.beat()
    until(lambda: pulses_since(site, began) == QUEUES, seconds=40, what="the first pulses")
    dropped = drop_all(site)
    killed = until(lambda: pulses_since(site, dropped) == QUEUES, seconds=60, what=lambda: pulses_since(site, dropped))
    site.redis.stop(keep=True)
    time.sleep(9)
    site.redis.start()
    restarted = site.one("SELECT now()")
    again = until(
        lambda: pulses_since(site, restarted) == QUEUES, seconds=60, what=lambda: pulses_since(site, restarted)
    )
    figure(
        f"F9 every connection killed 5 times: all four queues at work {killed:.1f} s later, after a 9 s restart {again:.1f} "
        "s later; control without reconnecting: none within 30 s"
    )
