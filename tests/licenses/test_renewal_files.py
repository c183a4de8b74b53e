"""A renewal offers the files of the application before it: each is kept or left out by a person, and none is lost unsaid."""

import pytest

from licenses import renewal_drafts
from licenses.drafting.progress import Progress
from licenses.drafting.whole import Whole
from licenses.models import License
from tests.factories import at
from tests.licenses import member, organization
from tests.licenses.drafting import Writer, text_of
from tests.licenses.granting import licensed
from wagecase.cases import files
from wagecase.cases.models import Attachment
from wagecase.documents import store

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]
ISSUED, RENEWED = at("2025-03-15 09:00"), at("2026-02-02 09:00")
STUDY, CERTIFICATE = b"%PDF-1.4 how the standard was measured", b"%PDF-1.4 another paper"


@pytest.fixture
def renewal(clock):
    """A member who renews a license whose application was filed with a study and another paper."""
    clock.set("2026-02-02 09:00")
    license = License.objects.select_related("case").get(pk=licensed(at=ISSUED).pk)
    filed = renewal_drafts.last_filed(license).case
    for name, data, purpose in (("study.pdf", STUDY, "study"), ("plan.pdf", CERTIFICATE, "other")):
        taken = files.Taken(name, "application/pdf", data)
        files.keep(taken, source="employer", at=ISSUED, case=filed, purpose=purpose)
    files.keep(files.Taken("note.pdf", "application/pdf", b"%PDF-1.4 of staff"), source="staff", at=ISSUED, case=filed)
    owner = license.organization.memberships.get(role="owner")
    return Writer(owner, renewal_drafts.begin_renewal(license, membership=owner, at=RENEWED))


def offered(writer):
    """Return the labels of the files that the page offers, and whether each is ticked."""
    field = writer.get("files").context["form"]
    return [(str(label).split(" (")[0], code in field["keep"].initial) for code, label in field.fields["keep"].choices]


def pk_of(name):
    return Attachment.objects.get(name=name, draft=None).pk


def there(writer):
    return [(one.name, one.purpose, files.read(one).read()) for one in writer.draft.attachments.order_by("pk")]


def test_every_file_of_the_earlier_application_is_offered_and_ticked(renewal):
    assert offered(renewal) == [("study.pdf", True), ("plan.pdf", True)]
    assert there(renewal) == []
    words = renewal.words("files")
    assert "Files of the earlier application Decide" in words
    assert "study.pdf (Studies of the work, 38 bytes)" in words
    assert "plan.pdf (Other papers, 22 bytes)" in words
    assert "note.pdf" not in words


def test_the_section_waits_until_somebody_has_decided_and_the_check_says_so(renewal):
    assert "Files Confirm" in renewal.words()
    assert "Say which files of the earlier application you file again" in renewal.words("check")
    assert renewal.client.post(renewal.url("files", "confirm")).status_code == 404


def test_what_is_ticked_is_taken_over_and_the_rest_stays_offered_without_a_tick(renewal):
    answer = renewal.send("files", "keep", page={}, keep=[pk_of("study.pdf")])
    assert (answer.status_code, answer.headers["Location"]) == (303, renewal.url("files"))
    words = renewal.words("files")
    assert "1 file is kept." in words
    assert "These files are not part of this application. Tick what you want to file after all." in words
    assert "Files Olive Owner Example, 9:00 a.m. Central time Complete" in renewal.words()
    assert there(renewal) == [("study.pdf", "study", STUDY)]
    assert offered(renewal) == [("plan.pdf", False)]
    assert Progress(Whole(renewal.draft)).faults_of("files") == []


def test_a_file_that_was_left_out_can_be_kept_after_all(renewal):
    renewal.send("files", "keep", page={}, keep=[pk_of("study.pdf")])
    renewal.send("files", "keep", page={}, keep=[pk_of("plan.pdf")])
    assert [name for name, _purpose, _data in there(renewal)] == ["study.pdf", "plan.pdf"]
    assert renewal.get("files").context["form"] is None


def test_a_button_that_is_pressed_twice_keeps_a_file_once(renewal):
    for _time in range(2):
        renewal.send("files", "keep", page={}, keep=[pk_of("study.pdf"), pk_of("plan.pdf")])
    assert [name for name, _purpose, _data in there(renewal)] == ["study.pdf", "plan.pdf"]


def test_without_a_tick_nothing_is_kept_and_the_study_is_asked_for_anew(renewal):
    page = renewal.client.post(renewal.url("files", "keep"), {}, follow=True)
    assert "No file of the earlier application is kept." in text_of(page)
    assert "Add a file: Studies of the work" in renewal.words("check")


def test_the_copy_is_a_file_of_its_own_and_the_earlier_one_stays(renewal):
    renewal.send("files", "keep", page={}, keep=[pk_of("study.pdf")])
    copy = renewal.draft.attachments.get()
    assert copy.storage_key != Attachment.objects.get(pk=pk_of("study.pdf")).storage_key
    renewal.client.post(renewal.url("files", copy.pk, "remove"))
    assert offered(renewal) == [("study.pdf", False), ("plan.pdf", False)]
    assert files.read(Attachment.objects.get(pk=pk_of("study.pdf"))).read() == STUDY


def test_a_file_of_another_employer_is_never_taken(renewal):
    works = organization("Other Works Example, Inc.", at=ISSUED)
    other = licensed(at=ISSUED, membership=member(works, "Otto Owner Example", at=ISSUED))
    filed = renewal_drafts.last_filed(other).case
    theirs = files.keep(
        files.Taken("theirs.pdf", "application/pdf", STUDY), source="employer", at=ISSUED, case=filed, purpose="study"
    )
    answer = renewal.send("files", "keep", page={}, keep=[theirs.pk])
    assert answer.status_code == 422
    assert "these files changed in another window" in text_of(answer)
    assert there(renewal) == []


def test_a_file_whose_bytes_are_gone_is_named(renewal):
    store.delete(Attachment.objects.get(name="plan.pdf").storage_key)
    page = renewal.client.post(
        renewal.url("files", "keep"), {"keep": [pk_of("study.pdf"), pk_of("plan.pdf")]}, follow=True
    )
    assert "These files could not be read. Add them anew: plan.pdf" in text_of(page)
    assert [name for name, _purpose, _data in there(renewal)] == ["study.pdf"]


def test_a_renewal_of_an_application_without_files_has_nothing_to_decide(clock):
    clock.set("2026-02-02 09:00")
    license = License.objects.select_related("case").get(pk=licensed(at=ISSUED).pk)
    owner = license.organization.memberships.get(role="owner")
    writer = Writer(owner, renewal_drafts.begin_renewal(license, membership=owner, at=RENEWED))
    assert writer.get("files").context["form"] is None
    assert "Files Not started" in writer.words()
