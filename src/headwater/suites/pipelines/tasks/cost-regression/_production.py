"""Production checks: an honest ledger, a silent alert, and nothing changed that belongs to others."""

from __future__ import annotations

from _disturbances import disturbed, killed
from _nights import describe_end, tables
from _scenarios import ordinary

from headwater.grading import Graded, Result, expect, expect_equal, production, reported_in_one_line

_OTHERS = ("contracts/", "consumers/", "dashboards/", "alerts/")
_TABLES = ("raw.accounts", "raw.campaigns", "raw.events", "raw.batches", "ops.budget", "ops.ledger")


@production(demand="docs/operations.md#one line on the standard error")
def an_outage_is_reported(graded: Graded) -> Result:
    """A night that cannot reach ClickHouse ends with 1 and one line that names it."""
    return reported_in_one_line(disturbed(graded).away, names="clickhouse", without="127.0.0.1")


@production(demand="docs/operations.md#The night is the latest day")
def each_night_is_in_the_ledger(graded: Graded) -> Result:
    """The ledger has each night, with the numbers of rows that arrived and of days on which they were delivered."""
    outcome = ordinary(graded)
    nights = zip(("2026-03-29", "2026-03-30", "2026-03-31"), (outcome.usual, outcome.small, outcome.large), strict=True)
    return expect_equal(
        [(str(row[0]), row[1], row[2]) for row in outcome.ledger],
        [(day, night.arrived, night.touched) for day, night in nights],
        "nights, arrived rows, touched days",
    )


@production(demand="docs/operations.md#without gaps")
def the_ledger_is_honest(graded: Graded) -> Result:
    """The ledger has what the server has counted for a night, within 10 % and the cost of the ledger itself."""
    outcome = ordinary(graded)
    rows, wrong = {str(row[0]): row for row in outcome.ledger}, []
    for day, night in (("2026-03-29", outcome.usual), ("2026-03-31", outcome.large)):
        entered = rows.get(day, (day, 0, 0, 0, 0))
        for column, measure in ((3, "read_rows"), (4, "written_rows")):
            cost = night.cost[measure]
            if abs(entered[column] - cost) > 0.1 * cost + (60_000 if measure == "read_rows" else 500):
                wrong.append(f"{day}: {entered[column]} {measure} for {cost}")
    return expect(not wrong, f"wrong entries: {'; '.join(wrong) or 'none'}")


@production(demand="alerts/over_budget.sql#each row of the answer")
def the_alert_is_silent(graded: Graded) -> Result:
    """Finance's alert reports nothing about three nights, all of which are in the ledger."""
    outcome = ordinary(graded)
    return expect(
        len(outcome.ledger) == 3 and not outcome.breaches,
        f"{len(outcome.ledger)} nights; the alert reports {outcome.breaches[:3]}",
    )


@production(demand="docs/operations.md#They run as")
def what_others_run_still_works(graded: Graded) -> Result:
    """The program for invoices prints what accounts owe for two months, and both contracts have no rows."""
    outcome = ordinary(graded)
    broken = [f"{rows} rows of {path}" for path, rows in outcome.contracts.items() if rows]
    for completed, owed in zip(outcome.invoices, outcome.owed, strict=True):
        if completed.exit_code or completed.stdout.strip() != owed:
            broken.append(f"invoices: {describe_end(completed)}, with other amounts: {completed.stdout[:60]!r}")
    return expect(not broken, f"broken: {'; '.join(broken) or 'nothing'}")


@production(demand="prompt#`contracts/`, `consumers/`, `dashboards/` and `alerts/`")
def what_belongs_to_others_is_unchanged(graded: Graded) -> Result:
    """The tables in raw and ops, and the files of other teams, are as they were."""
    changed = [path for path in graded.workspace.changed() if path.startswith(_OTHERS)]
    for table in _TABLES:
        sql = f"select count(), sum(sipHash64(toString(tuple(*)))) from {table}"
        if graded.clickhouse.query(sql) != graded.starting.clickhouse.query(sql):
            changed.append(table)
    return expect(not changed, f"changed: {', '.join(changed) or 'nothing'}")


@production(demand="docs/operations.md#leaves no tables behind")
def nights_leave_no_tables(graded: Graded) -> Result:
    """Nights, also killed ones, leave no tables that were not there before."""
    return expect_equal([ordinary(graded).tables, killed(graded).tables], [tables(graded)] * 2, "tables and views")
