"""Whoever comes second with an act of staff reads who was faster and finds everything typed: each act of every kind."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.complaints.staff_pages import hidden, signed_in, words
from tests.factories import at, make_pdfs, pdf, person, undone
from tests.licenses import licenses_kept, revocations
from tests.lifecycles.expectations import KINDS, read
from tests.lifecycles.test_matrix import ACT_AT, NOTICE_ACT_AT, TABLES, _act, _case_in, _ready
from wagecase.cases import kinds
from wagecase.cases.models import Case
from wagecase.cases.views import act as pages
from wagecase.web.fields import NumberField

STAFF = {"investigator": "ina", "coordinator": "cora", "specialist": "lin", "supervisor": "sue"}
MOMENTS = {"closing": NOTICE_ACT_AT, "license": licenses_kept.WHEN}
# Two may do these one after the other: each adds something of its own to the file.
ADDS = {"add_evidence", "answer_facts"}
# What the colleague chose is not to be chosen again; the page says who chose it.
GONE = {("application", "assign"), ("living_wage", "answer_request")}
# Where the other answers free the employer, an amount would be refused before anybody is faster.
BLANK = {("closing", "draft_determination"): "daily_amount", ("closing", "revise_determination"): "daily_amount"}


def full(form: Any, day: str) -> dict[str, Any]:
    """Return an answer to every question of a form: the last choice of each choice and all where several are asked."""
    found: dict[str, Any] = {}
    for bound in form.visible_fields():
        field, name = bound.field, bound.html_name
        if field.widget.needs_multipart_form:
            found[name] = [SimpleUploadedFile("paper.pdf", pdf(name))]
        elif isinstance(field, forms.MultipleChoiceField):
            found[name] = [str(code) for code, _label in field.choices]
        elif isinstance(field, forms.ChoiceField):
            found[name] = [str(code) for code, _label in field.choices if code != ""][-1:]
        elif isinstance(field, forms.BooleanField):
            found[name] = "on"
        elif isinstance(field, forms.DateField):
            found[name] = day
        elif isinstance(field, (forms.IntegerField, NumberField)):
            found[name] = "3"
        else:
            found[name] = f"Typed for {name}"
    return found


def told(form: Any, sent: dict[str, Any], *, gone: bool) -> list[str]:
    """Return the words under which a page must show what was sent."""
    said: list[str] = []
    for bound in form.visible_fields():
        value = sent[bound.html_name]
        if isinstance(bound.field, forms.ChoiceField):
            labels = {str(code): str(label) for code, label in bound.field.choices}
            said += [] if gone else [" ".join(labels[code].split()) for code in value]
        elif isinstance(value, str) and value not in {"on", "3"}:
            said.append(value)
    return said


def places(kind: str) -> dict[str, tuple[str, str]]:
    """Return for each act of staff a state in which one of them may do it, and the role."""
    expected, found = read(kind), {}
    for row in TABLES[kind].transitions:
        for state in row.source or ():
            for role in STAFF:
                if row.name in kinds.get(kind).actions and expected.allows(row.name, state, role):
                    found.setdefault(row.name, (state, role))
    return found


def lost(kind: str, name: str, clock: Any, monkeypatch: Any, *, at_once: bool) -> Iterator[str]:
    """Lose one act to a colleague who did the same, before it was sent or while it is checked; yield what is wrong."""
    state, role = places(kind)[name]
    case = _ready(kind, name, state, role=role) or _case_in(kind, state)
    day = MOMENTS[kind] if kind in MOMENTS else revocations.WHEN[state] if kind == "revocation" else ACT_AT
    clock.set(day)
    if name == "sign_order":
        make_pdfs(at(day))  # whoever signs has seen the paper
    client, address = signed_in(STAFF[role]), f"/{kinds.get(kind).url_prefix}/{case.number}/{name}/"
    page = client.get(address)
    if page.status_code != 200:
        yield f"no page: {page.status_code} {words(page)[-400:]}"
        return
    form, sent = page.context["form"], full(page.context["form"], day[:10])
    if (kind, name) in BLANK:
        sent[BLANK[kind, name]] = ""
    if at_once:
        real = pages.acting_once

        def late(*asked: Any) -> Any:
            _act(case, name, role)
            return real(*asked)

        monkeypatch.setattr(pages, "acting_once", late)
    else:
        _act(case, name, role)
    client.raise_request_exception = False
    answer = client.post(address, {**hidden(page), **sent})
    if answer.status_code == 303 and name in ADDS:
        return
    if answer.status_code != 409:
        errors = answer.context["form"].errors.as_json() if answer.status_code == 422 else answer.headers
        yield f"answered {answer.status_code}: {errors}"
        return
    text = words(answer)
    if "You cannot do this now" not in text and "Somebody was faster. Your text is kept." not in text:
        yield "says nothing of the conflict"
    fields = " ".join(unescape(answer.content.decode()).split())
    yield from (
        f"“{one}” is lost"
        for one in told(form, sent, gone=(kind, name) in GONE)
        if one not in text and one not in fields
    )
    if any(form.fields[key].widget.needs_multipart_form for key in form.fields) and not re.search(
        "files could not be kept|Choose the files once more", text
    ):
        yield "says nothing of the files"


@pytest.mark.django_db
@pytest.mark.parametrize("at_once", [False, True], ids=["before", "at once"])
@pytest.mark.parametrize("kind", KINDS)
def test_whoever_loses_an_act_reads_who_was_faster_and_keeps_what_was_typed(kind, at_once, clock, monkeypatch):
    for key in ("sam", "ivo"):
        person(key)
    faults = []
    for name in places(kind):
        with undone(), monkeypatch.context() as patch:
            faults += [f"{name}: {fault}" for fault in lost(kind, name, clock, patch, at_once=at_once)]
    assert not faults, "\n".join(faults)


@pytest.mark.django_db
def test_several_answers_to_one_question_are_kept_in_their_words(clock):
    """The conditions of a recommendation: the page of the second person was an error, and the reasons were gone."""
    case = _ready("application", "recommend", "in_review", role="specialist")
    clock.set(ACT_AT)
    client, address = signed_in("lin"), f"/licenses/{case.number}/recommend/"
    page = client.get(address)
    sent = {**hidden(page), **full(page.context["form"], "2026-03-03"), "reasons": "Three weeks of work."}
    _act(case, "recommend", "specialist")
    answer = client.post(address, sent)
    assert answer.status_code == 409
    assert "Three weeks of work." in words(answer)
    labels = [" ".join(str(label).split()) for _code, label in page.context["form"].fields["codes"].choices]
    assert len(labels) > 1
    assert ", ".join(labels) in words(answer)
    assert Case.objects.get(pk=case.pk).state == "recommended"
