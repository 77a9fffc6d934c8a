"""The tools of `classic-de` at work: each takes half a minute or more, and all are built first."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from headwater import harnesses
from headwater.harnesses import Proof, find_harness
from headwater.jobs import Proven, home, prove_harness
from headwater.records import ServiceName
from headwater.trials import Setting

# A proof has two commands of at most 900 s each, and services need up to 180 s.
pytestmark = [pytest.mark.minutes, pytest.mark.installs, pytest.mark.timeout(2400)]
CLASSIC = find_harness("classic-de")
KAFKA_UNREACHABLE = '{"conn_type": "kafka", "extra": {"bootstrap.servers": "127.0.0.1:1"}}'
ALL: tuple[ServiceName, ...] = ("postgres", "clickhouse", "kafka")


@pytest.fixture(scope="module")
def setting() -> Setting:
    return Setting(home(), harnesses.prepare("classic-de", home(), print), (), threading.Event())


def prove(setting: Setting, proof: Proof) -> Proven:
    [proven] = prove_harness(setting, replace(CLASSIC, proofs=(proof,)), print)
    return proven


def problem_of(setting: Setting, command: str, services: Sequence[ServiceName] = ()) -> str:
    """Run a command beside the files of this folder; return why it fails."""
    proof = Proof(
        name="a test",
        tools=(),
        folder=Path(__file__).parent,
        command=command,
        services=tuple(services),
        timeout_sec=900,
    )
    return prove(setting, proof).problem


@pytest.mark.parametrize("proof", CLASSIC.proofs, ids=lambda proof: proof.name)
def test_each_proof_passes(setting: Setting, proof: Proof) -> None:
    proven = prove(setting, proof)
    assert proven.problem == ""
    assert 50 < proven.memory_mib < CLASSIC.memory_mb


def test_sources_of_spark_keep_values_and_read_only_requested_rows(setting: Setting) -> None:
    assert problem_of(setting, "spark-submit /proof/spark_sources.py", ALL) == ""


@pytest.mark.parametrize(
    ("assignment", "last"),
    [
        ("PGPORT=1", "dbt on duckdb"),
        ("CLICKHOUSE_PORT=1", "dbt on postgres"),
        ("AIRFLOW_CONN_POSTGRES_DEFAULT=postgresql://app@127.0.0.1:1/app", "dbt on clickhouse"),
        ("AIRFLOW_CONN_CLICKHOUSE_DEFAULT=clickhouse://app@127.0.0.1:1/default", "dbt on clickhouse"),
        (f"AIRFLOW_CONN_KAFKA_DEFAULT='{KAFKA_UNREACHABLE}'", "dbt on clickhouse"),
        ("KAFKA_BOOTSTRAP_SERVERS=127.0.0.1:1", "Spark on clickhouse"),
    ],
)
def test_the_command_of_the_text_fails_where_a_service_is_not_reached(
    setting: Setting, assignment: str, last: str
) -> None:
    printed = f'printed=$({assignment} classic-check); code=$?; echo "$printed: exit code $code" >&2'
    # Spark prints the errors of its program on standard output, so they can follow the last success.
    command = f'{printed}; [ $code != 0 ] && [ "$(echo "$printed" | grep ^works: | tail -n 1)" = "works: {last}" ]'
    assert problem_of(setting, command, ALL) == ""


def test_python_is_still_that_of_base(setting: Setting) -> None:
    base = "python3 -c \"import sys; assert sys.prefix == '/opt/harness/python'\""
    classic = 'classic-python -c "import airflow.sdk, dbt.cli.main, pyspark, pyspark_clickhouse, pyspark_kafka"'
    assert problem_of(setting, f"{base} && {classic}") == ""


def test_airflows_database_reveals_nothing_about_the_building_machine(setting: Setting) -> None:
    database = setting.harness.mounts["/opt/harness/classic-de/python"] / "classic/airflow.db"
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("select count(*) from log").fetchone() == (0,)
        assert connection.execute("select count(*) from connection").fetchone() == (0,)
    assert str(home()).encode() not in database.read_bytes()
