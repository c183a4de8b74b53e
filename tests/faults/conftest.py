"""What fault tests share: servers of their own for the whole run, an installation for each test, and printed figures.

Every test has its control with the protection off. Those marked `faults_long` are left to `make faults`: their size, or a
bound in seconds that says something only on a quiet machine. The rest runs in `make test`, beside other tests.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.rig import Site
from tests.faults.servers import Postgres, missing_programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL cluster for this run."""
    if missing := missing_programs():
        if os.environ.get("FAULTS_REQUIRED") or os.environ.get("CI", "").strip().lower() in {"1", "true", "yes"}:
            pytest.fail(f"fault tests need {', '.join(missing)}; under CI=1 that is a failure")
        pytest.skip(f"fault tests need {', '.join(missing)}")
    cluster = Postgres()
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    """The files of this run's installations."""
    made = Path(tempfile.mkdtemp(prefix="wagecase-faults-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="session")
def template(postgres: Postgres, folder: Path) -> str:
    """The name of a database that is migrated and empty; nobody is connected to it."""
    site = Site(postgres, folder=folder / "template", template="template1", broker=False)
    site.act("prepare")
    site.stop()
    return site.name


@pytest.fixture
def install(postgres: Postgres, folder: Path, template: str, request: Any) -> Iterator[Callable[..., Site]]:
    """Make installations: install(broker=False, LEASE_SECONDS="3") -> Site. Logs of a failed test are shown."""
    made: list[Site] = []

    def make(*, broker: bool = True, **settings: str) -> Site:
        name = f"{request.node.name.replace('/', '-')}-{len(made)}"
        site = Site(postgres, folder=folder / name, template=template, broker=broker)
        site.settings = settings
        made.append(site)
        return site

    yield make
    for site in made:
        site.stop()


@pytest.fixture
def figure(capsys: Any) -> Callable[[str], None]:
    """Print one line of figures past pytest's capture."""

    def say(line: str) -> None:
        with capsys.disabled():
            print(f"\n  {line}", end="", flush=True)  # noqa: T201

    return say
