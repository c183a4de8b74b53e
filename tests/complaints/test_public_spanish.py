"""No English sentence stands on a Spanish page: every refusal, every error page, every state, every public sentence."""

import ast
import gettext
import inspect
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory
from django.utils.translation import override

from complaints import guards
from complaints.lifecycle import LIFECYCLES
from tests import factories
from tests.complaints.public_filing import (
    LIVING,
    NOTARIZED,
    ONLINE,
    PAPER,
    UNPAID,
    begin,
    mark,
    picture,
    send,
    sign,
    text_of,
    url,
)
from wagecase.cases import links
from wagecase.cases.models import Case
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.web import views

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent.parent
ENGLISH = re.compile(
    r"\b(the|is|are|was|were|you|your|we|our|this|that|not|and|or|of|to|with|from|for|file|case|only|it|by|has|have|be"
    r"|choose|enter|check|page|answer|complaint|employer|decision|signed|received|closed)\b",
    re.IGNORECASE,
)
# Proper names, and the languages' own names, stay as they are.
NAMES = re.compile(
    r"Department of Workforce Development|Equal Rights Division|Web Content Accessibility Guidelines|Main Street"
    r"|100 Example Street|We wrote to your employer\.|\S+@\S+|https?://\S+|\b[A-Z]{2}-\d{4}-\d{6}\b|\b[A-Z2-7]{4}(-[A-Z2-7]{4}){3}\b"
)
SPANISH = {
    "job": {"occupation": "Personal de limpieza"}, "employer": {"name": "Limpieza Inventada"},
    "pay": {"wage": "$7.50 por hora"}, "story": {"statement": "No me alcanza para comer."},
    "name": {"name": "Rosa Sample"}, "unpaid": {"wage": "$14 por hora"},
}  # fmt: skip
CONTENT = replace(
    factories.CONTENT,
    complainant=replace(factories.COMPLAINANT, language="es", name="Juana Ejemplo", postal="12 Calle Inventada"),
    employer=replace(factories.EMPLOYER, name="Limpieza Inventada", trade_name="", postal="400 Calle Inventada"),
    occupation="Empacadora", wage="$7.25 por hora", statement="No me alcanza.", hours_per_week="",
)  # fmt: skip
WAGES = replace(CONTENT, kind="unpaid_wages", amount_claimed="$312.50")


@pytest.fixture(autouse=True)
def _place(clock, quick_files):
    """A fixed day, an empty store of files, and no tries counted."""
    cache.clear()


def spanish() -> Client:
    return Client(headers={"accept-language": "es"})


def english_in(page: str) -> list[str]:
    """The English words of a page: its text, title and the attributes that are read out, but not marked passages."""
    page = re.sub(r"<(script|style)\b.*?</\1>", " ", page, flags=re.DOTALL)
    page = re.sub(r'<(\w+)(?=[^>]*\blang="en")[^>]*>.*?</\1>', " ", page, flags=re.DOTALL)
    page = re.sub(r'<label[^>]*for="id_language_0"[^>]*>English</label>', " ", page)
    spoken = re.findall(r'\b(?:aria-label|title|alt|placeholder|data-copied|data-left|data-over)="([^"]*)"', page)
    words = " ".join([re.sub(r"<[^>]+>", " ", page), *spoken])
    return ENGLISH.findall(NAMES.sub(" ", unescape(words)))


def is_spanish(response: Any, where: str) -> None:
    page = response.content.decode()
    assert '<html lang="es">' in page, f"{where}: {response.status_code}"
    found = english_in(page)
    assert not found, f"{where}: {found} in: {text_of(response)[:1500]}"


def visitor(case: Case, role: str = "complainant") -> Client:
    client, party = spanish(), case.parties.get(role=role)
    cache.clear()
    client.post(f"/complaints/open/{case.number}/{links.access_code(party)}/")
    return client


def test_the_detector_sees_english_and_lets_spanish_pass():
    assert english_in("<p>No question is open.</p>")
    assert english_in('<p aria-label="Back to the case">Atrás</p>')
    assert not english_in('<p>No hay ninguna pregunta pendiente.</p><p lang="en">I have read this.</p>')


