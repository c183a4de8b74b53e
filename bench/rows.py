"""Fills the database: a hundred thousand invented cases by one statement a table, which takes seconds, not hours."""

from __future__ import annotations

from datetime import date, datetime

from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.utils import timezone

from bench.measure import Size
from complaints.models import Complaint
from wagecase.accounts import second_factor
from wagecase.accounts.models import Role, User
from wagecase.cases.models import Case, Employer, Party, SearchEntry
from wagecase.deadlines.models import Clock, ClockStep
from wagecase.rules.calendar import complaint_due, days_before

INVESTIGATORS = 25
EMPLOYERS = 2_000
YEARS_OF_DAYS = 1_500
DAYS_BEFORE = 10
# One case in two is closed; the others stand in the states of open work.
STATES = ("received", "docketed", "assigned", "investigating", "investigating", "drafted", "countersigned", "served")
OF_NOBODY = ("received", "docketed")
CASES = "FROM cases_case c"
CLOCK_KEY = "complaints.determination"


def fill(size: Size) -> None:
    """Write people, employers, cases with details and parties, search words, clocks and their steps."""
    now, today = timezone.now(), timezone.localdate()
    with transaction.atomic():
        people = _people()
        employers = Employer.objects.bulk_create(
            Employer(legal_name=f"Invented Mill {n} Example LLC", created_at=now) for n in range(1, EMPLOYERS + 1)
        )
        _cases(size.cases, people=people, first_employer=employers[0].pk, now=now, today=today)
        _details(now)
        _clocks(now, today)
        tables = [Case, Party, SearchEntry, Clock, ClockStep]
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), tables):
                cursor.execute(statement)
    settle()


