"""A whole filing in Spanish, without script, on a small phone, to be signed on paper: no clock runs until the paper is in."""

import re

import pytest

from tests.journeys.visitor import Pdf
from wagecase.cases.models import Case
from wagecase.deadlines.models import Clock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.usefixtures("staff")]

NUMBER = "LW-2026-000001"
WORKER = "rosa@example.com"
NOT_STARTED = "Los 20 días no han empezado."
WHAT_STARTS_THEM = "Empiezan cuando recibamos su formulario firmado."
WHICH_DAY_STARTS_THEM = "Empiezan el día en que recibamos su formulario firmado."
# Counted by hand. May has 31 days: 20 days after Tuesday, May 5 is Monday, May 25, the last Monday of May and so
# Memorial Day. A legal holiday is no last day (990.001 (4) (b)): Tuesday, May 26. The paper is keyed on Friday, May 8.
STAMPED, DUE, DUE_IN_SPANISH = "2026-05-05", "Tuesday, May 26, 2026", "martes, 26 de mayo de 2026"
ANSWERS = (
    {"problem": "living_wage"},
    {"email": WORKER},
    {"scope": "self"},
    {"occupation": "Limpieza de noche"},
    {},
    {"name": "Limpieza Inventada Ejemplo"},
    {},
    {},
    {"wage": "$7.50 la hora"},
    {},
    {"statement": "Después de la renta no puedo comprar comida."},
    {},
    {"name": "Rosa Ejemplo Núñez"},
    {"email": WORKER},
    {"language": "es"},
    {"identity_disclosure": "no"},
)


def test_a_paper_complaint_in_spanish_without_script(site, visitor, run_due):
    site.set("2026-04-30 10:00")
    worker = visitor(width=320, javascript=False, check=False)  # axe is a script
    file_for_paper(worker)
    read_that_nothing_has_started(worker)
    run_due()
    read_the_form(worker)
    follow_the_message(worker)
    assert not Clock.objects.filter(key="complaints.determination").exists()

    site.set("2026-05-08 15:00")
    staff = visitor()
    record_the_paper(staff)
    run_due()
    read_the_due_date(worker)


def file_for_paper(worker):
    """Choose Spanish on the front page and answer one question a page."""
    worker.open("/")
    worker.press("Español")
    worker.press("Presentar una queja", "link")
    worker.press("Empezar ahora")
    for answer in ANSWERS:
        assert worker.page.get_attribute("html", "lang") == "es"
        worker.fill(answer)
        worker.press("Continuar")
    assert "Rosa Ejemplo Núñez" in worker.words()
    worker.press("Continuar para firmar", "link")
    worker.fill({"way": "paper"})
    worker.press("Continuar")
    assert "Los 20 días todavía no empiezan" in worker.words()
    assert WHAT_STARTS_THEM in worker.words()
    worker.press("Guardar la queja y obtener el formulario")


def read_that_nothing_has_started(worker):
    """The receipt says it in so many words, and what to do; it names no due date."""
    said = worker.words()
    assert "Ya casi termina" in said
    assert NUMBER in said
    assert f"{NOT_STARTED} {WHAT_STARTS_THEM}" in said
    assert "Empiezan los 20 días El día en que recibamos el formulario firmado" in said
    assert "Fecha límite" not in said
    worker.press("Ir a la página de mi caso", "link")
    assert f"{NOT_STARTED} {WHAT_STARTS_THEM}" in worker.words()
    assert "Firme el formulario y envíenoslo" in worker.words()
    assert "Fecha límite" not in worker.words()


def read_the_form(worker):
    """Once the runner has made it, the form is behind the one button of the page; it says the same on its first page."""
    worker.open(f"/complaints/status/{NUMBER}/")
    form = Pdf(worker.fetch(worker.href("Abrir el formulario")))
    assert f"{NOT_STARTED} {WHICH_DAY_STARTS_THEM}" in form.words
    for part in (NUMBER, "Formulario de queja", "Rosa Ejemplo Núñez", "$7.50 la hora", "bajo pena de falso juramento"):
        assert part in form.words, part
    assert form.language == "es"
    assert form.tags().count("/H1") == 2


def follow_the_message(worker):
    """So does the message, which leads to the page by the press of a button."""
    said = worker.follow_mail(WORKER, re.compile(f"{NUMBER}.*firma"), "Abrir mi caso")
    assert f"{NOT_STARTED} {WHICH_DAY_STARTS_THEM}" in said
    worker.press("Abrir mi caso")
    assert worker.page.url.endswith(f"/complaints/status/{NUMBER}/")
    assert f"{NOT_STARTED} {WHAT_STARTS_THEM}" in worker.words()


def record_the_paper(staff):
    """Staff key the paper three days after its stamp; the 20 days count from the stamp."""
    staff.sign_in("ina", then=f"/complaints/{NUMBER}/")
    assert "The 20 days have not started." in staff.words("body")
    staff.press("Record the signed form", "link")
    staff.fill({
        "stamped_on": STAMPED, "method": "paper", "signed_name": "Rosa Ejemplo Núñez", "city": "Madison",
        "state": "Wisconsin", "signed_on": "2026-05-02",
    })  # fmt: skip
    staff.press("Record the signed form")
    assert f"Decision due {DUE}" in staff.words("body")
    why = staff.derivation()
    assert "stamped Tuesday, May 5, 2026" in why
    assert "20 calendar days, first day not counted: Monday, May 25, 2026." in why
    assert "Memorial Day is a legal holiday and does not count as a last day: Tuesday, May 26, 2026." in why
    [clock] = Case.objects.get().clocks.filter(key="complaints.determination")
    assert (clock.status, str(clock.start_on), str(clock.legal_due)) == ("running", "2026-05-05", "2026-05-26")


def read_the_due_date(worker):
    """The worker is told, by message and on the page, that the clock runs, since when and until when."""
    said = worker.follow_mail(WORKER, re.compile(f"{NUMBER}.*26 de mayo de 2026"), "Abrir mi caso")
    assert DUE_IN_SPANISH in said
    assert "martes, 5 de mayo de 2026" in said
    worker.press("Abrir mi caso")
    assert DUE_IN_SPANISH in worker.words()
    assert NOT_STARTED not in worker.words()
    assert "martes, 5 de mayo de 2026" in worker.derivation("Cómo calculamos esta fecha")
    receipt = Pdf(worker.fetch(worker.href(re.compile("Recibo|Comprobante"))))
    assert DUE_IN_SPANISH in receipt.words
