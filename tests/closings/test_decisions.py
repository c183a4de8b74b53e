"""Whether the law reaches an employer is decided by the department, with reasons, and never by what the employer ticked."""

import datetime as dt
import re
from dataclasses import replace
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from closings.content import ClaimFacts, RecipientFacts, SiteFacts
from closings.deciding import Decided
from closings.determinations import Findings, check, findings_of, sign_determination, worked_out
from tests.closings.notice import CONTENT, DECIDED, FINDINGS, REACHED, case_in, do, drafted
from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import at, make_pdfs, person
from wagecase.cases.models import Case
from wagecase.errors import TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def decided(findings: Findings = FINDINGS, **answers: tuple[bool, str]) -> Findings:
    """Return the findings with some questions answered otherwise."""
    rows = tuple(Decided(row.code, *answers[row.code]) if row.code in answers else row for row in REACHED)
    return replace(findings, decisions=rows)


def no_surcharge(**answers: tuple[bool, str]) -> Findings:
    return decided(Findings("See above."), **answers)


@pytest.mark.parametrize("kind", ["charitable", "government", "tribal"])
def test_an_employer_of_another_kind_is_found_liable_or_not_reached_each_with_a_reason(kind):
    content = replace(CONTENT, employer_kind=kind)
    with pytest.raises(ValidationError) as refused:
        check(content, FINDINGS)
    assert list(refused.value.error_dict) == ["why_enterprise"]
    not_reached = check(content, no_surcharge(enterprise=(False, "It is no business enterprise.")))
    assert (not_reached.required, not_reached.amount) == (False, None)
    reached = check(content, decided(enterprise=(True, "It sells paper for profit.")))
    assert (reached.required, reached.amount) == (True, Decimal("20000.00"))


def test_a_strike_that_the_employer_answered_decides_nothing():
    content = replace(CONTENT, cause="strike")
    with pytest.raises(ValidationError, match="why_strike"):
        check(content, FINDINGS)
    assert check(content, decided(strike=(False, "It ended in January."))).amount == Decimal("20000.00")
    held = check(content, no_surcharge(strike=(True, "It began on March 2.")))
    assert (held.required, held.amount) == (False, None)


def test_a_strike_claimed_as_an_exception_is_the_same_question():
    content = replace(CONTENT, claims=(ClaimFacts("strike", "The drivers struck."),))
    with pytest.raises(ValidationError, match="why_strike"):
        check(content, FINDINGS)
    assert check(content, no_surcharge(strike=(True, "The drivers struck."))).required is False


@pytest.mark.parametrize(
    ("changes", "answer"),
    [
        ({}, {"enterprise": (False, "")}), ({}, {"fifty": (False, "")}), ({}, {"event": (False, "")}),
        ({}, {"strike": (True, "")}), ({"persons_in_state": 49}, {"fifty": (True, "")}),
        ({"persons_in_state": 49}, {"fifty": (False, " ")}), ({"keeps_running": True}, {"event": (True, "")}),
        ({"persons_in_state": None}, {"fifty": (True, "")}), ({"employer_kind": ""}, {"enterprise": (True, "")}),
    ],
)  # fmt: skip
def test_an_answer_that_frees_or_that_the_notice_does_not_give_says_why(changes, answer):
    (code,) = answer
    with pytest.raises(ValidationError) as refused:
        check(replace(CONTENT, **changes), decided(**answer))
    assert list(refused.value.error_dict) == [f"why_{code}"]


@pytest.mark.parametrize(("persons", "holds"), [(49, True), (50, False)])
def test_a_head_count_that_was_established_stands_against_the_notices(persons, holds):
    content = replace(CONTENT, persons_in_state=persons)
    findings = decided(fifty=(True, "Payroll: 52.")) if holds else no_surcharge(fifty=(False, "Payroll: 48."))
    assert check(content, findings).required is holds


def test_every_question_is_decided():
    with pytest.raises(ValidationError, match="Decide each question of coverage"):
        check(CONTENT, replace(FINDINGS, decisions=REACHED[:3]))


def test_an_exception_that_nobody_claimed_frees_only_where_it_holds():
    found = replace(Findings("A flood.", REACHED), exceptions=(Decided("disaster", True, "The river rose."),))
    assert check(CONTENT, found).amount is None
    refused = replace(FINDINGS, exceptions=(Decided("disaster", False, "No."),))
    with pytest.raises(ValidationError, match="named only where it holds"):
        check(CONTENT, refused)


# Seeking capital: three proofs, without which nobody may find it (109.07 (5) (b))

