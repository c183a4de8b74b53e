"""B1: markup in every text of a case reaches its letters as text; nothing is fetched and nothing is attached."""

import dataclasses
import io

import pypdf
import pytest

from complaints import determinations, services
from complaints.content import EmployerFacts, Person
from tests.complaints import letters_file as file
from tests.documents.canary import hostile
from wagecase.cases.models import Case
from wagecase.documents.models import Document
from wagecase.documents.renderer import renderer

pytestmark = pytest.mark.django_db


def drawn(case):
    """Return (kind, reader) of every document of the case, by the real renderer."""
    for row in Document.objects.filter(case=case).order_by("pk"):
        pdf = renderer.render(html=row.html, epoch=int(row.created_at.timestamp())).pdf
        yield row.kind, pypdf.PdfReader(io.BytesIO(pdf))


def squeezed(text):
    return "".join(text.split())


def test_b1_every_text_of_a_case_is_printed_as_text_and_nothing_is_fetched(canary, media, tmp_path):
    base, calls = canary
    secret = tmp_path / "secret.txt"
    secret.write_text("CANARY-IN-A-FILE")
    short, long = f'<img src="{base}/x">', " ".join(hostile(base, str(secret)))
    person = Person(
        name=short, email="rosa@example.com", phone=short, postal=f"{short}\n{short}", language="en", safe_contact=long
    )
    employer = EmployerFacts(
        name=short, trade_name=short, email="pay@bakery.example.com", postal=f"{short}\n{short}", work_site=short
    )
    told = file.content(complainant=person, employer=employer, occupation=short, wage=short, statement=long)
    case = file.investigated(told, named=True, reason=long)
    file.act(case, services.request_information, file.at(13), file.investigator(), question=long,
             asked_by=file.investigator())  # fmt: skip
    found = file.findings(concerning=short, occupation=short, wage_found=short, evidence=long, economic_material=long,
                          reasons=long)  # fmt: skip
    case = file.decided(case, **_changes(found))
    kinds, everything = set(), ""
    for kind, reader in drawn(case):
        kinds.add(kind)
        assert dict(reader.attachments) == {}
        for number in range(1, len(reader.xref[0])):
            thing = reader.get_object(number)
            data = thing.get_data() if hasattr(thing, "get_data") else str(thing).encode()
            assert b"CANARY" not in data, kind
        everything += squeezed("".join(page.extract_text() for page in reader.pages))
    assert calls == []
    assert {"complaints.as_filed", "complaints.determination", "complaints.request_information"} <= kinds
    assert squeezed(short) in everything
    for text in hostile(base, str(secret)):
        assert squeezed(text) in everything


def _changes(found: determinations.Findings) -> dict:
    """Return what letters_file.decided takes beside the answer itself."""
    return {key: value for key, value in dataclasses.asdict(found).items() if key != "reasonable_cause"}


def test_b1_control_the_same_case_without_escaping_would_be_stopped_by_the_sealed_child_only(
    canary, media, monkeypatch
):
    base, calls = canary
    case = file.filed(file.content(statement=f'<img src="{base}/x" alt="x">'))
    html = Document.objects.get(case=Case.objects.get(pk=case.pk), kind="complaints.as_filed").html
    assert f'<img src="{base}/x"' not in html
    bare = html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"')
    with pytest.raises(Exception, match="packaged assets only"):
        renderer.render(html=bare, epoch=0)
    assert calls == []
