"""The public pages read at grade 7 or lower (Flesch-Kincaid), names and citations left out."""

import re
from html import unescape

import pytest
from django.test import Client

from complaints import flow
from tests.complaints.public_filing import NOTARIZED, ONLINE, PAPER, begin, sign
from wagecase.cases.models import Case

pytestmark = pytest.mark.django_db
GRADE = 7.0
FEWEST_WORDS = 100
LEFT_OUT = re.compile(
    r"Department of Workforce Development|Equal Rights Division|Wisconsin Statutes|Wisconsin|\(?section [\d.]+\)?"
    r"|Law: s\. [^.]*\.[^.]*\.|Holiday table \S+|https?://\S+|\S+@\S+|[A-Z]{2}-\d{4}-\d+|[A-Z2-7]{4}(-[A-Z2-7]{4}){3}"
)


@pytest.fixture(autouse=True)
def _place(clock, media):
    """A fixed day and an empty store of files."""


def prose(response) -> str:
    """The words of a page's main part, every block of text a sentence."""
    main = re.search(r"<main.*?</main>", response.content.decode(), re.DOTALL)[0]
    main = re.sub(r'<(textarea|select|script)\b.*?</\1>|<dl.*?</dl>|<span class="usa-sr-only".*?</span>', " ", main,
                  flags=re.DOTALL)  # fmt: skip
    main = re.sub(r"</(p|li|h\d|label|legend|summary|button|address|div)>|<br>", ". ", main)
    return LEFT_OUT.sub(" ", " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split()))


def syllables(word: str) -> int:
    """About how many syllables an English word has."""
    word = re.sub(r"(?:[^laeiouy]es|[^laeiouytd]ed|[^laeiouy]e)$", "", word.lower())
    return max(1, len(re.findall(r"[aeiouy]{1,2}", word)))


def grade(text: str) -> float | None:
    """The Flesch-Kincaid grade, None for a text too short to measure."""
    sentences = [found for part in re.split(r"[.?:!]+(?:\s|$)", text) if (found := re.findall(r"[A-Za-z']+", part))]
    words = [word for sentence in sentences for word in sentence]
    if len(words) < FEWEST_WORDS:
        return None
    return 0.39 * len(words) / len(sentences) + 11.8 * sum(map(syllables, words)) / len(words) - 15.59


def test_the_measure_knows_hard_from_easy():
    easy = "We look at your case. You can call us. " * 20
    hard = (
        "Notwithstanding the aforementioned considerations, complainants necessarily acknowledge jurisdictional " * 20
    )
    assert grade(easy) < 3 < 12 < grade(hard)


def test_every_public_page_reads_at_grade_7_or_lower(client):
    begin(client)
    case_pages = ["", "answer/", "evidence/", "withdraw/"]
    paths = ["/complaints/file/", "/complaints/find/", "/complaints/file/elsewhere/", "/complaints/file/resume/x/"]
    paths += [f"/complaints/file/{page.slug}/" for page in flow.pages("living_wage", {})]
    paths += ["/complaints/file/check/", "/complaints/file/save/", "/complaints/file/sign/", ONLINE, PAPER, NOTARIZED]
    measured = {path: grade(prose(client.get(path))) for path in paths}
    paper = begin(Client())
    for visitor, way in ((client, ONLINE), (paper, PAPER)):
        receipt = sign(visitor, way)["Location"]
        number = Case.objects.latest("pk").number
        measured |= {
            f"{way}{path}": grade(prose(visitor.get(path)))
            for path in [receipt, *[f"/complaints/status/{number}/{part}" for part in case_pages]]
        }
    hard = {path: round(found, 1) for path, found in measured.items() if found and found > GRADE}
    assert sum(found is not None for found in measured.values()) > 5, "the test still measures something"
    assert not hard
