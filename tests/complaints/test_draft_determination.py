"""Drafting, revising and returning: each draft is a document of its own with its own hash, and an old one is dead."""

import re
from dataclasses import asdict, replace

import pytest
from django.core.exceptions import ValidationError

from complaints.naming import perhaps_named
from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import CONTENT, FINDINGS, SERVED_EMPLOYER, at, case_in, do, file_online, make_pdfs, person, walk
from wagecase.documents.models import Document
from wagecase.errors import StaleVersion, TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-04 15:00"
OTHER = replace(FINDINGS, reasonable_cause=False, reasons="The wage covers rent and food.")


def ready():
    return walk(file_online(), SERVED_EMPLOYER, when="2026-03-03 09:00")


def test_the_draft_order_says_draft_and_the_supervisors_are_asked():
    person("sam")
    case = do(ready(), "draft_determination", by="investigator", when=NOW)
    draft = case.determinations.get()
    assert (case.state, draft.drafted_by, draft.signed_by, draft.superseded) == ("drafted", person("ina"), None, False)
    assert (draft.draft.visibility, draft.draft.status) == ("staff", "pending")
    assert "not signed" in draft.draft.html.lower()
    asked = case.notices.filter(kind="complaints.draft_determination")
    assert {n.address for n in asked} == {"sue@example.org", "sam@example.org"}


def test_the_order_names_findings_and_lists_and_never_an_amount_owed():
    html = do(ready(), "draft_determination", by="investigator", when=NOW).determinations.get().draft.html
    for part in ("Cheese packer", "$7.25 an hour", "Pay stubs of March", "Rents of Green County", "104.05"):
        assert part in html
    assert "owe" not in html.lower()


def test_reasons_and_lists_typed_in_a_browser_keep_their_paragraphs():
    typed = replace(FINDINGS, reasons="Rent was paid late.\r\n\r\nFood ran out.", evidence="Pay stubs\r\n\r\nLease\r\n")
    case = do(ready(), "draft_determination", by="investigator", when=NOW, findings=typed)
    html = case.determinations.get().draft.html
    for part in ("<p>Rent was paid late.</p>", "<p>Food ran out.</p>", "<li>Pay stubs</li>", "<li>Lease</li>"):
        assert part in html


def test_the_parties_see_no_draft():
    case = do(ready(), "draft_determination", by="investigator", when=NOW)
    assert not Document.objects.filter(case=case, kind="complaints.draft_determination", visibility="party").exists()
    assert not case.notices.filter(kind="complaints.draft_determination", party_id__isnull=False).exists()


def test_a_revision_is_a_new_row_and_the_old_draft_can_no_longer_be_signed():
    case = case_in("drafted")
    old = case.determinations.get()
    case = do(case, "revise_determination", by="investigator", when=NOW, findings=OTHER)
    make_pdfs(at(NOW))
    first, second = case.determinations.order_by("id")
    assert (first.superseded, second.superseded, second.reasonable_cause) == (True, False, False)
    assert first.draft.html_sha256 != second.draft.html_sha256
    with pytest.raises(StaleVersion, match="The draft was changed"):
        do(case, "sign_determination", by="supervisor", when=NOW, draft_sha256=old.draft.sha256)


@pytest.mark.parametrize(("key", "allowed"), [("ina", True), ("ivo", False), ("sue", False)])
def test_only_its_drafter_or_the_assignee_revises(key, allowed):
    case = case_in("drafted")
    if allowed:
        do(case, "revise_determination", by=person(key), when=NOW)
    else:
        with pytest.raises(TransitionNotAllowed, match="Only the person who drafted it"):
            do(case, "revise_determination", by=person(key), when=NOW)


def test_another_investigator_does_not_draft():
    with pytest.raises(TransitionNotAllowed, match="somebody else"):
        do(ready(), "draft_determination", by=person("ivo"), when=NOW)


def test_a_returned_draft_goes_back_with_its_reasons_and_is_dead():
    case = do(case_in("drafted"), "return_draft", by="supervisor", when=NOW, reason="Say more about food.")
    draft = case.determinations.get()
    assert (case.state, draft.superseded, draft.returned_reason) == ("investigating", True, "Say more about food.")
    (notice,) = case.notices.filter(kind="complaints.return_draft")
    assert notice.address == "ina@example.org"
    assert case.clocks.get(key="complaints.determination").status == "running"
    case = do(case, "draft_determination", by="investigator", when=NOW)
    assert list(case.determinations.order_by("id").values_list("superseded", flat=True)) == [True, False]


UNNAMED = replace(FINDINGS, concerning="One cheese packer", reasons="The wage falls short of rent and food.")


def kept(**changes):
    """Return a case whose employer was served without the name."""
    content = replace(CONTENT, identity_disclosure="no", **changes)
    return walk(file_online(content=content), SERVED_EMPLOYER, when="2026-03-03 09:00")


