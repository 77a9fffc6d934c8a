"""Performance checks: runs put little load on the database, and store little in it."""

from __future__ import annotations

from _posts import describe_end, last_line
from _scenarios import load

from headwater.grading import Graded, Result, expect, performant

_MOST_ROWS = 500
_MOST_TRANSACTIONS = 200
_MOST_OWN_ROWS = 1_000
_MOST_KEPT = 16 << 20


@performant(demand="docs/oncall.md#a run reads little")
def a_run_without_changes_reads_little(graded: Graded) -> Result:
    """A run without changes reads at most 500 rows."""
    completed, rows = load(graded).idle
    return expect(
        completed.exit_code == 0 and rows <= _MOST_ROWS,
        f"{describe_end(completed)}, printed {last_line(completed)!r} and read {rows} rows",
    )


@performant(demand="docs/oncall.md#a run reads little")
def a_run_with_few_changes_reads_little(graded: Graded) -> Result:
    """A run after a few changes reads at most 500 rows."""
    completed, rows = load(graded).few
    return expect(
        completed.exit_code == 0 and last_line(completed) != "sent=0" and rows <= _MOST_ROWS,
        f"{describe_end(completed)}, printed {last_line(completed)!r} and read {rows} rows",
    )


@performant(demand="docs/oncall.md#at most two hundred transactions")
def a_run_takes_few_transactions(graded: Graded) -> Result:
    """A run after 2,500 transactions by the website uses at most 200 transactions."""
    completed, transactions, fault = load(graded).many
    return expect(
        completed.exit_code == 0 and not fault and transactions <= _MOST_TRANSACTIONS,
        f"{describe_end(completed)} after {transactions} transactions; {fault or 'all posts are right'}",
    )


@performant(demand="docs/oncall.md#at most 16 MB of wal")
def no_wal_is_kept_for_other_tables(graded: Graded) -> Result:
    """If only other tables change, at most 16 MB of WAL are retained."""
    outcome = load(graded)
    succeeded = outcome.idle[0].exit_code == 0
    return expect(
        succeeded and outcome.retained_bytes <= _MOST_KEPT,
        f"{outcome.retained_bytes / (1 << 20):.1f} MB of WAL are retained",
    )


@performant(demand="docs/oncall.md#its tables have at most a thousand rows")
def its_tables_do_not_grow(graded: Graded) -> Result:
    """After many events, the transfer's own tables have at most a thousand rows."""
    outcome = load(graded)
    succeeded = outcome.many[0].exit_code == 0
    return expect(succeeded and outcome.own <= _MOST_OWN_ROWS, f"the tables of the transfer have {outcome.own} rows")
