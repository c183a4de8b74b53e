"""`manage.py calculate` as it is run: quick to start, without a database, and the same in every time zone."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VECTORS = Path(__file__).parent / "vectors"
NAMES = [
    "allowance-formula-check", "allowance-maximum", "closing-claim-clocks", "closing-coverage", "closing-exception",
    "closing-notice", "closing-recovery", "commensurate-wage", "complaint-due-date", "council-balance",
    "deduction-limit", "due-date", "evaluation-back-pay", "exempt-status", "general-rate-uses", "home-care-residence",
    "layoff-aggregation", "legal-holidays", "license-gross-pay", "license-term", "meal-break",
    "new-or-low-hour-employee", "opportunity-status", "penalty-count", "piece-rate", "placement-limits",
    "poverty-line-revision", "prevailing-wage", "price-index-revision", "productivity-review-dates", "rate",
    "regular-rate", "renewal-continuation", "review-request-due", "right-to-know-clocks", "right-to-know-duty",
    "right-to-know-exposure", "right-to-know-forfeiture", "shift-hours", "sleep-time", "standard-production-rate",
    "student-learner-eligibility", "student-learner-floor", "temporary-authority", "tip-credit", "tip-pool",
    "travel-time", "wage-deficiency", "wage-payment-due", "work-time-test",
]  # fmt: skip

pytestmark = pytest.mark.process


def calculate(*arguments, lines=b"", **environment):
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "wagecase.settings",
        "DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3",
        **environment,
    }
    return subprocess.run(
        [sys.executable, "manage.py", "calculate", *arguments],
        input=lines,
        capture_output=True,
        cwd=ROOT,
        env=environment,
        timeout=60,
        check=False,
    )


def test_the_list_has_every_name_once():
    done = calculate("--list")
    assert done.returncode == 0
    assert done.stdout.decode().splitlines() == NAMES


@pytest.mark.parametrize("arguments", [["no-such"], [], ["Due-Date"], ["due-date", "legal-holidays"]])
def test_an_unknown_name_is_explained_on_standard_error_only(arguments):
    done = calculate(*arguments, lines=b"{}\n")
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.strip()
    assert b"Traceback" not in done.stderr


def test_it_needs_no_database():
    done = calculate("complaint-due-date", lines=b'{"verified": "2026-02-09"}\n')
    assert done.stderr == b""
    assert json.loads(done.stdout)["result"]["legal_due"] == "2026-03-02"


def test_it_works_before_any_secret_was_made(tmp_path):
    done = calculate(
        "legal-holidays",
        lines=b'{"year": 2026}\n',
        SECRET_KEY="",
        FIELD_KEYS="",
        LINK_KEY="",
        DEMO="",
        VAR_DIR=str(tmp_path / "absent"),
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["result"]["dates"]


def test_bad_lines_leave_the_status_at_zero():
    done = calculate("due-date", lines=b"\xff\n[[[\n{}\n\n" + b'{"start": "2026-02-09", "length": 20}\n')
    assert done.returncode == 0
    assert done.stderr == b""
    codes = [json.loads(line).get("error", {}).get("code") for line in done.stdout.splitlines()]
    assert codes == ["invalid", "invalid", "missing", None]


def test_a_reader_who_leaves_early_ends_it_quietly():
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "wagecase.settings"}
    with subprocess.Popen(
        [sys.executable, "manage.py", "calculate", "legal-holidays"],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdin.write(b'{"year": 2026}\n')
        process.stdin.flush()
        assert process.stdout.readline().startswith(b'{"result"')
        process.stdout.close()
        try:
            process.stdin.write(b'{"year": 2026}\n' * 100)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 0


def test_the_zone_of_the_machine_changes_nothing():
    program = (
        "import sys; from wagecase.rules.calculators import calculators as c; "
        "from wagecase.rules.calculators.lines import answer_lines as a; "
        "a(c()[sys.argv[1]], sys.stdin.buffer, sys.stdout.buffer)"
    )
    for name in ("complaint-due-date", "due-date", "right-to-know-clocks", "closing-notice"):
        rows = [
            json.loads(line)
            for path in VECTORS.glob(f"*{name}.jsonl")
            for line in path.read_text(encoding="utf-8").splitlines()
        ]
        questions = "".join(json.dumps(row["given"]) + "\n" for row in rows).encode()
        found = {
            subprocess.run(
                [sys.executable, "-c", program, name],
                input=questions,
                capture_output=True,
                cwd=ROOT,
                env={**os.environ, "TZ": zone},
                check=True,
                timeout=60,
            ).stdout
            for zone in ("UTC", "America/Chicago", "Pacific/Kiritimati", "Pacific/Pago_Pago")
        }
        assert len(found) == 1
        assert found.pop().count(b"\n") == len(rows) > 30


def test_the_rules_bring_in_no_framework():
    program = (
        "import sys, wagecase.rules.calculators.lines, wagecase.rules.calendar; "
        "print(sorted({m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", "import site; site.main(); " + program],
        capture_output=True,
        cwd=ROOT,
        check=True,
        timeout=60,
    )
    extra = {name.strip("' ") for name in done.stdout.decode().strip().strip("[]").split(",")}
    assert not extra & {"django", "celery", "redis", "psycopg2", "allauth"}
    assert {"wagecase", "yaml"} <= extra


def test_help_for_a_name_prints_its_fields_and_an_example_with_its_answer():
    done = calculate("complaint-due-date", "--help")
    text = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "By when must the department determine reasonable cause on a verified complaint?" in text
    assert "verified: Verified complaint received (date, or time with its offset; required)" in text
    assert "entered: Entered by staff (date, or time with its offset; optional)" in text
    assert """echo '{"verified": "2026-02-09", "as_of": "2026-02-20"}' | python manage.py calculate""" in text
    assert '"legal_due": "2026-03-02"' in text
    assert "--settings" not in text
    assert b"unit: Unit (one of days, working-days," in calculate("due-date", "-h").stdout


def test_without_a_name_the_names_and_their_help_are_told():
    done = calculate()
    assert ", ".join(NAMES).encode() in b" ".join(done.stderr.split())
    assert b"calculate NAME --help" in done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_every_example_is_answered(name):
    from wagecase.rules.calculators import calculators
    from wagecase.rules.calculators.reader import answer

    assert "result" in answer(calculators()[name], calculators()[name].example)
