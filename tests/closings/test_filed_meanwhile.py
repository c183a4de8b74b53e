"""Filing while another window or a colleague works on the same notice: what was saved is filed, what was not is shown back."""

import pytest

from closings.models import ClosingNotice
from closings.recording import latest
from tests.between import before_the_lock
from tests.closings.notice import ANSWERS, BASE, begun, case_in, submit, write
from tests.closings.test_by_account import begun as begun_for
from tests.closings.test_by_account import client_of
from tests.closings.test_proofs import picture
from tests.complaints.staff_pages import hidden, signed_in, words
from tests.factories import at
from tests.licenses import member, organization
from wagecase.cases.models import Attachment, Case, Draft

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
NOW = "2026-03-10 10:00"
LATE = ("employer/", {**ANSWERS[0][1], "contact_name": "Late Name Example"})


@pytest.fixture(autouse=True)
def _when(clock):
    clock.set(NOW)


@pytest.fixture
def owner():
    return member(
        organization("Made-Up Mills Example LLC", "employer", at=at(NOW)), "Olive Owner Example", "owner", at=at(NOW)
    )


def written():
    client = begun()
    write(client, BASE)
    return client


def test_an_answer_saved_before_the_filing_holds_the_notice_is_shown_first_and_then_filed(monkeypatch):
    client = written()
    before_the_lock(monkeypatch, lambda: write(client, BASE, [LATE]))
    page = submit(client, BASE)
    assert page.status_code == 409
    assert "Your answers changed They were changed in another window after this page was drawn." in words(page)
    assert "Late Name Example" in words(page)
    assert Case.objects.count() == 0
    assert client.post(f"{BASE}check/", hidden(page)).status_code == 303
    assert latest(ClosingNotice.objects.get()).contact_name == "Late Name Example"


def test_a_file_added_before_the_filing_holds_the_notice_is_shown_first(monkeypatch):
    client = written()
    before_the_lock(monkeypatch, lambda: client.post(f"{BASE}files/", {"version": "0", "papers": picture("late.png")}))
    page = submit(client, BASE)
    assert (page.status_code, Case.objects.count()) == (409, 0)
    assert "late.png" in words(page)


def test_a_colleague_who_saves_while_the_other_files_is_not_passed_over(owner, monkeypatch):
    first, base = begun_for(owner)
    write(first, base)
    second = client_of(member(owner.organization, "Fred Filer Example", "filer", at=at(NOW)))
    before_the_lock(monkeypatch, lambda: write(second, base, [LATE]))
    page = submit(first, base)
    assert (page.status_code, Case.objects.count()) == (409, 0)
    assert "Late Name Example" in words(page)


def test_an_answer_of_a_keyed_letter_saved_meanwhile_is_shown_first(monkeypatch):
    cora = signed_in("cora")
    base = cora.post("/closings/key/", hidden(cora.get("/closings/key/")))["Location"]
    stamp = {"received_on_0": "3", "received_on_1": "9", "received_on_2": "2026"}
    write(cora, base, [("letter/", stamp), *ANSWERS])
    before_the_lock(monkeypatch, lambda: write(cora, base, [LATE]))
    page = submit(cora, base)
    assert (page.status_code, Case.objects.count()) == (409, 0)
    assert "Late Name Example" in words(page)


def updating(owner):
    client, base = begun_for(owner)
    write(client, base)
    assert submit(client, base).status_code == 303
    case = Case.objects.get()
    assert client.post(f"/closings/status/{case.number}/begin-update/").status_code == 303
    base = f"/closings/status/{case.number}/update/"
    write(client, base, [("workforce/", {"persons_in_state": "150"})])
    return client, base


def test_an_answer_of_an_update_saved_meanwhile_is_shown_first(owner, monkeypatch):
    client, base = updating(owner)
    before_the_lock(monkeypatch, lambda: write(client, base, [LATE]))
    page = submit(client, base)
    assert (page.status_code, ClosingNotice.objects.get().revision) == (409, 0)
    assert "Late Name Example" in words(page)


def test_two_who_send_one_update_at_once_send_it_once(owner, monkeypatch):
    client, base = updating(owner)
    second = client_of(member(owner.organization, "Fred Filer Example", "filer", at=at(NOW)))
    before_the_lock(monkeypatch, lambda: submit(second, base))
    sent = submit(client, base)
    assert sent["Location"] == base.removesuffix("update/")
    assert "This update was sent already, or begun anew, perhaps in another window." in words(
        client.get(sent["Location"])
    )
    assert ClosingNotice.objects.get().revision == 1


