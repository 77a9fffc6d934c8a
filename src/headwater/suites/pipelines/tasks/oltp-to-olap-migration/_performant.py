"""Performance checks: runs do little in both databases, also while a transaction is open, and reports read few rows."""

from __future__ import annotations

from _busy_day import busy_day
from _clocks import slow_transaction
from _closed import everything
from _drift import closed_month
from _sales import counterpart, printed_count, start
from _scenarios import describe_run, new_site, quiet_runs, runs_after_changes

from headwater.grading import Completed, Graded, Result, expect, performant

_MOST = 2_000


def _limited(completed: Completed, number: int, most: int, what: str, fault: str = "") -> Result:
    good = completed.exit_code == 0 and not fault and number <= most
    return expect(good, f"{describe_run(completed, fault)}; {what} {number}, at most {most}")


@performant(demand="docs/operations.md#rows that a run reads in Postgres")
def a_run_with_few_changes_reads_little(graded: Graded) -> Result:
    """Runs without changes and with seven changes read at most 2,000 rows from Postgres, and 5 for each change."""
    quiet, (few, read, *_) = quiet_runs(graded), runs_after_changes(graded).few
    fault = runs_after_changes(graded).few_wrong or ("" if quiet.read <= _MOST else f"without changes: {quiet.read}")
    return _limited(few, read, _MOST + 35, "rows in Postgres:", fault)


@performant(demand="docs/operations.md#1.3 for each sale")
def the_first_run_reads_each_sale_once(graded: Graded) -> Result:
    """On a new site, the first run reads each sale once and few other rows from Postgres."""
    completed, read, *_ = new_site(graded).first
    return _limited(completed, read, int(1.3 * len(start(graded))), "rows in Postgres:", new_site(graded).fault)


@performant(demand="docs/operations.md#inserts into ClickHouse")
def runs_insert_few_times(graded: Graded) -> Result:
    """Runs make no insert without changes, at most 10 with a few changes, and at most 60 on a new site."""
    quiet, changed, first = quiet_runs(graded), runs_after_changes(graded), new_site(graded).first
    numbers = quiet.inserts, changed.few[2], changed.some[0][2], first[2]
    good = numbers[0] == 0 and 0 < numbers[1] <= 10 and 0 < numbers[2] <= 10 and 0 < numbers[3] <= 60
    return expect(good and printed_count(quiet.run) == 0, f"the runs made {numbers} inserts")


@performant(demand="docs/operations.md#mutations")
def nothing_is_rewritten(graded: Graded) -> Result:
    """Runs load changes and deletions of all kinds without mutations in ClickHouse."""
    outcome = runs_after_changes(graded)
    return _limited(outcome.mixed, outcome.mutations, 0, "mutations:", outcome.wrong)


@performant(demand="docs/operations.md#rows that a run reads or writes in ClickHouse")
def a_run_without_changes_works_little_in_clickhouse(graded: Graded) -> Result:
    """A run without changes reads or writes at most 2,000 rows in ClickHouse."""
    outcome = quiet_runs(graded)
    return _limited(outcome.run, outcome.work, _MOST, "rows in ClickHouse:")


@performant(demand="docs/operations.md#25,000, and 100 for each change")
def a_run_with_few_changes_works_little_in_clickhouse(graded: Graded) -> Result:
    """A run after seven changes reads and writes at most 25,700 rows in ClickHouse."""
    completed, *_, work = runs_after_changes(graded).few
    return _limited(completed, work, 25_000 + 7 * 100, "rows in ClickHouse:", runs_after_changes(graded).few_wrong)


@performant(demand="docs/operations.md#25,000, and 100 for each change")
def a_run_with_some_changes_works_little_in_clickhouse(graded: Graded) -> Result:
    """A run after changes of 150 sales of all months reads and writes at most 40,000 rows in ClickHouse."""
    (completed, *_, work), fault = runs_after_changes(graded).some
    return _limited(completed, work, 25_000 + 150 * 100, "rows in ClickHouse:", fault)


