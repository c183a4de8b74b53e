"""What a colleague typed on a page that has expired comes back under the questions of the page, not under code names."""

import pytest
from django.test import Client

from tests.complaints.staff_pages import words
from tests.factories import case_in, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


@pytest.mark.parametrize(
    ("path", "sent", "shown"),
    [
        ("docket/", {"jurisdiction": "Work in Monroe", "version": "1", "seen": "4"}, "Work in Monroe"),
        ("notes/", {"text": "She called at noon."}, "Note She called at noon."),
    ],
)
def test_the_page_that_expired_names_the_questions(path: str, sent: dict[str, str], shown: str):
    case = case_in("received")
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("sue"))
    page = client.post(f"/complaints/{case.number}/{path}", sent, headers={"origin": "http://testserver"})
    assert page.status_code == 403
    assert shown in words(page)
    for code in ("Version", "Seen", "Jurisdiction Work"):
        assert code not in words(page)
