"""One living-wage complaint from the front page to the closed file, by everybody who takes part, in a real browser."""

import io
import re

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from pdfua import Severity, validate

from tests.complaints.public_filing import picture
from tests.journeys.visitor import Pdf
from wagecase.audit.models import Event
from wagecase.audit.triggers import drop_triggers
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.usefixtures("guarded", "staff")]

NUMBER = "LW-2026-000001"
# Counted by hand. February 2026 has 28 days: 19 days after Monday, February 9 is Saturday, February 28, and the 20th is
# Sunday, March 1. A Sunday is no last day (990.001 (4) (b)): Monday, March 2. At 8:30 p.m. it is the 10th in London.
FILED = "2026-02-09 20:30"
DUE = "Monday, March 2, 2026"
DERIVATION = (
    "Verified complaint received Monday, February 9, 2026, 8:30 p.m. Central time, signed online.",
    "20 calendar days, first day not counted: Sunday, March 1, 2026.",
    "A Sunday does not count as a last day: Monday, March 2, 2026.",
    "Law: s. 104.05, s. 990.001 (4) (a), s. 990.001 (4) (b).",
)
WORKER, EMPLOYER = "wanda@example.com", "office@made-up-mills.example.com"
ANSWERS = (
    {"problem": "living_wage"},
    {"email": WORKER},
    {"scope": "self"},
    {"occupation": "Cheese packer"},
    {},
    {"name": "Made-Up Mills Example LLC"},
    {"work_site": "400 Placeholder Road, Monroe, Green County"},
    {"postal": "400 Placeholder Road\nMonroe, WI 53566", "email": EMPLOYER, "still_operating": "yes"},
    {"wage": "$7.25 an hour"},
    {"hours_per_week": "40"},
    {"statement": "After rent I cannot buy food for the last week of the month."},
)
REASONS = "The wage falls short of rent and food in Green County.\n\nThe employer did not say otherwise."
FINDING = "We find reasonable cause (enough proof to go on) to believe that the wage is not a living wage."


def test_a_complaint_from_the_front_page_to_the_closed_file(site, visitor, run_due):
    site.set(FILED)
    worker = visitor(width=320)
    file_the_complaint(worker)
    read_the_receipt(worker)
    run_due()
    worker_at_home = visitor(width=320)
    follow_the_receipt(worker_at_home)

    site.set("2026-02-10 08:00")
    investigator, supervisor = visitor(), visitor()
    take_the_case(investigator, supervisor)
    serve_the_employer(investigator)
    run_due()
    employer = visitor(width=320)
    read_the_notice(employer)
    site.set("2026-02-13 13:00")
    record_the_evidence(investigator)
    site.set("2026-02-17 10:00")
    draft_the_determination(investigator)
    run_due()

    site.set("2026-02-18 19:30")  # in London it is the 19th
    sign_the_draft(supervisor)
    letters_are_queued_today()
    run_due()
    order = read_the_determination(worker_at_home, WORKER)
    check_the_order(order)
    assert read_the_determination(employer, EMPLOYER) == order
    site.set("2026-02-19 09:00")
    assert close_the_case(investigator) == order
    see_the_end(worker_at_home, investigator)
    prove_the_chain()


def file_the_complaint(worker):
    """Answer one question a page, add a photo, and sign."""
    worker.open("/")
    worker.press("File a complaint", "link")
    worker.press("Start now")
    for answer in ANSWERS:
        assert worker.page.locator("h1").count() == 1
        worker.fill(answer)
        worker.press("Continue")
    photo = {"name": "pay-stub.png", "mimeType": "image/png", "buffer": picture().read()}
    worker.fill({"papers": photo, "about": "My pay stub of January"})
    worker.press("Add files")
    assert "pay-stub.png" in worker.words()
    for answer in ({}, {"name": "Wanda Worker Example"}, {"email": WORKER}, {"language": "en"},
                   {"identity_disclosure": "yes"}):  # fmt: skip
        worker.fill(answer)
        worker.press("Continue")
    assert "$7.25 an hour" in worker.words()
    worker.press("Continue to sign", "link")
    worker.fill({"way": "online"})
    worker.press("Continue")
    assert "I declare under penalty of false swearing under the law of Wisconsin" in worker.words()
    assert "Monday, February 9, 2026" in worker.words()
    worker.fill({"name": "Wanda Worker Example", "city": "Monroe", "state": "Wisconsin", "agree": True})
    worker.press("Sign and file complaint")


