"""Say which rate book the calculators answer from: the printed one, or the one that a page hands in for its question."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from wagecase.rules.ratebook import RateBook, parameter_book

__all__ = ["answering_from", "book_in_use"]

_source: ContextVar[Callable[[], RateBook]] = ContextVar("rate_book", default=parameter_book)


def book_in_use() -> RateBook:
    """Return the book of the question being answered; outside of any page that of the amounts printed in the sources."""
    return _source.get()()


@contextmanager
def answering_from(book: Callable[[], RateBook]) -> Iterator[None]:
    """Let the calculators answer from another book; it is asked for once, and only if a calculator needs a rate."""
    token = _source.set(cache(book))
    try:
        yield
    finally:
        _source.reset(token)
