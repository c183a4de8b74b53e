"""`make messages`: collect the public sentences into locale/es, then compile every catalog beside its source.

The English catalog is kept by hand: it only replaces stock sentences of the libraries.
"""

from __future__ import annotations

import gettext
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
LEFT_OUT = (".venv", "var", "tests", "scripts", "docs")


def collect(folder: Path = ROOT) -> None:
    """Bring locale/es in `folder` up to date with its templates and modules."""
    ignored = [word for name in LEFT_OUT for word in ("--ignore", name)]
    command = [sys.executable, "-m", "django", "makemessages", "--locale", "es", "--no-obsolete", "--no-wrap"]
    command += ["--extension", "html,txt,py,subject"]  # an e-mail's subject is a template of its own
    subprocess.run(
        [*command, "--add-location", "file", *ignored],
        cwd=folder,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "wagecase.settings_test", "PYTHONPATH": str(folder)},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    _drop_guesses(folder / "locale/es/LC_MESSAGES/django.po")


def _drop_guesses(catalog: Path) -> None:
    """Leave a new sentence blank where the collector guessed its translation from a similar one."""
    head, *entries = catalog.read_text("utf-8").split("\n\n")
    for place, entry in enumerate(entries):
        if re.search(r"^#, fuzzy", entry, re.MULTILINE):
            entry = re.sub(r"^#\|.*\n", "", entry, flags=re.MULTILINE)
            entry = re.sub(
                r"^#, fuzzy(?:, |\n)", lambda found: "#, " if "," in found[0][3:] else "", entry, flags=re.MULTILINE
            )
            entries[place] = re.sub(
                r'^(msgstr(?:\[\d\])?) "(?:.*\n?)(?:".*\n?)*', r'\1 ""\n', entry, flags=re.MULTILINE
            ).rstrip("\n")
    catalog.write_text("\n\n".join([head, *entries]).rstrip("\n") + "\n", "utf-8")


def compile_all() -> None:
    """Write the .mo file of every .po file."""
    for source in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        _compile(source, source.with_suffix(".mo"))


def stale_catalogs() -> list[str]:
    """Return the .po files whose .mo file is missing or says something else."""
    stale = []
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
            fresh = Path(folder) / "fresh.mo"
            _compile(source, fresh)
            if _sentences(fresh) != _sentences(source.with_suffix(".mo")):
                stale.append(str(source.relative_to(ROOT)))
    return stale


def _compile(source: Path, target: Path) -> None:
    subprocess.run(["msgfmt", "--check-format", "--output-file", str(target), str(source)], check=True)


def _sentences(compiled: Path) -> dict[object, str]:
    """Return the sentences of a catalog; the header's dates do not count."""
    if not compiled.exists():
        return {}
    with compiled.open("rb") as file:
        catalog: dict[object, str] = dict(vars(gettext.GNUTranslations(file))["_catalog"])
    catalog.pop("", None)
    return catalog


if __name__ == "__main__":
    collect()
    compile_all()
