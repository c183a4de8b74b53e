"""The short words of an e-mail, in both languages: one colon after a label, and a subject that says what happened."""

from dataclasses import replace

import pytest

from tests.factories import CONTENT, do, file_online

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
SPANISH = replace(CONTENT, complainant=replace(CONTENT.complainant, language="es"))


def test_the_spanish_receipt_has_one_colon_after_the_label_of_the_due_date():
    case = file_online(content=SPANISH)
    text = case.notices.get(kind="complaints.file_online").text
    assert "Fecha límite de la decisión: lunes" in text
    assert "::" not in text


@pytest.mark.parametrize(
    ("content", "subject"),
    [(CONTENT, "Case {}: we closed your case"), (SPANISH, "Caso {}: cerramos su caso")],
)
def test_the_mail_of_a_dismissal_says_that_the_case_was_closed(content, subject):
    case = do(file_online(content=content), "dismiss", by="supervisor", when="2026-03-03 09:00")
    notice = case.notices.get(kind="complaints.dismiss", party_id=case.parties.get(role="complainant").pk)
    assert notice.subject == subject.format(case.number)
