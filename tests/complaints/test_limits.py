"""One limit for one thing, wherever it is asked for; a place of signing is written in letters."""

import pytest
from django import forms

from complaints.forms.declaring import DeclarationFields
from complaints.forms.intake import IntakeForm
from complaints.forms.public import EmployerContactForm
from complaints.forms.public_sign import SignForm
from complaints.forms.public_you import ContactForm as PublicContactForm
from complaints.forms.public_you import WhyForm
from wagecase.cases.contact_form import ContactForm


@pytest.mark.parametrize(
    ("form", "name"),
    [
        (PublicContactForm, "postal"), (EmployerContactForm, "postal"), (ContactForm, "postal"),
        (IntakeForm, "postal"), (IntakeForm, "employer_postal"),
    ],
)  # fmt: skip
def test_a_mailing_address_holds_500_characters_everywhere(form, name):
    assert form.base_fields[name].max_length == 500


@pytest.mark.parametrize("form", [WhyForm, IntakeForm])
def test_the_statement_holds_10000_characters_online_and_on_paper(form):
    assert form.base_fields["statement"].max_length == 10_000


@pytest.mark.parametrize("form", [SignForm, DeclarationFields])
@pytest.mark.parametrize("name", ["city", "state"])
def test_a_place_without_letters_is_refused(form, name):
    field = form.base_fields[name]
    for typed in ("53703", "...", "12-3"):
        with pytest.raises(forms.ValidationError, match="with letters"):
            field.clean(typed)
    assert [field.clean(typed) for typed in ("Madison", "29 Palms", "Cañón", "東京")] == [
        "Madison",
        "29 Palms",
        "Cañón",
        "東京",
    ]
