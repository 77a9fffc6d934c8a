"""Functional: it runs, and what was asked for is there."""

from collections import Counter

from _runs import REPORT, quarantined, read_report
from _scenarios import seeded
from _truth import CATEGORIES, IN_CLICKHOUSE, QUARANTINE, RUNS, TABLE, held, truth

from headwater.grading import Graded, Result, expect, expect_equal, functional

TOP_LEVEL = {
    "schema_version", "generated_at", "mode", "tolerance", "drift", "repaired", "totals", "categories",
}  # fmt: skip


@functional
def the_report_was_written(graded: Graded) -> Result:
    """The report is a JSON object in its place."""
    report = read_report(graded.workspace.read_text(REPORT))
    return expect(
        report, f"{REPORT} holds {len(report)} keys" if report else f"{REPORT} is not there or no JSON object"
    )


@functional
def the_report_has_its_keys(graded: Graded) -> Result:
    """The keys of the definition, and no others."""
    return expect_equal(sorted(read_report(graded.workspace.read_text(REPORT))), sorted(TOP_LEVEL), "the list of keys")


@functional
def the_report_has_every_category(graded: Graded) -> Result:
    """All thirteen are there, each with its three values."""
    categories = read_report(graded.workspace.read_text(REPORT)).get("categories")
    categories = categories if isinstance(categories, dict) else {}
    complete = [
        name
        for name, value in categories.items()
        if isinstance(value, dict) and set(value) == {"count", "examples", "by_producer"}
    ]
    return expect(sorted(complete) == sorted(CATEGORIES), f"{len(complete)} complete categories: {sorted(complete)}")


@functional
def the_quarantine_exists(graded: Graded) -> Result:
    """The table has the columns of the payments, a reason and a time."""
    columns, target = graded.clickhouse.columns(QUARANTINE), graded.clickhouse.columns(TABLE)
    wanted = {*target, "reason", "quarantined_at"}
    return expect(target and wanted <= set(columns), f"{QUARANTINE} has the columns {sorted(columns)}")


@functional
def the_quarantine_has_rows(graded: Graded) -> Result:
    """Something was moved there."""
    rows = len(quarantined(graded))
    return expect(rows, f"{QUARANTINE} has {rows} rows")


@functional
def the_log_of_runs_exists(graded: Graded) -> Result:
    """The table has a column for each category of ClickHouse."""
    columns = graded.clickhouse.columns(RUNS)
    missing = {"finished_at", "rows_after", *IN_CLICKHOUSE} - set(columns)
    return expect(not missing, f"{RUNS} lacks {sorted(missing)}" if missing else f"{RUNS} has {len(columns)} columns")


@functional
def every_payment_is_in_clickhouse(graded: Graded) -> Result:
    """No payment of Postgres is missing where reports read."""
    state = truth(graded)
    missing = set(state.ledger) - {row.transaction_id for row in state.held}
    return expect(not missing, f"{len(missing)} of {len(state.ledger)} payments are missing in {TABLE}")


@functional
def no_payment_is_there_twice(graded: Graded) -> Result:
    """Readers who just select see each payment once."""
    times = Counter(row.transaction_id for row in held(graded))
    twice = sum(1 for count in times.values() if count > 1)
    return expect(times and not twice, f"{twice} of {len(times)} payments are in {TABLE} more than once")


@functional
def drift_is_found(graded: Graded) -> Result:
    """With the drift of the beginning, --check-only ends with 2."""
    first = seeded(graded).checks[0]
    return expect_equal((first.exit_code, first.report.get("drift")), (2, True), "exit code and drift")


@functional
def drift_is_repaired_in_one_run(graded: Graded) -> Result:
    """With the drift of the beginning, a run ends with 0 and says that it repaired."""
    repair = seeded(graded).repair
    return expect_equal((repair.exit_code, repair.report.get("repaired")), (0, True), "exit code and repaired")


@functional
def the_next_run_finds_agreement(graded: Graded) -> Result:
    """After the repair a run ends with 0, finds no drift and repairs nothing."""
    rerun = seeded(graded).rerun
    seen = (rerun.exit_code, rerun.report.get("drift"), rerun.report.get("repaired"))
    return expect_equal(seen, (0, False, False), "exit code, drift and repaired")
