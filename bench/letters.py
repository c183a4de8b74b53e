"""Letters made by the application (claimed, drawn in a process apart, stored on disk) against bare WeasyPrint."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.utils import timezone

from bench.measure import AT_LEAST, Row, Size, in_turn
from complaints import intake
from complaints.content import Content, EmployerFacts, Person, Signature
from wagecase.documents.models import PENDING, READY, Document
from wagecase.documents.render_child import packaged_assets
from wagecase.documents.services import render_due

TITLE = "Letters"
ABOUT = (
    "The letters of newly filed complaints. The figure counts everything between a frozen letter and its stored PDF: "
    "claim, the separate process, hash, synchronized write, row. The baseline calls WeasyPrint in this process on the "
    "same HTML with the same fonts and style sheet, asks for the same tagged PDF, and keeps nothing."
)
LEAST_SHARE = 0.8


def run(size: Size) -> list[Row]:
    """Measure letters a second."""
    documents = _letters(size.letters)
    bare = bare_printer()

    def make() -> None:
        print_again(documents)

    def print_bare() -> None:
        for document in documents:
            bare(document.html)

    make()
    print_bare()
    figure, baseline = in_turn(make, print_bare, repeats=size.repeats)
    count = len(documents)
    return [Row("letters", count / figure, "letters a second", LEAST_SHARE, AT_LEAST, baseline=count / baseline)]


def print_again(documents: Sequence[Document]) -> None:
    """Make the PDF of each document; one is made once, so to measure again the rows are put back as they were frozen."""
    mine = Document.objects.filter(pk__in=[document.pk for document in documents])
    mine.update(status=PENDING, lease_until=None, attempts=0)
    # What else waits, such as the letters around them, is none of these and would be taken first.
    Document.objects.exclude(pk__in=mine.values("pk")).filter(status=PENDING).update(status=READY)
    done = render_due(now=timezone.now(), limit=len(documents), worker="bench")
    if done != len(documents) or mine.exclude(status=READY).exists():
        raise SystemExit("bench: a document could not be made")


def _letters(count: int) -> list[Document]:
    now = timezone.now()
    number = 0
    while Document.objects.count() < count:  # a filing makes more than one
        intake.file_online(content=_content(number), signature=_signature(timezone.localdate(now)), at=now)
        number += 1
    return list(Document.objects.order_by("id"))


def _content(number: int) -> Content:
    person = Person(
        name=f"Wanda Worker Example {number}", email="wanda@example.com", phone="608-555-0111",
        postal="12 Invented Street\nMadison, WI 53700",
    )  # fmt: skip
    employer = EmployerFacts(
        name="Made-Up Mills Example LLC", email="office@made-up-mills.example.com",
        postal="400 Placeholder Road\nMonroe, WI 53566", work_site="400 Placeholder Road, Monroe, Green County",
    )  # fmt: skip
    return Content(
        kind="living_wage", complainant=person, employer=employer, occupation="Cheese packer", wage="$7.25 an hour",
        statement="After rent I cannot buy food for the last week of the month.", identity_disclosure="yes",
        started_on=date(2025, 6, 2),
    )  # fmt: skip


def _signature(day: date) -> Signature:
    return Signature(
        version="bench", language="en", text="I declare that this is true.", name="Wanda Worker Example",
        city="Madison", state="Wisconsin", signed_on=day, method="online", signed_at=timezone.now(),
    )  # fmt: skip


def bare_printer() -> Any:
    """Return WeasyPrint as this process has it, without anything around it."""
    import weasyprint
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    assets = packaged_assets()

    class Assets(URLFetcher):
        """Hands out the font and the style sheet; a letter names nothing else."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            """Return one of them."""
            body, media_type = assets[url]
            return URLFetcherResponse(url, body=body, headers={"Content-Type": media_type})

    fonts, fetcher = FontConfiguration(), Assets()

    def bare(html: str) -> bytes:
        pdf: bytes = weasyprint.HTML(string=html, url_fetcher=fetcher).write_pdf(
            font_config=fonts, pdf_variant="pdf/ua-1"
        )
        return pdf

    return bare