ALL_THREE = {"contemporaneous_record": True, "notarized": True, "affidavit": True}
NAMES = ["proof_affidavit", "proof_contemporaneous_record", "proof_notarized"]
SEEKING = replace(CONTENT, claims=(ClaimFacts("capital", "We asked a bank."),))


def capital(*, holds: bool = True, **proofs: bool) -> Findings:
    findings = FINDINGS if not holds else Findings("A bank was asked.", REACHED)
    return replace(findings, exceptions=(Decided("capital", holds, "See the record.", proofs),))


@pytest.mark.parametrize("content", [SEEKING, CONTENT])
def test_capital_holds_only_with_each_of_the_three_proofs_claimed_or_not(content):
    with pytest.raises(ValidationError) as unanswered:
        check(content, capital())
    assert sorted(unanswered.value.error_dict) == NAMES
    for name in ALL_THREE:
        with pytest.raises(
            ValidationError, match="the department may not find that the employer was seeking"
        ) as refused:
            check(content, capital(**{**ALL_THREE, name: False}))
        assert list(refused.value.error_dict) == [f"proof_{name}"]
    held = check(content, capital(**ALL_THREE))
    assert (held.excused, held.amount) == (True, None)


def test_capital_that_does_not_hold_says_of_each_proof_whether_it_is_there():
    with pytest.raises(ValidationError) as unanswered:
        check(SEEKING, capital(holds=False, notarized=False))
    assert sorted(unanswered.value.error_dict) == NAMES[:2]
    refused = check(SEEKING, capital(holds=False, contemporaneous_record=True, notarized=False, affidavit=False))
    assert (refused.excused, refused.amount) == (False, Decimal("20000.00"))


def test_the_page_asks_for_the_three_proofs_and_the_order_prints_them(clock):
    clock.set("2026-05-04 09:00")
    case = case_in("listed", SEEKING)
    client, address = signed_in("cora"), f"/closings/{case.number}/draft_determination/"
    said = words(client.get(address))
    assert "Is there a written record of seeking capital or business, made at that time? (109.07 (5) (b))" in said
    assert "It holds if both are found" in said
    answers = {**DECIDED, "reasons": "A bank was asked.", "intended_signer": person("sue").pk, "holds_capital": "yes",
               "reason_capital": "The bank’s letters.", "proof_contemporaneous_record": "yes", "proof_notarized": "yes"}  # fmt: skip
    refused = send(client, address, **answers)
    assert (refused.status_code, refused.context["form"].errors) == (422, {"proof_affidavit": ["Choose yes or no"]})
    refused = send(client, address, **answers, proof_affidavit="no")
    assert (refused.status_code, list(refused.context["form"].errors)) == (422, ["proof_affidavit"])
    assert send(client, address, **answers, proof_affidavit="yes").status_code == 303
    row = Case.objects.get(pk=case.pk).closing_determinations.get()
    assert row.exceptions == [{"code": "capital", "holds": True, "reason": "The bank’s letters.", "proofs": ALL_THREE}]
    assert findings_of(row).exceptions[0].proofs == ALL_THREE
    order = " ".join(re.sub(r"<[^>]+>", " ", row.draft.html).split())
    assert (
        "A written record made at the time Yes Its documents notarized Yes An affidavit verifying their content Yes "
        "Without all three the department may not find that an employer was seeking capital or business ( s. 109.07 (5) (b))."
    ) in order
    again = client.get(f"/closings/{case.number}/revise_determination/").context["form"]
    assert [again[name].value() for name in NAMES] == ["yes", "yes", "yes"]


def test_a_draft_of_before_the_three_questions_is_returned_and_not_signed(clock):
    clock.set("2026-05-04 09:00")
    case = do(case_in("listed", SEEKING), _draft, by="cora", when="2026-05-04 09:00", findings=capital(**ALL_THREE))
    make_pdfs(at("2026-05-04 09:05"))
    row = case.closing_determinations.get()
    row.exceptions = [{"code": "capital", "holds": True, "reason": "See the record."}]
    row.save(update_fields=["exceptions"])
    with pytest.raises(TransitionNotAllowed, match="Return the draft: it could not be drafted so today"):
        do(case, sign_determination, by="sue", when="2026-05-05 09:00", signer=person("sue"),
           draft_sha256=row.draft.sha256)  # fmt: skip


