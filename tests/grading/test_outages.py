"""What a program says when it cannot reach a service."""

from __future__ import annotations

import pytest

from headwater.grading import Completed, away, reported_in_one_line


def ended(code: int, stderr: str, stdout: str = "") -> Completed:
    return Completed(code, stdout, stderr, 0.1)


def test_nothing_is_at_the_addresses_of_a_service_that_is_away() -> None:
    assert away("postgres")["PGPORT"] == "1"
    assert away("postgres")["PGPASSWORD"] in away("postgres")["POSTGRES_URL"]
    assert away("kafka") == {"KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1"}
    assert {away("clickhouse")["CLICKHOUSE_PORT"], away("redis")["REDIS_PORT"]} == {"1"}


def test_one_line_that_names_the_service_passes() -> None:
    assert reported_in_one_line(ended(1, "Postgres cannot be reached\n"), names="postgres").passed
    assert reported_in_one_line(ended(2, "no orders\n", "read 0\n"), code=2).passed


@pytest.mark.parametrize(
    "completed",
    [
        ended(0, "Postgres cannot be reached"),
        ended(1, ""),
        ended(1, "Postgres cannot be reached\nsee the log"),
        ended(1, "the database cannot be reached"),
        ended(1, "Postgres: hush-7731 is refused"),
        ended(1, "Postgres cannot be reached", "Traceback (most recent call last)"),
        ended(1, "Postgres at 127.0.0.1 cannot be reached"),
    ],
)
def test_other_reports_fail(completed: Completed) -> None:
    result = reported_in_one_line(completed, names="postgres", without="127.0.0.1")
    assert not result.passed
    assert f"it exited with {completed.exit_code}" in result.message
