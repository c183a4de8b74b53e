"""The rule packet says the whole of a revision, as a tagged PDF that staff are given and as cells that no formula can start."""

import csv
import io

import pytest
from pdfua import Severity, validate

from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import at, make_pdfs
from tests.journeys.visitor import Pdf
from tests.rates.workbench import BASE, drafted, proposed, put_in_force
from wagecase.audit.models import Event
from wagecase.cases.models import Task
from wagecase.documents.models import Document
from wagecase.rates.models import RulePacket
from wagecase.rates.workbench.packets import COLUMNS
from wagecase.web.cells import safe_cell

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("media")]


@pytest.fixture
def sue(clock):
    return signed_in("sue")


def packet_of(client, schedule):
    answer = client.get(f"{BASE}{schedule.key}/packet.pdf")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return Pdf(answer.content)


def rows_of(client, schedule):
    answer = client.get(f"{BASE}{schedule.key}/packet.csv")
    assert answer["Content-Disposition"] == f'attachment; filename="rule-packet-{schedule.key}.csv"'
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def test_the_packet_holds_table_arithmetic_factors_and_deadline(sue):
    made = proposed(sue)
    pdf = packet_of(sue, made)
    for said in (
        "Rule packet RS-2026-0001: Minimum wage rates from September 1, 2027", "Proposed, not law",
        "Promulgate by Wednesday, September 1, 2027", "First day by the rule: Wednesday, September 1, 2027",
        "Employees generally Minimum wage per hour $7.25 $7.45 +$0.20 (+2.8%) Sep 1, 2027",
        "In force on Tuesday, August 31, 2027: $7.25 (DWD 272.03 (1)). 2027: $7.25 x 206 / 200 = $7.46750, rounded $7.45.",
        "$360.50 lies exactly between two multiples", "half goes up, to $361.00",
        "Effect on job creation No loss of jobs. Effect on job retention Not weighed.",
        "Effect on regional economic conditions within the state Not weighed.",
        "Bureau of Labor Statistics, CPI-U, table 24, June 2027",
        "it may not establish a different minimum wage for men and women", made.rows_sha256,
        "2007 Senate Bill 130 never became law",
    ):  # fmt: skip
        assert said in pdf.words, said
    assert (pdf.language, pdf.root["/MarkInfo"]["/Marked"]) == ("en", True)
    assert {"/H1", "/H2", "/Table", "/TH", "/TD", "/L"} <= set(pdf.tags())
    assert [found for found in validate(io.BytesIO(pdf.data)).findings if found.severity == Severity.ERROR] == []
    assert "Español" not in pdf.words
    assert "intérprete" not in pdf.words


def test_a_stored_packet_is_given_out_byte_by_byte_and_drawn_by_the_runner(sue, clock):
    made = proposed(sue)
    document = RulePacket.objects.get(schedule=made).document
    assert (document.status, document.case, document.visibility) == ("pending", None, "staff")
    make_pdfs(clock.advance(minutes=1))
    document.refresh_from_db()
    assert document.status == "ready"
    assert packet_of(sue, made).data == packet_of(sue, made).data
    assert put_in_force(signed_in("sam"), made).status_code == 303
    assert packet_of(sue, made).words.count("Proposed, not law") >= 1


@pytest.mark.parametrize("status", ["rendering", "failed"])
def test_a_packet_that_is_not_made_is_said_in_words_and_raises_no_alarm(sue, status):
    """Another process draws it just now, or it was given up: nothing was stored, so nothing is missing."""
    made = proposed(sue)
    Document.objects.update(status=status, lease_until=at("2030-01-01 08:00") if status == "rendering" else None)
    answer = sue.get(f"{BASE}{made.key}/packet.pdf")
    assert answer.status_code == 503
    assert "The rule packet is not ready" in words(answer)
    assert not Task.objects.filter(key__startswith="stuck:").exists()


def test_the_packet_of_a_draft_says_so_and_is_not_kept(sue):
    made = drafted(sue)
    events = Event.objects.count()
    assert "Draft, not proposed" in packet_of(sue, made).words
    assert (Document.objects.count(), Event.objects.count()) == (0, events)


def test_a_withdrawn_packet_is_not_shown_for_the_draft_that_follows(sue):
    made = proposed(sue)
    send(sue, f"{BASE}{made.key}/withdraw/", reason="A wrong index.")
    assert "Draft, not proposed" in packet_of(sue, made).words


def test_the_spreadsheet_has_the_documented_columns(sue):
    rows = rows_of(sue, proposed(sue))
    assert tuple(rows[0]) == COLUMNS
    general = next(row for row in rows if (row["class"], row["item"]) == ("general", "wage"))
    assert general == {
        "part": "amount", "class": "general", "item": "wage", "unit": "hour", "in_force": "7.25", "proposed": "7.45",
        "change": "0.20", "percent": "2.8", "first_day": "2027-09-01", "last_day": "", "tie": "no",
        "text": "In force on Tuesday, August 31, 2027: $7.25 (DWD 272.03 (1)). 2027: $7.25 x 206 / 200 = $7.46750, rounded "
        "$7.45.",
        "law": "SB130 104.035 (9) (a); DWD 272.03 (1)",
    }  # fmt: skip
    assert [row["part"] for row in rows].count("amount") == 35
    assert [row["text"] for row in rows if row["part"] == "factor"][:2] == [
        "Effect on job creation: No loss of jobs.", "Effect on job retention: Not weighed",
    ]  # fmt: skip
    assert [(row["part"], row["last_day"]) for row in rows if row["part"] == "deadline"] == [("deadline", "2027-09-01")]


def test_no_cell_can_start_a_formula(sue):
    made = drafted(sue, title="=HYPERLINK(1)", figures_source="@SUM(A1)", this="194", factor_job_creation="-1+1|cmd")
    for row in rows_of(sue, made):
        for cell in row.values():
            assert cell[:1] not in ("=", "+", "@", "\t", "\r"), cell
    assert (safe_cell("=1+1"), safe_cell("-2+3"), safe_cell("-0.20"), safe_cell(None)) == (
        "'=1+1",
        "'-2+3",
        "-0.20",
        "",
    )


def test_hostile_words_stay_words_in_the_packet(sue):
    made = proposed(sue, factor_job_creation='<script>alert(1)</script>{{ 7*7 }}<img src="http://example.com/x">')
    assert '<script>alert(1)</script>{{ 7*7 }}<img src="http://example.com/x">' in packet_of(sue, made).words
