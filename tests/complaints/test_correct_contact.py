"""The page on which staff correct an address."""

import pytest

from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import case_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files", "clock")]


def test_an_investigator_corrects_the_employers_address():
    case = case_in("investigating")
    party = case.parties.get(role="employer")
    client = signed_in("ina")
    parties = f"/complaints/{case.number}/parties/"
    assert f"{parties}{party.pk}/contact/" in client.get(parties).content.decode()
    answer = send(client, f"{parties}{party.pk}/contact/", email="", postal="5 New Road\nMonroe, WI 53566")
    assert (answer.status_code, answer["Location"]) == (303, parties)
    assert "5 New Road" in words(client.get(parties))
    timeline = words(client.get(f"/complaints/{case.number}/timeline/"))
    assert "Address corrected" in timeline
    assert "5 New Road" not in timeline


def test_a_party_of_another_case_is_not_found():
    case, other = case_in("investigating"), case_in("received")
    party = other.parties.get(role="employer")
    assert signed_in("ina").get(f"/complaints/{case.number}/parties/{party.pk}/contact/").status_code == 404


def test_what_cannot_be_sent_to_is_said_at_its_field():
    case = case_in("investigating")
    party = case.parties.get(role="employer")
    answer = send(
        signed_in("ina"),
        f"/complaints/{case.number}/parties/{party.pk}/contact/",
        email="",
        postal="\n".join("abcdefg"),
    )
    assert answer.status_code == 422
    assert "An envelope holds 6 lines" in words(answer)
