"""What the repository holds: our own work, fresh where it is generated, and nothing of the machine it was made on."""

import re
import tomllib
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from messages import stale_catalogs
from tests.architecture.source import ROOT, files, where

FOREIGN_MARKS = re.compile(rb"jquery|bootstrap|uswds\s+v\d|htmx\.org|@license|sourceMappingURL|Copyright \(c\)", re.I)
BINARY = {".png", ".jpg", ".ico", ".pdf", ".mo", ".woff", ".woff2", ".ttf", ".xlsx"}
# A path of one machine: a home folder, a work folder, a temporary folder.
MACHINE_PATH = re.compile(r"(?<![\w.~:/-])/(?:home|Users|root|work|farm|opt|private)/[\w.-]+|[A-Z]:\\\\?Users")


def test_static_files_are_our_own():
    inside = [path for path in files() if path.is_relative_to(ROOT / "static")]
    fonts = [where(path) for path in inside if path.suffix in {".woff", ".woff2", ".ttf", ".otf", ".eot", ".map"}]
    minified = [where(path) for path in inside if ".min." in path.name]
    foreign = [
        where(path) for path in inside if path.suffix in {".js", ".css"} and FOREIGN_MARKS.search(path.read_bytes())
    ]
    assert not fonts + minified + foreign, "\n".join(fonts + minified + foreign)


def test_no_file_names_a_path_of_one_machine():
    found = []
    for path in files():
        if path.suffix in BINARY or path == ROOT / "tests" / "architecture" / "test_repository.py":
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if match := MACHINE_PATH.search(line):
                found.append(f"{where(path)}:{number}: {match.group()}")
    assert not found, "\n".join(found)


def test_every_requirement_is_pinned_to_one_version():
    loose = [
        f"{name}: {line}"
        for name in ("requirements.txt", "requirements-dev.txt", "constraints.txt")
        for line in (ROOT / name).read_text().splitlines()
        if line and not line.startswith(("#", "-")) and not re.fullmatch(r"[\w.\[\]-]+==[\w.]+", line)
    ]
    assert not loose, "\n".join(loose)


def test_no_secret_and_no_data_is_tracked():
    found = [where(path) for path in files() if path.suffix in {".sqlite3", ".pem", ".key", ".env"}]
    assert not found
    assert not (ROOT / "var").exists() or not [path for path in files() if path.is_relative_to(ROOT / "var")]


def test_the_generated_pages_tell_what_the_tables_say():
    try:
        call_command("generate_docs", "--check", stdout=StringIO())
    except CommandError as error:
        pytest.fail(str(error))


def test_the_compiled_translations_are_not_stale():
    assert stale_catalogs() == [], "run `make messages`"


def test_the_configuration_reads_as_toml_and_names_the_oldest_python():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == ">=3.11"
