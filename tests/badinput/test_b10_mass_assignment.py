"""B10: fields that a form does not have change nothing, whatever column they are named after, and the try is logged."""

import logging

import pytest
from django.apps import apps
from django.db import connection, models

from tests.factories import person, undone
from tests.fuzz.targets import targets
from wagecase.accounts.models import User
from wagecase.cases.models import Case

pytestmark = pytest.mark.django_db
NOT_COMPARED = {"session", "submission", "throttle", "contenttype", "permission"}
# The columns that decide about rights, dates and signatures: none of them may be lost as mere noise.
DECIDES = {
    ("case", "state"), ("case", "due_on"), ("case", "assignee"), ("case", "unit"), ("case", "kind"), ("case", "is_open"),
    ("user", "role"), ("user", "is_active"), ("user", "unit"), ("user", "email"), ("determination", "signed_by"),
    ("determination", "signed_at"), ("clock", "legal_due"), ("clock", "status"), ("notice", "status"),
    ("notice", "address"), ("complaint", "verification"), ("complaint", "verified_on"), ("party", "role"),
}  # fmt: skip


def invented() -> dict[str, str]:
    """Return what somebody would add who knows the columns."""
    sam = str(person("sam").pk)
    return {
        "status": "sent", "state": "closed", "is_open": "", "due_on": "2030-01-01", "due_date": "2030-01-01",
        "legal_due": "2030-01-01", "role": "administrator", "is_staff": "on", "is_superuser": "on", "is_active": "on",
        "unit": "equal-rights", "assignee": sam, "assignee_id": sam, "signed_by": sam, "signed_by_id": sam,
        "signed_at": "2026-01-01T00:00", "drafted_by": sam, "issued": "1", "case": "1", "case_id": "1", "party_id": "1",
        "employer": "1", "employer_id": "1", "kind": "unpaid_wages", "number": "LW-2026-999999", "id": "1", "pk": "1",
        "received_on": "2020-01-01", "received_at": "2020-01-01T00:00", "verification": "online",
        "verified_on": "2020-01-01", "link_generation": "9", "visibility": "public", "superseded": "on",
        "actor": sam, "actor_role": "supervisor", "at": "2020-01-01T00:00", "created_at": "2020-01-01T00:00",
        "filed_case": "1", "session_round": "0", "address": "spy@example.com", "html": "<b>x</b>", "language": "es",
    }  # fmt: skip


def rows(known: "Rows | None" = None) -> "Rows":
    """Return every row of every table, in the order it was made; a table that is as in `known` is that one's own list."""
    found = Rows()
    for model in apps.get_models():
        name, table, key = model._meta.model_name, model._meta.db_table, model._meta.pk.column
        if name in NOT_COMPARED:
            continue
        with connection.cursor() as cursor:
            cursor.execute(f'SELECT * FROM "{table}" ORDER BY "{key}"')
            found.stored[name] = cursor.fetchall()
        if known is not None and known.stored[name] == found.stored[name]:
            found[name] = known[name]
        else:
            found[name] = list(model.objects.order_by("pk").values())
    return found


class Rows(dict[str, list[dict]]):
    """Table -> rows; `stored` has them as the database does, which costs nothing to read and compare."""

    def __init__(self) -> None:
        super().__init__()
        self.stored: dict[str, list[tuple]] = {}


def foreign(model: type[models.Model]) -> dict[str, str]:
    """Return column -> model for the references of a table and its own key."""
    found = {f.attname: f.related_model._meta.model_name for f in model._meta.concrete_fields if f.is_relation}
    return {**found, model._meta.pk.attname: model._meta.model_name}


REFERENCES = {model._meta.model_name: foreign(model) for model in apps.get_models()}


def named(before: Rows, after: Rows) -> dict[str, dict[tuple[int, str], object] | list[dict]]:
    """Return table -> (place, column) -> value, where the key of a new row is "new": sequences never go back.

    A table that nobody touched stays the list that it is.
    """
    if all(after[table] is before[table] for table in before):
        return dict(after)
    old = {
        table: {row[key] for row in before[table] for key, model in REFERENCES[table].items() if model == table and key in row}
        for table in before
    }  # fmt: skip
    found = {}
    for table, content in after.items():
        if content is before[table]:
            found[table] = content
            continue
        found[table] = {}
        for place, row in enumerate(content):
            for column, value in row.items():
                model = REFERENCES[table].get(column)
                new = model in old and value is not None and value not in old[model]
                found[table][place, column.removesuffix("_id")] = "new" if new else value
    return found


