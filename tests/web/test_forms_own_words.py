"""No person may read a stock message: every form speaks our words, and a form without them cannot be defined."""

import re
from decimal import Decimal
from typing import Any

import pytest
from crispy_forms.utils import render_crispy_form
from django import forms
from django.test import RequestFactory
from django.utils.translation import override

from wagecase.web import account_forms, gallery, samples
from wagecase.web.faults import faults_of
from wagecase.web.forms import (
    EmailAddressField,
    GovForm,
    MoneyField,
    NarrativeField,
    PersonNameField,
    SubmissionKeyMixin,
    TextField,
)

STOCK = re.compile(
    r"This field is required|Enter a valid|Select a valid choice|Ensure (this|that)|is not one of the available|"
    r"Null characters|No file was submitted|submitted file is empty|Enter a (whole )?number\.|must be unique"
)


def test_a_required_field_without_its_own_words_cannot_be_defined() -> None:
    with pytest.raises(TypeError, match=r"Bad\.name.*own message"):

        class Bad(GovForm):
            name = forms.CharField(label="Name")


def test_a_required_field_added_later_without_words_fails_before_the_form_is_checked() -> None:
    class Grown(GovForm):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            self.fields["late"] = forms.CharField(label="Late")

    with pytest.raises(TypeError, match="own message"):
        Grown({}).is_valid()


def test_an_optional_field_needs_no_required_message() -> None:
    class Fine(GovForm):
        name = forms.CharField(label="Name", required=False)

    assert Fine({}).is_valid()


class EveryKind(GovForm):
    """Django's own field classes, filled with what they refuse."""

    nouns = {"whole": "the number of workers"}
    short = forms.CharField(max_length=5, error_messages={"required": "x"})
    whole = forms.IntegerField(min_value=2, max_value=9, error_messages={"required": "x"})
    decimal = forms.DecimalField(max_digits=4, decimal_places=1, error_messages={"required": "x"})
    day = forms.DateField(error_messages={"required": "x"})
    choice = forms.ChoiceField(choices=[("a", "A")], error_messages={"required": "x"})
    choices = forms.MultipleChoiceField(choices=[("a", "A")], error_messages={"required": "x"})
    mail = forms.EmailField(error_messages={"required": "x"})
    file = forms.FileField(error_messages={"required": "x"})


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    "data",
    [
        {
            "short": "123456",
            "whole": "a",
            "decimal": "x",
            "day": "yesterday",
            "choice": "b",
            "choices": ["b"],
            "mail": "m",
        },
        {
            "short": "a\x00b",
            "whole": "1",
            "decimal": "1234.55",
            "day": "9999-99-99",
            "choice": "\x00",
            "choices": "a",
            "mail": "@",
        },
        {
            "short": "a\nb",
            "whole": "10",
            "decimal": "12345",
            "day": "2026-02-30",
            "choice": "",
            "choices": [""],
            "mail": "a@b",
        },
    ],
)
def test_no_stock_message_from_any_kind_of_field(data: dict, language: str) -> None:
    with override(language):
        form = EveryKind(data)
        assert not form.is_valid()
        messages = [fault.message for fault in faults_of(form)]
    assert messages
    assert not [message for message in messages if STOCK.search(message)]


def test_messages_name_the_answer_and_say_how_long_it_was() -> None:
    form = EveryKind({"short": "123456", "whole": "10"})
    assert form.errors["short"] == ["Shorten “short” to 5 characters or fewer. It has 6."]
    assert form.errors["whole"] == ["Check the number of workers: it must be 9 or less"]


@pytest.mark.parametrize(
    ("language", "limit", "refusal"),
    [
        ("en", "Up to 10,000 characters", "Shorten your story to 10,000 characters or fewer. It has 10,001."),
        ("es", "Hasta 10,000 caracteres", "10,000 caracteres o menos. Tiene 10,001."),
    ],
)
def test_a_count_of_characters_has_its_thousands_separator(language: str, limit: str, refusal: str) -> None:
    class Story(GovForm):
        story = NarrativeField(noun="your story", max_length=10_000)

    with override(language):
        form = Story({"story": "x" * 10_001})
        assert refusal in form.errors["story"][0]
        assert limit in render_crispy_form(form)


def test_a_percent_sign_in_a_label_does_not_break_a_message() -> None:
    class Share(GovForm):
        share = forms.CharField(label="Share in %", max_length=3, error_messages={"required": "x"})

    assert Share({"share": "12345"}).errors["share"] == ["Shorten “Share in %” to 3 characters or fewer. It has 5."]
    assert "“Share in %”" in Share({"share": "a\x00"}).errors["share"][0]


@pytest.mark.parametrize("form_class", [samples.SampleForm, samples.QuestionForm])
def test_sample_forms_left_blank_say_what_to_do(form_class: type) -> None:
    faults = faults_of(form_class({}))
    assert faults
    assert not [fault for fault in faults if STOCK.search(fault.message)]


