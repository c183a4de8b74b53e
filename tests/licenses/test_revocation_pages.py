"""The pages of a revocation: what staff see and press, and what the members of the organization see and answer."""

from __future__ import annotations

import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import licenses as building
from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.factories import at, pdf
from tests.licenses import proceeding
from tests.licenses.proceeding import do
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
FIRST = {"ground": "violation", "text_new1": "Four workers were not reviewed.", "cite_new1": "DWD 272.09 (8) (j) 3."}


def member_client(membership):
    """Return a client signed in as the member."""
    client = Client()
    client.force_login(membership.user)
    session = client.session
    session["account_authentication_methods_user"] = str(membership.user.pk)
    session["account_authentication_methods"] = [{"method": "password", "at": time.time()}]
    session.save()
    return client


def base(case):
    return f"/licenses/{case.number}/"


def page_of(case):
    return f"/licenses/status/{case.number}/"


# Staff


def test_it_opens_from_the_license_once_however_often_the_button_is_pressed(clock):
    clock.set(proceeding.OPENED)
    address = base(proceeding.license_in_force().case) + "revoke/"
    lin = signed_in("lin")
    data = {**hidden(lin.get(address)), **FIRST}
    first, second = lin.post(address, data), lin.post(address, data)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first["Location"] == second["Location"] == "/licenses/LR-2026-000001/"
    assert Case.objects.filter(kind="revocation").count() == 1


def test_opening_asks_for_ground_and_fact_and_keeps_what_was_typed(clock):
    clock.set(proceeding.OPENED)
    address = base(proceeding.license_in_force().case) + "revoke/"
    answer = send(signed_in("lin"), address, cite_new2="DWD 272.09 (10)", remedy_new2="A photo")
    assert answer.status_code == 422
    said = words(answer)
    assert "Choose the ground of the revocation" in said
    assert "Write down at least one fact or conduct" in said
    assert 'value="DWD 272.09 (10)"' in answer.content.decode()
    assert "A photo" in said


@pytest.mark.parametrize("text", ["x" * 2001, "a\x00b"])
def test_odd_text_is_refused_beside_its_field(clock, text):
    clock.set(proceeding.OPENED)
    address = base(proceeding.license_in_force().case) + "revoke/"
    answer = send(signed_in("lin"), address, **{**FIRST, "text_new2": text})
    assert answer.status_code == 422
    assert not Case.objects.filter(kind="revocation").exists()


def test_while_one_is_open_the_page_names_it_and_opens_no_other(clock):
    clock.set(proceeding.OPENED)
    license = proceeding.license_in_force()
    address = base(license.case) + "revoke/"
    lin = signed_in("lin")
    data = {**hidden(lin.get(address)), **FIRST}
    case = proceeding.opened(of=license)
    late = lin.post(address, data)
    assert late.status_code == 422
    assert f"open already: {case.number}" in words(late)
    assert "Four workers were not reviewed." in words(late)
    assert lin.get(address).status_code == 409


def test_a_revocation_has_no_page_to_revoke_and_a_license_no_page_of_facts(clock):
    clock.set(proceeding.OPENED)
    case = proceeding.opened()
    lin = signed_in("lin")
    assert lin.get(base(case) + "revoke/").status_code == 404
    assert lin.get(base(case.revocation.license.case) + "facts/").status_code == 404
    assert lin.get(base(case) + "facts/").status_code == 200


def test_a_stale_page_of_facts_keeps_the_typed_text(clock):
    clock.set(proceeding.OPENED)
    case = proceeding.opened()
    lin = signed_in("lin")
    address = base(case) + "change_facts/"
    data = {**hidden(lin.get(address))}
    for fact in case.alleged_facts.all():
        data |= {f"text_{fact.pk}": fact.text, f"cite_{fact.pk}": fact.cite, f"remedy_{fact.pk}": fact.remedy}
    do(case, "change_facts", by="sue", when=proceeding.OPENED)
    answer = lin.post(address, {**data, "text_new1": "Typed on an old page."})
    assert answer.status_code == 409
    assert "Typed on an old page." in words(answer)
    assert case.alleged_facts.count() == 3


def test_the_overview_names_the_one_next_step(clock):
    clock.set(proceeding.OPENED)
    case = proceeding.opened()
    steps = []

    def look():
        page = words(signed_in("lin").get(base(case)))
        steps.append(page.split("Next step", 1)[1][:120])

    look()
    case = do(case, "serve_notice", by="lin", when=proceeding.SENT)
    clock.set(proceeding.SENT)
    look()
    proceeding.make_pdfs(at("2026-06-01 09:05"))
    proceeding.send_mail(at("2026-06-01 09:10"))
    look()
    clock.set("2026-06-03 09:00")
    do(case, "record_notice_service", by="lin", when="2026-06-03 09:00")
    look()
    clock.set(proceeding.JUDGED)
    look()
    do(case, "record_finding", by="lin", when=proceeding.JUDGED)
    look()
    wanted = (
        "Send the notice of facts.", "Letters are being made and sent.", "Record service of the notice.",
        "The employer may show or reach compliance until Monday, June 22, 2026.", "Record what was found.", "Draft the order.",
    )  # fmt: skip
    assert [step.strip().startswith(words_) for step, words_ in zip(steps, wanted, strict=True)] == [True] * 6, steps


def test_the_preview_of_the_letter_holds_the_facts(clock):
    clock.set(proceeding.OPENED)
    case = proceeding.opened()
    page = signed_in("lin").get(base(case) + "serve_notice/")
    assert "serve_notice/letter/0.pdf" in page.content.decode()
    assert signed_in("lin").get(base(case) + "serve_notice/letter/0.pdf").status_code == 200
    assert not case.documents.exists()


