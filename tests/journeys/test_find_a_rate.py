"""Somebody finds what should have been paid, then checks pay and a due date in Spanish, on a phone and without an account."""

import pytest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_a_young_waiter_finds_the_rate_and_goes_back(site, visitor):
    site.set("2026-03-02 09:00")
    waiter = visitor(width=320)
    waiter.open("/")
    waiter.press("Find the minimum wage", "link", inside=waiter.page.locator("main"))
    waiter.press("What should I have been paid?", "link", inside=waiter.page.locator("main"))
    waiter.press("Continue")
    assert "Enter the day of the work" in waiter.words()
    answer(waiter, {"day_0": "2", "day_1": "14", "day_2": "2026"})
    answer(waiter, {"kind": "other"})
    answer(waiter, {"license": "no"})
    answer(waiter, {"age": "18-19"})
    # 90 days with February 14, 2026 as the last: 14 of February, 31 of January, 31 of December, 14 of November.
    assert "Did you start working for this employer on November 17, 2025 or later?" in waiter.words()
    answer(waiter, {"first_days": "no"})
    answer(waiter, {"tips": "regular"})
    answer(waiter, {"kept": "no"})
    answer(waiter, {"declared": "yes"})
    assert "The lowest pay was $2.33 an hour in cash, and $7.25 an hour together with your tips." in waiter.words()

    waiter.page.reload()
    assert "$7.25 an hour together with your tips" in waiter.words()
    waiter.press("Back", "link", inside=waiter.page.locator(".wc-back"))
    assert waiter.page.is_checked("[name=declared][value=yes]")
    answer(waiter, {"declared": "no"})
    assert "The lowest pay was $7.25 an hour." in waiter.words()
    waiter.page.go_back()
    waiter.page.go_back()
    assert "$7.25 an hour together with your tips" in waiter.words()

    waiter.press("Español")
    assert "El pago más bajo era $2.33 por hora en efectivo, y $7.25 por hora junto con sus propinas." in waiter.words()
    waiter.press("Enlace a esta respuesta", "link")
    assert "$7.25 por hora junto con sus propinas" in waiter.words()


def test_two_calculators_in_spanish(site, visitor):
    site.set("2026-03-02 09:00")
    worker = visitor(width=320, language="es-US")
    worker.open("/rates/")
    worker.press("Calculadoras: revise su pago o una fecha límite", "link")
    worker.press("¿Me pagaron el salario mínimo?", "link")
    # Monday, July 20, 2009: 24 hours at $6.50; Friday, July 24, 2009: 16 hours at $7.25. Required $272.00.
    rows = ((0, "20", "24", "156"), (1, "24", "16", "$104.00"))
    for row, day, hours, paid in rows:
        values = {"date_0": "7", "date_1": day, "date_2": "2009", "hours": hours, "paid": paid}
        for name, value in values.items():
            worker.page.fill(f"[name=work-{row}-{name}]", value)
    worker.press("Calcular")
    assert "Al pago le faltan $12.00: se pagaron $260.00 y el mínimo es $272.00." in worker.words()
    assert "24 horas x $6.50; pagado: $156.00." in worker.words()

    worker.press("Calculadoras", "link", inside=worker.page.locator(".wc-back"))
    worker.press("¿Cuándo vence la decisión sobre una queja?", "link")
    for name, value in {"verified_0": "2", "verified_1": "9", "verified_2": "2026"}.items():
        worker.page.fill(f"[name={name}]", value)
    worker.press("Calcular")
    # 20 days after February 9 is Sunday, March 1, which is no last day (990.001 (4) (b)).
    assert "La decisión vence el lunes, 2 de marzo de 2026." in worker.words()
    assert "Un domingo no cuenta como último día" in worker.words()
    worker.press("Enlace a este cálculo", "link")
    assert "La decisión vence el lunes, 2 de marzo de 2026." in worker.words()


def answer(who, values):
    """Answer the question on the page and go on."""
    who.fill(values)
    who.press("Continue")
