"""What a person entrusts or a reason may name stands encrypted in every column, also where it stood in clear before."""

from dataclasses import replace

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from closings import determinations
from closings.content import ClaimFacts
from closings.deciding import Decided
from closings.models import ClosingNotice, Determination, ExceptionClaim, Revision
from tests.closings.notice import CONTENT, FINDINGS, case_in, do, updated
from tests.factories import at, make_pdfs, person
from tests.licenses.test_words_in_clear import columns_with
from wagecase.cases.services import add_note

pytestmark = pytest.mark.usefixtures("quick_files")
CANARY = "Wanda Worker Example"
CLAIMED = replace(CONTENT, claims=(ClaimFacts("disaster", f"The river rose, as {CANARY} saw."),))


def determined():
    """Return a case that was determined, with the canary in each text that a person gives."""
    case = case_in("listed", CLAIMED)
    findings = replace(
        FINDINGS, reasons=f"{CANARY} said so.", surcharge_reason=f"{CANARY} asked for it.",
        decisions=tuple(replace(one, reason=f"{CANARY} knew.") for one in FINDINGS.decisions),
        exceptions=(Decided("disaster", False, f"{CANARY} saw no flood."),),
    )  # fmt: skip
    case = do(
        case, determinations.draft_determination, by="cora", when="2026-05-04 09:00", findings=findings,
        drafted_by=person("cora"), intended_signer=person("sue"),
    )  # fmt: skip
    make_pdfs(at("2026-05-04 09:05"))
    add_note(case, text=f"{CANARY} called.", author=person("cora"), at=at("2026-05-04 10:00"))
    updated(case, when="2026-05-04 11:00", claims=CLAIMED.claims, trade_name="Sample Mills")
    Revision.objects.filter(notice=case.pk, number=1).update(reason=f"{CANARY} told us.")
    ClosingNotice.objects.filter(pk=case.pk).update(
        no_determination=f"{CANARY} was told.", removed_reason=f"{CANARY} filed it."
    )
    return case


def told(case):
    """Return the words of the columns as the pages read them."""
    row, notice = Determination.objects.get(case=case.pk), ClosingNotice.objects.get(pk=case.pk)
    return [
        row.worksheet["inputs"]["contact_phone"], row.worksheet["inputs"]["claims"][0]["statement"],
        [one["reason"] for one in row.decisions], row.exceptions[0]["reason"], row.surcharge_reason, row.reasons,
        ExceptionClaim.objects.get(notice=case.pk).statement, Revision.objects.get(notice=case.pk, number=1).reason,
        notice.no_determination, notice.removed_reason,
    ]  # fmt: skip


WORDS = [
    "608-555-0122", "The river rose, as Wanda Worker Example saw.", ["Wanda Worker Example knew."] * 4,
    "Wanda Worker Example saw no flood.", "Wanda Worker Example asked for it.", "Wanda Worker Example said so.",
    "The river rose, as Wanda Worker Example saw.", "Wanda Worker Example told us.", "Wanda Worker Example was told.",
    "Wanda Worker Example filed it.",
]  # fmt: skip


@pytest.mark.django_db
def test_what_is_determined_noted_and_claimed_stands_in_clear_nowhere():
    case = determined()
    assert told(case) == WORDS
    assert columns_with(CANARY) == set()
    assert columns_with("608-555-0122") == set()


@pytest.mark.django_db(transaction=True)
def test_what_stood_in_clear_before_is_encrypted_by_the_migration_and_reads_the_same():
    case = determined()

    def migrate(name):
        executor = MigrationExecutor(connection)
        executor.migrate([("closings", name)])

    try:
        migrate("0010_workforce_areas")
        assert columns_with(CANARY) == {
            "closings_closingnotice.no_determination", "closings_closingnotice.removed_reason",
            "closings_determination.decisions", "closings_determination.exceptions", "closings_determination.reasons",
            "closings_determination.surcharge_reason", "closings_determination.worksheet",
            "closings_exceptionclaim.statement", "closings_revision.reason",
        }  # fmt: skip
        assert columns_with("608-555-0122") == {"closings_determination.worksheet"}
    finally:
        last = max(name for app, name in MigrationExecutor(connection).loader.graph.nodes if app == "closings")
        migrate(last)
    assert columns_with(CANARY) == set()
    assert told(case) == WORDS
    assert str(ClosingNotice.objects.get(pk=case.pk).list_changed_on) == "2026-05-04", (
        "known again from its last revision"
    )
