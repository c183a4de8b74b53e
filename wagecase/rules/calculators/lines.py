"""Answer a stream of lines one by one, so that a bad, huge or hostile line never costs the lines after it."""

import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

from wagecase.rules.calculators.declaration import Calculator
from wagecase.rules.calculators.reader import LONGEST_LINE, answer_line, refusal

_encode = json.JSONEncoder().encode


def answer_lines(calculator: Calculator, questions: BinaryIO, answers: BinaryIO) -> bool:
    """Write one answer a line, at once; return whether every line could be judged (a fault of ours is reported)."""
    sound = True
    for line in lines_of(questions):
        if not line.strip() and len(line) <= LONGEST_LINE:
            continue  # of an overlong line only the beginning is here, so its blanks say nothing
        try:
            text = _encode(answer_line(calculator, line))
        except Exception as error:  # our own fault must not cost the lines after it
            sound = False
            sys.stderr.write(f"{calculator.name}: {type(error).__name__}: {error}\n")
            text = _encode(refusal("internal", "", "this is a fault of the program, not of the question"))
        answers.write(text.encode("ascii") + b"\n")
        answers.flush()
    return sound


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """Yield each line; of one longer than the limit only so much that the reader sees it is too long."""
    while line := stream.readline(LONGEST_LINE + 1):
        yield line
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            if not (line := stream.readline(LONGEST_LINE + 1)):
                return
            if len(line) <= LONGEST_LINE:
                break
