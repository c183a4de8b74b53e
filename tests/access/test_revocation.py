"""A door that was closed stays closed for whoever had gone through it before: the next request is refused."""

import pytest

from tests.access.scene import Scene
from tests.access.walker import outcome
from tests.factories import undone
from wagecase.accounts.models import User
from wagecase.cases.links import access_code
from wagecase.cases.models import Party

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("persona", ["complainant", "employer"])
def test_a_new_generation_of_a_link_ends_the_sessions_that_the_old_one_opened(scene: Scene, persona: str):
    with undone():
        party = scene.case.parties.get(role=persona)
        path = f"/complaints/status/{scene.case.number}/"
        assert outcome(scene.client(persona).get(path)) == "200", "the link works before"
        Party.objects.filter(pk=party.pk).update(link_generation=party.link_generation + 1)
        client = scene.client(persona)
        assert outcome(client.get(path)) == "302-find"
        assert outcome(client.post(f"{path}evidence/")) == "409"
        party.refresh_from_db()
        assert outcome(client.post(f"/complaints/open/{scene.case.number}/{access_code(party)}/")) == "302-done"
        assert outcome(client.get(path)) == "200", "the new link opens the case"


@pytest.mark.parametrize(
    "change", [{"is_active": False}, {"role": "supervisor"}, {"role": "administrator"}, {"role": ""}, {"password": "!"}]
)
def test_a_closed_account_another_role_and_another_password_end_a_session_at_once(scene: Scene, change: dict):
    with undone():
        path = f"/complaints/{scene.case.number}/"
        client = scene.client("assigned")
        assert outcome(client.get(path)) == "200"
        User.objects.filter(email="ina@example.org").update(**change)
        assert outcome(client.get(path)) == "302-sign-in"


def test_a_move_to_another_unit_closes_the_unit_s_files_but_leaves_the_person_s_own_case(scene: Scene):
    with undone():
        path = f"/complaints/{scene.case.number}/"
        User.objects.filter(email__in=["ina@example.org", "ivo@example.org"]).update(unit="equal-rights")
        assert outcome(scene.client("investigator").get(path)) == "404"
        assert outcome(scene.client("assigned").get(path)) == "200"
