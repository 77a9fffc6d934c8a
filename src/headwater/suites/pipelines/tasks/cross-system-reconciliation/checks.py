"""Checks of cross-system-reconciliation: three systems that disagree, a report that says how, and a repair.

What should be found is always recomputed from the rows and messages of the state itself (``_truth.py``). Runs
happen in copies, by scenario (``_scenarios.py`` and ``_volume.py``), and several checks look at each.
"""

import re
from collections import Counter
from decimal import Decimal
from typing import Any

from _scenarios import (
    COMMAND,
    KEPT_REPORT,
    REPORT,
    SECRET,
    Emptied,
    Run,
    away,
    clickhouse_gone,
    empty_source,
    empty_topic,
    injected,
    interrupted,
    quarantined,
    read_report,
    seeded,
    tolerated,
)
from _truth import CATEGORIES, IN_CLICKHOUSE, IN_TOPIC, Truth, held, truth
from _volume import Volume, Work, reference_volume, volume

from headwater.grading import (
    Graded,
    Result,
    correct,
    expect,
    expect_equal,
    functional,
    performant,
    production,
    robust,
)

TABLE = "analytics.transactions"
QUARANTINE = "analytics.transactions_quarantine"
RUNS = "analytics.reconciliation_runs"
TABLES = [RUNS, TABLE, QUARANTINE]
TOP_LEVEL = {
    "schema_version", "generated_at", "mode", "tolerance", "drift", "repaired", "totals", "categories",
}  # fmt: skip
VARIABLES = (
    "POSTGRES_URL",
    "CLICKHOUSE_HOST",
    "CLICKHOUSE_PORT",
    "CLICKHOUSE_USER",
    "CLICKHOUSE_PASSWORD",
    "KAFKA_BOOTSTRAP_SERVERS",
)
SLOWEST_SEC = 40
"""Half as much again as the thirty seconds that were asked for: the machine may be busy."""


def ids(names: tuple[str, ...], found: dict[str, list[int]]) -> dict[str, int]:
    """Return how many payments are in each of some categories."""
    return {name: len(found[name]) for name in names}


def agrees_with(run: Run, state: Truth, names: tuple[str, ...], what: str) -> Result:
    """Compare count and examples of some categories of a report with what the state holds."""
    expected = state.categories()
    wrong = []
    for name in names:
        seen = run.category(name)
        if [seen.get("count"), seen.get("examples")] != [expected[name]["count"], expected[name]["examples"]]:
            wrong.append(f"{name} is {seen.get('count')} {seen.get('examples')}, really {expected[name]}")
    counts = ", ".join(f"{name} {expected[name]['count']}" for name in names)
    return expect(not wrong, f"{what}: {'; '.join(wrong)[:600] if wrong else counts}")


def difference(state: Truth) -> str:
    """Say in a few words how ClickHouse differs from Postgres."""
    left = {name: len(found) for name, found in state.drifted().items() if name in IN_CLICKHOUSE and found}
    return f"{len(state.held)} rows for {len(state.ledger)} payments, drift left: {left or 'none'}"


# Functional: it runs, and what was asked for is there.


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


# Correct: the figures are right, and so is what is left.


@correct
def clickhouse_equals_postgres(graded: Graded) -> Result:
    """All payments with all their values, once each, as the agent left them."""
    state = truth(graded)
    return expect(state.in_agreement, difference(state))


@correct
def the_repair_leaves_no_difference(graded: Graded) -> Result:
    """The drift of the beginning is repaired to the last value."""
    state = seeded(graded).after
    return expect(state.in_agreement, difference(state))


@correct
def missing_payments_are_reported(graded: Graded) -> Result:
    """Payments without a row in ClickHouse."""
    return _seeded_report(graded, "missing_in_clickhouse")


@correct
def duplicates_are_reported(graded: Graded) -> Result:
    """Payments with more than one row."""
    return _seeded_report(graded, "duplicated_in_clickhouse")


@correct
def wrong_amounts_are_reported(graded: Graded) -> Result:
    """Cents that were taken for units."""
    return _seeded_report(graded, "amount_mismatch")