def read_the_receipt(worker):
    """The number, the due date and its reasons stand on the receipt at once, before any letter is made."""
    said = worker.words()
    assert "Complaint filed" in said
    assert NUMBER in said
    assert f"Decision due {DUE}" in said
    assert "The 20 days have started." in said
    why = worker.derivation()
    for sentence in DERIVATION:
        assert sentence in why
    worker.look()


def follow_the_receipt(worker):
    """The message says the same; its link opens nothing by being followed, only by the press of a button."""
    said = worker.follow_mail(WORKER, f"Case {NUMBER}: received, decision due March 2, 2026", "Open my case")
    assert f"Decision due: {DUE}" in said
    for sentence in DERIVATION:
        assert sentence in said
    assert "/complaints/open/" in worker.page.url
    worker.fetch(worker.page.url)
    assert worker.page.request.get(f"/complaints/status/{NUMBER}/").url.endswith("/complaints/find/")
    worker.press("Open my case")
    assert worker.page.url.endswith(f"/complaints/status/{NUMBER}/")
    assert f"Decision due {DUE}" in worker.words()
    assert "Nothing for you to do now" in worker.words()
    receipt = Pdf(worker.fetch(worker.href(re.compile("Receipt for your complaint"))))
    for part in (NUMBER, DUE, *DERIVATION):
        assert part in receipt.words


def take_the_case(investigator, supervisor):
    """It waits under Unassigned; the investigator dockets it, the supervisor assigns it, the investigator begins."""
    investigator.sign_in("ina", then="/staff/cases/")
    investigator.press("Unassigned", "link", inside=investigator.page.get_by_role("navigation", name="Saved views"))
    investigator.press(NUMBER, "link")
    assert DUE in investigator.words()
    act(investigator, "Docket the complaint", jurisdiction="Work in Wisconsin, wage stated.")
    assert "The next step is a supervisor’s" in investigator.words("body")
    supervisor.sign_in("sue", then="/staff/")
    supervisor.press(NUMBER, "link")
    supervisor.press("Assign an investigator", "link")
    supervisor.page.get_by_label("Investigator").select_option(
        label="Ina Investigator Example, Investigator: 0 open cases"
    )
    supervisor.press("Assign an investigator")
    investigator.open(f"/complaints/{NUMBER}/")
    assert "Assigned to Ina Investigator Example" in investigator.words("body")
    act(investigator, "Begin the investigation")


def act(someone, label, **answers):
    """Do an act of the case page: read what it does, answer, press its verb."""
    if not someone.page.url.endswith(f"/complaints/{NUMBER}/"):
        someone.press("Overview", "link")
    someone.press(label, "link")
    assert "What this does" in someone.words("body")
    someone.fill(answers)
    someone.press(label)
    assert someone.page.url.endswith(f"/complaints/{NUMBER}/"), someone.words("body")


def serve_the_employer(investigator):
    """The act page shows the very letter before it is sent."""
    investigator.press("Serve the employer", "link")
    letter = Pdf(investigator.fetch(investigator.href(re.compile("see the letter"))))
    assert "Notice of a living-wage complaint" in letter.words
    investigator.press("Serve the employer")