@performant(demand="docs/operations.md#whatever else goes on in the databases")
def an_open_transaction_costs_no_work_in_clickhouse(graded: Graded) -> Result:
    """While a transaction is open, a run with five changes reads and writes at most 25,500 rows in ClickHouse."""
    completed, *_, work = slow_transaction(graded).few
    return _limited(completed, work, 25_000 + 5 * 100, "rows in ClickHouse:")


@performant(demand="docs/operations.md#whatever else goes on in the databases")
def an_open_transaction_costs_no_reads(graded: Graded) -> Result:
    """While a transaction is open, a run without changes reads at most 2,000 rows from Postgres."""
    completed, read, *_ = slow_transaction(graded).idle
    return _limited(completed, read, _MOST, "rows in Postgres:")


@performant(demand="docs/operations.md#whatever else goes on in the databases")
def an_open_transaction_costs_no_reads_of_changes(graded: Graded) -> Result:
    """While a transaction is open, a run with five changes reads at most 2,025 rows from Postgres."""
    completed, read, *_ = slow_transaction(graded).few
    return _limited(completed, read, _MOST + 25, "rows in Postgres:")


@performant(demand="docs/operations.md#whatever else goes on in the databases")
def an_open_transaction_costs_no_idle_work(graded: Graded) -> Result:
    """While a transaction is open, a run without changes inserts nothing, and reads few rows in ClickHouse."""
    completed, _, inserts, work = slow_transaction(graded).idle
    return _limited(completed, work, _MOST, f"{inserts} inserts; rows in ClickHouse:", "it inserted" if inserts else "")


@performant(demand="docs/operations.md#The limits hold at all times")
def limits_hold_on_a_busy_day(graded: Graded) -> Result:
    """A run after a thousand changes keeps all limits, although a run was killed and transactions are open.

    So do the run without changes after it, the run after one of these transactions, and a run after a closing.
    """
    outcome = busy_day(graded)
    over = [
        f"{name}: {what} {value}, at most {most}"
        for name, run, changes in (
            ("a thousand changes", *outcome.thousand),
            ("no changes", outcome.idle, 0),
            ("a late commit", *outcome.late),
            ("a closed month", closed_month(graded).quiet, 0),
        )
        for what, value, most in _limits(run, changes)
        if value > most
    ]
    codes = [run[0].exit_code for run in (outcome.thousand[0], outcome.idle, outcome.late[0])]
    good = not over and not any(codes) and not outcome.fault and outcome.mutations == 0
    return expect(good, f"{codes}; {over or 'all limits are kept'}; {outcome.mutations} mutations; {outcome.fault}")


def _limits(run: tuple[Completed, int, int, int], changes: int) -> list[tuple[str, int, int]]:
    """Return what a run did and may do: its rows in Postgres, its inserts, and its rows in ClickHouse."""
    _, read, inserts, work = run
    limits = [("rows in Postgres", read, _MOST + 5 * changes)]
    limits.append(("rows in ClickHouse", work, 25_000 + 100 * changes if changes else _MOST))
    return limits if changes > 1_000 else [*limits, ("inserts", inserts, 10 if changes else 0)]


@performant(demand="docs/operations.md#at most a fifth of the rows")
def the_month_reads_little(graded: Graded) -> Result:
    """The monthly report reads at most a fifth as many rows as there are sales."""
    return _reads(graded, "month", len(everything(graded)) // 5)


@performant(demand="docs/operations.md#at most a fifth of the rows")
def a_customer_reads_little(graded: Graded) -> Result:
    """The customer report reads at most a fifth as many rows as there are sales."""
    return _reads(graded, "customer", len(everything(graded)) // 5)


@performant(demand="docs/operations.md#than twice the number of sales")
def products_read_each_sale_once(graded: Graded) -> Result:
    """The product report reads at most twice as many rows as there are sales."""
    return _reads(graded, "products", 2 * len(everything(graded)))


def _reads(graded: Graded, name: str, most: int) -> Result:
    sql = counterpart(graded, name)
    read = graded.clickhouse.rows_read(sql) if sql else most + 1
    return expect(bool(sql) and read <= most, f"{name}.sql reads {read} rows, at most {most}")