@correct
def wrong_currencies_are_reported(graded: Graded) -> Result:
    """A currency where Postgres has none."""
    return _seeded_report(graded, "currency_mismatch")


@correct
def shifted_times_are_reported(graded: Graded) -> Result:
    """Local time that was taken for UTC."""
    return _seeded_report(graded, "time_mismatch")


@correct
def renumbered_merchants_are_reported(graded: Graded) -> Result:
    """Merchants that have another number now."""
    return _seeded_report(graded, "merchant_mismatch")


@correct
def stale_statuses_are_reported(graded: Graded) -> Result:
    """Changes that never arrived, or arrived too early."""
    return _seeded_report(graded, "status_stale")


@correct
def orphans_are_reported(graded: Graded) -> Result:
    """Payments that Postgres does not have, in ClickHouse."""
    return _seeded_report(graded, "orphan_in_clickhouse")


@correct
def gaps_of_the_topic_are_reported(graded: Graded) -> Result:
    """Payments without an event, and events without a payment."""
    return _seeded_report(graded, "missing_in_topic", "orphan_in_topic")


@correct
def outdated_payments_of_the_topic_are_reported(graded: Graded) -> Result:
    """The highest version counts, not the last message."""
    return _seeded_report(graded, "outdated_in_topic")


@correct
def repeated_messages_are_reported(graded: Graded) -> Result:
    """The same version twice is a repetition; two versions are not."""
    return _seeded_report(graded, "duplicated_in_topic")


@correct
def malformed_messages_are_reported(graded: Graded) -> Result:
    """With their places on the topic."""
    return _seeded_report(graded, "malformed_in_topic")


def _seeded_report(graded: Graded, *names: str) -> Result:
    played = seeded(graded)
    return agrees_with(played.checks[0], played.before, names, "of the drift of the beginning")


@correct
def producers_are_named(graded: Graded) -> Result:
    """Each category says which programs published the payments last, so that the cause can be found."""
    played = seeded(graded)
    expected = {name: found["by_producer"] for name, found in played.before.categories().items()}
    seen = {name: played.checks[0].category(name).get("by_producer") for name in CATEGORIES}
    wrong = [f"{name}: {seen[name]}, really {expected[name]}" for name in CATEGORIES if seen[name] != expected[name]]
    return expect(
        not wrong,
        f"{len(wrong)} categories differ: {wrong[:2]}"
        if wrong
        else f"amounts are off by {expected['amount_mismatch']}",
    )


@correct
def totals_are_told(graded: Graded) -> Result:
    """Rows and messages of the three systems."""
    played = seeded(graded)
    return expect_equal(played.checks[0].report.get("totals"), played.before.totals(), "totals")


@correct
def orphans_keep_their_values(graded: Graded) -> Result:
    """Every payment that was taken out is in the quarantine once, as it was."""
    played = seeded(graded)
    orphans = {row for row in played.before.held if row.transaction_id not in played.before.ledger}
    kept = played.quarantine
    return expect(
        len(orphans) and kept == sorted(orphans),
        f"{len(kept)} rows for {len(orphans)} orphans; {len(orphans & set(kept))} have their values",
    )


@correct
def the_first_orphans_were_kept(graded: Graded) -> Result:
    """What was an orphan in the beginning is in the quarantine that was left."""
    state = truth(graded.starting)
    orphans = {row for row in state.held if row.transaction_id not in state.ledger}
    kept = set(quarantined(graded))
    return expect(
        orphans <= kept,
        f"{len(orphans & kept)} of the {len(orphans)} orphans of the beginning are in {QUARANTINE}",
    )


@correct
def the_statement_of_a_merchant_is_right(graded: Graded) -> Result:
    """The team's report gives the figures of Postgres."""
    sql = """
        select status, count(*), sum(amount) from app.transactions
        where merchant_id = 217 and created_at >= '2026-02-01 00:00+00' and created_at < '2026-03-01 00:00+00'
        group by status order by status
    """
    shipped = graded.workspace.shipped_text("reports/merchant_statement.sql") or ""
    return expect_equal(graded.clickhouse.query(shipped), graded.postgres.query(sql), "the statement of merchant 217")


