"""Declare the questions about tips: the credit, the regular rate and the pool."""

from decimal import Decimal

from wagecase.rules.calculators.declaration import Calculator, Input, Label, Output
from wagecase.rules.calculators.fields import BooleanField, DateField, DecimalField, ListField, ObjectField, Part, money
from wagecase.rules.calculators.rate_lookup import DWD, SOURCE, class_input, day_input
from wagecase.rules.calculators.tipped_pay import regular_rate, tip_credit, tip_pool
from wagecase.rules.money import ZERO

_HOURLY = DecimalField(minimum=Decimal(0), maximum=Decimal(10000))
_WEEK = ObjectField(
    (
        Part("hours", DecimalField(minimum=Decimal(0), maximum=Decimal(168))),
        Part("tips", money(), needed=False, default=ZERO),
        Part("cash_paid", money(), needed=False),
        Part("date", DateField(), needed=False),
    )
)
_PERSON = ObjectField(
    tuple(
        Part(name, money(), needed=False, default=ZERO)
        for name in ("tips", "given", "taken", "charge_share", "merchandise")
    )
)

TIP_CREDIT = Calculator(
    name="tip-credit",
    question=Label(
        "How much tip credit may an employer take, and what is owed when tips and cash fall short?",
        "¿Cuánto crédito por propinas puede tomar un empleador, y cuánto se debe cuando las propinas y el efectivo no "
        "alcanzan?",
    ),
    audience="public",
    inputs=(
        SOURCE,
        class_input(
            *("general", "minor", "opportunity"),
            default="general",
            meaning="class whose minimum must be reached; the cash floor is the tipped rate, or the tipped opportunity "
            "rate for opportunity",
        ),
        day_input("day whose rates apply"),
        Input(
            name="cash_rate",
            type=_HOURLY,
            meaning="cash wage an hour for weeks without cash_paid; the tipped rate if absent",
            label=Label("Cash wage an hour", "Salario en efectivo por hora"),
        ),
        Input(
            name="weeks",
            type=ListField(_WEEK, 1, 60),
            meaning="one row a week: hours (0 to 168), tips (kept by the employee, 0.00 if absent), cash_paid (cash "
            "wages of the week; cash_rate x hours if absent), date (day whose rates apply to that week; the date above "
            "if absent)",
            label=Label("Weeks", "Semanas"),
        ),
        Input(
            name="declaration",
            type=BooleanField(),
            default=True,
            words=(DWD,),
            meaning="a tip declaration signed by the employee exists for the pay period; true if absent",
            label=Label("Signed tip declaration", "Declaración de propinas firmada"),
        ),
        Input(
            name="withholding",
            type=BooleanField(),
            default=True,
            words=(DWD,),
            meaning="payroll records show that social security or taxes were withheld for the pay period; true if "
            "absent",
            label=Label("Taxes withheld", "Impuestos retenidos"),
        ),
        Input(
            name="tips_turned_over",
            type=BooleanField(),
            default=False,
            words=(DWD,),
            meaning="tips are turned over or credited to the employer as gross receipts; false if absent",
            label=Label("Tips turned over to the employer", "Propinas entregadas al empleador"),
        ),
    ),
    outputs=(
        Output("minimum", "money", "hourly minimum of the class on date"),
        Output("tipped_rate", "money", "cash floor an hour on date"),
        Output("max_tip_credit", "money", "minimum less tipped_rate, an hour"),
        Output("credit_allowed", "boolean", "false without declaration or withholding, or with tips turned over"),
        Output("tips_counted", "money", "sum of tips that count; 0.00 if no credit is allowed"),
        Output(
            "credit_used",
            "money",
            "sum over weeks of the smaller of tips counted and minimum x hours less the larger of cash and tipped "
            "rate x hours, not below 0",
        ),
        Output(
            "make_up",
            "money",
            "sum over weeks of minimum x hours - cash - tips counted, each not below 0, rounded half up once at the "
            "end",
        ),
        Output(
            "cash_deficiency",
            "money",
            "sum over weeks of tipped rate x hours - cash, each not below 0, rounded half up once",
        ),
        Output(
            "owed",
            "money",
            "sum over weeks of the larger of the two shortfalls, rounded half up once: cash paid for one counts for "
            "the other",
        ),
        Output(
            "whole_period_make_up",
            "money",
            "what one test over all weeks together would give; for information, never the answer",
        ),
        Output("compliant", "boolean", "nothing is owed: owed is 0.00"),
        Output("weekly_make_up", "list of money", "make-up of each week, each rounded half up"),
    ),
    rules=(
        *("R-272.03-2", "R-272.03-2a", "R-272.03-2am", "R-272.03-2b1", "R-272.03-2g1", "R-272.03-2g2"),
        *("R-272.03-2g3", "R-272.03-1", "R-272.03-1m", "R-AB77-035-3a", "R-SB130-035-3a", "X-09", "C-7", "C-13"),
    ),
    citations=(
        *("DWD 272.03 (2) (g) 1.", "DWD 272.03 (2)", "DWD 272.03 (2) (g) 2.", "DWD 272.03 (2) (b) 1."),
        "DWD 272.03 (2) (g) 3.",
    ),
    function=tip_credit,
    selector="source",
    word_first=False,
    example={"date": "2010-01-04", "weeks": [{"hours": "40", "tips": "300.00"}, {"hours": "40", "tips": "100.00"}]},
)

