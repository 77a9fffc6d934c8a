"""Functional checks: the command runs, and the report and the tables exist."""

from collections import Counter

from _runs import REPORT, quarantined, read_report
from _scenarios import seeded
from _truth import CATEGORIES, IN_CLICKHOUSE, QUARANTINE, RUNS, TABLE, Truth, stored_payments, truth

from headwater.grading import Graded, Result, expect, expect_equal, functional

TOP_LEVEL = {
    "schema_version", "generated_at", "mode", "tolerance", "drift", "repaired", "totals", "categories",
}  # fmt: skip


@functional(demand="docs/drift-report.md#totals")
def the_report_was_written(graded: Graded) -> Result:
    """The report is a JSON object at the given path, with the right totals of payments and messages."""
    totals = read_report(graded.workspace.read_text(REPORT)).get("totals")
    expected = truth(graded).totals()
    counted = isinstance(totals, dict) and all(totals.get(name) == expected[name] for name in ("postgres", "topic"))
    return expect(counted, f"{REPORT} has the totals {totals}, expected {expected}")


@functional(demand="docs/drift-report.md#all keys are always there")
def the_report_has_its_keys(graded: Graded) -> Result:
    """The report has the documented keys and no others."""
    return expect_equal(sorted(read_report(graded.workspace.read_text(REPORT))), sorted(TOP_LEVEL), "the list of keys")


@functional(demand="docs/drift-report.md#by_producer")
def the_report_has_every_category(graded: Graded) -> Result:
    """The report has all thirteen categories, each with the three required values."""
    categories = read_report(graded.workspace.read_text(REPORT)).get("categories")
    categories = categories if isinstance(categories, dict) else {}
    complete = [
        name
        for name, value in categories.items()
        if isinstance(value, dict) and set(value) == {"count", "examples", "by_producer"}
    ]
    return expect(sorted(complete) == sorted(CATEGORIES), f"{len(complete)} complete categories: {sorted(complete)}")


@functional(demand="backoffice/quarantined.sql#quarantined_at")
def the_quarantine_exists(graded: Graded) -> Result:
    """The quarantine table has the columns of the payments table, reason and quarantined_at."""
    columns, target = graded.clickhouse.columns(QUARANTINE), graded.clickhouse.columns(TABLE)
    expected = {*target, "reason", "quarantined_at"}
    return expect(target and expected <= set(columns), f"{QUARANTINE} has the columns {sorted(columns)}")


@functional(demand="docs/quarantine.md#it is moved to")
def the_quarantine_has_rows(graded: Graded) -> Result:
    """The orphans in the starting state were moved to the quarantine."""
    state = truth(graded.starting, topic=False)
    orphans = {row.transaction_id for row in state.held} - set(state.ledger)
    missing = orphans - {row.transaction_id for row in quarantined(graded)}
    return expect(not missing, f"{len(missing)} of {len(orphans)} orphans are missing from {QUARANTINE}")


@functional(demand="dashboards/runs.sql#rows_after")
def the_log_of_runs_exists(graded: Graded) -> Result:
    """The table of runs has a column for each drift category that concerns ClickHouse."""
    columns = graded.clickhouse.columns(RUNS)
    missing = {"finished_at", "rows_after", *IN_CLICKHOUSE} - set(columns)
    return expect(not missing, f"{RUNS} lacks {sorted(missing)}" if missing else f"{RUNS} has {len(columns)} columns")


@functional(demand="prompt#app.transactions", required=True)
def every_payment_is_in_clickhouse(graded: Graded) -> Result:
    """No payment in Postgres is missing from ClickHouse, and the added payments have the right values."""
    state = truth(graded, topic=False)
    missing = set(state.ledger) - {row.transaction_id for row in state.held}
    other = _still_missing(truth(graded.starting, topic=False), state)
    return expect(
        not missing and not other,
        f"{len(missing)} of {len(state.ledger)} payments are missing in {TABLE}; of those that were missing"
        f" at the start, {len(other)} are still missing or have wrong values",
    )


def _still_missing(before: Truth, after: Truth) -> set[int]:
    """Return the payments that were missing from ClickHouse and are still missing or have wrong values."""
    were_missing = set(before.ledger) - {row.transaction_id for row in before.held}
    held_numbers = set(after.held)
    return {number for number in were_missing if after.ledger.get(number) not in held_numbers}


@functional(demand="docs/databases.md#without any keyword", required=True)
def no_payment_is_there_twice(graded: Graded) -> Result:
    """A plain SELECT returns each payment once."""
    times = Counter(row.transaction_id for row in stored_payments(graded))
    duplicates = sum(1 for count in times.values() if count > 1)
    return expect(times and not duplicates, f"{duplicates} of {len(times)} payments are in {TABLE} more than once")


@functional(demand="ops/before_close.sh#has drifted")
def drift_is_found(graded: Graded) -> Result:
    """With the starting drift, --check-only exits with 2 and counts the missing payments."""
    outcome = seeded(graded)
    first, name = outcome.checks[0], "missing_in_clickhouse"
    reported = (first.exit_code, first.report.get("drift"), first.category(name).get("count"))
    return expect_equal(reported, (2, True, len(outcome.before.drifted()[name])), f"exit code, drift and {name}")


@functional(demand="ops/every_ten_minutes.sh#perhaps after the repair")
def drift_is_repaired_in_one_run(graded: Graded) -> Result:
    """With the starting drift, a run exits with 0, reports a repair, and adds the missing payments."""
    outcome = seeded(graded)
    reported = (
        outcome.repair.exit_code,
        outcome.repair.report.get("repaired"),
        len(_still_missing(outcome.before, outcome.after)),
    )
    return expect_equal(reported, (0, True, 0), "exit code, repaired, and number of missing payments")


@functional(demand="docs/drift-report.md#repaired")
def the_next_run_finds_agreement(graded: Graded) -> Result:
    """After the repair, a run exits with 0, finds no drift and repairs nothing."""
    rerun = seeded(graded).rerun
    reported = (rerun.exit_code, rerun.report.get("drift"), rerun.report.get("repaired"))
    return expect_equal(reported, (0, False, False), "the tuple of exit code, drift and repaired flags")
