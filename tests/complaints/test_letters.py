"""Letters and e-mails of complaints: the right words to the right person, on paper that can be mailed and read aloud."""

import datetime as dt
import re
from html import unescape

import pytest
from django.template.loader import get_template

from complaints import services
from complaints.notices import NOTICES
from tests.complaints import letters_file as file
from tests.complaints.letters_file import at, document, pdf, pdf_words, words
from wagecase.cases.links import access_code
from wagecase.cases.models import Case
from wagecase.cases.sweep import sweep
from wagecase.documents.models import Document
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
DUE = "Monday, March 2, 2026"


@pytest.fixture(autouse=True)
def _stored_files(media):
    """Every PDF of a test goes to a folder of its own."""


@pytest.mark.parametrize("row", NOTICES, ids=lambda row: f"{row.on} to {row.to}")
def test_every_notice_has_its_templates(row):
    for ending in ("subject", "txt", "html"):
        assert get_template(f"email/{row.template}.{ending}")
    if row.document:
        assert get_template(row.document)


def test_the_receipt_says_number_due_date_and_how_we_got_it():
    case = file.filed()
    text = words(case, "file_online")
    assert f"Its number is {case.number}" in text
    assert f"We must decide by {DUE}" in text
    assert "Verified complaint received Monday, February 9, 2026, 8:30 p.m. Central time, signed online." in text
    assert "20 calendar days, first day not counted: Sunday, March 1, 2026." in text
    assert f"A Sunday does not count as a last day: {DUE}." in text
    assert "s. 104.05" in text
    assert "990.001 (4)" in text
    assert "Holiday table" not in text
    assert case.clocks.get().holiday_version not in text
    assert access_code(case.parties.get(role="complainant")) in text
    assert "/complaints/find/" in text
    assert "When did the work begin?" in text
    assert "does not wait for your answers" in text
    assert "Save this letter" in text


def test_a_complete_complaint_asks_nothing():
    text = words(file.filed(file.content(started_on=dt.date(2024, 3, 15))), "file_online")
    assert "You do not have to do anything." in text
    assert "What we ask you" not in text


def test_the_form_to_sign_says_that_the_days_have_not_started_and_what_starts_them():
    case = file.paper()
    reader = pdf(document(case, "file_for_paper"))
    text = pdf_words(reader)
    assert "The 20 days have not started." in text
    assert "They start on the day on which we receive your signed form." in text
    assert "I declare under penalty of false swearing" in text
    for line in ("Signature", "Date of signing", "City and state where you sign", file.STATEMENT):
        assert line in text
    assert "March" not in text, "no due date before the signature"
    assert "The 20 days have not started." in words(case, "as_filed")


def test_the_signed_form_brings_the_receipt_counted_from_the_stamp():
    case = file.signed_form(file.paper(), dt.date(2026, 2, 14))
    text = words(case, "record_verification")
    assert "stamped Saturday, February 14, 2026" in text
    assert "We must decide by Friday, March 6, 2026" in text
    assert "have not started" not in words(case, "as_filed")


def test_a_kind_without_the_clock_never_mentions_one():
    case = file.filed(file.content(kind="unpaid_wages", wage="$14 an hour", amount_claimed="$412.50"))
    answered = file.act(case, services.answer_complaint, at(12), file.investigator(), answer="Ask in writing first.")
    texts = [words(answered, kind) for kind in ("file_online", "answer_complaint", "as_filed")]
    texts += [notice.subject + notice.text for notice in case.notices.all()]
    assert len(texts) == 5
    assert "Ask in writing first." in texts[1]
    for text in texts:
        assert not re.search(r"20 days|decide by|due|104\.05|living wage", text, re.IGNORECASE), text