@correct
def the_close_of_a_day_is_right(graded: Graded) -> Result:
    """The team's report gives the figures of Postgres."""
    sql = """
        select currency, status, count(*), sum(amount) from app.transactions
        where created_at >= '2026-04-20 00:00+00' and created_at < '2026-04-21 00:00+00'
        group by currency, status
    """
    shipped = graded.workspace.shipped_text("reports/daily_close.sql") or ""
    left, right = graded.clickhouse.query(shipped), graded.postgres.query(sql)
    return expect_equal(sorted(left, key=str), sorted(right, key=str), "the close of 20 April")


# Robust: what goes wrong later, and around it.


@robust
def new_drift_is_reported(graded: Graded) -> Result:
    """Drift of every kind that comes after the repair is found."""
    played = injected(graded)
    if played.check.exit_code != 2:
        return expect(
            False,
            f"with new drift --check-only ended with {played.check.exit_code} {played.check.completed.tail}",
        )
    return agrees_with(played.check, played.before, IN_CLICKHOUSE, "of new drift")


@robust
def new_drift_is_repaired(graded: Graded) -> Result:
    """The next run repairs it; payments that were erased go to the quarantine."""
    played = injected(graded)
    erased = {100505, 100606, 9500001, 9500002} - {row.transaction_id for row in played.quarantine}
    return expect(
        played.repair.exit_code == 0 and played.after.in_agreement and not erased,
        f"ended with {played.repair.exit_code}; {difference(played.after)}; not quarantined: {sorted(erased)}",
    )


@robust
def large_amounts_are_exact(graded: Graded) -> Result:
    """One cent of nine quadrillions is a difference, and is repaired."""
    played = injected(graded)
    amounts = [row.amount for row in played.after.held if row.transaction_id in (200001, 200005)]
    found = 200001 in (played.check.category("amount_mismatch").get("examples") or [])
    count = played.check.category("amount_mismatch").get("count")
    exact = sorted(amounts) == [Decimal("9007199254740993.17"), Decimal("9999999999999999.99")]
    return expect(exact and found, f"large amounts are {amounts} after the repair; {count} amounts were reported")


@robust
def strange_values_are_kept(graded: Graded) -> Result:
    """Unknown, empty and missing currencies, and a status with quotes, arrive as they are."""
    played = injected(graded)
    wanted = [played.before.ledger[number] for number in (200002, 200003, 200004, 200006, 100405)]
    arrived = [row for row in wanted if row in played.after.held]
    return expect(
        len(arrived) == len(wanted),
        f"{len(arrived)} of {len(wanted)} payments with strange values arrived unchanged",
    )


@robust
def strange_messages_are_counted(graded: Graded) -> Result:
    """New malformed messages, overtaken versions and unknown payments are told, and stop nothing."""
    played = injected(graded)
    return agrees_with(played.check, played.before, IN_TOPIC, "of strange messages")


@robust
def an_empty_topic_is_no_fault(graded: Graded) -> Result:
    """Every payment is missing on it, and ClickHouse is repaired all the same."""
    played = empty_topic(graded)
    told = (played.check.report.get("totals") or {}, played.check.category("missing_in_topic").get("count"))
    gone = not played.before.messages
    return expect(
        gone
        and isinstance(told[0], dict)
        and told[0].get("topic") == 0
        and told[1] == len(played.before.ledger)
        and played.repair.exit_code == 0
        and played.after.in_agreement,
        f"totals and missing are {told}; ended with {played.repair.exit_code}; {difference(played.after)}",
    )


@robust
def a_missing_clickhouse_table_is_made(graded: Graded) -> Result:
    """Without the database, all is missing, and a run makes and fills what it needs."""
    return _filled(clickhouse_gone(graded)[0], "without the database")


