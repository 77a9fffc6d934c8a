from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest
from tests.live import Live, Running, in_new, in_place, python

from headwater.errors import UserError
from headwater.records import ServiceName
from headwater.sandbox import Emit, disk_usage, run_in_cell
from headwater.services import SERVICES, Placement
from headwater.services.postgres import Postgres

DEBIAN = Path("/usr/lib/postgresql/15")


def psql(running: Running, sql: str, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    done = running.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql], env)
    return done.exit_code, done.stdout.strip(), done.stderr.strip()


def test_psql_needs_no_arguments(services: Live[Running]) -> None:
    assert services(psql, "select current_user, current_database(), inet_server_port()") == (0, "app|app|5432", "")


def test_psycopg_connects_by_the_url_or_by_the_environment(services: Live[Running]) -> None:
    code = """
import os, psycopg
for where in (os.environ["POSTGRES_URL"], ""):
    with psycopg.connect(where) as connection:
        print(*connection.execute("select current_user, current_database()").fetchone())
"""
    assert services(python, code) == "app app\napp app"


def test_agents_may_build_what_a_pipeline_needs(services: Live[Running]) -> None:
    script = """
        create schema mart; create table mart.t (id int primary key); insert into mart.t select generate_series(1, 9);
        create materialized view mart.v as select count(*) as n from mart.t; create publication p for table mart.t;
        create temp table x (i int); select n from mart.v
    """
    assert services(psql, script) == (0, "9", "")
    assert services(psql, "create database scratch")[0] == 0
    assert services(psql, "drop database scratch")[0] == 0


@pytest.mark.parametrize(
    "sql",
    [
        "copy (select 1) to program 'touch /tmp/owned'",
        "copy (select 1) to '/tmp/owned'",
        "select pg_read_file('/etc/passwd')",
        "create role boss superuser",
        "alter role app superuser",
        "set role postgres",
        "alter system set fsync = on",
        "create extension file_fdw",
        "create function own() returns int language c as '/tmp/x.so', 'own'",
        "select lo_export(lo_create(0), '/tmp/owned')",
    ],
)
def test_agents_cannot_reach_beyond_their_database(services: Live[Running], sql: str) -> None:
    code, _, error = services(psql, sql)
    assert code != 0
    assert "permission denied" in error or "must be superuser" in error or "Only roles with" in error


@pytest.mark.parametrize("user", ["postgres", "service", "root"])
def test_only_app_comes_in_over_the_network(services: Live[Running], user: str) -> None:
    code, _, error = services(psql, "select 1", {"PGUSER": user})
    assert code != 0
    assert "no pg_hba.conf entry" in error


def test_a_wrong_password_is_refused(services: Live[Running]) -> None:
    code, _, error = services(psql, "select 1", {"PGPASSWORD": "guessed"})
    assert code != 0
    assert "password authentication failed" in error


def agents_sockets(running: Running) -> str:
    pruned, sought = "-path /usr -o -path /proc", "-name '.s.PGSQL*' -o -name PG_VERSION"
    return running.as_agent(f"find / -xdev \\( {pruned} \\) -prune -o \\( {sought} \\) -print 2>/dev/null").stdout


def test_neither_socket_nor_data_is_in_the_agents_view(services: Live[Running]) -> None:
    assert services(agents_sockets) == ""


def fill(running: Running) -> None:
    running.stack.postgres.execute("create table kept as select generate_series(1, 1000) as id")


def rows_and_version(running: Running) -> tuple[int, str]:
    postgres = running.stack.postgres
    return postgres.scalar("select count(*) from kept"), postgres.scalar("show server_version")


def test_a_clean_stop_keeps_everything_and_needs_no_recovery(tmp_path: Path) -> None:
    run_in_cell(in_new, tmp_path, ["postgres"], fill)
    assert not (tmp_path / "postgres/postmaster.pid").exists()
    version = SERVICES["postgres"].version.split()[-1]
    assert run_in_cell(in_place, tmp_path, ["postgres"], rows_and_version) == (1000, version)
    assert "was not properly shut down" not in (tmp_path / "again/postgres.err").read_text()


def new_with_debians(emit: Emit, folder: Path) -> None:
    os.environ["HEADWATER_POSTGRES"] = str(DEBIAN)  # the variable is set only in this cell
    in_new(emit, folder, ["postgres"], fill)


def existing_with_debians(emit: Emit, folder: Path) -> tuple[int, str]:
    os.environ["HEADWATER_POSTGRES"] = str(DEBIAN)
    found: tuple[int, str] = in_place(emit, folder, ["postgres"], rows_and_version)
    return found


def test_the_machines_own_postgres_can_be_chosen(tmp_path: Path) -> None:
    if not (DEBIAN / "bin/postgres").is_file():
        pytest.skip(f"{DEBIAN} is not on this machine")
    run_in_cell(new_with_debians, tmp_path)
    rows, version = run_in_cell(existing_with_debians, tmp_path)
    assert rows == 1000
    assert version.startswith("15.")


def test_a_folder_without_postgres_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADWATER_POSTGRES", str(tmp_path))
    with pytest.raises(UserError, match=r"HEADWATER_POSTGRES=.*: contains no bin/postgres"):
        _ = Postgres().version


def test_the_version_is_the_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin/postgres"
    program.write_text("#!/bin/sh\necho postgres 99.1\n")
    program.chmod(0o755)
    monkeypatch.setenv("HEADWATER_POSTGRES", str(tmp_path))
    assert Postgres().version == "postgres 99.1"


def test_variables_follow_the_placement() -> None:
    variables = Postgres().variables(Placement(6632, "hush"))
    assert variables["POSTGRES_URL"] == "postgresql://app:hush@127.0.0.1:6632/app"
    assert (variables["PGPORT"], variables["PGPASSWORD"], variables["PGUSER"]) == ("6632", "hush", "app")


def test_stopping_is_the_fast_shutdown() -> None:
    # SIGTERM would wait for clients, and SIGQUIT would leave a recovery to the next start.
    assert Postgres().stop_signal is signal.SIGINT


def test_a_snapshot_is_small(empty_services: dict[ServiceName, Path]) -> None:
    assert disk_usage(empty_services["postgres"]).size_bytes < 60 << 20


def test_nothing_of_a_service_outlives_its_cell(empty_services: dict[ServiceName, Path]) -> None:
    marker = str(empty_services["postgres"].parent)
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert marker not in listed
