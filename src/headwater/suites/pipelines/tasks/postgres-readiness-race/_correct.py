"""Correctness checks: the start retries temporary errors, and fails immediately on permanent ones."""

from __future__ import annotations

from _late import NO_SLOT, STARTING_UP, Ready, Refusing
from _starts import SECRET, Start, start

from headwater.grading import Graded, Result, correct, expect

FEW = 3
"""The connections of one attempt, including a readiness check and one in reserve."""


@correct(demand="docs/start.md#the database system is starting up")
def waits_while_postgres_starts_up(graded: Graded) -> Result:
    """The program retries while Postgres accepts connections but is starting up or has no free slot."""
    attempt = start(graded, Refusing(3, *STARTING_UP), Refusing(2, *NO_SLOT), Ready())
    return expect(
        attempt.is_up, f"while Postgres started up {attempt.ended}; {attempt.fault or attempt.completed.tail}"
    )


@correct(demand="docs/start.md#do not even try again")
def a_refused_login_is_not_repeated(graded: Graded) -> Result:
    """With a wrong password, the start fails immediately, because a third refused login would lock the account."""
    return _ends_at_once(start(graded, Ready(), deadline_sec=6, password=SECRET), "with a wrong password")


@correct(demand="docs/start.md#a database that does not exist")
def a_missing_database_is_not_waited_for(graded: Graded) -> Result:
    """If the database does not exist, the start fails immediately."""
    return _ends_at_once(start(graded, Ready(), deadline_sec=6, database="invoicing_eu"), "without the database")


def _ends_at_once(attempt: Start, what: str) -> Result:
    attempts = len(attempt.late.connection_times)
    return expect(
        attempt.completed.exit_code not in (0, 124) and 1 <= attempts <= FEW,
        f"{what} {attempt.ended} and asked Postgres {attempts} times",
    )


@correct(demand="docs/start.md#a migration that fails")
def a_failing_migration_is_not_repeated(graded: Graded) -> Result:
    """If a migration fails, the start fails immediately, and the migrations before it are applied."""
    attempt = start(graded, Ready(), deadline_sec=6, broken="SELECT 1 / 0;\n")
    ended = _ends_at_once(attempt, "with a migration that fails")
    return expect(
        ended.passed and attempt.versions == [1, 2, 3, 4, 5, 6],
        f"{ended.message}; applied migrations: {attempt.versions}",
    )
