"""The demonstration's licenses come to their states by the ordinary acts, each on its day."""

import pytest

from licenses import demo, demo_people
from licenses.models import Application, License, Revocation
from licenses.status import status_of
from tests.factories import at, make_pdfs, person, send_mail
from wagecase.cases.plays import due_acts
from wagecase.rules import calendar

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def test_every_license_application_and_revocation_gets_as_far_as_its_scene_says(clock):
    now = clock.set("2026-11-30 18:00")
    today = now.date()
    plays = demo.plays(today, {"specialist": [person("lin")], "supervisor": [person("sue")]})
    day = min(play.filed_on for play in plays)
    demo_people.open_accounts(password="demonstration only", at=at(f"{day} 08:00"))
    while day <= today:
        for moment, act in due_acts(plays, day, now):
            act()
            make_pdfs(moment)
            send_mail(moment)
        day = calendar.day_after(day)
    found = {row.licensee.split(" Example")[0]: status_of(row, today).value for row in License.objects.all()}
    assert found == {
        "Sample Works": "in-force", "Placeholder Packaging": "in-force", "Invented Industries": "in-force",
        "Makebelieve Meals": "in-force", "Pretend Laundry": "in-force", "Sample Sheltered Shop": "continued",
        "Nonesuch Nursery": "continued", "Fictional Fabrics": "expired", "Dummy Data Entry": "revoked",
        "Trial Assembly": "surrendered", "Notional Candles": "not-yet", "Imaginary Woodworks": "in-force",
        "Draft Bindery": "in-force",
    }  # fmt: skip
    states = {row.license.licensee.split(" Example")[0]: row.case.state for row in Revocation.objects.all()}
    assert states == {"Sample Works": "noticed", "Dummy Data Entry": "served", "Draft Bindery": "drafted"}
    open_now = sorted(
        (row.organization.name.split(" Example")[0], row.case.state)
        for row in Application.objects.exclude(case__state="granted")
    )
    assert open_now == [
        ("Bogus Bottles", "denied"), ("Concept Cards", "recommended"), ("Mockup Mailing", "received"),
        ("Nonesuch Nursery", "recommended"), ("Query Quilts", "in_review"), ("Sample Sheltered Shop", "in_review"),
        ("Standin Sorting", "in_review"), ("Virtual Vending", "withdrawn"),
    ]  # fmt: skip
    assert License.objects.get(licensee__startswith="Imaginary").terms.count() == 2
    assert all("Example" in row.licensee for row in License.objects.all())
    assert not Application.objects.exclude(short_count=0).exists()
