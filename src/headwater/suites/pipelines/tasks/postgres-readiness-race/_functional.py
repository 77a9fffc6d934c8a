"""Functional checks: the new release of the service is up, and starts after a reboot."""

from __future__ import annotations

from _late import Closed, Ready
from _starts import BALANCES, EXPECTED_BALANCES, VERSIONS, files, start

from headwater.grading import Graded, Result, expect, expect_equal, functional


@functional(demand="prompt#docs/start.md")
def the_service_is_up(graded: Graded) -> Result:
    """The status page shows the service as up, with the new version and a start time after the reboot."""
    sql = "select state, schema_version, since > '2026-03-13' from ops.service_status where service = 'invoicing'"
    expected = [("up", len(files(graded)), True)]
    return expect_equal(
        graded.postgres.query(sql), expected, "the tuple of state, version and whether the time is after the reboot"
    )


@functional(demand="docs/start.md#what-a-start-does")
def missing_migrations_are_applied(graded: Graded) -> Result:
    """Each migration file is recorded with its number and checksum."""
    return expect_equal(graded.postgres.query(VERSIONS), files(graded), "ops.schema_migrations")


@functional(demand="migrations/0006_account_balances.sql")
def balances_follow_from_the_invoices(graded: Graded) -> Result:
    """The table created by the last migration has the invoiced and paid amounts for each account."""
    found, expected = graded.postgres.query(BALANCES), graded.starting.postgres.query(EXPECTED_BALANCES)
    wrong = len(set(expected) - set(found))
    return expect(
        found == expected, f"{len(found)} balances; {wrong} of {len(expected)} expected ones are missing or wrong"
    )


@functional(demand="prompt")
def a_late_database_is_waited_for(graded: Graded) -> Result:
    """The start succeeds although Postgres opens its port only four seconds later."""
    attempt = start(graded, Closed(4), Ready())
    return expect(
        attempt.is_up, f"with a port closed for 4 s {attempt.ended}; {attempt.fault or attempt.completed.tail}"
    )