def answers(pages: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {slug: SPANISH.get(slug, values) for slug, values in pages.items()}


@pytest.mark.parametrize("pages", [LIVING, UNPAID], ids=["living wage", "unpaid wages"])
def test_every_question_blank_wrong_and_answered(pages):
    client = spanish()
    client.post("/complaints/file/")
    wrong = {
        "started_on_0": "13", "started_on_1": "x", "started_on_2": "24", "ended_on_0": "2", "ended_on_1": "31",
        "ended_on_2": "2024", "unpaid_from_0": "1", "unpaid_to_2": "3000", "email": "x@", "name": "Rosa 😀",
        "statement": "x" * 10_001, "wage": "x" * 201, "wage_unit": "?", "scope": "?", "problem": "?", "language": "?",
        "identity_disclosure": "?", "still_operating": "?", "channel": "?", "occupation": "a\nb", "phone": "a\x00b",
    }  # fmt: skip
    for slug, values in answers(pages).items():
        page = client.get(url(slug))
        is_spanish(page, slug)
        is_spanish(client.get(url(slug) + "?to=check"), slug)
        for sent in ({}, wrong):
            response = client.post(url(slug), {"page_ref": mark(page), **sent})
            if response.status_code == 422:
                is_spanish(response, f"{slug} refused")
            page = client.get(url(slug))
        is_spanish(client.post(url(slug), {"page_ref": "x", **values}), f"{slug} changed")
        assert send(client, slug, **values).status_code == 303
    for path in ("/complaints/file/check/", "/complaints/file/save/", "/complaints/file/"):
        is_spanish(client.get(path), path)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("foto.heic", b"\0\0\0\x18ftypheic"), ("notas.docx", b"PK\x03\x04" + b"\0" * 26 + b"word/x"),
        ("notas.txt", b"Mis horas"), ("pago.pdf", b"%PDF-1.7 roto"), ("pago.png", b"\x89PNG\r\n\x1a\n"),
        ("vac\u00edo.pdf", b""), ("dibujo.gif", b"GIF89a"), ("grande.pdf", b"%PDF-1.7" + b"x" * 2000),
    ],
)  # fmt: skip
def test_every_refused_file(settings, name, content):
    settings.UPLOAD_MAX_BYTES = 1024
    client = spanish()
    client.post("/complaints/file/")
    send(client, "problem", problem="living_wage")
    ref = mark(client.get(url("papers")))
    response = client.post(url("papers"), {"page_ref": ref, "papers": SimpleUploadedFile(name, content)})
    assert response.status_code == 422
    assert name in text_of(response)
    is_spanish(response, name)


def test_too_many_files_and_removing_one():
    client = spanish()
    client.post("/complaints/file/")
    send(client, "problem", problem="living_wage")
    for _ in range(2):
        ref = mark(client.get(url("papers")))
        papers = [picture(f"{n}.png") for n in range(6)]
        is_spanish(client.post(url("papers"), {"page_ref": ref, "papers": papers, "add": "1"}), "six files")
    page = client.get(url("papers"))
    remove = re.search(r'action="(/complaints/file/papers/\d+/remove/)"', page.content.decode())[1]
    is_spanish(client.post(remove, follow=True), "removed")


def test_signing_receipts_and_a_draft_that_is_no_longer_here():
    for way, more in ((ONLINE, {}), (PAPER, {}), (NOTARIZED, {"copy": picture()})):
        client = begin(spanish(), answers(LIVING))
        for path in ("/complaints/file/sign/", way):
            is_spanish(client.get(path), path)
        for sent in ({"way": ""}, {"name": "Otra Persona", "city": "", "submission_key": "x", "way": "?"}):
            refused = client.post(way, sent)
            assert refused.status_code == 422, way
            is_spanish(refused, f"{way} refused")
        is_spanish(client.post("/complaints/file/sign/", {"way": ""}), "no way chosen")
        ref, key = mark(client.get(url("job"))), uuid4()
        receipt = sign(client, way, key=key, **more)["Location"]
        is_spanish(client.get(receipt), receipt)
        again = sign(client, way, key=key, **({"copy": picture("otra.png")} if more else {"city": "Monroe"}))
        assert again.status_code in {303, 422}
        if again.status_code == 422:
            is_spanish(again, "sent again with other words")
        other = spanish()
        is_spanish(other.post(url("job"), {"page_ref": ref, "occupation": "Empacadora"}), "filed already")
    gone = spanish()
    is_spanish(gone.get(url("job")), "no draft")
    is_spanish(gone.post(url("job"), {"occupation": "Empacadora"}), "no draft, with text")


@pytest.mark.parametrize("path", ["/", "/privacy/", "/accessibility/", "/complaints/find/", "/complaints/file/",
                                  "/complaints/file/elsewhere/", "/complaints/file/left/", "/nada/",
                                  "/complaints/file/resume/abc/", "/complaints/open/LW-2026-000001/AAAA/"])  # fmt: skip
def test_pages_that_need_no_session(path):
    is_spanish(spanish().get(path), path)


def test_links_that_open_nothing_and_too_many_tries():
    for path in ("/complaints/file/resume/abc/", "/complaints/open/LW-2026-000001/AAAA/"):
        client = spanish()
        for _ in range(22):
            response = client.post(path)
        is_spanish(spanish().get(path), path)
        is_spanish(response, f"{path} too often")
        cache.clear()
        is_spanish(client.post(path), f"{path} wrong")
    form = {"number": "LW-2026-000001", "code": "AAAA"}
    is_spanish(spanish().post("/complaints/find/", {"number": ""}), "find blank")
    is_spanish(spanish().post("/complaints/find/", form), "find wrong")
    for _ in range(22):
        response = spanish().post("/complaints/find/", form)
    is_spanish(response, "find too often")