@robust
def an_empty_clickhouse_table_is_filled(graded: Graded) -> Result:
    """All is missing, and then all is there."""
    return _filled(clickhouse_gone(graded)[1], "with an empty table")


def _filled(played: Emptied, what: str) -> Result:
    missing = played.check.category("missing_in_clickhouse").get("count")
    return expect(
        (played.check.exit_code, missing) == (2, len(played.before.ledger))
        and played.repair.exit_code == 0
        and played.after.in_agreement,
        f"{what} {missing} were reported missing (exit code {played.check.exit_code}); the repair ended with"
        f" {played.repair.exit_code}; {difference(played.after)} {played.repair.completed.tail[:200]}",
    )


@robust
def an_empty_source_stops_everything(graded: Graded) -> Result:
    """Without payments in Postgres nothing is moved or deleted: that would be the fault of the source."""
    played = empty_source(graded)
    kept = len(played.before.held) and sorted(played.before.held) == sorted(played.after.held)
    ended = (played.check.exit_code, played.repair.exit_code)
    named = all("postgres" in run.completed.stderr.lower() for run in (played.check, played.repair))
    return expect(
        kept and named and ended == (1, 1) and played.repair.report_text == KEPT_REPORT,
        f"ended with {ended}, {len(played.after.held)} of {len(played.before.held)} rows left, Postgres named: {named}",
    )


@robust
def a_missing_postgres_is_named(graded: Graded) -> Result:
    """Exit code 1 and a line for operators, soon."""
    return _named(away(graded).unreachable["postgres"], "postgres")


@robust
def a_missing_clickhouse_is_named(graded: Graded) -> Result:
    """Exit code 1 and a line for operators, soon."""
    return _named(away(graded).unreachable["clickhouse"], "clickhouse")


@robust
def a_missing_kafka_is_named(graded: Graded) -> Result:
    """Exit code 1 and a line for operators, soon."""
    return _named(away(graded).unreachable["kafka"], "kafka")


@robust
def a_refused_login_is_named(graded: Graded) -> Result:
    """A wrong password is exit code 1, too."""
    return _named(away(graded).refused, "clickhouse")


@robust
def a_missing_setting_is_named(graded: Graded) -> Result:
    """A system that is not configured is exit code 1, too."""
    return _named(away(graded).unset, "kafka")


def _named(run: Run, system: str) -> Result:
    named = system in run.completed.stderr.lower()
    calm = "Traceback" not in run.said
    return expect(
        run.exit_code == 1 and named and calm and run.completed.seconds <= SLOWEST_SEC,
        f"without {system} it ended with {run.exit_code} after {run.completed.seconds:.1f} s,"
        f" {'named it' if named else 'did not name it'}{'' if calm else ', with a traceback'}:"
        f" {run.completed.tail[-160:]}",
    )


@robust
def a_failed_run_leaves_all_as_it_was(graded: Graded) -> Result:
    """The last report and the table are the same after runs that ended with 1."""
    played = away(graded)
    codes = [run.exit_code for run in played.runs]
    reports = all(run.report_text == KEPT_REPORT for run in played.runs)
    same = played.held_before == played.held_after
    return expect(
        codes == [1] * 5 and reports and same,
        f"after runs that ended with {codes} the report was {'kept' if reports else 'overwritten'}"
        f" and the table {'kept' if same else 'changed'}",
    )


@robust
def check_only_changes_nothing(graded: Graded) -> Result:
    """No row, no table, no entry in the log of runs."""
    played = seeded(graded)
    same = sorted(played.before.held) == sorted(played.after_checks.held)
    before, after = played.tables_after_checks
    none_made = [name for name in clickhouse_gone(graded)[0].tables_after_check if name.startswith("analytics.")]
    reported = played.checks[0].exit_code == 2
    return expect(
        reported and same and before == after and not played.recorded_after_checks and not none_made,
        f"--check-only ended with {played.checks[0].exit_code}, {'kept' if same else 'changed'} the rows,"
        f" made {sorted(set(after) - set(before))} and {none_made},"
        f" recorded {len(played.recorded_after_checks)} runs",
    )