def entries(content: dict[tuple[int, str], object] | list[dict]) -> dict[tuple[int, str], object]:
    """Return (place, column) -> value of a table, touched or not."""
    if isinstance(content, dict):
        return content
    return {
        (place, name.removesuffix("_id")): value for place, row in enumerate(content) for name, value in row.items()
    }


def done(scene, target, fields, added, *, before):
    """Send the form with further fields and return (status, what every table holds then); nothing stays."""
    with undone():
        answer = scene.client(target.persona).post(target.address, {**_fresh(fields), **added})
        return answer.status_code, named(before, rows(before))


def _fresh(fields):
    for value in fields.values():
        for item in value if isinstance(value, list) else [value]:
            if hasattr(item, "seek"):
                item.seek(0)
    return fields


def differing(one, other):
    """Return the (table, column) in which two states of the database differ."""
    found = set()
    for table in one.keys() | other.keys():
        if one[table] is not other[table]:
            mine, theirs = entries(one[table]), entries(other[table])
            found |= {(table, key[1]) for key in mine.keys() | theirs.keys() if mine.get(key) != theirs.get(key)}
    return found


@pytest.fixture(scope="module")
def forms(scene):
    return targets(scene)


def test_b10_no_form_takes_a_field_that_it_does_not_have(scene, forms):
    taken, compared, noise = [], 0, set()
    before = rows()
    for target in forms:
        with undone():
            fields = target.fields(scene)
        added = {name: value for name, value in invented().items() if name not in fields}
        first, plain = done(scene, target, fields, {}, before=before)
        if first not in {302, 303}:
            continue
        compared += 1
        status, after = done(scene, target, fields, added, before=before)
        changed = differing(plain, after)
        if changed - noise:  # what differs between two equal forms, such as a random key, is noise
            noise |= differing(plain, done(scene, target, fields, {}, before=before)[1])
        if status != first or changed - noise:
            taken.append(f"{target.label}: {status}, {sorted(changed - noise)}")
    assert taken == []
    assert compared >= 40, "so few forms prove nothing"
    assert not noise & DECIDES, noise & DECIDES


def test_b10_control_a_view_that_takes_a_column_is_found(scene, forms, monkeypatch):
    target = next(target for target in forms if target.label == "docket on received")
    fields = target.fields(scene)
    from wagecase.cases.views import act

    run = act._post

    def careless(request, asked):
        answer = run(request, asked)
        if due := request.POST.get("due_on"):
            Case.objects.filter(pk=asked.case.pk).update(due_on=due)
        return answer

    monkeypatch.setattr(act, "_post", careless)
    before = rows()
    _status, plain = done(scene, target, fields, {}, before=before)
    _status, after = done(scene, target, fields, {"due_on": "2030-01-01"}, before=before)
    assert ("case", "due_on") in differing(plain, after)


def test_b10_the_try_is_logged_with_the_names_and_without_the_values(scene, forms, caplog):
    target = next(target for target in forms if target.label == "docket on received")
    fields, before = target.fields(scene), rows()
    with caplog.at_level(logging.WARNING, logger="wagecase.web.forms"):
        done(scene, target, fields, {}, before=before)
        assert not [r for r in caplog.records if r.name == "wagecase.web.forms"]
        done(scene, target, fields, {"signed_by": "4711", "role": "administrator"}, before=before)
    (told,) = {r.getMessage() for r in caplog.records if r.name == "wagecase.web.forms"}
    assert told == "DocketForm was sent fields that it does not have: role, signed_by"


def test_b10_no_account_is_raised_by_its_own_forms(scene, forms):
    with undone():
        before = list(User.objects.order_by("pk").values_list("role", "is_active", "unit"))
        for target in forms:
            if target.label.startswith("POST account"):
                scene.client(target.persona).post(target.address, {**target.fields(scene), **invented()})
        assert list(User.objects.order_by("pk").values_list("role", "is_active", "unit")) == before
