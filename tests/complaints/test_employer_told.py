"""An employer counts as told when the notice is mailed or taken by its mail server, not when it is written."""

import datetime as dt

import pytest

from complaints.guards import employer_told_on, open_matters
from complaints.stages import stages
from tests.complaints.staff_pages import signed_in, words
from tests.factories import (
    CONTENT,
    EMPLOYER,
    INVESTIGATING,
    TO_POST,
    at,
    do,
    file_online,
    make_pdfs,
    person,
    send_mail,
    walk,
)
from wagecase.cases.mailing import mark_mailed
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
WRITTEN, LATER = "2026-03-03 10:00", "2026-03-05 16:00"


def served(content=TO_POST) -> Case:
    case = walk(file_online(content=content, when="2026-03-02 10:00"), INVESTIGATING, when="2026-03-02 10:00")
    case = do(case, "serve_employer", by="investigator", when=WRITTEN)
    make_pdfs(at("2026-03-03 10:10"))
    return case


def mail(case: Case) -> None:
    mark_mailed(
        notice=case.notices.get(kind="complaints.serve_employer"), mailed_on=dt.date(2026, 3, 5),
        method="first-class mail", actor=person("ina").actor, at=at(LATER),
    )  # fmt: skip


def bar(case: Case) -> dict[str, tuple[str, str]]:
    return {label: (state, detail) for label, state, detail in stages(Case.objects.get(pk=case.pk))}


def test_a_letter_tells_the_employer_on_the_day_it_is_mailed():
    case = served()
    assert employer_told_on(case) is None
    assert bar(case)["Investigator assigned"][0] == "now"
    assert bar(case)["Employer told"] == ("later", "")
    mail(case)
    assert employer_told_on(case) == dt.date(2026, 3, 5)
    assert bar(case)["Employer told"] == ("now", "March 5, 2026")


def test_an_email_tells_the_employer_when_its_mail_server_takes_it():
    case = served(CONTENT)
    assert bar(case)["Employer told"][0] == "later"
    send_mail(at("2026-03-03 11:00"))
    assert bar(case)["Employer told"] == ("now", "March 3, 2026")


def test_the_next_step_is_to_mail_the_notice():
    case = served()
    notice = case.notices.get(kind="complaints.serve_employer")
    page = signed_in("ina").get(f"/complaints/{case.number}/")
    assert f"Mail the notice to {EMPLOYER.name}" in words(page)
    assert f'href="/complaints/{case.number}/notices/{notice.pk}/mailed/"' in page.content.decode()
    mail(case)
    assert "Mail the notice to" not in words(signed_in("ina").get(f"/complaints/{case.number}/"))


def test_the_signer_is_told_that_the_notice_never_left():
    case = do(served(), "draft_determination", by="investigator", when="2026-03-04 10:00")
    assert bar(case)["Employer told"] == ("later", "")
    assert open_matters(case) == [f"The notice of the complaint to {EMPLOYER.name} was never mailed."]
    mail(case)
    assert open_matters(case) == ["The employer has not answered. We asked for its answer by Monday, March 16, 2026."]
