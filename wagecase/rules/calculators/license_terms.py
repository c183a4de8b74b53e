"""Answer who may have a license and for how long: students, terms, renewals (DWD 272.09 (9), (11), (14), (15))."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from wagecase.rules import license_dates, student_learners
from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output, Refusal
from wagecase.rules.calculators.fields import BooleanField, ChoiceField, DateField, IntegerField
from wagecase.rules.classes import age_on
from wagecase.rules.finding import Finding, Step

Result = Finding[Mapping[str, Any]]

_OLDEST = 120
# Who sets the term: the department designates it, the sponsored worker's ends after a year, the student's stands on the
# license.
_TERMS = {
    "employer": "DWD 272.09 (8) (c)",
    "sponsored-worker": "DWD 272.09 (14)",
    "student-learner": "DWD 272.09 (15) (c) 3.",
}


def student_learner_eligibility(
    *, age: int | None, birth_date: date | None, date: date | None, work_permit: bool, **judged: bool | None
) -> Result:
    """Return whether a student meets the criteria for a student-learner license (R-272.09-15b1 to 15b8)."""
    if age is not None:
        if birth_date is not None or date is not None:
            raise Refusal("invalid", "age", "give the age, or the day of birth and the first day of work, not both")
    elif birth_date is None:
        name = "age" if date is None else "birth_date"
        raise Refusal("missing", name, "give the age, or the day of birth and the first day of work")
    elif date is None:
        raise Refusal("missing", "date", "give the first day of work beside the day of birth")
    elif date < birth_date:
        raise Refusal("out-of-range", "date", "the first day of work is before the birth")
    else:
        age = age_on(birth=birth_date, on=date)
    return student_learners.student_criteria(
        age=age,
        work_permit=work_permit,
        judged={name: met for name, met in judged.items() if met is not None},
    )


def license_term(
    *, kind: str, issued: date | None, effective: date | None, expires: date | None, ended: date | None
) -> Result:
    """Return whether the dates of a license are allowed and how long its records are kept (R-272.09-2a, 11f, 14, 15)."""
    if all(day is None for day in (issued, effective, expires, ended)):
        raise Refusal("missing", "effective", "give the first day of the license, or another of its days")
    if expires is not None and effective is not None and expires < effective:
        raise Refusal("out-of-range", "expires", "the license would end before its first day")
    student = kind == "student-learner"
    value: dict[str, Any] = dict.fromkeys(("allowed", "latest_expiry", "term_ok", "keep_until"))
    found: list[Finding[Any]] = []
    steps: list[Step] = []
    if issued is not None and effective is not None:
        found.append(license_dates.not_retroactive(student=student, issued=issued, effective=effective))
        value["allowed"] = found[-1].value
    if kind == "sponsored-worker":
        if effective is not None:
            found.append(license_dates.sponsored_term(effective))
            value["latest_expiry"] = found[-1].value
            if expires is not None:
                value["term_ok"] = expires <= found[-1].value
                steps.append(_term_step(expires, latest=found[-1].value))
    else:
        steps.append(Step("licenses.no_longest_term", {}))
    if ended is not None:
        found.append(license_dates.keep_until(student=student, ended=ended))
        value["keep_until"] = found[-1].value
    steps = [*(step for part in found for step in part.steps), *steps]
    cites = dict.fromkeys(cite for part in found for cite in part.citations)
    if not cites:  # where nothing else is found, the answer is what the provision on terms leaves open
        cites[_TERMS[kind]] = None
    return Finding(value, tuple(steps) or (Step("licenses.term_unknown", {}),), tuple(cites))


def _term_step(expires: date, *, latest: date) -> Step:
    key = "licenses.term_ok" if expires <= latest else "licenses.term_long"
    return Step(key, {"expires": expires, "latest": latest})


def renewal_continuation(
    *, expires: date, renewal_filed: date | None, decision: str, decided_on: date | None, date: date | None
) -> Result:
    """Return whether the old license stays in force while a renewal is pending (R-272.09-9b, 9c)."""
    if decision == "pending":
        if decided_on is not None:
            raise Refusal("invalid", "decided_on", "a pending renewal has no day of decision")
    elif decided_on is None:
        raise Refusal("missing", "decided_on", "give the day on which the decision was served")
    elif renewal_filed is None:
        raise Refusal("missing", "renewal_filed", "a decision needs a renewal application")
    elif decided_on < renewal_filed:
        raise Refusal("out-of-range", "decided_on", "the decision is before the application")
    return license_dates.renewal(expires=expires, filed=renewal_filed, decision=decision, decided=decided_on, on=date)


def _criterion(name: str, *, label: Label, meaning: str) -> Input:
    return Input(name=name, type=BooleanField(), label=label, meaning=f"{meaning}; not judged if absent")


STUDENT_LEARNER_ELIGIBILITY = Calculator(
    name="student-learner-eligibility",
    question=Label(
        "Does a student meet the criteria for a student-learner license?",
        "¿Cumple un estudiante los criterios para una licencia de estudiante aprendiz?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="age",
            type=IntegerField(0, _OLDEST),
            label=Label("Age", "Edad"),
            meaning="age in years on the first day of work; give this or birth_date with date",
        ),
        Input(
            name="birth_date",
            type=DateField(),
            label=Label("Day of birth", "Día de nacimiento"),
            meaning="date of birth",
        ),
        Input(
            name="date",
            type=DateField(),
            label=Label("First day of work", "Primer día de trabajo"),
            meaning="first day of work under the license",
        ),
        Input(
            name="work_permit",
            type=BooleanField(),
            needed=True,
            label=Label("Work permit", "Permiso de trabajo"),
            meaning="the student has a work permit",
        ),
        _criterion(
            "bona_fide_program",
            label=Label("Bona fide program", "Programa legítimo"),
            meaning="bona fide school training program",
        ),
        _criterion(
            "subminimum_necessary",
            label=Label("Subminimum pay is necessary", "El pago menor al mínimo es necesario"),
            meaning="subminimum pay is needed to provide the opportunity",
        ),
        _criterion(
            "skill_needs_learning_period",
            label=Label("Skill needs a learning period", "El oficio requiere un período de aprendizaje"),
            meaning="the occupation needs enough skill for a learning period",
        ),
        _criterion(
            "more_than_repetitive_speed",
            label=Label("More than repetitive speed", "Más que rapidez repetitiva"),
            meaning="training is for more than dexterity and speed in repetitive work",
        ),
        _criterion(
            "displaces_no_worker",
            label=Label("No worker displaced", "No desplaza a ningún trabajador"),
            meaning="no worker is displaced",
        ),
        _criterion(
            "keeps_wage_standards",
            label=Label("Wage standards kept", "Se mantienen los niveles salariales"),
            meaning="does not depress wages or standards of experienced workers",
        ),
        _criterion(
            "keeps_apprenticeship",
            label=Label("Apprenticeship kept", "Se mantiene el aprendizaje formal"),
            meaning="does not hinder apprenticeship",
        ),
    ),
    outputs=(
        Output("eligible", "boolean", "no criterion fails"),
        Output("age", "count", "age used"),
        Output(
            "failed",
            "list of text",
            "criteria that fail, in this order: age, work-permit, bona-fide-program, subminimum-necessary, skill, "
            "repetitive, displacement, wage-standards, apprenticeship",
        ),
    ),
    rules=tuple(f"R-272.09-15b{n}" for n in range(1, 9)),
    citations=("DWD 272.09 (15) (b) 3.", *(cite for _, cite in student_learners.CRITERIA.values())),
    function=student_learner_eligibility,
    example={"birth_date": "2009-08-14", "date": "2026-06-08", "work_permit": True, "bona_fide_program": True},
)

LICENSE_TERM = Calculator(
    name="license-term",
    question=Label(
        "Are the dates of a license allowed, and how long must its records be kept?",
        "¿Se permiten las fechas de una licencia, y cuánto tiempo se guardan sus registros?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="kind",
            type=ChoiceField(("employer", "sponsored-worker", "student-learner")),
            needed=True,
            label=Label("Kind of license", "Tipo de licencia"),
            meaning="kind of license",
        ),
        Input(name="issued", type=DateField(), label=Label("Day of issue", "Día de emisión"), meaning="day of issue"),
        Input(name="effective", type=DateField(), label=Label("First day", "Primer día"), meaning="first day"),
        Input(
            name="expires",
            type=DateField(),
            label=Label("Last day stated", "Último día indicado"),
            meaning="last day stated",
        ),
        Input(
            name="ended",
            type=DateField(),
            label=Label("Day it really ended", "Día en que terminó de hecho"),
            meaning="day the license period really ended",
        ),
    ),
    outputs=(
        Output("allowed", "boolean or null", "effective on or after issue; null without issued and effective"),
        Output(
            "latest_expiry",
            "date or null",
            "sponsored-worker with effective only: day before the anniversary of effective (29 February clamps first)",
        ),
        Output(
            "term_ok",
            "boolean or null",
            "sponsored-worker with effective and expires only: expires on or before latest_expiry",
        ),
        Output("keep_until", "date or null", "ended + 3 years; null without ended"),
    ),
    rules=("R-272.09-2a", "R-272.09-8a", "R-272.09-11f", "R-272.09-14", "R-272.09-15c3", "R-272.09-15d"),
    citations=(
        "DWD 272.09 (2) (a)",
        "DWD 272.09 (8) (c)",
        "DWD 272.09 (11) (f)",
        "DWD 272.09 (14)",
        "DWD 272.09 (15) (c) 3.",
        "DWD 272.09 (15) (d)",
    ),
    function=license_term,
    example={
        "kind": "sponsored-worker", "issued": "2026-08-20", "effective": "2026-09-01", "expires": "2027-08-31",
    },
)  # fmt: skip

RENEWAL_CONTINUATION = Calculator(
    name="renewal-continuation",
    question=Label(
        "Does the old license stay in force while a renewal is pending?",
        "¿Sigue vigente la licencia anterior mientras se decide una renovación?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="expires",
            type=DateField(),
            needed=True,
            label=Label("Last day of the old license", "Último día de la licencia anterior"),
            meaning="last day of the old license",
        ),
        Input(
            name="renewal_filed",
            type=DateField(),
            label=Label("Renewal received", "Renovación recibida"),
            meaning="day the department received the proper renewal application; absent: not filed",
        ),
        Input(
            name="decision",
            type=ChoiceField(("pending", "granted", "denied")),
            default="pending",
            label=Label("State of the renewal", "Estado de la renovación"),
            meaning="state of the renewal",
        ),
        Input(
            name="decided_on",
            type=DateField(),
            label=Label("Decision served", "Decisión notificada"),
            meaning="day the grant or denial was served; needed unless pending",
        ),
        Input(
            name="date",
            type=DateField(),
            label=Label("Day asked about", "Día de la pregunta"),
            meaning="day asked about",
        ),
    ),
    outputs=(
        Output("timely", "boolean", "filed on or before the last day"),
        Output("continues_until_decision", "boolean", "the old license continues until the decision (same as timely)"),
        Output(
            "last_day",
            "date or null",
            "last day of the old license: expires, or the later of expires and decided_on if timely and decided; null "
            "while pending and timely",
        ),
        Output("old_license_in_force", "boolean or null", "whether the old license covers date; null without date"),
    ),
    rules=("R-272.09-9b", "R-272.09-9c"),
    citations=("DWD 272.09 (9) (b)", "DWD 272.09 (9) (c)"),
    function=renewal_continuation,
    example={
        "expires": "2026-12-31", "renewal_filed": "2026-12-01", "decision": "denied", "decided_on": "2027-02-10",
        "date": "2027-02-01",
    },
)  # fmt: skip

CALCULATORS = (STUDENT_LEARNER_ELIGIBILITY, LICENSE_TERM, RENEWAL_CONTINUATION)