@robust
def reports_of_the_same_data_are_the_same(graded: Graded) -> Result:
    """Two runs of --check-only differ in generated_at alone."""
    first, second = (dict(run.report) for run in seeded(graded).checks)
    times = [report.pop("generated_at", None) for report in (first, second)]
    return expect(
        first and first == second and all(times),
        f"two reports, of {times}, are {'the same' if first == second else 'different'}",
    )


@robust
def the_tolerance_is_honoured(graded: Graded) -> Result:
    """Below, at and above what amounts are off by; what is tolerated is not repaired."""
    played = tolerated(graded)
    seen = {text: (run.exit_code, run.category("amount_mismatch").get("count")) for text, run in played.checks.items()}
    wanted = {"0.04": (2, 3), "0.05": (2, 1), "3": (0, 0)}
    return expect(
        seen == wanted and played.repair.exit_code == 0 and played.unchanged,
        f"by tolerance, exit code and mismatches are {seen}, expected {wanted}; a run with 3.00"
        f" {'changed nothing' if played.unchanged else 'changed rows'}",
    )


@robust
def wrong_usage_is_refused(graded: Graded) -> Result:
    """Exit code 64, so that nobody takes it for drift."""
    codes = {options: run.exit_code for options, run in tolerated(graded).misused.items()}
    return expect(set(codes.values()) == {64}, f"wrong options ended with {codes}, expected 64")


@robust
def an_interrupted_run_is_continued(graded: Graded) -> Result:
    """An orphan that is in the quarantine already is not put there again."""
    played = interrupted(graded)
    times = {
        number: [row.transaction_id for row in rows].count(number)
        for rows in (played.quarantine, played.quarantine_again)
        for number in (9600001, 9600002)
    }
    lengths = (len(played.quarantine), len(played.quarantine_again))
    return expect(
        set(times.values()) == {1} and lengths[0] == lengths[1] and played.agrees and played.again.exit_code == 0,
        f"after an interrupted run orphans are in the quarantine {times} times; rows after two runs: {lengths}",
    )


# Performant: a hundred thousand payments, by the work that they take.


def _measured(played: Volume, work: Work, holds: bool, message: str) -> Result:
    """Quick means nothing unless the result is right, too."""
    right = played.agrees and work.run.exit_code == 0
    return expect(
        right and holds,
        message if right else f"the result was wrong (exit code {work.run.exit_code}); {message}",
    )


@performant
def much_drift_is_repaired_quickly(graded: Graded) -> Result:
    """A hundred thousand payments take at most eight times what the reference takes, and three seconds."""
    played, reference = volume(graded), reference_volume(graded).repair.run.completed.seconds
    seconds = played.repair.run.completed.seconds
    return _measured(
        played,
        played.repair,
        seconds <= 8 * reference + 3,
        f"the repair of {played.rows} payments took {seconds:.2f} s, the reference {reference:.2f} s",
    )


@performant
def agreement_is_seen_quickly(graded: Graded) -> Result:
    """Where nothing is to be done, the run is not slow either."""
    played, reference = volume(graded), reference_volume(graded).clean.run.completed.seconds
    seconds = played.clean.run.completed.seconds
    return _measured(
        played,
        played.clean,
        seconds <= 8 * reference + 3,
        f"a run without drift took {seconds:.2f} s, the reference {reference:.2f} s",
    )


@performant
def statements_are_few(graded: Graded) -> Result:
    """Drift of five thousand payments does not mean thousands of statements."""
    played, reference = volume(graded), reference_volume(graded).repair.statements
    seen = played.repair.statements
    return _measured(
        played,
        played.repair,
        seen <= 5 * reference + 100,
        f"the repair sent {seen} statements to ClickHouse, the reference {reference}",
    )


@performant
def inserts_are_few(graded: Graded) -> Result:
    """Rows are written in bulk."""
    played = volume(graded)
    seen = played.repair.inserts
    return _measured(played, played.repair, seen <= 60, f"the repair took {seen} inserts")


