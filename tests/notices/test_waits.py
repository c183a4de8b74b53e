"""What waits for the disk: only the note that a message may be out. That it is there, all else can be told from it."""

from typing import Any

import pytest
from django.db import connection

from tests.notices.conftest import AT
from tests.notices.test_sending import Post
from wagecase.notices import outbox
from wagecase.notices.delivery import Refused
from wagecase.statements import NO_WAIT

pytestmark = pytest.mark.django_db


def waits(*results: Any) -> list[bool]:
    """Send one notice and return, of each change of its row, whether the commit waits for the disk."""
    seen: list[bool] = []

    def look(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if 'UPDATE "notices_notice"' in sql:
            seen.append(NO_WAIT not in sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        outbox.deliver_due(now=AT, backend=Post(*results))
    return seen


def test_the_claim_and_the_success_do_not_wait_and_the_hand_over_does(queue: Any) -> None:
    queue()
    hurry = connection.vendor == "postgresql"
    assert waits() == [not hurry, True, not hurry]


def test_what_a_person_must_look_at_waits(queue: Any, stuck: Any) -> None:
    queue()
    assert waits(Refused("550 no"))[-1]
    assert len(stuck) == 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite commits without waiting anyway")
@pytest.mark.django_db(transaction=True)
def test_only_the_transaction_itself_does_not_wait(queue: Any) -> None:
    queue()
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO ON")  # the databases of the tests are set to off
        outbox.deliver_due(now=AT, backend=Post())
        cursor.execute("SHOW synchronous_commit")
        assert cursor.fetchone() == ("on",)