@pytest.mark.parametrize(
    ("cause", "finding", "follows"),
    [
        (True, "We find reasonable cause", "The council must fairly represent employers, employees and the public."),
        (False, "We find no reasonable cause", "The case closes with this determination."),
    ],
)
def test_the_determination_says_its_finding_and_what_follows(cause, finding, follows):
    case = file.decided(file.investigated(), cause=cause)
    order, letter = words(case, "determination"), words(case, "sign_determination", "complainant")
    for text in (order, letter):
        assert finding in text
        assert "to believe that the wage is not a living wage." in text
        assert follows in text
        assert all(item in text for item in file.EVIDENCE)
        assert "Fair market rents of the county" in text
        assert "The wage falls short of rent and food." in text
        assert "$8.75 an hour" in text
        assert "within 20 days" in text
        assert "within 30 days" in text
        assert "s. 227.49" in text
        assert "Dora Invented" in text
        assert "Signed electronically on March 2, 2026" in text
        assert "Draft" not in text
        assert not re.search(r"\bowe[sd]?\b", text)
    assert ("wage council (s. 104.06)" in letter) is cause
    assert "If it is served on March 2, 2026, the last day for a rehearing is Monday, March 23, 2026" in letter
    assert words(case, "sign_determination", "employer").count(finding) == 2


def test_letter_and_order_carry_the_same_determination():
    case = file.decided(file.investigated(file.content(language="es")))
    order, letter = words(case, "determination"), words(case, "sign_determination", "complainant")
    body = order[order.index("Finding We find") : order.index("Mark of the draft that was signed")]
    assert len(body) > 1_000
    assert body in letter


def test_the_draft_is_marked_and_no_decision():
    case = file.investigated()
    file.act(
        case, file.determinations.draft_determination, at(26), file.investigator(), findings=file.findings(),
        drafted_by=file.investigator(),
    )  # fmt: skip
    text = pdf_words(pdf(document(case, "draft_determination")))
    assert "Draft, not signed" in text
    assert "This is not a decision yet." in text
    assert "For signature by" in text


def test_the_employer_learns_what_is_alleged_and_nothing_private():
    case = file.investigated()
    text = words(case, "serve_employer")
    assert "by Monday, February 23, 2026" in text
    assert "This answer date is office practice" in text
    assert "Packer" in text
    assert "$8.75 an hour" in text
    assert "Filed by Rosa Relleno" in text
    assert f"By {DUE} the department makes a determination" in text
    assert "No retaliation." in text
    assert "s. 104.10" in text
    for private in (file.STATEMENT, "114 Invented Street", "608-555-0123", "rosa@example.com", "After 6 p.m."):
        assert private not in text
    assert case.parties.get(role="complainant").name not in case.notices.get(kind="complaints.serve_employer").text


@pytest.mark.parametrize("answer", ["no", "ask", ""])
@pytest.mark.parametrize("scope", [{}, {"scope": "person", "employees": "Rosa Relleno\nSam Sample"}])
def test_the_complainant_is_not_named_without_leave(answer, scope):
    case = file.investigated(file.content(identity_disclosure=answer, **scope))
    text = words(case, "serve_employer")
    assert "Rosa Relleno" not in text
    assert "Sam Sample" not in text
    assert "One or more employees" in text
    assert "Filed by Name kept in our file" in text


@pytest.mark.parametrize("answer", ["no", "ask", ""])
def test_the_complainant_is_named_by_a_decision_with_its_reason(answer):
    named = file.investigated(file.content(identity_disclosure=answer), reason="Agreed by telephone.", named=True)
    assert "Filed by Rosa Relleno" in words(named, "serve_employer")


def test_an_order_without_leave_to_name_keeps_the_name():
    case = file.filed(file.content(identity_disclosure="no"))
    file.act(case, services.docket, at(10), file.supervisor(), jurisdiction="Work in this state")
    file.act(case, services.assign, at(10, 11), file.supervisor(), investigator=file.investigator())
    file.act(case, services.begin_investigation, at(11), file.investigator())
    file.act(case, services.skip_service, at(12), file.investigator(), reason="Fear for the work.")
    text = words(file.decided(case, concerning="A packer"), "determination")
    assert "Name kept in our file" in text
    assert "Rosa" not in text