@performant
def parts_are_few(graded: Graded) -> Result:
    """The table does not crumble into thousands of parts."""
    played, reference = volume(graded), reference_volume(graded).repair.parts
    return _measured(
        played,
        played.repair,
        played.repair.parts <= 3 * reference + 60,
        f"the table had {played.repair.parts} parts after the repair, that of the reference {reference}",
    )


@performant
def postgres_is_scanned_a_few_times(graded: Graded) -> Result:
    """Payments are not looked up one by one."""
    played = volume(graded)
    return _measured(
        played,
        played.repair,
        played.repair.scans <= 30,
        f"the repair scanned app.transactions {played.repair.scans} times",
    )


@performant
def postgres_gives_each_payment_a_few_times(graded: Graded) -> Result:
    """What is read from Postgres is proportional to what it holds."""
    played = volume(graded)
    seen = played.repair.rows_fetched
    return _measured(
        played,
        played.repair,
        seen <= 6 * played.rows,
        f"the repair read {seen} rows of Postgres for {played.rows} payments",
    )


@performant
def clickhouse_reads_what_it_must(graded: Graded) -> Result:
    """What is read in ClickHouse is proportional to what it holds."""
    played, reference = volume(graded), reference_volume(graded).repair.rows_read
    seen = played.repair.rows_read
    return _measured(
        played,
        played.repair,
        seen <= 5 * reference + 10 * played.rows,
        f"the repair read {seen} rows in ClickHouse, the reference {reference}",
    )


@performant
def a_clean_run_writes_nothing(graded: Graded) -> Result:
    """Where all agrees, no part of any table is new."""
    played = volume(graded)
    return _measured(
        played,
        played.clean,
        played.clean.kept_parts and played.clean.run.report.get("drift") is False,
        f"a run without drift {'left all parts' if played.clean.kept_parts else 'wrote new parts'}",
    )


@performant
def one_payment_does_not_rewrite_the_table(graded: Graded) -> Result:
    """One stale status costs a month at most."""
    played = volume(graded)
    seen = played.one_off.rows_written
    return _measured(
        played,
        played.one_off,
        played.repaired_one and seen <= played.rows // 2,
        f"to repair one payment of {played.rows} {seen} rows were written, and it is"
        f" {'right' if played.repaired_one else 'wrong'}",
    )


@performant
def the_statement_reads_its_part(graded: Graded) -> Result:
    """A month of a merchant is less than half of the table."""
    return _reads_its_part(graded, "reports/merchant_statement.sql")


@performant
def the_close_reads_its_part(graded: Graded) -> Result:
    """A day is less than half of the table."""
    return _reads_its_part(graded, "reports/daily_close.sql")


def _reads_its_part(graded: Graded, report: str) -> Result:
    played = volume(graded)
    seen = played.report_rows[report]
    return _measured(played, played.repair, seen * 2 < played.rows, f"{report} reads {seen} of {played.rows} rows")


# Production: what a reviewer and an operator would ask for.


@production
def the_runbook_tells_how_to_run_it(graded: Graded) -> Result:
    """Entry point, options and report."""
    return _told(graded, ("reconcile.py", "--check-only", "--tolerance", REPORT))


@production
def the_runbook_explains_the_exit_codes(graded: Graded) -> Result:
    """All four of them."""
    text = graded.workspace.read_text("RUNBOOK.md")
    missing = [code for code in ("0", "1", "2", "64") if not re.search(rf"(?<![\w.-]){code}(?![\w.-])", text)]
    return expect(
        text and not missing,
        f"RUNBOOK.md lacks exit codes {missing}" if missing else "RUNBOOK.md names all exit codes",
    )


@production
def the_runbook_names_the_environment(graded: Graded) -> Result:
    """The variables that the files read are those that operators are told."""
    files = graded.workspace.files("**/*.py")
    code = "\n".join(graded.workspace.read_text(path) for path in files if path != "sink.py")
    read = [name for name in (*VARIABLES, "PGHOST", "PGPASSWORD", "CLICKHOUSE_URL") if name in code]
    text = graded.workspace.read_text("RUNBOOK.md")
    missing = [name for name in read if name not in text]
    return expect(
        read and text and not missing,
        f"of {read} RUNBOOK.md lacks {missing}" if missing or not text else f"RUNBOOK.md names {read}",
    )


