"""Answer legal questions from the command line, one JSON object a line, with the functions that the pages use."""

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from wagecase.rules.calculators import calculators
from wagecase.rules.calculators.guide import guide
from wagecase.rules.calculators.lines import answer_lines


class Command(BaseCommand):
    """`calculate NAME` reads questions from standard input and answers each on standard output."""

    help = "Answer one legal question per JSON line; --list prints the names, NAME --help the fields and an example."
    requires_system_checks = ()

    def run_from_argv(self, argv: list[str]) -> None:
        """`calculate NAME --help` explains the calculator; everything else is as in every command."""
        named = [word for word in argv[2:] if word in calculators()]
        if named and {"-h", "--help"} & set(argv[2:]):
            self.stdout.write(guide(calculators()[named[0]]))
            return
        super().run_from_argv(argv)

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the name of a calculator, or --list."""
        parser.add_argument("name", nargs="?", metavar="NAME", help="a name that --list prints")
        parser.add_argument("--list", action="store_true", help="print the names, one a line")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer until standard input ends. An unknown name ends with status 2 and nothing on standard output."""
        if options["list"]:
            self.stdout.write("\n".join(calculators()))
            return
        name = options["name"]
        if not name:
            raise CommandError(
                f"name a calculator: {', '.join(calculators())}. `calculate NAME --help` shows its fields and an example",
                returncode=2,
            )
        calculator = calculators().get(name)
        if calculator is None:
            raise CommandError(f"there is no calculator {name!r}; --list prints the names", returncode=2)
        try:
            sound = answer_lines(calculator, sys.stdin.buffer, sys.stdout.buffer)
        except BrokenPipeError:  # whoever read the answers has gone; nothing more can be said there
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return
        if not sound:
            raise CommandError("some lines met a fault of the program", returncode=1)