STATES = [
    *[("living_wage", state) for state in factories.PATHS], *[("unpaid_wages", state) for state in factories.WAGES_PATHS]
]  # fmt: skip


@pytest.mark.parametrize(("kind", "state"), STATES, ids=lambda value: value)
def test_every_state_and_every_act_there_done_or_refused(kind, state):
    case = factories.case_in(state, content=CONTENT if kind == "living_wage" else WAGES)
    if kind == "living_wage" and state == "investigating":
        case = factories.do(case, "request_information", by="investigator", when="2026-03-02 15:00", question="¿Horas?")
    here = f"/complaints/status/{case.number}/"
    roles = ["complainant"] + ["employer"] * case.parties.filter(role="employer").exclude(told_on=None).exists()
    for role in roles:
        client = visitor(case, role)
        is_spanish(client.get(here), f"{state} {role}")
        for part in ("answer/", "evidence/", "withdraw/"):
            shown = client.get(here + part)
            assert shown.status_code in {200, 303, 404}, part
            if shown.status_code != 303:
                is_spanish(shown, f"{state} {role} {part}")
            for sent in ({}, {"answer": "Cuarenta", "reason": "Ya no"}, {"answer": "Otra vez", "papers": picture()}):
                response = client.post(here + part, {"submission_key": str(uuid4()), **sent}, follow=True)
                is_spanish(response, f"{state} {role} {part} {sent}")
    stranger = spanish()
    is_spanish(stranger.post(here + "withdraw/", {"reason": "Ya no"}), "no session")


PARTY_ACTS = [
    (life, row, state) for life in LIFECYCLES for row in life.transitions if row.source and "complainant" in row.by
    for state in life.state_by_name if state not in row.source
]  # fmt: skip


@pytest.mark.parametrize(("life", "row", "state"), PARTY_ACTS, ids=lambda v: getattr(v, "name", getattr(v, "kind", v)))
def test_an_act_refused_by_the_table_is_refused_in_spanish(life, row, state):
    case = factories.case_in(state, content=CONTENT if life.kind == "living_wage" else WAGES)
    with override("es"), pytest.raises(TransitionNotAllowed) as caught:
        factories.do(case, row.name, by="complainant", when="2026-03-03 10:00")
    assert not english_in(caught.value.message), caught.value.message
    assert "no es posible ahora" in caught.value.message


def test_roles_and_foreign_links_are_refused_in_spanish():
    case = factories.case_in("received", content=CONTENT)
    with override("es"), pytest.raises(NotPermitted) as caught:
        factories.do(case, "request_withdrawal", by="employer", when="2026-03-03 10:00")
    assert caught.value.message == (
        "Retirar la queja: solo pueden hacerlo estas personas: persona que presentó la queja o investigador o supervisor."
    )
    other = factories.case_in("received", content=CONTENT)
    with override("es"), pytest.raises(NotPermitted) as caught:
        factories.do(case, "add_evidence", by=factories.party_actor(other, "complainant"), when="2026-03-03 10:00")
    assert caught.value.message == "Agregar archivos: este enlace pertenece a otro caso."


def test_an_answer_without_a_question_is_refused_in_spanish():
    case = factories.case_in("investigating", content=replace(CONTENT, hours_per_week="38"))
    with override("es"):
        assert guards.something_asked(case, factories.party_actor(case, "complainant")) == (
            "No hay ninguna pregunta pendiente."
        )


def test_a_question_answered_in_two_windows_is_refused_in_spanish():
    case = factories.case_in("investigating", content=CONTENT)
    factories.do(case, "request_information", by="investigator", when="2026-03-02 15:00", question="¿Horas?")
    asked = case.information_requests.get(automatic=False)
    client, here = visitor(case), f"/complaints/status/{case.number}/answer/?question={asked.pk}"
    client.post(here, {"submission_key": str(uuid4()), "answer": "Cuarenta"})
    second = client.post(here, {"submission_key": str(uuid4()), "answer": "Treinta"})
    assert second.status_code == 409
    assert "Treinta" in text_of(second), "what was typed is shown"
    is_spanish(second, "answered twice")


def test_a_kind_without_withdrawal_has_no_such_page():
    case = factories.case_in("received", content=WAGES)
    client, here = visitor(case), f"/complaints/status/{case.number}/withdraw/"
    assert client.get(here).status_code == 404
    assert client.post(here, {"submission_key": str(uuid4()), "reason": "Ya no"}).status_code == 404


