"""No answer is lost at filing: every question of the public pages reaches the complaint or is named here with its reason."""

from typing import Any

import pytest
from django import forms

from complaints import flow
from complaints.answers import content_of
from tests.complaints.public_filing import LIVING, UNPAID
from wagecase.web.forms import DatePartsField, UploadField

ELSEWHERE = {
    ("problem", "problem"): "chooses the kind of the complaint",
    ("link", "email"): "only mails the link back to the draft",
}
ASKED_WITH = {"workers": {"who": {"scope": "person"}}}
ANSWERED = {"living_wage": LIVING, "unpaid_wages": UNPAID}


def samples(field: forms.Field) -> list[str]:
    """Return what a person could answer, in the form in which a draft keeps it."""
    if isinstance(field, forms.ChoiceField):
        return [str(value) for value, _label in field.choices if value]
    return ["2020-02-03"] if isinstance(field, DatePartsField) else ["canary words"]


def questions() -> list[tuple[str, str, str, forms.Field]]:
    return [
        (kind, page.slug, name, field)
        for page in flow.PAGES
        for kind in page.kinds
        if kind
        for name, field in page.form.base_fields.items()
        if not isinstance(field, UploadField) and name != "page_ref"
    ]


@pytest.mark.parametrize(
    ("kind", "slug", "name", "field"), questions(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_answer_reaches_the_complaint(kind, slug, name, field):
    base: dict[str, dict[str, Any]] = {**ANSWERED[kind], **ASKED_WITH.get(slug, {}), "language": {}}
    before = content_of(kind, base, language="en")
    after = [
        content_of(kind, {**base, slug: {**base.get(slug, {}), name: value}}, language="en") for value in samples(field)
    ]
    changed = any(content != before for content in after)
    assert changed is ((slug, name) not in ELSEWHERE)