def test_questions_dismissal_and_withdrawal_say_what_changes():
    asked = file.investigated()
    file.act(asked, services.request_information, at(13), file.investigator(), question="How much is your rent?",
             asked_by=file.investigator())  # fmt: skip
    text = words(asked, "request_information")
    assert "How much is your rent?" in text
    assert "by Monday, February 23, 2026" in text
    assert f"The date for our decision stays the same: {DUE}" in text
    assert "office practice" in text
    assert "rent" not in asked.notices.get(kind="complaints.request_information").text
    dismissed = file.investigated()
    file.act(dismissed, services.dismiss, at(13), file.supervisor(), ground="no_jurisdiction", reason="Work elsewhere.")
    assert "Work elsewhere." in words(dismissed, "dismiss", "complainant")
    assert "the last day for a rehearing is Thursday, March 5, 2026" in words(dismissed, "dismiss", "complainant")
    assert "We dismissed the complaint" in words(dismissed, "dismiss", "employer")
    ended = file.withdrawn(file.investigated())
    assert f"stays the same: {DUE}" in words(ended, "request_withdrawal")
    file.act(ended, services.close_as_withdrawn, at(18), file.supervisor())
    assert "We closed the case." in words(ended, "close_as_withdrawn", "complainant")
    assert "The complaint was withdrawn" in words(ended, "close_as_withdrawn", "employer")
    goes_on = file.withdrawn(file.investigated())
    file.act(goes_on, services.continue_case, at(18), file.supervisor(), reason="Others hold the same job.")
    assert "Others hold the same job." in words(goes_on, "continue_case")
    assert DUE in words(goes_on, "continue_case")


def test_the_copy_shows_every_answer_and_the_signed_words():
    text = words(file.filed(), "as_filed")
    for part in (
        file.STATEMENT, "$8.75 an hour", "Made-Up Bakery Cooperative", "I declare under penalty of false swearing",
        "Signature, typed Rosa Relleno", "Madison, Wisconsin", "February 9, 2026, 8:30 p.m. Central time",
        "First day of work Not given",
    ):  # fmt: skip
        assert part in text


def test_spanish_letters_have_spanish_dates_and_keep_the_english_beside_the_declaration():
    case = file.filed(file.content(language="es"))
    reader = pdf(document(case, "file_online"))
    assert "lunes, 2 de marzo de 2026" in pdf_words(reader)
    assert "March" not in pdf_words(reader)
    assert reader.trailer["/Root"]["/Lang"] == "es"
    copy = words(case, "as_filed")
    assert "Declaro, bajo pena de falso juramento" in copy
    assert "I declare under penalty" in copy
    assert "lunes, 2 de marzo de 2026" in case.notices.get(kind="complaints.file_online").text


def test_letters_are_tagged_and_have_language_and_title():
    case = file.filed()
    for kind, title in (("file_online", "Receipt for your complaint"), ("as_filed", "Complaint as filed")):
        reader = pdf(document(case, kind))
        root = reader.trailer["/Root"]
        assert root["/MarkInfo"]["/Marked"]
        assert root["/Lang"] == "en"
        assert "/StructTreeRoot" in root
        assert reader.metadata.title == f"{title} - {case.number}"
        assert f"of {len(reader.pages)} · {case.number}" in pdf_words(reader)


def test_hostile_words_are_printed_as_typed():
    bad = '<script>alert(1)</script> <img src="file:///etc/passwd"> & {{ case.number }}'
    case = file.filed(file.content(statement=bad, occupation="<b>Packer</b>"))
    html = document(case, "as_filed").html
    assert "<script" not in html
    assert "<img" not in html
    text = pdf_words(pdf(document(case, "as_filed")))
    assert bad in text
    assert "<b>Packer</b>" in text


def test_long_words_stay_in_the_window_and_on_the_page():
    name = ("María de los Ángeles Invented-Example " * 6)[:195].strip()
    case = file.paper(file.content(mail=False, name=name, statement="\n\n".join([file.STATEMENT * 12] * 8)))
    letter = document(case, "file_for_paper")
    assert '<div class="recipient longest">' in letter.html
    first = pdf(letter).pages[0].extract_text()
    assert "114 Invented Street" in first
    assert "Madison, WI 53700" in first


def _lines(notice: Notice) -> tuple[list[str], list[str]]:
    """The lines of the text part, and the paragraphs of the HTML part without its frame."""
    body = re.sub(r"<(style|title)\b.*?</\1>|<h1>.*?</h1>|<p class=\"(?:office|address)\">.*?</p>", "", notice.html,
                  flags=re.DOTALL)  # fmt: skip
    parts = re.split(r"</?(?:p|li|h2|ol|br|div|body|html)[^>]*>", body)
    plain = [" ".join(unescape(re.sub(r"<[^>]+>", "", part)).split()) for part in parts]
    text = [re.sub(r"^\d+\. ", "", line).replace(": ", " ").rstrip(":") for line in notice.text.splitlines()]
    return [line for line in text if line and "http" not in line], [part.replace(": ", " ") for part in plain if part]


