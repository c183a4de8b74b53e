"""An invented calculator, so that types of input that no finished one uses yet are tested too."""

from wagecase.rules.calculators.declaration import Calculator, Label, Output
from wagecase.rules.finding import Finding, Step


def invented(inputs, function=None):
    return Calculator(
        name="invented",
        question=Label("", ""),
        audience="staff",
        inputs=inputs,
        outputs=(Output("ok", "boolean", ""),),
        rules=(),
        citations=(),
        example={},
        function=function or (lambda **values: Finding(values, (Step("roll.back", {}),))),
    )