def read_the_notice(employer):
    """Ten days after Tuesday, February 10 is Friday, February 20; the employer is told and may answer."""
    said = employer.follow_mail(
        EMPLOYER, f"Case {NUMBER}: a notice for you, answer asked for by February 20, 2026", "Open the case"
    )
    assert "Friday, February 20, 2026" in said
    employer.press("Open my case")
    assert "We ask for it by Friday, February 20, 2026." in employer.words()
    assert "Wanda Worker Example" not in employer.words()
    notice = Pdf(employer.fetch(employer.href(re.compile("Notice of a living-wage complaint"))))
    assert "$7.25 an hour" in notice.words
    assert "After rent I cannot buy food" not in notice.words


def record_the_evidence(investigator):
    """What the employer says and its papers go on the file; its answer clock stops, the 20 days run on."""
    investigator.sign_in("ina", then=f"/complaints/{NUMBER}/")
    papers = {"name": "pay-scale.png", "mimeType": "image/png", "buffer": picture().read()}
    act(investigator, "Record the employer's answer", answered_on="2026-02-13", files=papers,
        summary="The wage is what the trade pays.")  # fmt: skip
    more = {"name": "rents.png", "mimeType": "image/png", "buffer": picture().read()}
    act(investigator, "Add files", files=more)
    investigator.press("Documents", "link")
    for name in ("pay-stub.png", "pay-scale.png", "rents.png"):
        assert name in investigator.words()
    case = Case.objects.get()
    assert dict(case.clocks.values_list("key", "status")) == {
        "complaints.determination": "running", "complaints.employer_answer": "met",
    }  # fmt: skip


def draft_the_determination(investigator):
    investigator.sign_in("ina", then=f"/complaints/{NUMBER}/")
    act(
        investigator, "Draft the determination", reasonable_cause="yes", concerning="Wanda Worker Example",
        occupation="Cheese packer", wage_found="$7.25 an hour", evidence="Verified complaint\nPay stub of January",
        economic_material="Rents of Green County\nPrice of food", reasons=REASONS,
    )  # fmt: skip
    assert "Decision due" in investigator.words("body")


def sign_the_draft(supervisor):
    """The supervisor reads the draft as the PDF that it will be, and signs that."""
    supervisor.sign_in("sue", then="/staff/")
    supervisor.press(NUMBER, "link")
    supervisor.press("Sign the determination", "link")
    draft = Pdf(supervisor.fetch(supervisor.href(re.compile("Open the draft"))))
    assert "Draft, not signed" in draft.words
    assert "The wage falls short of rent and food in Green County." in draft.words
    supervisor.press("Sign the determination")
    case = Case.objects.get()
    assert case.state == "countersigned"
    [clock] = case.clocks.filter(key="complaints.determination")
    assert (clock.status, str(clock.stopped_on), str(clock.legal_due)) == ("met", "2026-02-18", "2026-03-02")
    assert "Met on February 18, 2026" in supervisor.words("body")


def letters_are_queued_today():
    """Before the runner does anything: one letter for each party, frozen with the signature, on its local day."""
    queued = Case.objects.get().notices.filter(kind="complaints.sign_determination").order_by("address")
    assert [(n.address, n.status, str(timezone.localdate(n.created_at))) for n in queued] == [
        (EMPLOYER, "queued", "2026-02-18"), (WORKER, "queued", "2026-02-18"),
    ]  # fmt: skip


def read_the_determination(reader, address):
    """A party finds it in the mailbox, and behind the link the letter that brings it, and the order; return the order."""
    said = reader.follow_mail(address, f"Case {NUMBER}: our decision", "Open the case")
    assert "The department made its determination (our decision)." in said
    reader.press("Open my case")
    letter = Pdf(reader.fetch(reader.href(re.compile("Our letter with the determination"))))
    assert "The department signed its determination (our decision) on Wednesday, February 18, 2026." in letter.words
    # Counted by hand from February 18, with 10 days left in the month: the 20th day is Tuesday, March 10, the 30th
    # Friday, March 20.
    assert "the last day for a rehearing is Tuesday, March 10, 2026" in letter.words
    assert "the last day for the court is Friday, March 20, 2026" in letter.words
    check_words(letter)
    return reader.fetch(reader.href(re.compile("^Determination")))