def _busy_file() -> list[Case]:
    """Cases that between them send every e-mail."""
    one = file.investigated()
    file.act(one, services.request_information, at(13), file.investigator(), question="How much is your rent?",
             asked_by=file.investigator())  # fmt: skip
    sweep(now=at(27))
    party = one.parties.get(role="complainant")
    request = one.information_requests.get(automatic=False)
    actor = file.Actor("link", party.pk, "complainant", party.name)
    services.answer_request(Case.objects.get(pk=one.pk), request=request, answer="$900", actor=actor, at=at(27, 11))
    file.act(one, file.determinations.draft_determination, at(26), file.investigator(), findings=file.findings(),
             drafted_by=file.investigator())  # fmt: skip
    file.act(one, file.determinations.return_draft, at(26, 11), file.supervisor(), reason="Name the rents.")
    file.decided(one)
    two = file.withdrawn(file.investigated())
    file.act(two, services.continue_case, at(18), file.supervisor(), reason="Others hold the same job.")
    file.act(two, services.dismiss, at(19), file.supervisor(), ground="no_jurisdiction", reason="Work elsewhere.")
    three = file.withdrawn(file.investigated())
    file.act(three, services.take_back_withdrawal, at(17, 12), file.supervisor(), reason="She called.")
    file.withdrawn(three)
    file.act(three, services.close_as_withdrawn, at(18), file.supervisor())
    four = file.paper(file.content())
    five = file.filed(file.content(kind="unpaid_wages"))
    file.act(five, services.answer_complaint, at(12), file.investigator(), answer="Ask in writing first.")
    return [one, two, three, four, five]


def test_every_message_is_neutral_and_its_two_parts_say_the_same():
    cases = _busy_file()
    notices = list(Notice.objects.filter(channel="email"))
    sent = {notice.kind for notice in notices}
    rows = {row.kind for row in NOTICES if not row.kind.startswith("complaints.determination:")}
    assert rows - sent == {f"complaints.{k}" for k in ("record_complaint", "record_unsigned", "record_verification",
                                                       "reassign", "replace_link")}  # fmt: skip
    assert {c.pk for c in cases} == {n.case_id for n in notices}
    for notice in notices:
        assert notice.subject.startswith(f"Case {notice.case.number}: "), notice.subject
        for private in ("Rosa", "Bakery", "living wage", "rent", file.STATEMENT, "Packer", "None"):
            assert private not in notice.subject + notice.text, (notice.kind, private)
        text, html = _lines(notice)
        assert [line for line in text if line not in html] == [], notice.kind
        assert [part for part in html if part not in text] == [], notice.kind
        assert notice.html.count('class="button"') == 1


def test_no_letter_prints_none_or_an_empty_label():
    _busy_file()
    for found in Document.objects.all():
        assert "None" not in found.html, found.kind
        assert not re.search(r"<(th|td|dt|dd|li|p|h1|h2)\b[^>]*>\s*</\1>", found.html), found.kind


@pytest.mark.parametrize(
    ("now", "subject", "body"),
    [
        (at(25, 8), "5 days left, decision due March 2, 2026", "5 days are left for the decision."),
        (at(2, 8, month=3), "decision due today, March 2, 2026", "The decision is due today."),
        (at(3, 8, month=3), "decision 1 day overdue, was due March 2, 2026", "The decision is 1 day overdue."),
        (at(5, 8, month=3), "decision 3 days overdue, was due March 2, 2026", "The decision is 3 days overdue."),
    ],
)
def test_reminders_say_which_step_and_by_how_much(now, subject, body):
    case = file.investigated()
    sweep(now=now)
    notice = case.notices.filter(kind__startswith="complaints.determination:investigator").latest("id")
    assert notice.subject == f"Case {case.number}: {subject}"
    assert body in notice.text
    assert DUE in notice.text
    assert "Investigator: Ana Invented" in notice.text
    assert f"/complaints/{case.number}/" in notice.text