@pytest.mark.parametrize(
    ("field", "text", "word"),
    [
        ("concerning", "Wanda Worker Example", "Wanda Worker Example"),
        ("reasons", "As wanda  worker\nEXAMPLE told us, the rent is high.", "Wanda Worker Example"),
        ("evidence", "Pay stubs of Ms. Example\nRents", "Example"),
        ("economic_material", "Budget of the Example household", "Example"),
        ("occupation", "Cheese packer (example)", "Example"),
        ("wage_found", "What Example's stubs say", "Example"),
    ],
)
def test_a_protected_name_is_refused_in_any_text_of_the_order(field, text, word):
    with pytest.raises(ValidationError) as refusal:
        do(kept(), "draft_determination", by="investigator", when=NOW, findings=replace(UNNAMED, **{field: text}))
    assert list(refusal.value.message_dict) == [field]
    assert f"Take out “{word}”" in refusal.value.message_dict[field][0]


def test_a_part_of_another_word_and_the_employers_own_name_are_no_protected_name():
    reasons = "Counterexamples were weighed. Made-Up Mills Example LLC did not answer."
    case = do(kept(), "draft_determination", by="investigator", when=NOW, findings=replace(UNNAMED, reasons=reasons))
    html = case.determinations.get().draft.html
    assert "Name kept in our file" in html
    assert "Wanda" not in html


def test_accents_and_slashes_do_not_hide_a_name():
    person_ = replace(CONTENT.complainant, name="Zoë / Núñez")
    case = kept(complainant=person_)
    with pytest.raises(ValidationError, match="Núñez"):
        do(
            case,
            "draft_determination",
            by="investigator",
            when=NOW,
            findings=replace(UNNAMED, reasons="Nunez says so."),
        )


REACHED = replace(CONTENT.complainant, phone="(608) 555-0123", postal="12 Invented Street\nMadison, WI 53700")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("An e-mail from WANDA@example.com.", "wanda@example.com"),
        ("Call 608.555.0123 about the stubs.", "(608) 555-0123"),
        ("A lease for 12 invented street, Madison.", "12 Invented Street"),
    ],
)
@pytest.mark.parametrize("disclosure", ["yes", "no"])
def test_how_to_reach_the_complainant_stands_in_no_order(text, word, disclosure):
    content = replace(CONTENT, identity_disclosure=disclosure, complainant=replace(REACHED, email="wanda@example.com"))
    case = walk(file_online(content=content), SERVED_EMPLOYER, when="2026-03-03 09:00")
    with pytest.raises(ValidationError) as refusal:
        do(case, "draft_determination", by="investigator", when=NOW, findings=replace(UNNAMED, reasons=text))
    assert f"Take out “{word}”" in refusal.value.message_dict["reasons"][0]
    fine = replace(UNNAMED, reasons="Rent in Madison is $900 a month. Call 555-0199.")
    assert do(case, "draft_determination", by="investigator", when=NOW, findings=fine).state == "drafted"


def test_each_half_of_a_double_last_name_is_protected():
    case = kept(complainant=replace(CONTENT.complainant, name="Inés García-López"))
    with pytest.raises(ValidationError, match="López"):
        do(
            case,
            "draft_determination",
            by="investigator",
            when=NOW,
            findings=replace(UNNAMED, reasons="Ms. Lopez says so."),
        )


@pytest.mark.usefixtures("clock")
def test_a_first_name_alone_must_be_looked_at_and_the_words_typed_stay():
    case = kept(complainant=replace(CONTENT.complainant, name="Will de la Mill Invented"))
    client, address = signed_in("ina"), f"/complaints/{case.number}/draft_determination/"
    answers = {**asdict(UNNAMED), "reasonable_cause": "no", "intended_signer": person("sue").pk}
    assert "no_name" not in client.get(address).content.decode()
    answers["reasons"] = "Rent will rise in March."
    asked = send(client, address, **answers)
    assert asked.status_code == 422
    assert "“Will” is part of a name that is kept in our file" in words(asked)
    assert "Rent will rise in March." in words(asked)
    assert 'name="no_name"' in asked.content.decode()
    case.refresh_from_db()
    assert case.state == "investigating"
    assert send(client, address, **answers, no_name="on").status_code == 303
    assert case.determinations.get().reasons == "Rent will rise in March."


def test_words_of_the_occupation_and_of_the_employer_are_no_first_name():
    case = kept(complainant=replace(CONTENT.complainant, name="Cheese Mills van Invented"))
    assert perhaps_named(case, ["One cheese packer of Made-Up Mills"]) == ""
    assert perhaps_named(kept(), ["As WANDA told us"]) == "Wanda"


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("reasons", "The rent is high. The employer owes $400."),
        ("reasons", "Back pay of 1,200 dollars is due."),
        ("concerning", "A packer who is owed $ 35.50"),
    ],
)
def test_an_amount_owed_is_refused(field, text):
    with pytest.raises(ValidationError) as refusal:
        do(ready(), "draft_determination", by="investigator", when=NOW, findings=replace(FINDINGS, **{field: text}))
    assert list(refusal.value.message_dict) == [field]
    assert "never states an amount owed" in refusal.value.message_dict[field][0]