def test_text_is_long_by_default_and_never_cut_by_the_browser() -> None:
    class Notes(GovForm):
        line = forms.CharField(required=False)
        narrative = forms.CharField(required=False, widget=forms.Textarea)

    assert "line" in Notes({"line": "x" * 201}).errors
    assert "narrative" in Notes({"narrative": "x" * 10_001}).errors
    assert "maxlength" not in str(Notes()["line"]) + str(samples.SampleForm()["story"])


@pytest.mark.parametrize(
    "form",
    [
        account_forms.ResetPasswordForm({}),
        account_forms.ResetPasswordKeyForm({}),
        account_forms.ResetPasswordForm({"email": "x"}),
        account_forms.ResetPasswordForm({"email": "a\x00@example.com"}),
    ],
)
def test_account_forms_have_no_stock_message_and_no_placeholder(form: forms.Form) -> None:
    messages = [fault.message for fault in faults_of(form)]
    assert messages
    assert not [message for message in messages if STOCK.search(message)]
    assert "placeholder" not in str(form)


@pytest.mark.parametrize(
    "value",
    [
        "a\x00b",
        "a\ud800b",
        "a\x07b",
        "a\u202eb",
        "a\x1bb",
        "a\ufffeb",
        "a\nb",
    ],
)
def test_text_that_cannot_be_stored_is_refused_at_the_field(value: str) -> None:
    class One(GovForm):
        line = TextField(noun="the street")

    assert One({"line": value}).errors["line"][0].startswith(("Check the street", "Write the street on one line"))


@pytest.mark.parametrize("value", ["María Ñúñez", "O’Brien-Smith, Jr.", "李伟", "فاطمة", "Anna Maria  Smith"])
def test_names_of_any_script_are_taken(value: str) -> None:
    class Person(GovForm):
        name = PersonNameField(noun="your name")

    form = Person({"name": value})
    assert form.is_valid(), form.errors
    assert "  " not in form.cleaned_data["name"]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("<b>Rosa</b>", "Remove < >"),
        ("Rosa 😀", "Remove 😀"),
        ("x" * 300, "100 characters"),
        ("Ro\x00sa", "cannot store"),
    ],
)
def test_a_name_with_markup_emoji_or_300_letters_gets_its_own_message(value: str, said: str) -> None:
    class Person(GovForm):
        name = PersonNameField(noun="your name")

    assert said in Person({"name": value}).errors["name"][0]


@pytest.mark.parametrize(
    "value",
    [
        "a@example.com\n",
        "a@example.com\r\nBcc: b@example.com",
        "Ana <a@example.com>",
        "a@example.com, b@example.com",
        '"a b"@example.com',
        "a@",
        "x" * 250 + "@example.com",
        "a@example.com\x00",
    ],
)
def test_an_address_that_could_change_a_mail_header_is_refused(value: str) -> None:
    class Contact(GovForm):
        email = EmailAddressField(noun="your e-mail address")

    assert not Contact({"email": value}).is_valid()


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("1200", "1200"),
        ("$1,200", "1200"),
        ("1,200.50", "1200.5"),
        ("1200.5", "1200.5"),
        (".75", "0.75"),
        (" $ 7.25 ", "7.25"),
    ],
)
def test_money_is_read_as_people_write_it(typed: str, amount: str) -> None:
    assert MoneyField(noun="your wage").clean(typed) == Decimal(amount)


@pytest.mark.parametrize(
    "typed", ["1.234,50", "12,34", "-5", "1e9", "NaN", "Infinity", "7.255", "٧", "$", ".", "9" * 41, "10000000"]
)
def test_what_is_not_money_is_refused_with_the_answer_named(typed: str) -> None:
    with pytest.raises(forms.ValidationError) as caught:
        MoneyField(noun="your wage").clean(typed)
    assert "your wage" in caught.value.messages[0]


def test_a_broken_form_key_is_refused_and_replaced() -> None:
    class Keyed(SubmissionKeyMixin):
        pass

    form = Keyed({"submission_key": "not-a-key"})
    assert form.errors["submission_key"] == ["Part of this page was changed. Check your answers and send them again."]
    assert Keyed({"submission_key": form["submission_key"].value()}).is_valid()


def test_the_summary_stands_before_the_form_and_links_to_the_first_faulty_control(client: Any) -> None:
    page = client.get("/gallery/?part=error").content.decode()
    assert page.index("There is a problem") < page.index('<form method="post" action="#"')
    assert 'href="#id_happened_0"' in page
    assert 'id="id_happened_0"' in page
    assert "<title>Error:" in page


def test_every_link_of_the_summary_has_its_control() -> None:
    from django.template.loader import render_to_string

    form = samples.faulty_form()
    page = render_to_string(
        "web/gallery.html",
        {**gallery.gallery_context(), "faulty": form, "frame": "base.html"},
        request=RequestFactory().get("/gallery/"),
    )
    targets = [fault.target for fault in faults_of(form)]
    assert len(targets) >= 9
    assert not [target for target in targets if f'id="{target}"' not in page]