def settle() -> None:
    """Let the database take stock, as its own housekeeping does within minutes of such a change."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE" if connection.vendor == "sqlite" else "VACUUM ANALYZE")


def supervisor() -> User:
    """Return the supervisor, who sees every case of the unit."""
    return User.objects.get(email="sue@example.org")


def _people() -> list[User]:
    sue = User.objects.create_user("sue@example.org", None, name="Sue Supervisor Example", role=Role.SUPERVISOR)
    second_factor.set_up(sue, secret="JBSWY3DPEHPK3PXP")  # known to everybody, like the whole database of a run
    return User.objects.bulk_create(
        User(email=f"ina{n}@example.org", name=f"Ina Investigator Example {n}", role=Role.INVESTIGATOR, password="!")
        for n in range(INVESTIGATORS)
    )


def spread(row: models.Model, source: str, **columns: str) -> None:
    """Write `row` once for each row of `source` (a FROM clause); `columns` are SQL expressions in place of its values."""
    fields = [
        f
        for f in row._meta.concrete_fields
        if f.column in columns or not (f.primary_key and f.value_from_object(row) is None)
    ]
    chosen, values = [], []
    for field in fields:
        if field.column in columns:
            chosen.append(columns[field.column])
        else:
            chosen.append("%s")
            values.append(field.get_db_prep_save(field.pre_save(row, True), connection))
    names = ", ".join(f'"{field.column}"' for field in fields)
    with connection.cursor() as cursor:
        statement = f'INSERT INTO "{row._meta.db_table}" ({names}) SELECT {", ".join(chosen)} {source}'
        cursor.execute(statement, values)


def day(base: date, days: str) -> str:
    """Return the SQL of the day that lies `days` (an expression) after `base`."""
    if connection.vendor == "sqlite":
        return f"date('{base.isoformat()}', ({days}) || ' days')"
    return f"(date '{base.isoformat()}' + ({days})::int)"


def day_after(column: str, days: int) -> str:
    """Return the SQL of the day that lies `days` after the day in a column."""
    return f"date({column}, '{days} days')" if connection.vendor == "sqlite" else f"({column} + {days})"


def _one_of(names: tuple[str, ...], number: str) -> str:
    whens = " ".join(f"WHEN {n} THEN '{name}'" for n, name in enumerate(names))
    return f"CASE {number} {whens} END"


def _cases(count: int, *, people: list[User], first_employer: int, now: datetime, today: date) -> None:
    numbers = (
        f"FROM (WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < {count}) "
        "SELECT id FROM n) n"
    )
    state = f"(CASE WHEN n.id %% 2 = 0 THEN 'closed' ELSE {_one_of(STATES, f'((n.id / 2) %% {len(STATES)})')} END)"
    nobody = ", ".join(f"'{name}'" for name in OF_NOBODY)
    yes, no = ("1", "0") if connection.vendor == "sqlite" else ("true", "false")
    padded = "substr('000000' || n.id, length('000000' || n.id) - 5)"
    spread(
        Case(kind="living_wage", title="Wanda Worker Example v. Invented Mill Example LLC", opened_at=now), numbers,
        id="n.id", number=f"'LW-2005-' || {padded}", state=state,
        employer_id=f"{first_employer} + n.id %% {EMPLOYERS}",
        assignee_id=f"CASE WHEN {state} IN ({nobody}) THEN NULL ELSE {people[0].pk} + n.id %% {len(people)} END",
        received_on=day(today, f"-(n.id %% {YEARS_OF_DAYS})"), is_open=f"CASE WHEN n.id %% 2 = 0 THEN {no} ELSE {yes} END",
        due_on=f"CASE WHEN n.id %% 2 = 0 THEN NULL ELSE {day(today, '(n.id / 2) %% 60 - 30')} END",
    )  # fmt: skip


def _details(now: datetime) -> None:
    # The text that makes a column encrypted is written once and copied: its length is what matters here.
    complaint = Complaint(
        employer_name="Invented Mill Example LLC", occupation="Cheese packer", wage="$7.25 an hour",
        statement="After rent I cannot buy food.", verification="online", identity_disclosure="yes",
    )  # fmt: skip
    spread(complaint, CASES, case_id="c.id")
    person = Party(role="complainant", name="Wanda Worker Example", email="wanda@example.com", email_allowed=True)
    spread(person, CASES, case_id="c.id")
    employer = Party(role="employer", name="Invented Mill Example LLC", postal="1 Invented Road\nMonroe, WI 53566")
    spread(employer, CASES, case_id="c.id")
    word = SearchEntry(kind="employer")
    spread(word, CASES, case_id="c.id", text=f"'invented mill ' || (c.id %% {EMPLOYERS}) || ' example llc'")
    spread(SearchEntry(kind="number"), CASES, case_id="c.id", text="lower(c.number)")


def _clocks(now: datetime, today: date) -> None:
    """Give each case a running clock with one reminder behind it and one ahead."""
    grow(CLOCK_KEY, CASES, now=now, today=today)
    passed = ClockStep(
        step="investigator-10", role="investigator", days_before=10, due_at=now, handled_at=now, outcome="sent"
    )
    spread(passed, "FROM deadlines_clock k", clock_id="k.id")


def grow(key: str, source: str, *, now: datetime, today: date) -> None:
    """Give each case `c` of `source` one more running clock of `key`, whose reminder is not due.

    Only the clock of the law carries its derivation: a step that is not due never has it read.
    """
    begun = days_before(today, DAYS_BEFORE)
    finding = complaint_due(filed_on=begun, received_at=None, channel="paper")
    due = finding.value
    clock = Clock(
        key=key, start_verb="complaints.file_online", start_on=begun, length=20, unit="days", rule="104.05",
        holiday_version="1", raw_due=due.raw_due, legal_due=due.legal_due, work_by=due.work_by or due.raw_due,
        roll_reason=due.roll_reason, finding=finding.to_dict() if key == CLOCK_KEY else {}, opened_at=now,
    )  # fmt: skip
    spread(clock, source, case_id="c.id")
    later = now.replace(year=now.year + 1, day=1)
    step = ClockStep(step="investigator-5", role="investigator", days_before=5, due_at=later)
    spread(step, f"FROM deadlines_clock k WHERE k.key = '{key}'", clock_id="k.id")


def vendor_lock() -> str:
    """Return the clause that locks a row; SQLite locks the whole file instead."""
    return "" if connection.vendor == "sqlite" else " FOR UPDATE"
