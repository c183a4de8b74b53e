"""Letters and pages that must not leave out what their reader needs: terms, papers, languages and the law."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from django.http import QueryDict

from licenses.actions.application import ACTIONS
from licenses.review import deciding
from tests.complaints.staff_pages import signed_in, words
from tests.factories import at, make_pdfs, person
from tests.licenses import ASSEMBLY, applications, proceeding, review
from tests.licenses.drafting import Writer, filled
from tests.licenses.granting import licensed, renew
from tests.licenses.test_license_pages import browser_of, owner
from tests.licenses.test_renewal_day import begun, complete
from wagecase.cases.models import Case
from wagecase.cases.tasks import open_task
from wagecase.documents.models import Document

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]
ISSUED = at("2025-03-15 09:00")  # through March 14, 2026
MONDAY = "2026-03-02 10:00"
TAKE_DOWN = "Take down the page “License continued by pending renewal”. It is void."


def in_spanish(case):
    case.parties.filter(role="employer").update(language="es")
    return Case.objects.get(pk=case.pk)


def letter(case, kind):
    return " ".join(Document.objects.filter(case=case, kind=f"licenses.{kind}").latest("pk").html.split())


SIGNED = {
    **dict.fromkeys(
        [f"attest_{code}" for code in ("commensurate", "six-months", "yearly", "overtime", "told", "poster", "records",
                                       "deductions", "not-retroactive")], "on"),
    "name": "Olive Owner Example", "title": "Owner", "authority": "Owner",
}  # fmt: skip


@pytest.mark.parametrize(
    ("on", "kept"), [("2026-03-02 09:00", True), ("2026-03-20 09:00", False)], ids=["in time", "late"]
)
def test_the_receipt_of_a_renewal_says_one_thing_about_pay(clock, on, kept):
    _olive, writer = begun(clock, on=on)
    complete(writer)
    writer.send("check")
    assert writer.send("sign", **SIGNED).headers["Location"] == writer.url("done")
    shown = writer.words("done")
    assert ("Your license stays in force" in shown) == kept
    assert ("The next term begins It begins on the day after the present term" in shown) == kept
    assert ("Until then, pay at least the minimum wage." in shown) != kept


def test_the_page_of_a_grant_shows_the_term_that_a_grant_of_today_gives(clock):
    clock.set("2026-02-27 10:00")
    case = review.checked(review.in_review(at("2026-02-27 10:00")), at("2026-02-27 10:00"))
    case = review.recommend(case, review.granting(date(2026, 2, 27), date(2027, 2, 26)), at("2026-02-27 10:00"))
    page = f"/licenses/{case.number}/"
    assert "Term: February 27, 2026 through February 26, 2027." in words(signed_in("sue").get(f"{page}grant/"))
    clock.set(MONDAY)
    said = "March 2, 2026 through March 1, 2027. Recommended were February 27, 2026 through February 26, 2027;"
    assert f"Term, if granted today: {said} that first day has passed" in words(signed_in("sue").get(f"{page}grant/"))
    case = review.decide(case, "grant", at(MONDAY))
    clock.set("2026-04-01 10:00")
    assert f"Term as granted: {said} that first day had passed at the grant." in words(signed_in("sue").get(page))


def test_the_page_of_a_denial_names_each_criterion_that_is_not_met_with_the_law(clock):
    clock.set(MONDAY)
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY), fein="not-met")
    case = review.recommend(case, review.denying(), at(MONDAY))
    shown = words(signed_in("sue").get(f"/licenses/{case.number}/deny/"))
    assert "Criteria not met" in shown
    said = (
        "Does the application state the employer’s FEIN, or the social security number of an individual who has none?"
    )
    assert f"{said} 104.07 (4)" in shown


def test_staff_see_that_an_applicant_reads_spanish_letters(clock):
    clock.set(MONDAY)
    case = review.in_review(at(MONDAY))
    page = f"/licenses/{case.number}/"
    assert "Letters in Spanish" not in words(signed_in("lin").get(page))
    in_spanish(case)
    assert "Letters in Spanish" in words(signed_in("lin").get(page))
    assert "Letters in Spanish" in words(signed_in("lin").get(f"{page}parties/"))
    hint = "The letter is in Spanish; your words stand in it as you write them, and it says that they are in English."
    assert hint in words(signed_in("lin").get(f"{page}request_information/"))
    review.checked(Case.objects.get(pk=case.pk), at(MONDAY))
    assert hint in words(signed_in("lin").get(f"{page}recommend/"))


SPANISH = "Lo que escribimos aquí está en inglés. Llámenos si quiere que se lo expliquemos en su idioma."


def test_a_spanish_letter_says_that_what_staff_wrote_in_it_is_in_english(clock):
    clock.set(MONDAY)
    case = in_spanish(review.in_review(at(MONDAY)))
    applications.asked(case, when=MONDAY)
    assert SPANISH in letter(case, "request_information")
    other = in_spanish(review.recommended(at(MONDAY), "deny"))
    review.decide(other, "deny", at(MONDAY))
    assert SPANISH in letter(other, "deny")


def test_an_english_letter_says_nothing_of_languages(clock):
    clock.set(MONDAY)
    case = applications.asked(review.in_review(at(MONDAY)), when=MONDAY)
    assert "explained in your language" not in letter(case, "request_information")


def test_the_withdrawal_of_a_renewal_says_to_take_the_paper_down_and_takes_it_off_the_page(clock):
    license = licensed(at=ISSUED)
    clock.set(MONDAY)
    case = renew(license, at=at(MONDAY))
    make_pdfs(at(MONDAY))
    client, page = browser_of(owner(license)), f"/licenses/status/{license.case.number}/"
    paper = Document.objects.get(case=license.case, kind="licenses.continuation")
    assert client.get(f"{page}documents/{paper.pk}.pdf").status_code == 200
    assert "No longer valid" not in words(client.get(page))
    deciding.withdraw(
        Case.objects.get(pk=case.pk), reason="By phone", actor=person("lin").actor, at=at("2026-03-02 11:00")
    )  # fmt: skip
    assert TAKE_DOWN in letter(case, "withdraw")
    assert "You do not have to do anything." not in letter(case, "withdraw")
    shown = words(client.get(page))
    assert "Continued by pending renewal No longer valid" in shown
    assert f"{page}documents/{paper.pk}.pdf" not in client.get(page).content.decode()
    assert client.get(f"{page}documents/{paper.pk}.pdf").status_code == 404


def test_the_withdrawal_of_a_first_application_asks_for_nothing(clock):
    clock.set(MONDAY)
    case = deciding.withdraw(
        review.received(at(MONDAY)), reason="By phone", actor=person("lin").actor, at=at(MONDAY)
    )  # fmt: skip
    assert "You do not have to do anything." in letter(case, "withdraw")
    assert "Take down" not in letter(case, "withdraw")


def test_the_spanish_signature_says_that_the_translation_is_not_approved_and_shows_the_english(clock):
    clock.set(MONDAY)
    olive = review.owner(at(MONDAY))
    writer = Writer(olive, filled(olive, at=at(MONDAY)))
    writer.send("check")
    note = "Esta traducción todavía no está aprobada. El texto que vale es el texto en inglés que aparece debajo."
    english = "The wage of each worker paid by the hour is reviewed at least every 6 months."
    assert writer.words("sign").count(english) == 1
    writer.client.cookies["django_language"] = "es"
    shown = writer.words("sign")
    assert note in shown
    assert english in shown
    assert "I declare that I may sign for the employer" in shown


def test_the_letter_of_a_grant_is_signed_by_whoever_granted_it(clock):
    clock.set(MONDAY)
    case = review.decide(review.recommended(at(MONDAY)), "grant", at(MONDAY))
    said = letter(case.application.license.case, "issue")
    signed = said.partition("<!--signature-->")[2].partition("<!--/signature-->")[0]
    assert "Signed electronically on March 2, 2026" in signed
    assert "Sue Supervisor Example" in signed


def test_answers_with_the_same_label_are_told_apart_on_the_check_page(clock):
    clock.set(MONDAY)
    olive = review.owner(at(MONDAY))
    writer = Writer(olive, filled(olive, at=at(MONDAY)))
    kept = writer.draft.sections.get(name="filing")
    kept.answers = {**kept.answers, "second_name": "Sam Second Example", "second_phone": "715-555-0199"}
    kept.save()
    shown = writer.words("check")
    assert "Whom may we ask? Name" in shown
    assert "A second person, if the first is away: Name Sam Second Example" in shown
    assert "A second person, if the first is away: Phone 715-555-0199" in shown
    assert "Whom may we ask? Title" not in shown, "a label that stands once stays short"


def test_a_criterion_of_surveys_takes_no_evidence_where_there_is_no_survey(clock):
    clock.set(MONDAY)
    own = replace(ASSEMBLY, similar_own="yes", method="own", sources=(), own_wage=Decimal("15.00"))
    data = QueryDict(mutable=True)
    data["result_recorded"] = "none"
    for jobs, fine in (((own,), True), ((ASSEMBLY,), False)):
        case = review.in_review(at(MONDAY), jobs=jobs)
        form = ACTIONS["record_review"].form(data, case=case, user=review.specialist(), today=date(2026, 3, 2))
        form.is_valid()
        assert ("evidence_recorded" not in form.errors) == fine, form.errors
    assert form.fields["evidence_recorded"].label == "On what evidence"


def test_the_time_to_show_compliance_is_over_and_nobody_is_late(clock):
    case = proceeding.drafted(clock)
    clock.set("2026-06-29 09:00")
    shown = words(signed_in("lin").get(f"/licenses/{case.number}/"))
    assert "Time to show compliance ended Monday, June 22, 2026" in shown
    assert "days late" not in shown


def test_a_task_that_is_late_says_so_on_the_home(clock):
    clock.set(MONDAY)
    case = review.in_review(at(MONDAY))
    open_task(
        key="x", what="Look at the study", at=at(MONDAY), case=case, person=review.specialist(), role="specialist",
        due_on=date(2026, 2, 23),
    )  # fmt: skip
    assert "Look at the study LA-2026-000001 Due Feb 23, 2026 7 days late" in words(signed_in("lin").get("/staff/"))