@production
def the_runbook_explains_the_quarantine(graded: Graded) -> Result:
    """With the statement that puts a payment back."""
    text = graded.workspace.read_text("RUNBOOK.md")
    back = re.search(r"insert\s+into\s+`?analytics`?\.`?transactions`?\s", text, re.IGNORECASE)
    return expect(
        QUARANTINE in text and back,
        f"RUNBOOK.md {'names' if QUARANTINE in text else 'does not name'} the quarantine"
        f" and has {'a' if back else 'no'} statement that puts a payment back",
    )


def _told(graded: Graded, facts: tuple[str, ...]) -> Result:
    text = graded.workspace.read_text("RUNBOOK.md")
    missing = [fact for fact in facts if fact not in text]
    return expect(not missing, f"RUNBOOK.md lacks {missing}" if missing else f"RUNBOOK.md names {list(facts)}")


@production
def help_explains_options_and_exit_codes(graded: Graded) -> Result:
    """An operator at night needs nothing but --help."""
    with graded.copy() as copy:
        completed = copy.run(f"{COMMAND} --help", timeout_sec=30)
    missing = [fact for fact in ("--check-only", "--tolerance", "64") if fact not in completed.stdout]
    return expect(
        completed.exit_code == 0 and not missing,
        f"--help ended with {completed.exit_code} and lacks {missing}",
    )


@production
def the_schema_file_makes_the_tables(graded: Graded) -> Result:
    """On an empty server sql/schema.sql makes the tables that are there now."""
    script = graded.workspace.read_text("sql/schema.sql")
    now = {table: graded.clickhouse.columns(table) for table in TABLES}
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        copy.clickhouse.execute(script)
        made = {table: copy.clickhouse.columns(table) for table in TABLES}
    wrong = [table for table in TABLES if not made[table] or made[table] != now[table]]
    return expect(
        not wrong,
        f"sql/schema.sql does not make {wrong} as they are" if wrong else "sql/schema.sql makes all three tables",
    )


@production
def the_schema_file_makes_the_layout(graded: Graded) -> Result:
    """A table that is made anew is laid out like the one that is there."""
    script = graded.workspace.read_text("sql/schema.sql")
    keys = ("engine", "sorting_key", "partition_key")
    now = graded.clickhouse.table(TABLE)
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        copy.clickhouse.execute(script)
        made = copy.clickhouse.table(TABLE)
    return expect_equal(
        [made.get(key) for key in keys], [now.get(key) for key in keys], "engine and keys of sql/schema.sql"
    )


@production
def the_schema_file_does_no_harm(graded: Graded) -> Result:
    """On a full server it changes nothing."""
    script = graded.workspace.read_text("sql/schema.sql")
    with graded.copy() as copy:
        before = (sorted(held(copy)), quarantined(copy))
        copy.clickhouse.execute(script)
        after = (sorted(held(copy)), quarantined(copy))
    return expect(
        script and before == after,
        f"sql/schema.sql on a full server: {len(before[0])} rows before, {len(after[0])} after",
    )


@production
def the_target_keeps_its_columns(graded: Graded) -> Result:
    """Readers find the names and types that they know; and the run is what made it right."""
    now, then = graded.clickhouse.columns(TABLE), graded.starting.clickhouse.columns(TABLE)
    made = clickhouse_gone(graded)[0]
    rows = len(made.after.held)
    return expect(
        then.items() <= now.items() and rows == len(made.after.ledger),
        f"columns are {now}; made anew the table holds {rows} rows",
    )


@production
def the_log_tells_each_category(graded: Graded) -> Result:
    """A line with name and count for each of them."""
    played = seeded(graded)
    counts = {name: found["count"] for name, found in played.before.categories().items()}
    lines = played.repair.completed.stdout.splitlines()
    missing = [name for name, count in counts.items() if not _has_line(lines, name, count)]
    return expect(not missing, f"no line for {missing}" if missing else f"{len(counts)} categories are in the log")


