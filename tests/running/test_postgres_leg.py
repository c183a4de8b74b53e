"""The second leg of the tests finds its server, keeps to databases of its own, and never passes in silence without one."""

import socket

import postgres_leg as leg


def test_a_named_server_comes_before_the_local_one():
    assert leg.server({"TEST_POSTGRES_URL": "postgresql://x@db.example.org/postgres"}) == (
        "postgresql://x@db.example.org/postgres"
    )


def test_a_server_that_listens_is_found_and_one_that_does_not_is_not():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        assert leg.listens(f"postgresql://postgres@127.0.0.1:{port}/postgres")
    assert not leg.listens(f"postgresql://postgres@127.0.0.1:{port}/postgres")


def test_without_a_server_it_says_so_and_fails_only_where_it_is_required(monkeypatch, capsys):
    monkeypatch.setattr(leg, "listens", lambda url: False)
    assert leg.server({}) is None
    assert leg.verdict_without_server({}) == 0
    assert "skipped: no server listens at 127.0.0.1:5432" in capsys.readouterr().out
    assert leg.verdict_without_server({"CI": "1"}) == 1
    assert "NOT RUN, which is a failure under CI=1" in capsys.readouterr().out
    assert leg.verdict_without_server({"CI": "0"}) == 0


def test_every_run_has_a_database_of_its_own_that_a_demo_may_use():
    one, two = (leg.own_database("postgresql://postgres@127.0.0.1:5432/postgres", run=run) for run in (11, 12))
    assert one == "postgresql://postgres@127.0.0.1:5432/wagecase_demo_tests_11"
    assert two == "postgresql://postgres@127.0.0.1:5432/wagecase_demo_tests_12"


def test_every_path_of_the_leg_exists_so_that_a_renamed_one_is_noticed():
    assert [path for path in (*leg.PATHS, *leg.NOT_OF_THE_DATABASE) if not list(leg.ROOT.glob(path))] == []


def test_marks_that_the_project_does_not_know_are_not_named():
    assert leg.expression(["browser: drives Chromium", "process: starts processes"]) == "not browser and not process"
    assert leg.expression(["faults_long: at full size"]) == "not faults_long"