def test_the_page_asks_for_them_of_an_exception_that_nobody_claimed(clock):
    clock.set("2026-05-04 09:00")
    case = case_in("listed")
    client, address = signed_in("cora"), f"/closings/{case.number}/draft_determination/"
    answers = {**DECIDED, "reasons": "A bank was asked.", "intended_signer": person("sue").pk}
    refused = send(client, address, **answers, unclaimed="capital", why_unclaimed="The bank’s letters.")
    assert (refused.status_code, sorted(refused.context["form"].errors)) == (422, NAMES)
    sent = send(client, address, **answers, unclaimed="disaster", why_unclaimed="A flood.", proof_notarized="no")
    assert sent.status_code == 303
    row = Case.objects.get(pk=case.pk).closing_determinations.get()
    assert row.exceptions == [{"code": "disaster", "holds": True, "reason": "A flood."}]


def test_an_official_of_whom_nobody_knows_where_stops_it():
    sites = (replace(CONTENT.sites[0], municipality_type="city"), SiteFacts("Monroe", "Green", "town", affected=5))
    content = replace(
        CONTENT, sites=sites, recipients=(RecipientFacts("official", "Mayor", "Monroe", dt.date(2026, 3, 1)),)
    )
    with pytest.raises(ValidationError, match="of which municipality this is the official: Mayor, Monroe"):
        check(content, FINDINGS)


def test_a_determination_from_before_the_questions_stands_as_it_was():
    old = Findings("Told late.", daily_amount=Decimal("250.00"), surcharge_reason="A first case.")
    assert worked_out(CONTENT, old).amount == Decimal("20000.00")
    assert worked_out(replace(CONTENT, persons_in_state=49), old).required is False


def test_the_page_shows_what_the_notice_says_and_chooses_nothing_that_frees(clock):
    clock.set("2026-05-04 09:00")
    case = case_in("listed", replace(CONTENT, employer_kind="charitable", cause="lockout"))
    page = signed_in("cora").get(f"/closings/{case.number}/draft_determination/")
    said = words(page)
    assert "The notice says: a charity or another tax-exempt organization." in said
    assert "The notice says: 140 persons, 10 new and 5 low-hour among them; 50 are enough." in said
    assert "The notice says: business closing; 57 affected employees count, 25 are enough." in said
    assert "The notice says: yes, a lockout." in said
    form = page.context["form"]
    chosen = {name: form[name].value() for name in ("is_enterprise", "is_fifty", "is_event", "is_strike")}
    assert chosen == {"is_enterprise": None, "is_fifty": "yes", "is_event": "yes", "is_strike": None}


def test_a_charity_is_found_not_to_be_reached_and_the_order_says_why(clock):
    clock.set("2026-05-04 09:00")
    case = case_in("listed", replace(CONTENT, employer_kind="charitable"))
    client, address = signed_in("cora"), f"/closings/{case.number}/draft_determination/"
    answers = {**DECIDED, "is_enterprise": "no", "reasons": "No notice was due.", "intended_signer": person("sue").pk}
    refused = send(client, address, **answers)
    assert (refused.status_code, "Say why: the employer reads it" in words(refused)) == (422, True)
    assert send(client, address, **answers, why_enterprise="It feeds people and sells nothing.").status_code == 303
    row = Case.objects.get(pk=case.pk).closing_determinations.get()
    assert (row.required, row.surcharge, row.finding) == (False, None, "no notice was required")
    assert row.decisions[0] == {"code": "enterprise", "holds": False, "reason": "It feeds people and sells nothing."}
    assert (row.worksheet["inputs"]["employer_kind"], row.worksheet["required"]) == ("charitable", False)
    order = " ".join(re.sub(r"<[^>]+>", " ", row.draft.html).split())
    assert (
        "No notice was required ( s. 109.07 (1m)). The employer is no business enterprise that the law reaches."
        in order
    )
    assert "The employer is no business enterprise that the law reaches. ( s. 109.07 (1) (d)) It feeds people" in order
    assert "It employs enough persons in this state. ( s. 109.07 (1) (d)) As the notice states." in order
    assert "Worked out from what the notice states; what we decided above goes before it." in order


def test_a_returned_draft_begins_with_what_was_decided(clock):
    clock.set("2026-05-04 10:00")
    findings = decided(
        fifty=(True, "Payroll: 52."),
    )
    case = do(case_in("listed"), _draft, by="cora", when="2026-05-04 09:00", findings=findings)
    row = case.closing_determinations.get()
    assert findings_of(row).decisions == findings.decisions
    page = signed_in("cora").get(f"/closings/{case.number}/revise_determination/")
    assert page.context["form"]["why_fifty"].value() == "Payroll: 52."


def _draft(case, **act):
    from closings.determinations import draft_determination

    return draft_determination(case, drafted_by=person("cora"), **act)


def test_a_draft_as_the_notice_states_needs_no_reason():
    assert drafted(case_in("listed"), by="cora").closing_determinations.get().surcharge == 20_000