@pytest.mark.parametrize("page", ["employer/", "files/", "sites/0/remove/", "sites/new/"])
def test_what_is_sent_after_the_update_was_sent_is_shown_back(owner, page):
    client, base = updating(owner)
    drawn = client.get(f"{base}{page}") if "remove" not in page else None
    assert submit(client, base).status_code == 303
    typed = {**(hidden(drawn) if drawn else {}), **LATE[1], "name": "Late Site Example", "papers": picture("late.png")}
    late = client.post(f"{base}{page}", typed)
    assert late.status_code == 409
    told = words(late)
    assert "This update was sent already, or begun anew, perhaps in another window." in told
    assert "These files were not kept: late.png" in told
    assert ("Late Name Example" in told) == (page == "employer/")
    assert ("Late Site Example" in told) == page.startswith("sites/")


def test_an_update_sent_between_reading_and_saving_a_page_shows_back_what_was_typed(owner, monkeypatch):
    from closings.views import filing as pages

    client, base = updating(owner)
    write_page = pages._write

    def late(*args, **kwargs):
        Draft.objects.filter(kind="closing_update").delete()
        return write_page(*args, **kwargs)

    monkeypatch.setattr(pages, "_write", late)
    page = client.post(f"{base}employer/", {**LATE[1], "version": "1"})
    assert page.status_code == 409
    assert "Late Name Example" in words(page)


def filed_in_between(client, base, monkeypatch):
    """Let the notice be filed after the next page has read the draft as open."""
    from closings.views import filing as pages

    checked = client.get(f"{base}check/")
    real = pages._section

    def late(flow, slug):
        monkeypatch.setattr(pages, "_section", real)
        assert client.post(f"{base}check/", hidden(checked)).status_code == 303
        return real(flow, slug)

    monkeypatch.setattr(pages, "_section", late)


@pytest.mark.parametrize("own", ["account", "link"])
@pytest.mark.parametrize("page", ["files/", "sites/1/remove/", "employer/", "recipients/0/"])
def test_what_crosses_the_filing_is_told_and_leads_to_the_notice(owner, own, page, monkeypatch):
    client, base = begun_for(owner) if own == "account" else (begun(), BASE)
    write(client, base)
    version = hidden(client.get(f"{base}{page.removesuffix('1/remove/')}")).get("version", "2")
    filed_in_between(client, base, monkeypatch)
    late = client.post(f"{base}{page}", {
        **LATE[1], "kind": "employee", "name": "Late shift", "version": version, "papers": picture("late.png"),
    })  # fmt: skip
    case = Case.objects.get()
    assert late.status_code == 409, late.headers
    told = words(late)
    assert f"This notice was submitted as {case.number}. To change it, update the notice." in told
    assert "These files were not kept: late.png" in told
    receipt = f"/closings/file/receipt/{case.number}/"
    there = receipt if own == "account" else BASE
    assert f'<a href="{there}">Open the notice</a>' in late.content.decode()
    assert client.get(base)["Location"] == receipt
    assert ("Late Name Example" in told) == (page == "employer/")
    assert Attachment.objects.count() == 0
    assert latest(ClosingNotice.objects.get()).affected == 90


def test_a_file_taken_out_after_the_filing_stays_and_is_not_called_removed(owner):
    from wagecase.cases import drafts
    from wagecase.errors import DraftFiled

    client, base = begun_for(owner)
    write(client, base)
    client.post(f"{base}files/", {"version": "0", "papers": picture("list.png")})
    draft, file = Draft.objects.get(), Attachment.objects.get()
    assert submit(client, base).status_code == 303
    with pytest.raises(DraftFiled) as filed:
        drafts.remove_file(draft, pk=file.pk)
    assert filed.value.location == Case.objects.get().number
    with pytest.raises(DraftFiled):
        drafts.add_files(draft, taken=[], source="employer", at=at(NOW))
    assert Attachment.objects.filter(case=Case.objects.get()).count() == 1


def test_staff_who_type_into_a_letter_recorded_in_another_window_get_it_back():
    case = case_in("listed")
    cora = signed_in("cora")
    base = cora.post(f"/closings/{case.number}/correct_notice/", {"why": "A slip of ours"})["Location"]
    write(cora, base, [("workforce/", {"persons_in_state": "150"})])
    drawn = cora.get(f"{base}employer/")
    assert submit(cora, base).status_code == 303
    late = cora.post(f"{base}employer/", {**hidden(drawn), **LATE[1]})
    assert late.status_code == 409
    assert "This letter or correction is not open any more: it was recorded already" in words(late)
    assert "Late Name Example" in words(late)
    assert cora.get(f"{base}employer/").status_code == 404
    assert latest(ClosingNotice.objects.get()).contact_name == "Paula Placeholder Example"