REGULAR_RATE = Calculator(
    name="regular-rate",
    question=Label(
        "What is a tipped employee's regular rate of pay for overtime in a workweek?",
        "¿Cuál es la tarifa regular de pago, para horas extra, de un empleado con propinas en una semana de trabajo?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="hours",
            type=DecimalField(above=Decimal(0), maximum=Decimal(168)),
            needed=True,
            meaning="hours worked in the workweek",
            label=Label("Hours", "Horas"),
        ),
        Input(
            name="cash_rate",
            type=_HOURLY,
            needed=True,
            meaning="cash wage an hour",
            label=Label("Cash wage an hour", "Salario en efectivo por hora"),
        ),
        Input(
            name="tip_credit_rate",
            type=_HOURLY,
            needed=True,
            meaning="tip credit taken an hour",
            label=Label("Tip credit an hour", "Crédito por propinas por hora"),
        ),
        Input(
            name="commissions",
            type=money(),
            default=ZERO,
            meaning="commissions and included bonuses of the week",
            label=Label("Commissions and bonuses", "Comisiones y bonificaciones"),
        ),
        Input(
            name="tips_total",
            type=money(),
            meaning="tips received in the week; tips below the credit leave a balance that the employer owes in cash, "
            "and it is counted as pay",
            label=Label("Tips of the week", "Propinas de la semana"),
        ),
    ),
    outputs=(
        Output("regular_rate", "money", "total pay / hours, half up to the cent"),
        Output(
            "total_pay", "money", "cash wages + tip credit taken (tips and balance) + commissions, half up to the cent"
        ),
        Output("tip_credit", "money", "part of the tip credit taken that tips cover, half up to the cent"),
        Output(
            "balance_owed",
            "money",
            "tip credit taken less tips, not below 0, half up to the cent; 0.00 without tips_total",
        ),
        Output("tips_left_out", "money or null", "tips above the credit; null without tips_total"),
        Output("tie", "boolean", "the regular rate was an exact half cent"),
    ),
    rules=("R-272.03-2h", "R-272.03-2g2", "C-7"),
    citations=("DWD 272.03 (2) (h)", "DWD 272.03 (2) (g) 2."),
    function=regular_rate,
    example={
        "hours": "45",
        "cash_rate": "2.33",
        "tip_credit_rate": "4.92",
        "commissions": "22.50",
        "tips_total": "400.00",
    },
)

TIP_POOL = Calculator(
    name="tip-pool",
    question=Label(
        "Which tips count for each person after splitting, and what of a service charge must be paid out?",
        "¿Qué propinas cuentan para cada persona después de repartirlas, y qué parte de un cargo por servicio debe "
        "pagarse?",
    ),
    audience="staff",
    inputs=(
        Input(
            name="people",
            type=ListField(_PERSON, 1, 200),
            needed=True,
            meaning="one row a person, each field 0.00 if absent: tips (received from customers), given (handed to "
            "others in the split; not more than tips + taken), taken (received from others in the split), charge_share "
            "(part of a service charge paid to the person), merchandise (value of tickets, passes, goods: never "
            "counts)",
            label=Label("People", "Personas"),
        ),
        Input(
            name="service_charge",
            type=money(),
            default=ZERO,
            meaning="compulsory service charge of the pay period",
            label=Label("Service charge", "Cargo por servicio"),
        ),
        Input(
            name="for_employees",
            type=BooleanField(),
            default=False,
            meaning="the charge was negotiated for distribution to employees",
            label=Label("Negotiated for employees", "Negociado para los empleados"),
        ),
        Input(
            name="tip_part",
            type=money(),
            meaning="tip part of the charge in the payroll records' breakdown; not more than service_charge",
            label=Label("Tip part of the charge", "Parte del cargo que es propina"),
        ),
    ),
    outputs=(
        Output("counted", "list of money", "tips of each person: tips - given + taken + charge_share"),
        Output("total_counted", "money", "their sum"),
        Output("charge_counted", "money", "service charge that counts as tips: what was distributed"),
        Output("charge_kept", "money", "service charge not distributed: no tip"),
        Output(
            "charge_owed",
            "money",
            "still to be distributed at the end of the pay period: tip_part, or without it the whole charge if "
            "for_employees, less what was distributed; not below 0",
        ),
        Output("balanced", "boolean", "what was given equals what was taken"),
    ),
    rules=(
        *("R-272.03-2c1", "R-272.03-2c2", "R-272.03-2d", "R-272.03-2e1", "R-272.03-2e2", "R-272.03-2e3"),
        "R-272.03-2e4",
    ),
    citations=(
        *("DWD 272.03 (2) (d)", "DWD 272.03 (2) (e) 1.", "DWD 272.03 (2) (e) 2.", "DWD 272.03 (2) (e) 3."),
        "DWD 272.03 (2) (c) 2.",
    ),
    function=tip_pool,
    example={"people": [{"tips": "180.00", "given": "36.00"}, {"taken": "36.00"}]},
)

CALCULATORS = (TIP_CREDIT, REGULAR_RATE, TIP_POOL)
