"""A text that is far too long is refused at its box, and the page does not grow by all of it."""

from typing import Any

import pytest
from django.core.management import call_command

from tests.complaints.public_filing import begin, send, text_of

pytestmark = pytest.mark.django_db


def test_two_megabytes_of_story_are_answered_shortly(client: Any):
    call_command("createcachetable", verbosity=0)
    begin(client)
    page = send(client, "story", statement="word " * 400_000)
    assert page.status_code == 422
    assert "[…]" in text_of(page)
    assert len(page.content) < 150_000
