"""An individual without an employer number gives a social security number, which nobody reads whole again (domain file B1)."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.http import QueryDict

from licenses.drafting import typed
from licenses.drafting.forms.filing import EmployerForm
from licenses.drafting.progress import Progress
from licenses.drafting.whole import Whole
from licenses.models import Application
from licenses.review import criteria
from licenses.review.filed_rows import sections
from tests.factories import at
from tests.licenses import content, file, member, organization
from tests.licenses.drafting import Writer, empty, filled, text_of
from tests.licenses.test_apply_filing import SIGNED, ready
from wagecase.cases.models import Employer
from wagecase.documents.models import Document
from wagecase.web.questions import typed_answer

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]
NOW = at("2026-03-02 09:00")
SSN, WRITTEN, MASK = "078051120", "078-05-1120", "***-**-1120"
INDIVIDUAL = replace(content().employer, fein="", ssn=SSN)


@pytest.fixture
def olive():
    return member(organization(at=NOW), at=NOW)


def errors(**answers):
    found = EmployerForm(typed.data_of(EmployerForm, answers)).errors
    return {name: list(found[name]) for name in ("fein", "ssn") if name in found}


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"ssn": WRITTEN}, {}),
        ({"ssn": "078 05 1120"}, {}),
        ({"fein": "39-1234567"}, {}),
        ({}, {"fein": [
            "Enter the federal employer number, or the social security number of an individual who has none"]}),
        ({"fein": "39-1234567", "ssn": WRITTEN}, {"ssn": [
            "Leave the social security number blank: the federal employer number is enough"]}),
        ({"ssn": "078-05-112"}, {"ssn": ["Enter the nine digits of the social security number, such as 078-05-1120"]}),
        ({"ssn": "٠٧٨٠٥١١٢٠"}, {"ssn": ["Enter the nine digits of the social security number, such as 078-05-1120"]}),
        ({"ssn": MASK}, {"ssn": ["Enter the nine digits of the social security number, such as 078-05-1120"]}),
        *(({"ssn": number}, {"ssn": ["Check the social security number: nobody has this one"]})
          for number in ("000-05-1120", "666-05-1120", "900-05-1120", "078-00-1120", "078-05-0000")),
    ],
)  # fmt: skip
def test_an_application_gives_one_of_both_numbers(answers, said):
    assert errors(**answers) == said


def shown(response):
    html = response.content.decode()
    assert SSN not in html
    assert WRITTEN not in html
    return html


def test_the_page_never_gets_the_number_back_and_keeps_it_all_the_same(olive):
    writer = Writer(olive, empty(olive, at=NOW))
    page = writer.page("employer")
    shown(writer.send("employer", page=dict(page), legal_name="Ida Individual Example", ssn=WRITTEN))
    html = shown(writer.get("employer"))
    assert f'value="{MASK}"' in re.search(r'<input[^>]*name="ssn"[^>]*>', html)[0]
    writer.send("employer", legal_name="Ida Individual Example", trade_name="Candles Example", ssn=MASK, later="1")
    kept = writer.draft.sections.get(name="employer").answers
    assert (kept["ssn"], kept["trade_name"]) == (WRITTEN, "Candles Example")
    answer = writer.send("employer", page=dict(page), legal_name="Ida Other Example", ssn="219-09-9999")
    assert answer.status_code == 409
    assert "219-09-9999" not in shown(answer)
    assert ("***-**-9999" in text_of(answer), MASK in text_of(answer)) == (True, True)


def test_a_half_number_is_shown_back_to_be_mended(olive):
    writer = Writer(olive, empty(olive, at=NOW))
    writer.send("employer", ssn="078-05")
    assert 'value="078-05"' in writer.get("employer").content.decode()


def test_the_number_is_filed_encrypted_and_stands_in_no_paper_mail_record_or_column(olive, caplog):
    draft = filled(olive, at=NOW, employer=INDIVIDUAL)
    assert Progress(Whole(draft)).open_sections == []
    writer = Writer(olive, draft)
    shown(writer.get("check"))
    assert MASK in writer.words("check")
    ready(olive, employer=INDIVIDUAL).send("sign", **SIGNED)
    application = Application.objects.get()
    assert application.content["employer"]["ssn"] == SSN
    assert Employer.objects.get().fein == ""
    html = Document.objects.get(kind="licenses.as_filed").html
    assert "Given. It is not printed." in html
    assert "1120" not in html
    assert SSN not in caplog.text
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {table}")
            stored = str(cursor.fetchall())
            assert (SSN in stored, WRITTEN in stored) == (False, False), table


def test_staff_read_the_last_four_digits_and_the_criterion_is_met_by_either_number(olive):
    case = file(olive, at=NOW, employer=INDIVIDUAL)
    fein = criteria.BY_CODE["fein"]
    lines = fein.evidence(criteria.Offered(case.application))
    assert [(line.text, line.ok) for line in lines] == [
        ("Social security number ***-**-1120 of an individual stated.", True)
    ]
    rows = dict(sections(criteria.Offered(case.application).content)[1].parts[0].rows)
    assert rows["Social security number"] == MASK
    neither = file(member(organization("Other Works Example", at=NOW), "Otto Other Example", at=NOW), at=NOW,
                   employer=replace(INDIVIDUAL, ssn=""))  # fmt: skip
    lines = fein.evidence(criteria.Offered(neither.application))
    assert [(line.text, line.ok) for line in lines] == [("Neither an FEIN nor a social security number stated.", False)]


@pytest.mark.parametrize(("sent", "shown"), [(WRITTEN, MASK), (SSN, MASK), ("078-05", "***"), ("", "")])
def test_what_was_typed_on_a_refused_page_shows_the_number_masked(sent, shown):
    assert typed_answer(QueryDict(f"ssn={sent}"), "ssn", EmployerForm.base_fields["ssn"]) == shown