def _has_line(lines: list[str], name: str, count: int) -> bool:
    return any(
        re.search(rf"(?<!\w){name}(?!\w)", line) and re.search(rf"(?<!\d){count}(?!\d)", line.replace(name, ""))
        for line in lines
    )


@production
def a_repair_is_recorded(graded: Graded) -> Result:
    """One row with what was found and what is there now; runs that repair nothing add none."""
    played = seeded(graded)
    expected = {"rows_after": len(played.before.ledger), **ids(IN_CLICKHOUSE, played.before.drifted())}
    seen = (played.recorded, len(played.recorded_after_rerun))
    return expect(
        seen == ([expected], 1),
        f"after the repair {RUNS} has {played.recorded}, expected {[expected]}; another run later {seen[1]} rows",
    )


@production
def nothing_else_is_left(graded: Graded) -> Result:
    """No table but the three, in ClickHouse; none but the payments, in Postgres."""
    played = seeded(graded)
    tables, postgres = played.tables, graded.postgres.tables()
    return expect(
        tables == TABLES and postgres == ["app.transactions"],
        f"ClickHouse has {tables}, Postgres {postgres}",
    )


@production
def source_and_topic_are_only_read(graded: Graded) -> Result:
    """Postgres is the only place where a payment may be corrected, and nobody publishes for it."""
    played = seeded(graded)
    same = played.before.ledger == played.after.ledger and played.before.versions == played.after.versions
    messages = (
        len(played.before.messages),
        len(played.after.messages),
        len(graded.starting.kafka.messages("transactions")),
    )
    repaired = played.repair.report.get("repaired") is True
    return expect(
        repaired and same and len(set(messages)) == 1,
        f"the repair {'kept' if same else 'changed'} Postgres; messages were {messages} before, after and at first",
    )


@production
def what_others_own_is_unchanged(graded: Graded) -> Result:
    """The sink, the reports and the definitions are as they were, beside a runbook that is new."""
    owned = [
        "sink.py",
        "reports/merchant_statement.sql",
        "reports/daily_close.sql",
        "docs/events.md",
        "docs/drift-report.md",
    ]
    changed = [path for path in owned if graded.workspace.read_text(path) != graded.workspace.shipped_text(path)]
    written = graded.workspace.exists("RUNBOOK.md")
    return expect(not changed and written, f"changed: {changed}; RUNBOOK.md is {'there' if written else 'not there'}")


@production
def failures_tell_no_secret(graded: Graded) -> Result:
    """What goes to logs has a reason, on the error output, and no password."""
    runs = away(graded).runs
    silent = sum(1 for run in runs if run.exit_code != 1 or not run.completed.stderr.strip())
    leaks = sum(1 for run in runs if SECRET in run.said)
    return expect(
        not silent and not leaks,
        f"of {len(runs)} failing runs {silent} gave no reason and {leaks} told the password",
    )


@production
def failures_are_one_short_message(graded: Graded) -> Result:
    """An operator reads a few lines, not a page."""
    lengths = [len(run.completed.stderr.strip().splitlines()) for run in away(graded).runs]
    return expect(all(0 < length <= 5 for length in lengths), f"failing runs wrote {lengths} lines of errors")


@production
def the_report_states_its_version(graded: Graded) -> Result:
    """Programs that read it can tell its shape, its mode and its time."""
    played = seeded(graded)
    seen = [
        (
            run.report.get("schema_version"),
            run.report.get("mode"),
            _is_time(run.report.get("generated_at")),
            run.report.get("tolerance"),
        )
        for run in (played.checks[0], played.repair)
    ]
    wanted = [(1, "check", True, "0"), (1, "repair", True, "0")]
    return expect_equal(seen, wanted, "version, mode, time and tolerance")


def _is_time(value: Any) -> bool:
    return (
        isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)", value) is not None
    )
