"""Staff work a revision out, put it forward, and a second person puts it in force: pages, roles, refusals, the packet."""

import csv
import io
import re
from datetime import date

import pytest

from tests.complaints.public_filing import picture
from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.factories import pdf, person
from wagecase.audit.models import Event
from wagecase.documents.models import Document
from wagecase.rates.books import published_book
from wagecase.rates.models import RateSchedule, RulePacket
from wagecase.rates.workbench import packets

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]
BASE = "/staff/rates/"
INDEX = {
    "title": "Minimum wage rates from September 1, 2027", "year": "2027", "last": "200", "this": "206",
    "figures_source": "Bureau of Labor Statistics, CPI-U, table 24, June 2027", "factor_job_creation": "No loss of jobs.",
}  # fmt: skip
LINE = {
    "title": "Rates from the poverty line", "line": "15,020", "published": "2026-01-12", "revised_on": "2026-02-10",
    "figures_source": "Federal Register, January 12, 2026",
}  # fmt: skip


@pytest.fixture
def ina():
    return signed_in("ina")


@pytest.fixture
def sue():
    return signed_in("sue")


@pytest.fixture
def sam():
    return signed_in("sam")


def start(client, method="index", **answers):
    """Send the form of a new revision."""
    return send(client, f"{BASE}new/{method}/", **{**(INDEX if method == "index" else LINE), **answers})


def drafted(client, method="index", **answers):
    answer = start(client, method, **answers)
    assert answer.status_code == 303, words(answer)
    return RateSchedule.objects.get(key=answer["Location"].split("/")[-2])


def test_smoke(ina, sue, sam):
    made = drafted(sue)
    page = sue.get(f"{BASE}{made.key}/")
    print(words(page))
    assert send(sue, f"{BASE}{made.key}/propose/").status_code == 303
    print(words(sue.get(f"{BASE}{made.key}/publish/")))
    answer = send(sam, f"{BASE}{made.key}/publish/", authority_kind="register", authority_number="R 12", authority_date="2026-03-01", document=picture(), first_day="2027-09-01")
    print(answer.status_code, words(answer) if answer.status_code!=303 else "")
    open("/tmp/pics/packet.pdf","wb").write(sue.get(f"{BASE}{made.key}/packet.pdf").content)
    print(sue.get(f"{BASE}{made.key}/packet.csv").content.decode()[:3000])
    print(words(sue.get(BASE)))
