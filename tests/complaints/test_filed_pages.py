"""The copy of a complaint keeps together what belongs together: a section, and a signature with what was signed."""

import pytest

from tests.complaints import letters_file as file
from tests.complaints.letters_file import document, pdf

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _stored_files(media):
    """Documents are stored in a folder of the test."""


@pytest.mark.parametrize("lines", [6, 14, 18, 22])
def test_the_signature_stands_with_the_end_of_the_declaration_and_a_person_on_one_page(lines):
    story = "\n".join(f"Line {number} of an invented story." for number in range(lines))
    case = file.filed(file.content(statement=story))
    pages = [" ".join(page.extract_text().split()) for page in pdf(document(case, "as_filed")).pages]
    last = " ".join(case.declaration.text.split()[-4:])
    (signed,) = [page for page in pages if "Signature, typed" in page]
    assert last in signed
    (person,) = [page for page in pages if "The person who files" in page]
    assert "May we tell the employer who filed?" in person
    assert "Safe ways to reach me" in person