def refusals() -> dict[str, Any]:
    words = NotPermitted(""), TransitionNotAllowed("Esta pregunta ya se contestó.")
    return {
        "400": lambda request: views.handler400(request, None),
        "403": lambda request: views.handler403(request, words[0]),
        "404": lambda request: views.handler404(request, None),
        "409": lambda request: views.conflict(request, words[1]),
        "413 files": lambda request: views.too_large(request, what="files"),
        "413 text": lambda request: views.too_large(request, what="text"),
        "413 count": lambda request: views.too_large(request, what="count"),
        "422": lambda request: views.key_reused(request, "/"),
        "500": lambda request: views.handler500(request),
        "expired": lambda request: views.csrf_failure(request),
    }


@pytest.mark.parametrize("name", [*refusals(), "429"])
def test_every_error_page(name):
    request = RequestFactory().post("/complaints/find/", {"number": "LW-2026-000001", "reason": "Ya no"},
                                    headers={"origin": "http://testserver"})  # fmt: skip
    with override("es"):
        if name == "429":
            from django.shortcuts import render

            response = render(request, "429.html", status=429)
        else:
            response = refusals()[name](request)
        is_spanish(response, name)


PUBLIC = [
    ROOT / "complaints/lifecycle.py", *ROOT.glob("complaints/views/public*.py"),
    *ROOT.glob("complaints/forms/public*.py"), ROOT / "complaints/answers.py", ROOT / "complaints/content.py",
    ROOT / "complaints/filed.py", ROOT / "complaints/flow.py", ROOT / "complaints/stages.py",
    ROOT / "wagecase/cases/files.py", ROOT / "wagecase/cases/services.py", ROOT / "wagecase/cases/clockwords.py",
    ROOT / "wagecase/cases/act_rows.py",
    *[ROOT / f"wagecase/web/{name}.py" for name in ("fields", "forms", "date_parts", "formatting", "uploads", "views",
                                                     "text_safety", "navigation", "context")],
]  # fmt: skip
GETTEXT = {"_", "gettext", "gettext_lazy", "gettext_noop"}
# What only staff read: the button's and the timeline's words of an act that no party can see or do.
STAFF_WORDS = {
    words for life in LIFECYCLES for row in life.transitions
    for words in (row.says, row.past, *([] if {"complainant", "employer"} & set(row.by) else [row.label])) if words
}  # fmt: skip


def calls(path: Path) -> list[ast.Call]:
    return [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call)]


def test_every_public_sentence_of_the_code_has_its_spanish():
    with (ROOT / "locale/es/LC_MESSAGES/django.mo").open("rb") as file:
        catalog = vars(gettext.GNUTranslations(file))["_catalog"]
    said = [
        (path.name, node.args[0].value)
        for path in PUBLIC for node in calls(path)
        if isinstance(node.func, ast.Name) and node.func.id in GETTEXT and node.args
        and isinstance(node.args[0], ast.Constant)
    ]  # fmt: skip
    assert len(said) > 300, "the test still finds the sentences"
    missing = [(name, words) for name, words in said if words not in STAFF_WORDS and words not in catalog]
    assert not missing


def test_no_module_hides_its_sentences_from_the_collector_under_another_name():
    hidden = [
        f"{path.relative_to(ROOT)}: {alias.name} as {alias.asname}"
        for folder in ("complaints", "closings", "wagecase")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if alias.asname not in {None, "_"}
    ]
    assert not hidden


def test_no_guard_of_a_party_refuses_with_a_bare_sentence():
    rows = [row for life in LIFECYCLES for row in life.transitions if {"complainant", "employer"} & set(row.by)]
    sources = [inspect.getsource(row.guard) for row in rows if row.guard]
    assert sources, "the test still finds guards of the parties' acts"
    bare = [
        source for source in sources for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Constant | ast.JoinedStr)
        and getattr(node.value, "value", "") is not None
    ]  # fmt: skip
    assert not bare


def test_no_translation_waits_to_be_confirmed():
    assert "#, fuzzy" not in (ROOT / "locale/es/LC_MESSAGES/django.po").read_text("utf-8")


SHOWN = (
    "complaints/public/",
    "closings/public/",
    "closings/parts/",
    "errors/",
    "components/",
    "gov/",
    "web/home",
    "web/privacy",
    "web/accessibility",
    "flow.html",
    "base.html",
)


def test_every_sentence_of_the_public_templates_has_its_spanish():
    catalog = (ROOT / "locale/es/LC_MESSAGES/django.po").read_text("utf-8")
    entries = [
        entry for entry in catalog.split("\n\n") if re.search(rf"^#: .*templates/({'|'.join(SHOWN)})", entry, re.M)
    ]
    assert len(entries) > 200, "the test still finds the sentences"
    blank = [entry for entry in entries if re.search(r'^msgstr(\[\d\])? ""$(?!\n")', entry, re.M)]
    assert not blank
