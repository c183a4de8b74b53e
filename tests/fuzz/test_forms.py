"""Random forms to every address that takes one: never an error page, never half a change, always a whole audit chain.

`make test` plays a fixed selection of 160; `make fuzz` plays new ones for five minutes (ARGS=1200 for more seconds).
A failure prints its seed; FUZZ_SEED=<seed> plays it again.
"""

import os
import random
import sys
import time
from collections import Counter
from functools import cache

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.access.scene import Scene
from tests.access.walker import body
from tests.factories import undone
from tests.fuzz.bodies import BOUNDARY, bodies, multipart
from tests.fuzz.targets import targets
from wagecase.audit.chain import verify

pytestmark = pytest.mark.django_db
FIXED = "FUZZ_SECONDS" not in os.environ
SECONDS = float(os.environ.get("FUZZ_SECONDS", "inf"))
BATCHES, PER_BATCH = 4 if FIXED else sys.maxsize, 40


@pytest.fixture(scope="module")
def forms(scene: Scene):
    """Every form by its label."""
    found = {target.label: target for target in targets(scene)}
    scene.before = scene.trace()
    return found


@pytest.fixture(scope="module")
def fields_of(scene: Scene):
    """Read the fields of a form when it is first played."""
    return cache(lambda target: target.fields(scene))


def sent(scene, target, parts):
    """Send the parts, hold what must hold, and return the status; nothing that was done stays."""
    with undone():
        response = scene.client(target.persona).generic(
            "POST", target.address, multipart(parts), content_type=f"multipart/form-data; boundary={BOUNDARY}"
        )
        assert response.status_code < 500, f"{target}: {response.status_code}"
        assert "<script>alert(1)</script>" not in body(response)
        if response.status_code >= 400:
            assert scene.trace() == scene.before, "refused, and yet something was written"
        assert verify().fault == ""
    return response.status_code


def test_random_forms_get_an_answer_and_leave_nothing_half_done(scene, forms, fields_of, capsys):
    began, played = time.monotonic(), Counter()
    first = int(os.environ.get("FUZZ_SEED", 1 if FIXED else random.randrange(10**9)))
    batch = 0

    while batch < BATCHES and (time.monotonic() - began < SECONDS or not batch):

        @seed(first + batch)
        @settings(
            max_examples=PER_BATCH, deadline=None, database=None, suppress_health_check=list(HealthCheck),
            phases=(Phase.generate, Phase.shrink), print_blob=False,
        )  # fmt: skip
        @given(data=st.data())
        def play(data):
            target = forms[data.draw(st.sampled_from(sorted(forms)))]
            parts = data.draw(bodies(fields_of(target)))
            if time.monotonic() - began <= SECONDS or not played:
                played[sent(scene, target, parts)] += 1

        try:
            play()
        except BaseException as failure:
            failure.add_note(f"FUZZ_SEED={first + batch}")
            raise
        batch += 1
    with capsys.disabled():
        told = f"\nfuzz: {played.total()} forms to {len(forms)} addresses: {dict(sorted(played.items()))}\n"
        sys.stdout.write(told)
    assert played.total() >= 20, "so few forms prove nothing"
    assert played[303] + played[302], "no form got as far as being taken"


def test_the_forms_that_are_played_are_all_of_the_site(forms):
    assert len(forms) >= 90
    for some in ("question story", "docket on received", "sign_determination on drafted", "POST account_login sign_in"):
        assert some in forms, sorted(forms)


def test_control_a_view_that_breaks_on_a_byte_is_found(scene, forms, fields_of, monkeypatch):
    target = forms["docket on received"]
    fields = fields_of(target)
    good = [(name.encode(), str(value).encode(), None) for name, value in fields.items()]
    assert sent(scene, target, good) == 303

    def breaks(*args, **kwargs):
        raise ValueError("A string literal cannot contain NUL (0x00) characters.")

    monkeypatch.setattr("wagecase.cases.services.record", breaks)
    with pytest.raises(ValueError, match="NUL"):
        sent(scene, target, good)


def test_control_a_refusal_that_writes_is_found(scene, forms, fields_of, monkeypatch):
    target = forms["docket on received"]
    fields = fields_of(target)
    parts = [(name.encode(), str(value).encode(), None) for name, value in fields.items() if name != "jurisdiction"]
    assert sent(scene, target, parts) == 422
    monkeypatch.setattr(scene, "before", (*scene.before, "one row more"))
    with pytest.raises(AssertionError, match="yet something was written"):
        sent(scene, target, parts)