def test_the_order_s_page_proposes_words_and_never_whoever_found_the_public_interest(clock):
    case = proceeding.judged(clock)
    do(case, "record_public_interest", by="sue", when=proceeding.JUDGED)
    page = signed_in("lin").get(base(case) + "draft_order/")
    assert "The ground of this order is" in words(page)
    assert "Sam Supervisor Sample" in words(page)
    assert "Sue Supervisor Example" not in words(page).split("Who signs it", 1)[1].split("Draft the order")[0]


def test_the_signature_asks_for_the_password_again_and_shows_the_draft(clock):
    case = proceeding.drafted(clock)
    sue = signed_in("sue")
    page = sue.get(base(case) + "sign_order/")
    assert page.status_code == 200
    assert "the license is revoked on the day of the signature" in words(page)
    session = sue.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time() - 86_400}]
    session.save()
    assert sue.get(base(case) + "sign_order/").status_code in {302, 303}


# Members


def test_an_organization_sees_a_revocation_only_once_it_is_told(clock):
    clock.set(proceeding.OPENED)
    case = proceeding.opened()
    olive = member_client(proceeding.owner())
    assert olive.get(page_of(case)).status_code == 404
    assert olive.get(page_of(case) + "answer/").status_code == 404
    do(case, "serve_notice", by="lin", when=proceeding.SENT)
    assert olive.get(page_of(case)).status_code == 200


def test_another_organization_and_a_missing_number_are_the_same_404(clock):
    case = proceeding.served(clock)
    other = building.member(
        building.organization("Other Example", at=at(proceeding.ISSUED)), "Otto Other Example", at=at(proceeding.ISSUED)
    )
    otto = member_client(other)
    for address in (page_of(case), page_of(case) + "answer/", "/licenses/status/LR-2026-000999/"):
        answer = otto.get(address)
        assert answer.status_code == 404
        assert building.FACILITY not in words(answer)
    assert otto.post(page_of(case) + "answer/", {}).status_code == 404


def test_a_viewer_reads_and_does_not_answer(clock):
    case = proceeding.served(clock)
    viewer = building.member(proceeding.owner().organization, "Vera Viewer Example", "viewer", at=at(proceeding.ISSUED))
    vera = member_client(viewer)
    page = words(vera.get(page_of(case)))
    assert "An owner or a filer of your organization can answer." in page
    assert proceeding.LINES[0].text in page
    assert vera.get(page_of(case) + "answer/").status_code == 404


def test_an_owner_answers_one_fact_with_a_file_and_the_other_later(clock):
    case = proceeding.served(clock)
    first, second = case.alleged_facts.all()
    olive = member_client(proceeding.owner())
    address = page_of(case) + "answer/"
    data = {**hidden(olive.get(address)), f"answer_{first.pk}": "All four are reviewed now.",
            f"files_{first.pk}": SimpleUploadedFile("reviews.pdf", pdf())}  # fmt: skip
    assert olive.post(address, data).status_code == 303
    page = words(olive.get(page_of(case)))
    assert "Answered June 3, 2026 by Olive Owner Example" in page
    assert "reviews.pdf" in page
    assert "Answer our notice by Monday, June 22, 2026" in page
    send(olive, address, **{f"answer_{second.pk}": "The poster hangs."})
    assert "You answered every fact." in words(olive.get(page_of(case)))
    assert (first.answers.count(), second.answers.count()) == (1, 1)


def test_a_second_press_answers_once(clock):
    case = proceeding.served(clock)
    first = case.alleged_facts.first()
    olive = member_client(proceeding.owner())
    address = page_of(case) + "answer/"
    data = {**hidden(olive.get(address)), f"answer_{first.pk}": "Once."}
    assert [olive.post(address, data).status_code for _press in range(2)] == [303, 303]
    assert first.answers.count() == 1


def test_an_empty_answer_is_told_and_nothing_is_written(clock):
    case = proceeding.served(clock)
    answer = send(member_client(proceeding.owner()), page_of(case) + "answer/")
    assert answer.status_code == 422
    assert "Answer at least one of the facts" in words(answer)


def test_an_answer_after_the_order_is_refused_with_the_text_kept(clock):
    case = proceeding.drafted(clock)
    first = case.alleged_facts.first()
    olive = member_client(proceeding.owner())
    address = page_of(case) + "answer/"
    data = {**hidden(olive.get(address)), f"answer_{first.pk}": "Too late, but typed."}
    do(case, "sign_order", by="sue", when=proceeding.DRAFTED)
    answer = olive.post(address, data)
    assert answer.status_code == 409
    assert "Too late, but typed." in words(answer)
    assert "Your license is revoked since" in words(olive.get(page_of(case)))


def test_after_the_last_day_the_page_says_that_an_answer_is_late(clock):
    case = proceeding.served(clock)
    clock.set("2026-06-23 09:00")
    olive = member_client(proceeding.owner())
    assert "The time to answer is over" in words(olive.get(page_of(case)))
    first = case.alleged_facts.first()
    send(olive, page_of(case) + "answer/", **{f"answer_{first.pk}": "Done."})
    assert "Answered June 23, 2026 by Olive Owner Example, late" in words(olive.get(page_of(case)))


def test_the_page_is_in_spanish_for_who_reads_spanish(clock):
    case = proceeding.served(clock)
    olive = member_client(proceeding.owner())
    olive.cookies["django_language"] = "es"
    page = olive.get(page_of(case), headers={"accept-language": "es"})
    assert "Conteste nuestro aviso" in words(page)
