"""What a test needs done through the services, each in a process of its own: `driver.py NAME '{"n": 3}'`."""

import json
import sys
import threading
import time
from datetime import datetime, timedelta
from typing import Any

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from tests import factories  # noqa: E402
from tests.complaints.public_filing import begin  # noqa: E402
from wagecase import wakeups  # noqa: E402
from wagecase.audit import chain  # noqa: E402
from wagecase.cases import operations  # noqa: E402
from wagecase.cases.links import new_draft_token  # noqa: E402
from wagecase.cases.models import Draft, DraftSection  # noqa: E402
from wagecase.documents import services as documents  # noqa: E402
from wagecase.notices import outbox  # noqa: E402


def prepare() -> None:
    """Migrate and collect what a server needs."""
    call_command("prepare")


def queue(*, n: int, to: str = "reader{}@example.com", minutes: float = 0) -> dict[str, str]:
    """Queue e-mails, due `minutes` from now; return {message id: address}."""
    at = timezone.now() + timedelta(minutes=minutes)
    return dict(_queue(to.format(number), at=at) for number in range(n))


def queue_for(*, addresses: list[str]) -> None:
    """Queue one e-mail for each address."""
    for address in addresses:
        _queue(address, at=timezone.now())


def _queue(to: str, *, at: datetime, document: Any = None) -> tuple[str, str]:
    notice = outbox.queue_email(
        kind="complaints.receipt", dedupe_key=f"fault:{to}:{document.pk if document else 0}", to=to,
        recipient_label="Ana Reader", subject="We have your complaint", text="We have your complaint.\n",
        html="<p>We have your complaint.</p>", language="en", document=document, at=at,
    )  # fmt: skip
    return notice.message_id, notice.address


def with_letters(*, n: int, poison: int) -> dict[str, str]:
    """Freeze letters and queue an e-mail with each; the first `poison` of them say POISON."""
    at, made = timezone.now(), {}
    for number in range(n):
        bad = number < poison
        letter = documents.freeze(
            case=None, kind="complaints.receipt", title="POISON" if bad else f"Receipt {number}",
            template="letters/base.html", context={"recipient_lines": ["Ana Reader"]}, language="en",
            visibility="party", at=at,
        )  # fmt: skip
        message_id, address = _queue(f"{'poison' if bad else 'good'}{number}@example.com", at=at, document=letter)
        made[message_id] = address
    return made


def drafts(*, n: int) -> list[dict[str, str]]:
    """Fill in one complaint page by page, copy it, and return the cookies of `n` people who only have to sign."""
    factories.staff()
    email = {"email": "rosa@example.com"}
    first = begin(Client(headers={"host": "127.0.0.1"}), contact=email)
    original = Draft.objects.get(pk=first.session["draft_id"])
    people = [first]
    for _ in range(n - 1):
        token, digest = new_draft_token()
        copy = Draft.objects.get(pk=original.pk)
        copy.pk, copy.token_hash = None, digest
        copy.save(force_insert=True)
        for section in original.sections.all():
            DraftSection.objects.create(
                draft=copy,
                name=section.name,
                answers=section.answers,
                version=section.version,
                saved_at=section.saved_at,
            )
        client = Client()
        session = client.session
        session["draft_id"], session["resume_token"] = copy.pk, token
        session.save()
        people.append(client)
    return [{name: morsel.value for name, morsel in client.cookies.items()} for client in people]


def file(*, n: int, days_ago: float = 0) -> list[int]:
    """File complaints online, assigned to nobody, and return the ids of their cases."""
    factories.staff()
    at = timezone.now() - timedelta(seconds=days_ago * 86_400)
    return [factories.file_online(when=at).pk for _ in range(n)]


def drafted(*, n: int) -> list[int]:
    """Make cases whose determination is drafted and waits for a signature."""
    factories.staff()
    documents.renderer = factories.QuickRenderer()
    at = timezone.now() - timedelta(hours=4)
    return [factories.walk(factories.file_online(when=at), factories.DRAFTED, when=at).pk for _ in range(n)]


def sign(*, cases: list[int], threads: int = 4) -> dict[str, int]:
    """Sign each determination, again until it is done; return how often the database broke off and what was refused."""
    left, counts, lock = list(cases), {"broken": 0, "refused": 0, "signed": 0}, threading.Lock()

    def work() -> None:
        while True:
            with lock:
                if not left:
                    break
                pk = left.pop()
            outcome = _sign_one(pk)
            with lock:
                counts[outcome] += 1
                if outcome == "broken":
                    left.append(pk)
        connection.close()

    running = [threading.Thread(target=work) for _ in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return counts


def _sign_one(pk: int) -> str:
    from django.db import InterfaceError, OperationalError

    from wagecase.cases.models import Case
    from wagecase.errors import TransitionNotAllowed

    try:
        factories.do(Case.objects.get(pk=pk), "sign_determination", by="supervisor", when=timezone.now())
    except (OperationalError, InterfaceError):
        connection.close()
        return "broken"
    except TransitionNotAllowed:
        return "refused"
    return "signed"


def deliver(*, hours: float = 0) -> int:
    """Send what is due `hours` from now."""
    return outbox.deliver_due(now=timezone.now() + timedelta(hours=hours), limit=1000)


def schedule(*, hours: float) -> list[float]:
    """Let a runner look every few minutes of a pretended `hours`; return the minutes at which it tried something."""
    began, minute, tried = timezone.now(), 0.0, []
    while minute <= hours * 60:
        if outbox.deliver_due(now=began + timedelta(minutes=minute, seconds=30), limit=1000):
            tried.append(minute)
        minute += 1 if minute < 61 else 30
    return tried


def bounce(*, message_ids: list[str]) -> list[bool]:
    """Report messages as returned."""
    return [outbox.record_bounce(message_id=name, detail="550 5.1.1 returned") for name in message_ids]


def pulses() -> dict[str, bool]:
    """Return the operations page's heartbeats: whether each part has gone quiet."""
    return {beat["name"]: beat["quiet"] for beat in operations.heartbeats(timezone.now())}


def verify() -> str:
    """Return what is wrong with the audit chain, or nothing."""
    return str(chain.verify().fault or "")


def main() -> None:
    """Do one act, wait for its wake-ups to leave, and print what it returned."""
    name, values = sys.argv[1], json.loads(sys.argv[2])
    made = globals()[name](**values)
    bell = getattr(wakeups._ring, "__self__", None)
    ends = time.monotonic() + 5
    while (
        isinstance(bell, wakeups.Bell) and not bell.is_resting and not bell._waiting.empty() and time.monotonic() < ends
    ):
        time.sleep(0.02)
    time.sleep(0.1 if bell else 0)
    print(json.dumps(made))  # noqa: T201


if __name__ == "__main__":
    main()