def test_wages_and_costs_are_no_amount_owed():
    reasons = "A wage of $7.25 an hour leaves $90 a month for food. Nobody says what is owed."
    case = do(ready(), "draft_determination", by="investigator", when=NOW, findings=replace(FINDINGS, reasons=reasons))
    assert case.state == "drafted"


def test_employees_named_by_the_complaint_are_protected_by_themselves():
    content = replace(CONTENT, scope="person", employees="Nora Neighbor, Sam Sample")
    case = walk(file_online(content=content), SERVED_EMPLOYER, when="2026-03-03 09:00")
    for text in ("Nora Neighbor", "Ms. Neighbor", "Sam Sample", "Mr. sample"):
        with pytest.raises(ValidationError) as refusal:
            do(case, "draft_determination", by="investigator", when=NOW, findings=replace(UNNAMED, concerning=text))
        assert list(refusal.value.message_dict) == ["concerning"]
    agreed = replace(UNNAMED, concerning="A co-worker of Wanda Worker Example")
    assert do(case, "draft_determination", by="investigator", when=NOW, findings=agreed).state == "drafted"


@pytest.mark.usefixtures("clock")
def test_the_form_shows_no_protected_name_and_refuses_it_at_its_field():
    case = kept()
    client, address = signed_in("ina"), f"/complaints/{case.number}/draft_determination/"
    page = client.get(address)
    form = page.content.decode().split('<form class="wc-form', 1)[1]
    assert "Wanda" not in form
    assert "The name is kept in our file" in form
    answers = {**asdict(UNNAMED), "reasonable_cause": "no", "concerning": "Wanda Worker Example"}
    answers["intended_signer"] = person("sue").pk
    refused = send(client, address, **answers)
    assert refused.status_code == 422
    assert re.search(r'id="[^"]*concerning[^"]*error[^"]*"', refused.content.decode())
    assert "Take out “Wanda Worker Example”" in words(refused)


def test_the_order_names_whose_signature_it_awaits_and_only_that_supervisor_is_asked():
    person("sam")
    case = do(ready(), "draft_determination", by="investigator", when=NOW, intended_signer=person("sam"))
    html = case.determinations.get().draft.html
    assert "For signature by Sam Supervisor Sample, Supervisor of wages" in " ".join(html.split())
    asked = case.notices.filter(kind="complaints.draft_determination")
    assert [n.address for n in asked] == ["sam@example.org"]
    task = case.tasks.get(key__startswith="sign:")
    assert (task.person, task.done_at) == (person("sam"), None)
    make_pdfs(at(NOW))
    case = do(case, "sign_determination", by=person("sam"), when=NOW)
    task.refresh_from_db()
    assert (task.done_by, task.done_at) == (person("sam"), at(NOW))
    assert "For signature by" not in case.determinations.get().issued.html


@pytest.mark.parametrize(("act", "by"), [("revise_determination", "investigator"), ("return_draft", "supervisor")])
def test_nobody_is_asked_to_sign_a_draft_that_is_dead(act, by):
    case = do(ready(), "draft_determination", by="investigator", when=NOW, intended_signer=person("sue"))
    first = case.tasks.get(key__startswith="sign:")
    do(case, act, by=by, when=NOW)
    first.refresh_from_db()
    assert first.done_at == at(NOW)


@pytest.mark.parametrize("who", ["ina", "ivo", "ada"])
def test_only_a_supervisor_who_did_not_draft_it_can_be_chosen_to_sign(who):
    with pytest.raises(ValidationError) as refusal:
        do(ready(), "draft_determination", by="investigator", when=NOW, intended_signer=person(who))
    assert list(refusal.value.message_dict) == ["intended_signer"]
    case = do(ready(), "draft_determination", by="supervisor", when=NOW)
    with pytest.raises(ValidationError, match="drafted it"):
        do(case, "revise_determination", by="investigator", when=NOW, intended_signer=person("sue"))


@pytest.mark.usefixtures("clock")
def test_the_form_offers_the_supervisors_who_can_sign():
    person("sam")
    case = do(ready(), "draft_determination", by="supervisor", when=NOW)
    case = do(case, "return_draft", by=person("sam"), when=NOW)
    page = signed_in("ina").get(f"/complaints/{case.number}/draft_determination/")
    assert "Sam Supervisor Sample, Supervisor of wages" in words(page)
    assert "Sue Supervisor Example" not in page.content.decode().split('<form class="wc-form', 1)[1]
    assert "E-mail to the person you choose" in words(page)
