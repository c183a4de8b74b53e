"""What tests of the revision workbench share: the figures of two revisions, and the forms that send them."""

from typing import Any

from django.test import Client

from tests.complaints.public_filing import picture
from tests.complaints.staff_pages import send, words
from wagecase.rates.models import RateSchedule

BASE = "/staff/rates/"
# Up by exactly 3 percent: 7.25 becomes 7.4675, so 7.45; 5.90 becomes 6.077, so 6.10; 350 becomes 360.50, a tie, so 361.
INDEX = {
    "title": "Minimum wage rates from September 1, 2027", "year": "2027", "last": "200", "this": "206",
    "figures_source": "Bureau of Labor Statistics, CPI-U, table 24, June 2027", "factor_job_creation": "No loss of jobs.",
}  # fmt: skip
LINE = {
    "title": "Rates from the poverty line", "line": "15,020", "published": "2026-01-12", "revised_on": "2026-02-10",
    "figures_source": "Federal Register, January 12, 2026",
}  # fmt: skip
TYPED = {
    "title": "Rates of a rule", "first_day": "2026-07-01", "table": "general, wage, hour, 8.10\nMinors, wage, hour, 7.60",
    "cite": "DWD 272.03 (1)", "figures_source": "Draft rule CR 26-900",
}  # fmt: skip
DATED = {
    "title": "Rates in two steps", "table": "general, wage, hour, 8, 2026-07-01\ngeneral, wage, hour, 9, 2027-07-01",
    "cite": "DWD 272.03 (1)", "figures_source": "Draft rule CR 26-901",
}  # fmt: skip
FIGURES = {"index": INDEX, "poverty_line": LINE, "typed": TYPED, "dated": DATED}


def start(client: Client, method: str = "index", **answers: Any) -> Any:
    """Send the form of a new revision."""
    return send(client, f"{BASE}new/{method}/", **{**FIGURES[method], **answers})


def drafted(client: Client, method: str = "index", **answers: Any) -> RateSchedule:
    """Return the draft that the form makes."""
    answer = start(client, method, **answers)
    assert answer.status_code == 303, words(answer)
    return RateSchedule.objects.get(key=answer["Location"].split("/")[-2])


def proposed(client: Client, method: str = "index", **answers: Any) -> RateSchedule:
    """Return a draft that was put forward."""
    made = drafted(client, method, **answers)
    answer = send(client, f"{BASE}{made.key}/propose/")
    assert answer.status_code == 303, words(answer)
    made.refresh_from_db()
    return made


def authority(**changes: Any) -> dict[str, Any]:
    """Return the answers of the second person."""
    return {
        "authority_kind": "register", "authority_number": "Register 856, CR 26-900", "authority_date": "2026-02-27",
        "document": picture(), **changes,
    }  # fmt: skip


def put_in_force(client: Client, schedule: RateSchedule, **changes: Any) -> Any:
    """Send the form of the second person, with the first day that the page offers unless told."""
    first = {"first_day": schedule.first_day.isoformat() if schedule.first_day else ""}
    return send(client, f"{BASE}{schedule.key}/publish/", **authority(**{**first, **changes}))
