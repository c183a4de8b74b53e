"""What a newcomer stumbled over between page, letter and mail: the same words everywhere, nothing asked twice."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from complaints.answers import warnings
from complaints.file_names import file_name
from complaints.views.public_session import number_of
from tests.complaints import letters_file as file
from tests.complaints.public_filing import LIVING, begin, send, sign, text_of, url
from tests.factories import case_in, do
from wagecase.cases.models import Case
from wagecase.documents.models import Document
from wagecase.web.formatting import kept_together

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _place(clock: Any, media: Any) -> None:
    """A fixed day and an empty store of files."""


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("yes", "We may name you when we talk to the employer."),
        ("no", "We try to work without your name. If we cannot, we must write down why before we tell the employer."),
        ("ask", "We ask you before we give the employer your name."),
        ("", "We ask you whether we may give the employer your name."),
    ],
)
def test_question_check_page_receipt_and_letter_say_the_same_of_the_name(answer, words):
    client = begin(Client(), sharing={"identity_disclosure": answer} if answer else {})
    if answer:
        assert words in text_of(client.get(url("sharing")))
    assert words in text_of(client.get("/complaints/file/check/"))
    receipt = sign(client)["Location"]
    assert words in text_of(client.get(receipt))
    letter = file.words(Case.objects.get(), "file_online")
    assert words in letter
    assert "We try to do so without your name" not in letter


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("LW-2026-000123", "LW-2026-000123"), ("lw2026000123", "LW-2026-000123"), ("LW 2026 000123", "LW-2026-000123"),
        (" lw–2026–000123. ", "LW-2026-000123"), ("LW-2026-1000000", "LW-2026-1000000"), ("LW-2026-123", ""),
        ("LW-2026-0123456", ""), ("2026-000123", ""), ("", ""),
    ],
)  # fmt: skip
def test_a_case_number_is_read_however_it_is_typed(typed, read):
    assert number_of(typed) == read


def test_the_safe_address_is_not_asked_for_twice():
    client = Client()
    client.post("/complaints/file/")
    send(client, "problem", problem="living_wage")
    send(client, "link", email="rosa@example.com")
    assert 'value="rosa@example.com"' in client.get(url("contact")).content.decode()
    assert 'value="rosa@example.com"' in client.get("/complaints/file/save/").content.decode()


@pytest.mark.parametrize(("host", "warned"), [("gmail.com", 0), ("tds.net", 0), ("example.org", 0), ("diner.test", 1)])
def test_a_mailbox_of_a_provider_is_not_the_employers(host, warned):
    answers = {"contact": {"email": f"a@{host}"}, "employer-contact": {"email": f"boss@{host}"}}
    assert sum("seems to belong to the employer" in row["text"] for row in warnings("living_wage", answers)) == warned


@pytest.mark.parametrize(
    ("slug", "sentence"),
    [
        ("job", "Enter the name of the job"),
        ("pay", "Enter the wage that is paid"),
        ("story", "Tell us why this wage is too low to live on"),
    ],
)
def test_a_blank_answer_is_asked_for_in_a_whole_sentence(slug, sentence):
    client = begin(Client())
    assert sentence in text_of(send(client, slug, **dict.fromkeys(LIVING[slug], "")))


def test_pages_of_a_case_keep_the_menu_and_filing_keeps_home():
    client = begin(Client())
    assert (
        '<nav class="usa-nav" aria-label="Main"><ul><li><a href="/">Home</a></li></ul></nav>'
        in client.get(url("job")).content.decode()
    )
    assert "Check a complaint" not in text_of(client.get(url("job")))
    receipt = sign(client)["Location"]
    for path in ("/complaints/find/", receipt, receipt.replace("receipt/", "")):
        assert "Check a complaint" in text_of(client.get(path)), path
    find = client.get("/complaints/find/").content.decode()
    assert find.count('href="tel:+16085550100"') >= 2


def test_a_question_is_answered_before_the_day_of_the_decision():
    case = case_in("investigating")
    due = case.due_on
    case = do(case, "request_information", by="investigator", when=f"{due.replace(day=due.day - 4)} 15:00")
    clock = case.clocks.get(key="complaints.information")
    assert clock.legal_due < due
    assert clock.length < 10
    assert case.due_on == due


def test_papers_are_named_by_what_they_are_and_their_case():
    case = file.decided(file.investigated(file.content(language="es")))
    by_kind = {doc.kind: file_name(doc) for doc in Document.objects.filter(case=case)}
    assert by_kind["complaints.file_online"] == f"acuse-{case.number}.pdf"
    assert by_kind["complaints.determination"] == f"determination-{case.number}.pdf"


def test_a_spanish_letter_gives_the_title_in_spanish_and_no_fingerprint():
    person = file.investigator()
    person.title = "Senior investigator"
    person.save()
    case = file.decided(file.investigated(file.content(language="es")))
    case.assignee = person
    case.save()
    with translation.override("es"):
        assert translation.gettext(person.title) == "A cargo de la investigación, con rango superior"
        assert translation.pgettext("stage", "Later") == "Más adelante"
    letter = file.words(case, "sign_determination", "complainant")
    signed = case.determinations.exclude(signed_at=None).get().draft.sha256
    assert signed not in letter
    assert "SHA-256" not in letter
    assert signed[:12] in letter


def test_a_letter_never_ends_on_a_page_without_text_of_its_own():
    case = file.decided(file.investigated(file.content(language="es")))
    pages = file.pdf(file.document(case, "sign_determination", "complainant")).pages
    end = next(page.extract_text() for page in pages if "Preguntas" in page.extract_text())
    assert "último día para el" in end.replace("\n", " ").replace("\xa0", " ")
    for number, page in enumerate(pages, start=1):
        assert f"Página {number} de {len(pages)} · {case.number}" in page.extract_text()


def test_section_numbers_and_e_mail_stay_on_one_line():
    assert kept_together("(s. 227.53) by e-mail") == (
        '(<span class="wc-nowrap">s. 227.53</span>) by <span class="wc-nowrap">e-mail</span>'
    )
    assert kept_together("s. 104.01 (5)") == '<span class="wc-nowrap">s. 104.01 (5)</span>'
    assert kept_together("employers. 20 days") == "employers. 20 days"
