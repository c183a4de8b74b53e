"""The room that a request has on Python's stack: it is claimed, and nothing of the answer or of a fault is changed by it."""

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import RequestFactory

from wagecase.web.middleware import StackMiddleware


def test_it_is_the_outermost_so_that_everything_of_a_request_has_its_room():
    assert settings.MIDDLEWARE[0] == "wagecase.web.middleware.StackMiddleware"


def test_the_answer_and_the_request_pass_through_it_unchanged():
    request, answer = RequestFactory().get("/"), HttpResponse("as it is")
    seen = []
    assert StackMiddleware(lambda got: seen.append(got) or answer)(request) is answer
    assert seen == [request]


def test_a_fault_passes_through_it():
    def fails(_request):
        raise ValueError("as raised")

    with pytest.raises(ValueError, match="as raised"):
        StackMiddleware(fails)(RequestFactory().get("/"))


def test_what_it_claims_is_more_than_the_code_needs_and_takes_one_large_piece():
    def plain(request):
        return request

    code = StackMiddleware(plain)._within.__code__
    assert code.co_stacksize > plain.__code__.co_stacksize + 10
    claimed = (code.co_stacksize + code.co_nlocals) * 8
    assert (
        128 * 1024 < claimed < 256 * 1024
    )  # the next power of two is 256 KB, and much of it is left for what is called


def test_two_applications_of_it_do_not_share_what_they_wrap():
    one, two = (StackMiddleware(lambda _request, text=text: HttpResponse(text)) for text in ("one", "two"))
    request = RequestFactory().get("/")
    assert (one(request).content, two(request).content) == (b"one", b"two")
