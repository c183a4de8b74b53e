"""A facility applies for its first license: two people write it, upload 40 workers, file; it is granted, and anybody checks it."""

import csv
import io
import re
from datetime import date

import pytest
from allauth.account.models import EmailAddress

from licenses.models import Application, License
from tests.factories import at, pdf
from tests.journeys.visitor import PASSWORD, Pdf
from tests.licenses import member, organization, review
from wagecase.cases.models import Case, Draft

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.usefixtures("staff", "specialist"),
]
FILING = {
    "license_kind": "facility", "coverage": "whole", "contact_name": "Olive Owner Example", "contact_title": "Director",
    "contact_phone": "(715) 555-0100", "contact_email": "olive.owner@works.example.com",
}  # fmt: skip
PLACE = {"street": "120 Placeholder Road", "city": "Wausau", "state": "WI", "zip_code": "54401"}
EMPLOYER = {
    "legal_name": "Sample Works Example, Inc.", "fein": "39-0000001", **{f"physical_{key}": value for key, value in PLACE.items()},
    "mailing_same": "yes", "status": "non-profit", "educational_agency": "no", "primarily_disabled": "yes",
    "federal_certificate": "no", "service_contracts": "no", "representative_payee": "no", "facility_credit": "no",
}  # fmt: skip
JOB = {
    "name": "Assembly", "tasks": "Putting small parts together", "workers": "40", "pay_basis": "hourly", "similar_own": "no",
    "method": "survey", "averaging": "straight", "found_on_0": "1", "found_on_1": "15", "found_on_2": "2026",
}  # fmt: skip
FIRM = {
    "address": "9 Sample Street, Wausau", "phone": "715-555-0110", "person": "Pat Placeholder Example",
    "title_of_person": "Shop manager", "asked_on_0": "1", "asked_on_1": "12", "asked_on_2": "2026",
    "work": "Assembly of small parts", "not_entry": "Two years of experience",
}  # fmt: skip


def test_a_first_application_of_a_facility(site, visitor, run_due, tmp_path):
    site.set("2026-03-02 10:00")
    works = organization(at=at("2026-03-02 09:00"))
    owner = sign_in(visitor(), member(works, at=at("2026-03-02 09:00")), then="/licenses/apply/")
    owner.press("Start an application")
    assert "0 of 11 sections complete" in owner.words()
    hub = f"/licenses/apply/{Draft.objects.get().pk}/"
    write_who_and_where(owner)
    filer = sign_in(
        visitor(width=320), member(works, "Felix Filer Example", "filer", at=at("2026-03-02 09:00")), then=hub
    )
    assert "3 of 11 sections complete" in filer.words()
    write_the_job(filer, hub)
    upload_the_roster(owner, hub, run_due, tmp_path)
    finish(owner, hub, tmp_path)
    sign(owner, run_due)
    site.set("2026-03-03 09:00")
    granted(visitor(), run_due)
    hung_up(owner)
    checked(visitor(width=320))


def sign_in(someone, membership, *, then):
    """Sign in as a member and stand on the page asked for."""
    user = membership.user
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    someone.open(then)
    someone.fill({"login": user.email, "password": PASSWORD})
    someone.press("Sign in")
    assert someone.page.url.endswith(then), someone.page.url
    return someone


def write_who_and_where(owner):
    """Filing, employer and the place of work; a wrong answer is shown back with its reason."""
    owner.press("Continue: Filing and contact", "link")
    owner.fill({**FILING, "contact_phone": "715-55"})
    owner.press("Save and continue")
    assert "Enter a phone number of ten digits" in owner.words()
    owner.fill(FILING)
    owner.press("Save and continue")
    owner.fill(EMPLOYER)
    owner.page.select_option("main [name=physical_county]", "Marathon")
    owner.page.check("main [name=establishments][value=work-center]")
    owner.press("Save and continue")
    owner.press("Add a place of work", "link")
    owner.fill({"kind": "main", "name": "Main shop", "public_contract": "no", "workers": "0", **PLACE})
    owner.page.select_option("main [name=county]", "Marathon")
    owner.press("Save")
    assert "Main shop" in owner.words()


def write_the_job(filer, hub):
    """The job with three firms, and how it is measured, on a phone; what is typed saves itself."""
    filer.press("Continue: Jobs and prevailing wages", "link")
    filer.press("Add a job", "link")
    filer.fill(JOB)
    filer.page.get_by_text(re.compile("^Saved 10:00 a.m.")).wait_for()
    filer.press("Save", "button")
    assert "Add the firms that you asked about “Assembly”" in filer.words()
    for name, wage in (("First", "15.00"), ("Second", "16.00"), ("Third", "15.50")):
        filer.press(re.compile("^Add a firm"), "link")
        filer.fill({**FIRM, "firm": f"{name} Example LLC", "wage": wage})
        filer.press("Save")
    assert "Prevailing wage $15.50 an hour." in filer.words()
    filer.press("Continue", "link")
    filer.press(re.compile("^Answer"), "link")
    filer.fill({"measured_by": "comparison", "reviewed_months": "6"})
    filer.press("Save")
    filer.open(hub)
    assert "5 of 11 sections complete" in filer.words()


