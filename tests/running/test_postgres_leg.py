"""The second leg of the tests finds its server, keeps to databases of its own, and never passes in silence without one."""

import socket

import pytest

import postgres_leg as leg


def test_a_named_server_comes_before_the_local_one():
    assert leg.server({"TEST_POSTGRES_URL": "postgresql://x@db.example.org/postgres"}) == (
        "postgresql://x@db.example.org/postgres"
    )


def test_a_port_that_listens_and_lets_nobody_in_is_no_server():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        assert not leg.lets_in(f"postgresql://postgres@127.0.0.1:{port}/postgres")
    assert not leg.lets_in(f"postgresql://postgres@127.0.0.1:{port}/postgres")


@pytest.mark.process
def test_without_one_that_lets_us_in_a_private_server_is_started_and_removed():
    with leg.private_server() as url:
        if url is None:
            pytest.skip("the programs of PostgreSQL are missing")
        assert leg.lets_in(url)
        assert leg.own_database(url, run=1).startswith("postgresql://wagecase@127.0.0.1:")
    assert not leg.lets_in(url)


def test_without_its_programs_there_is_no_private_server(monkeypatch):
    monkeypatch.setattr("tests.faults.servers.postgres_folder", lambda: None)
    with leg.private_server() as url:
        assert url is None


def test_without_a_server_it_says_so_and_fails_only_where_it_is_required(monkeypatch, capsys):
    monkeypatch.setattr(leg, "lets_in", lambda url: False)
    assert leg.server({}) is None
    assert leg.verdict_without_server({}) == 0
    assert "skipped: TEST_POSTGRES_URL names no server, none lets us in at 127.0.0.1:5432" in capsys.readouterr().out
    assert leg.verdict_without_server({"CI": "1"}) == 1
    assert "NOT RUN, which is a failure under CI=1" in capsys.readouterr().out
    assert leg.verdict_without_server({"CI": "0"}) == 0


def test_every_run_has_a_database_of_its_own_that_a_demo_may_use():
    one, two = (leg.own_database("postgresql://postgres@127.0.0.1:5432/postgres", run=run) for run in (11, 12))
    assert one == "postgresql://postgres@127.0.0.1:5432/wagecase_demo_tests_11"
    assert two == "postgresql://postgres@127.0.0.1:5432/wagecase_demo_tests_12"


def test_every_path_of_the_leg_exists_so_that_a_renamed_one_is_noticed():
    files = {path: leg.ROOT / path.partition("::")[0] for path in leg.PATHS}
    assert [path for path, file in files.items() if not file.exists()] == []
    named = {path.partition("::")[2]: files[path] for path in leg.PATHS if "::" in path}
    assert [name for name, file in named.items() if f"def {name}(" not in file.read_text(encoding="utf-8")] == []


def test_marks_that_the_project_does_not_know_are_not_named():
    assert leg.expression(["browser: drives Chromium", "process: starts processes"]) == "not browser and not process"
    assert leg.expression(["faults_long: at full size"]) == "not faults_long"


def test_no_path_stands_twice_or_inside_another():
    files = [path.partition("::")[0] for path in leg.PATHS if "::" not in path]
    assert [one for one in files for other in files if one.startswith(f"{other}/")] == []
    assert len(set(leg.PATHS)) == len(leg.PATHS)
    assert not {"tests/cases", "tests/complaints", "tests/closings"} & set(files), "the leg would take half an hour"
