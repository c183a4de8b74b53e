"""Every refusal of a calculator has words of its own on the page, in both languages; the messages are read from the source."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import override

from wagecase.rates.words import KNOWN, REWORDED, own_sentence, refusal_sentence

RULES = Path(__file__).resolve().parents[2] / "wagecase/rules"
RAISED = ("Refusal", "Contradiction", "NotCovered")
# The plain form of a page refuses what fields.py refuses before a calculator sees it; reader.py only passes on.
ELSEWHERE = ("fields.py", "reader.py")
# A missing rate and a wrong pair have one sentence each, by their code; the last can reach no page.
BY_CODE = (
    "7 states no amount for 7 on this day",
    "for 7 there is no 7 per 7; see the table of pairs",
    "hours are counted from an instant by hours_due",
)


def test_every_message_of_the_calculators_has_its_own_words():
    found = set(messages())
    assert len(found) > 100, "the messages are found at all"
    assert "give an hourly rate, or units with a piece rate" in found
    assert sorted(message for message in found if not own_sentence(message)) == sorted(BY_CODE)


def test_no_words_are_kept_for_a_message_that_is_gone():
    found = set(messages())
    assert [message for message in KNOWN if message not in found] == []


def test_every_refusal_is_said_in_spanish():
    with override("en"):
        english = {message: own_sentence(message) for message in (*KNOWN, *samples())}
    with override("es"):
        assert [message for message, words in english.items() if own_sentence(message) == words] == []


@pytest.mark.parametrize(
    ("message", "english", "spanish"),
    [
        (
            "the interruptions are longer than the night",
            "“Nights”: the interruptions are longer than the night",
            "“Nights”: las interrupciones duran más que la noche",
        ),
        (
            "the holiday table has the years 1995 to 2050",
            "“Nights”: the table of holidays has the years 1995 to 2050",
            "“Nights”: la tabla de feriados tiene los años de 1995 a 2050",
        ),
        (
            "give days_late or notice_given, not both",
            "“Nights”: give how late the employee was told or the day of the notice, not both",
            "“Nights”: indique con cuánto retraso se avisó al empleado o el día del aviso, no ambos",
        ),
    ],
)
def test_a_refusal_names_no_field_and_keeps_its_numbers(message, english, spanish):
    for language, sentence in (("en", english), ("es", spanish)):
        with override(language):
            assert refusal_sentence("invalid", "Nights", message) == sentence


def samples() -> list[str]:
    """Return one message of each shape that is reworded."""
    found = [message for message in messages() if message not in KNOWN and message not in BY_CODE]
    assert len(found) >= len(REWORDED)
    return found


def messages() -> Iterator[str]:
    """Yield the message of every refusal in the rules; a blank of a message is filled with 7."""
    for path in sorted(RULES.rglob("*.py")):
        if path.name in ELSEWHERE:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            names = {
                target.id: node.value
                for node in ast.walk(function)
                if isinstance(node, ast.Assign)
                for target in node.targets
                if isinstance(target, ast.Name)
            }
            for node in ast.walk(function):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in RAISED and len(node.args) > 1:
                    yield from said(node.args[-1], names)


def said(node: ast.expr, names: dict[str, ast.expr]) -> Iterator[str]:
    """Yield the text of a message: a literal, a literal with blanks, a choice of two, or a name given to one of them."""
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
    elif isinstance(node, ast.IfExp):
        yield from said(node.body, names)
        yield from said(node.orelse, names)
    elif isinstance(node, ast.Name) and node.id in names:
        yield from said(names[node.id], names)
    else:
        assert ast.unparse(node) == "str(error)", ast.unparse(node)