def roster(path):
    """Write 40 workers; every tenth gets 12 cents less than the half of $15.50 that is due."""
    head = ("Worker id", "Worker name", "Age 24 or younger", "Disability category", "Evidence of the disability on file",
            "Place of work", "Main job", "Number of jobs", "Pay basis", "Average hours a week, all jobs",
            "Hours on the main job in the quarter", "Average earnings an hour, all jobs", "Units of the worker",
            "Units of the standard", "Rate paid", "Date of the last time study", "Works at another place too")  # fmt: skip
    text = io.StringIO()
    lines = csv.writer(text)
    lines.writerow(head)
    for number in range(1, 41):
        rate = "7.63" if number % 10 == 0 else "7.75"
        lines.writerow((f"W-{number:03d}", f"Worker Number{number} Example", "No", "Visual", "No", "Main shop", "Assembly",
                        "1", "Hourly", "20", "260", rate, "10", "20", rate, "1/20/2026", "No"))  # fmt: skip
    path.write_text(text.getvalue(), encoding="utf-8")
    return path


def upload_the_roster(owner, hub, run_due, tmp_path):
    """The spreadsheet is read, looked at, and taken over."""
    owner.open(f"{hub}workers/")
    owner.press("Upload a spreadsheet", "link")
    owner.page.set_input_files("main input[type=file]", roster(tmp_path / "roster.csv"))
    owner.press("Upload the spreadsheet")
    owner.press("Check the rows")
    run_due()
    owner.open(owner.page.url)
    owner.press("Take over 40 rows")
    run_due()
    owner.open(f"{hub}workers/")
    assert "40 workers. The rate covers the wage due: 36. Short: 4. With a problem: 0." in owner.words()
    owner.press("Short: 4", "link")
    owner.press("W-010", "link")
    assert "$7.75 an hour is due. You pay $7.63." in owner.words()
    assert "Short by $0.12" in owner.words()


def finish(owner, hub, tmp_path):
    """Services, numbers and the study; then nothing is left but to look at it."""
    owner.open(f"{hub}services/")
    owner.fill({"services_verified": "yes"})
    owner.press("Save and continue")
    owner.fill({"expected_workers": "42"})
    owner.press("Save and continue")
    owner.press(re.compile("^Add files"), "link")
    study = tmp_path / "study.pdf"
    study.write_bytes(pdf())
    owner.page.set_input_files("main input[type=file]", study)
    owner.press("Add these files")
    owner.press("Continue", "link")
    assert "4 workers get less than the wage that is due." in owner.words()


def sign(owner, run_due):
    """Each sentence is ticked, the application is filed once, and the copy can be kept."""
    owner.press("Continue to sign")
    for box in owner.page.locator("main input[type=checkbox]").all():
        box.check()
    owner.fill({"title": "Director", "authority": "Director of the corporation"})
    owner.press("Sign and submit the application")
    assert "Application submitted LA-2026-000001" in owner.words()
    run_due()
    owner.open(owner.page.url)
    copy = Pdf(owner.fetch(owner.href(re.compile("Application as filed"))))
    assert "Short by $0.12" in copy.words
    assert "Worker Number" not in copy.words
    filed = Application.objects.get()
    assert (filed.workers_count, filed.short_count, filed.case.state) == (40, 4, "received")


def granted(supervisor, run_due):
    """The specialist reviews and recommends (the pages of that have tests of their own); the supervisor grants."""
    moment = at("2026-03-03 08:30")
    case = review.checked(review.begun(Case.objects.get(number="LA-2026-000001"), moment), moment)
    review.recommend(case, review.granting(date(2026, 3, 3), date(2027, 3, 2)), moment)
    supervisor.sign_in("sue", then="/licenses/LA-2026-000001/grant/")
    assert "with the certificate" in supervisor.words()
    supervisor.press("Grant the license")
    run_due()


def hung_up(owner):
    """The owner prints the certificate: one page with number, place, term, wage and check code."""
    owner.open("/licenses/status/SL-2026-000001/")
    if "/accounts/login/" in owner.page.url:
        owner.fill({"login": "olive.owner@works.example.com", "password": PASSWORD})
        owner.press("Sign in")
    assert "March 3, 2026 to March 2, 2027" in owner.words()
    paper = Pdf(owner.fetch(owner.href(re.compile("Certificate of the license"))))
    assert len(paper.reader.pages) == 1
    code = License.objects.get().check_code
    for words in ("SL-2026-000001", "Sample Works Example, Inc.", "Wausau", "$15.50", "March 2, 2027", code[:5]):
        assert words in paper.words, words


def checked(anybody):
    """Anybody with the paper asks for a day in its term, and for one before it."""
    address = f"/licenses/check/?number=SL-2026-000001&code={License.objects.get().check_code}"
    anybody.open(address)
    anybody.press("Check this license")
    assert "License SL-2026-000001 is in force on March 3, 2026." in anybody.words()
    anybody.open(address)
    anybody.fill({"on_0": "3", "on_1": "2", "on_2": "2026"})
    anybody.press("Check this license")
    assert "is not in force on March 2, 2026 yet. It begins on March 3, 2026." in anybody.words()