def check_words(paper):
    """What the order, and the letter that repeats it, must say, and that it never says that anybody owes money."""
    for part in (NUMBER, FINDING, "Sue Supervisor Example", "Signed electronically on February 18, 2026",
                 "The wage falls short of rent and food in Green County.", "Rents of Green County",
                 "Verified complaint", "must now appoint a wage council", "Monday, February 9, 2026",
                 "within 20 days", "within 30 days", "does not say that anybody must pay money"):  # fmt: skip
        assert part in paper.words, part
    assert "Draft" not in paper.words
    assert set(re.findall(r"\$[\d,.]*\d", paper.words)) == {"$7.25"}
    assert not re.search(r"\b(owe[sd]?|owing|back ?pay|amount due|restitution|unpaid)\b", paper.words, re.IGNORECASE)


def check_the_order(data):
    """Its words, and what a screen reader needs: language, tags, headings, and no error for the checker of PDF/UA."""
    order = Pdf(data)
    check_words(order)
    assert order.language == "en"
    assert order.root["/MarkInfo"]["/Marked"]
    tags = order.tags()
    assert tags.count("/H1") == 1
    assert tags.count("/H2") >= 5
    assert {"/P", "/Table", "/TH", "/TD", "/L", "/LI"} <= set(tags)
    assert [found for found in validate(io.BytesIO(data)).findings if found.severity == Severity.ERROR] == []


def close_the_case(investigator):
    """Service is recorded and the file closed; return the order as staff get it."""
    investigator.sign_in("ina", then=f"/complaints/{NUMBER}/documents/")
    order = investigator.fetch(investigator.href(re.compile("^Determination$")))
    act(investigator, "Record service", served_on="2026-02-18")
    act(investigator, "Close the case")
    assert "The file is closed." in investigator.words("body")
    return order


def see_the_end(worker, investigator):
    """The worker's page says how it ended and that the clock stopped in time; the timeline tells the whole of it."""
    worker.follow_mail(WORKER, f"Case {NUMBER}: our decision", "Open the case")
    worker.press("Open my case")
    said = worker.words()
    assert "We decided on February 18, 2026" in said
    # 20 days after the service of February 18 is March 10; 30 days is March 20: both office days.
    assert "You may ask us for a rehearing until Tuesday, March 10, 2026." in said
    assert "You may ask a court for review until Friday, March 20, 2026." in said
    assert "Closed Done February 19, 2026" in said
    assert "Met on February 18, 2026" in said
    assert worker.page.locator(".wc-stages__item--done").count() == 7
    investigator.press("Timeline", "link")
    verbs = list(Event.objects.filter(case__number=NUMBER).order_by("seq").values_list("verb", flat=True))
    assert [verb for verb in verbs if verb.startswith("complaints.")] == [f"complaints.{name}" for name in (
        "file_online", "docket", "assign", "begin_investigation", "serve_employer", "record_employer_answer",
        "add_evidence", "draft_determination", "sign_determination", "record_service", "close",
    )]  # fmt: skip


def prove_the_chain():
    """The chain is whole; the database refuses to change a row; a row changed all the same is named."""
    said = io.StringIO()
    call_command("verify_audit", stdout=said)
    assert said.getvalue().strip() == f"The audit chain is whole: {Event.objects.count()} events."
    signed = Event.objects.get(verb="complaints.sign_determination")
    change = "UPDATE audit_event SET actor_id = actor_id + 1 WHERE seq = %s"
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change, [signed.seq])
    call_command("verify_audit", stdout=said)
    drop_triggers()
    with connection.cursor() as cursor:
        cursor.execute(change, [signed.seq])
    with pytest.raises(CommandError, match=rf"^Event {signed.seq}: its columns do not fit its text\."):
        call_command("verify_audit", stdout=said)
