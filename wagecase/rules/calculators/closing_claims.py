"""Answer whether the facts fit an exception from notice, and what dates a claim for late notice has."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from wagecase.rules import closing_claims
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import BooleanField, ChoiceField, DateField
from wagecase.rules.closing_claims import CAPITAL, RELOCATION, SALE, TEMPORARY
from wagecase.rules.finding import Finding, joined

Result = Finding[Mapping[str, Any]]

JUDGED = ("project-completion", "unforeseeable-circumstances", "disaster")
_FACTS = {
    SALE: ("written_agreement",),
    RELOCATION: ("commuting_distance", "offered_to_substantially_all"),
    CAPITAL: ("actively_seeking", "notice_would_prevent", "contemporaneous_record", "notarized", "affidavit"),
}
_CLAIM = ("claim_raw_due", "claim_legal_due", "timely")
_WINDOW = ("window_ends", "must_refer", "refer_on")
_JUSTICE = ("justice_until", "employee_may_sue_from", "barred_after")


def closing_exception(
    *,
    kind: str,
    cessation: date | None,
    recalled_on: date | None,
    closing: date | None,
    rehired_on: date | None,
    **facts: bool | None,
) -> Result:
    """Return whether the stated facts fit an exception with a date or a proof (R-109.07-5a to -6f)."""
    if cessation is not None:
        return closing_claims.temporary_exception(cessation=cessation, recalled_on=recalled_on)
    own = {name: facts[name] for name in _FACTS[kind]}
    if closing is not None:
        return closing_claims.rehire_exception(kind=kind, closing=closing, rehired_on=rehired_on, facts=own)
    return closing_claims.capital_exception(own)


def closing_claim_clocks(
    *,
    closing: date | None,
    filed: date | None,
    determination_notified: date | None,
    paid_in_full_on: date | None,
    referred: date | None,
) -> Result:
    """Return the dates of a claim for late notice, from filing to the bar (R-109.07-4a to -4d)."""
    if closing is None and filed is None and referred is None:
        raise Refusal("missing", "closing", "give the closing, the filing or the referral")
    if filed is None and (determination_notified is not None or paid_in_full_on is not None):
        raise Refusal("missing", "filed", "a determination or a payment needs the day of the filing")
    for name, day in (("determination_notified", determination_notified), ("referred", referred)):
        if filed is not None and day is not None and day < filed:
            raise Refusal("out-of-range", name, "this is before the claim was filed")
    value: dict[str, Any] = dict.fromkeys((*_CLAIM, *_WINDOW, *_JUSTICE))
    parts: list[Finding[Any]] = []
    if closing is not None:
        parts.append(closing_claims.claim_due(closing))
        value["claim_raw_due"], value["claim_legal_due"] = parts[-1].value
        if filed is not None:
            parts.append(closing_claims.claim_in_time(filed, legal_due=value["claim_legal_due"]))
            value["timely"] = parts[-1].value
    if filed is not None:
        window = closing_claims.window(
            filed=filed, notified=determination_notified, paid=paid_in_full_on, timely=value["timely"]
        )
        parts.append(window)
        found = window.value
        value |= {"window_ends": found.ends, "must_refer": found.must_refer, "refer_on": found.refer_on}
    if referred is not None:
        parts.append(closing_claims.justice_dates(referred))
        value |= parts[-1].value
    return joined(value, *parts)


CLOSING_EXCEPTION = Calculator(
    name="closing-exception",
    question=Label(
        "Do the stated facts fit an exception with a date or a proof?",
        "¿Corresponden los hechos a una excepción con fecha o prueba?",
    ),
    audience="staff",
    selector="kind",
    inputs=(
        Input(
            name="kind",
            type=ChoiceField((TEMPORARY, SALE, RELOCATION, CAPITAL, *JUDGED), beyond=JUDGED),
            needed=True,
            label=Label("Exception", "Excepción"),
            meaning="which exception",
        ),
        Input(
            name="cessation",
            type=DateField(),
            needed=True,
            words=(TEMPORARY,),
            label=Label("Day the work stopped", "Día en que paró el trabajo"),
            meaning="day the work stopped",
        ),
        Input(
            name="recalled_on",
            type=DateField(),
            words=(TEMPORARY,),
            label=Label("Day of the last recall", "Día de la última reincorporación"),
            meaning="day the last affected employee was recalled; absent: not recalled",
        ),
        Input(
            name="closing",
            type=DateField(),
            needed=True,
            words=(SALE, RELOCATION),
            label=Label("Day of the closing or layoff", "Día del cierre o despido"),
            meaning="day of the closing or layoff",
        ),
        Input(
            name="rehired_on",
            type=DateField(),
            words=(SALE, RELOCATION),
            label=Label("Day of hiring or transfer", "Día de contratación o traslado"),
            meaning="day by which substantially all were hired or transferred, or are to be; absent: not yet known, "
            "the agreement or the offer is what the text asks for",
        ),
        Input(
            name="written_agreement",
            type=BooleanField(),
            words=(SALE,),
            label=Label("Written in the purchase agreement", "Escrito en el contrato de compra"),
            meaning="the purchase agreement says so in writing",
        ),
        Input(
            name="commuting_distance",
            type=BooleanField(),
            words=(RELOCATION,),
            label=Label("Within commuting distance", "A distancia razonable de viaje"),
            meaning="the new place is within reasonable commuting distance",
        ),
        Input(
            name="offered_to_substantially_all",
            type=BooleanField(),
            words=(RELOCATION,),
            label=Label("Transfer offered", "Traslado ofrecido"),
            meaning="transfer offered to substantially all affected employees",
        ),
        Input(
            name="actively_seeking",
            type=BooleanField(),
            needed=True,
            words=(CAPITAL,),
            label=Label("Was seeking capital or business", "Buscaba capital o negocios"),
            meaning="was actively seeking capital or business when notice was due",
        ),
        Input(
            name="notice_would_prevent",
            type=BooleanField(),
            needed=True,
            words=(CAPITAL,),
            label=Label("Notice would have prevented it", "El aviso lo habría impedido"),
            meaning="reasonably and in good faith believed that notice would have prevented it",
        ),
        Input(
            name="contemporaneous_record",
            type=BooleanField(),
            needed=True,
            words=(CAPITAL,),
            label=Label("Record made at the time", "Registro hecho en su momento"),
            meaning="written record made at the time",
        ),
        Input(
            name="notarized",
            type=BooleanField(),
            needed=True,
            words=(CAPITAL,),
            label=Label("Documents notarized", "Documentos notariados"),
            meaning="documents notarized as the rules require",
        ),
        Input(
            name="affidavit",
            type=BooleanField(),
            needed=True,
            words=(CAPITAL,),
            label=Label("Affidavit", "Declaración jurada"),
            meaning="affidavit verifying the content",
        ),
    ),
    outputs=(
        Output("recall_by", "date or null", "temporary-cessation: cessation + 60 days, no roll"),
        Output("rehire_by", "date or null", "sale, relocation: closing + 6 calendar months, no roll"),
        Output(
            "missing_facts",
            "list of text",
            "names of the inputs that are absent or false or too late, in table order",
        ),
        Output(
            "facts_fit",
            "boolean",
            "no facts are missing; only a determination of the department frees the employer",
        ),
    ),
    rules=("R-109.07-5-6-dept", "R-109.07-5a", "R-109.07-5b", "R-109.07-6a", "R-109.07-6b", "R-109.07-6f"),
    citations=(
        "109.07 (5), (6)", "109.07 (5) (a)", "109.07 (5) (b)", "109.07 (6) (a)", "109.07 (6) (b)", "109.07 (6) (f)",
    ),
    function=closing_exception,
    example={
        "kind": RELOCATION, "closing": "2026-03-31", "rehired_on": "2026-08-03", "commuting_distance": True,
        "offered_to_substantially_all": True,
    },
)  # fmt: skip

CLOSING_CLAIM_CLOCKS = Calculator(
    name="closing-claim-clocks",
    question=Label(
        "What are the dates of a claim for late notice, from filing to the bar?",
        "¿Cuáles son las fechas de un reclamo por aviso tardío, desde su presentación hasta su prescripción?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="closing",
            type=DateField(),
            label=Label("Day of the closing or layoff", "Día del cierre o despido"),
            meaning="day of the closing or layoff",
        ),
        Input(
            name="filed",
            type=DateField(),
            label=Label("Claim received", "Reclamo recibido"),
            meaning="day the department received the claim",
        ),
        Input(
            name="determination_notified",
            type=DateField(),
            label=Label("Employee notified of the determination", "Determinación notificada al empleado"),
            meaning="day the employee was notified of the determination; absent: none",
        ),
        Input(
            name="paid_in_full_on",
            type=DateField(),
            label=Label("Paid in full", "Pagado por completo"),
            meaning="day the claim was paid in full; part payment does not count",
        ),
        Input(
            name="referred",
            type=DateField(),
            label=Label("Referred to justice", "Remitido a justicia"),
            meaning="day of referral to the department of justice",
        ),
    ),
    outputs=(
        Output("claim_raw_due", "date or null", "closing + 300 days; null without closing"),
        Output("claim_legal_due", "date or null", "rolled as a filing with an office"),
        Output("timely", "boolean or null", "filed on or before claim_legal_due; null without closing and filed"),
        Output(
            "window_ends",
            "date or null",
            "the earlier of filed + 180 and determination notified + 30; no roll; null without filed",
        ),
        Output(
            "must_refer",
            "boolean or null",
            "false if paid in full on or before window_ends, or if the claim is not timely; null without filed",
        ),
        Output(
            "refer_on",
            "date or null",
            "first office day after window_ends, a rule of the office; null if must_refer is false",
        ),
        Output("justice_until", "date or null", "referred + 120 days, no roll; null without referred"),
        Output("employee_may_sue_from", "date or null", "the day after"),
        Output("barred_after", "date or null", "referred + 1 year, no roll: last day to begin an action"),
    ),
    rules=("R-109.07-4a", "R-109.07-4b", "R-109.07-4c", "R-109.07-4d", "C-3", "C-4", "C-9"),
    citations=("109.07 (4) (a)", "109.07 (4) (b)", "109.07 (4) (c)", "109.07 (4) (d)"),
    function=closing_claim_clocks,
    example={"closing": "2026-07-31", "filed": "2026-10-05", "determination_notified": "2027-03-01"},
)

CALCULATORS = (CLOSING_EXCEPTION, CLOSING_CLAIM_CLOCKS)
