"""Where a case's pages are: the form of a case number in an address, and the address of a case of any kind."""

from __future__ import annotations

from django.urls import register_converter

from wagecase.cases import kinds
from wagecase.cases.models import Case


class CaseNumberConverter:
    """Takes LW-2026-000123 and nothing else, so that a word such as "file" is never read as a number.

    The sequence has six digits, filled up with zeros, and grows longer only after 999999: each case has one address.
    """

    regex = "[A-Z]{2,4}-[0-9]{4}-(?:[0-9]{6}|[1-9][0-9]{6,8})"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(CaseNumberConverter, "case_number")


def case_url(case: Case, page: str = "") -> str:
    """Return the address of a case's overview, or of one of its pages ("timeline")."""
    prefix = kinds.get(case.kind).url_prefix
    return f"/{prefix}/{case.number}/{page + '/' if page else ''}"


def party_url(case: Case, page: str = "") -> str:
    """Return the address of the page on which a party follows its case, or of a page below it."""
    prefix = kinds.get(case.kind).url_prefix
    return f"/{prefix}/status/{case.number}/{page + '/' if page else ''}"
