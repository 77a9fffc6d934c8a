"""Robustness checks: new drift, unusual data, empty or unreachable systems, wrong usage and interruptions."""

from decimal import Decimal

from _rounds import rounds
from _runs import Run, agrees_with
from _scenarios import (
    KEPT_REPORT,
    Emptied,
    clickhouse_gone,
    empty_source,
    empty_topic,
    injected,
    interrupted,
    outages,
    seeded,
    tolerated,
)
from _tidy import left_after_kills
from _truth import IN_CLICKHOUSE, IN_TOPIC, difference

from headwater.grading import Graded, Result, expect, robust

SLOWEST_SEC = 40
"""The runs must give up within thirty seconds; a busy machine may take longer."""


@robust(demand="docs/drift-report.md#category of ClickHouse")
def new_drift_is_reported(graded: Graded) -> Result:
    """New drift of every kind that occurs after the repair is reported."""
    outcome = injected(graded)
    if outcome.check.exit_code != 2:
        return expect(
            False,
            f"with new drift --check-only exited with {outcome.check.exit_code} {outcome.check.completed.tail}",
        )
    return agrees_with(outcome.check, outcome.before, IN_CLICKHOUSE, "of new drift")


@robust(demand="ops/every_ten_minutes.sh", required=True)
def new_drift_is_repaired(graded: Graded) -> Result:
    """The next run repairs new drift; payments deleted from Postgres go to the quarantine."""
    outcome = injected(graded)
    erased = {100505, 100606, 9500001, 9500002} - {row.transaction_id for row in outcome.quarantine}
    return expect(
        outcome.repair.exit_code == 0 and outcome.after.in_agreement and not erased,
        f"it exited with {outcome.repair.exit_code}; {difference(outcome.after)}; not quarantined: {sorted(erased)}",
    )


@robust(demand="docs/close.md#one cent of them is still a cent", required=True)
def large_amounts_are_exact(graded: Graded) -> Result:
    """A difference of one cent in nine quadrillion is reported and repaired."""
    outcome = injected(graded)
    amounts = [row.amount for row in outcome.after.held if row.transaction_id in (200001, 200005)]
    found = 200001 in (outcome.check.category("amount_mismatch").get("examples") or [])
    count = outcome.check.category("amount_mismatch").get("count")
    exact = sorted(amounts) == [Decimal("9007199254740993.17"), Decimal("9999999999999999.99")]
    return expect(exact and found, f"large amounts are {amounts} after the repair; {count} amounts were reported")


@robust(demand="docs/drift-report.md#null equals null and nothing else")
def strange_values_are_kept(graded: Graded) -> Result:
    """Unknown, empty and NULL currencies, and a status with quotes, are copied unchanged."""
    outcome = injected(graded)
    expected = [outcome.before.ledger[number] for number in (200002, 200003, 200004, 200006, 100405)]
    arrived = [row for row in expected if row in outcome.after.held]
    return expect(
        len(arrived) == len(expected),
        f"{len(arrived)} of {len(expected)} payments with unusual values arrived unchanged",
    )


@robust(demand="docs/events.md#no JSON object at all")
def strange_messages_are_counted(graded: Graded) -> Result:
    """New malformed messages, versions out of order and unknown payments are reported and do not stop the run."""
    outcome = injected(graded)
    return agrees_with(outcome.check, outcome.before, IN_TOPIC, "of strange messages")


@robust(demand="docs/operations.md#the topic no messages")
def an_empty_topic_is_no_fault(graded: Graded) -> Result:
    """With an empty topic, every payment is reported as missing there, and ClickHouse is still repaired."""
    outcome = empty_topic(graded)
    reported = (outcome.check.report.get("totals") or {}, outcome.check.category("missing_in_topic").get("count"))
    is_topic_empty = not outcome.before.messages
    return expect(
        is_topic_empty
        and isinstance(reported[0], dict)
        and reported[0].get("topic") == 0
        and reported[1] == len(outcome.before.ledger)
        and outcome.repair.exit_code == 0
        and outcome.after.in_agreement,
        f"the total and the missing payments are {reported}; the repair exited with {outcome.repair.exit_code}; "
        f"{difference(outcome.after)}",
    )


@robust(demand="docs/operations.md#may have no database yet")
def a_missing_clickhouse_table_is_made(graded: Graded) -> Result:
    """If the database does not exist, all payments are reported as missing, and a run creates and fills the tables."""
    return _filled(clickhouse_gone(graded)[0], "without the database")


@robust(demand="docs/operations.md#the table and nothing in it")
def an_empty_clickhouse_table_is_filled(graded: Graded) -> Result:
    """With an empty table, all payments are reported as missing, and a run adds them."""
    return _filled(clickhouse_gone(graded)[1], "with an empty table")


def _filled(outcome: Emptied, what: str) -> Result:
    missing = outcome.check.category("missing_in_clickhouse").get("count")
    return expect(
        (outcome.check.exit_code, missing) == (2, len(outcome.before.ledger))
        and outcome.repair.exit_code == 0
        and outcome.after.in_agreement,
        f"{what} {missing} were reported missing (exit code {outcome.check.exit_code}); the repair exited with"
        f" {outcome.repair.exit_code}; {difference(outcome.after)} {outcome.repair.completed.tail[:200]}",
    )


@robust(demand="docs/operations.md#That is a failure of Postgres")
def an_empty_source_stops_everything(graded: Graded) -> Result:
    """If Postgres has no payments, the run fails and changes nothing, because the source must be at fault."""
    outcome = empty_source(graded)
    is_unchanged = len(outcome.before.held) and sorted(outcome.before.held) == sorted(outcome.after.held)
    ended = (outcome.check.exit_code, outcome.repair.exit_code)
    is_named = all("postgres" in run.completed.stderr.lower() for run in (outcome.check, outcome.repair))
    return expect(
        is_unchanged and is_named and ended == (1, 1) and outcome.repair.report_text == KEPT_REPORT,
        f"the runs exited with {ended}; {len(outcome.after.held)} of {len(outcome.before.held)} rows are left; "
        f"Postgres is {'named' if is_named else 'not named'}",
    )


@robust(demand="docs/operations.md#when-it-fails")
def a_missing_postgres_is_named(graded: Graded) -> Result:
    """If Postgres is unreachable, a run soon exits with code 1 and prints one line that names Postgres."""
    return _names_system(outages(graded).unreachable["postgres"], "postgres")


@robust(demand="docs/operations.md#when-it-fails")
def a_missing_clickhouse_is_named(graded: Graded) -> Result:
    """If ClickHouse is unreachable, a run soon exits with code 1 and prints one line that names ClickHouse."""
    return _names_system(outages(graded).unreachable["clickhouse"], "clickhouse")


@robust(demand="docs/operations.md#when-it-fails")
def a_missing_kafka_is_named(graded: Graded) -> Result:
    """If Kafka is unreachable, a run soon exits with code 1 and prints one line that names Kafka."""
    return _names_system(outages(graded).unreachable["kafka"], "kafka")


@robust(demand="docs/operations.md#refuses the login")
def a_refused_login_is_named(graded: Graded) -> Result:
    """With a wrong password, a run exits with code 1 and prints one line that names the system."""
    return _names_system(outages(graded).refused, "clickhouse")


@robust(demand="docs/operations.md#is not configured")
def a_missing_setting_is_named(graded: Graded) -> Result:
    """If a system is not configured, a run exits with code 1 and prints one line that names the system."""
    return _names_system(outages(graded).unset, "kafka")


def _names_system(run: Run, system: str) -> Result:
    is_named = system in run.completed.stderr.lower()
    calm = "Traceback" not in run.output
    return expect(
        run.exit_code == 1 and is_named and calm and run.completed.seconds <= SLOWEST_SEC,
        f"without {system} it exited with {run.exit_code} after {run.completed.seconds:.1f} s,"
        f" {'named it' if is_named else 'did not name it'}{'' if calm else ', with a traceback'}:"
        f" {run.completed.tail[-160:]}",
    )


@robust(demand="docs/operations.md#the last report included")
def a_failed_run_leaves_all_as_it_was(graded: Graded) -> Result:
    """Runs that exit with code 1 keep the last report and leave the table unchanged."""
    outcome = outages(graded)
    codes = [run.exit_code for run in outcome.runs]
    reports = all(run.report_text == KEPT_REPORT for run in outcome.runs)
    same = outcome.held_before == outcome.held_after
    return expect(
        codes == [1] * 5 and reports and same,
        f"after runs that exited with {codes} the report was {'kept' if reports else 'overwritten'}"
        f" and the table {'kept' if same else 'changed'}",
    )


@robust(demand="docs/close.md#no database is any different afterwards", required=True)
def check_only_changes_nothing(graded: Graded) -> Result:
    """--check-only changes no rows, creates no tables and records no run."""
    outcome = seeded(graded)
    same = sorted(outcome.before.held) == sorted(outcome.after_checks.held)
    before, after = outcome.tables_after_checks
    none_made = [name for name in clickhouse_gone(graded)[0].tables_after_check if name.startswith("analytics.")]
    reported = outcome.checks[0].exit_code == 2
    return expect(
        reported and same and before == after and not outcome.recorded_after_checks and not none_made,
        f"--check-only exited with {outcome.checks[0].exit_code}, {'kept' if same else 'changed'} the rows,"
        f" created {sorted(set(after) - set(before))} and {none_made},"
        f" recorded {len(outcome.recorded_after_checks)} runs",
    )


@robust(demand="docs/drift-report.md#the report is the same")
def reports_of_the_same_data_are_the_same(graded: Graded) -> Result:
    """The reports from two runs with --check-only differ only in generated_at."""
    first, second = (dict(run.report) for run in seeded(graded).checks)
    times = [report.pop("generated_at", None) for report in (first, second)]
    return expect(
        first and first == second and all(times),
        f"two reports, of {times}, are {'the same' if first == second else 'different'}",
    )


@robust(demand="docs/close.md#up to and including")
def the_tolerance_is_honoured(graded: Graded) -> Result:
    """Tolerances below, at and above the errors in amounts are respected. Tolerated errors are not repaired."""
    outcome = tolerated(graded)
    reported = {
        text: (run.exit_code, run.category("amount_mismatch").get("count")) for text, run in outcome.checks.items()
    }
    expected = {"0.04": (2, 3), "0.05": (2, 1), "3": (0, 0)}
    return expect(
        reported == expected and outcome.repair.exit_code == 0 and outcome.unchanged,
        f"exit codes and mismatches by tolerance are {reported}, expected {expected}; a run with 3.00"
        f" {'changed nothing' if outcome.unchanged else 'changed rows'}",
    )


@robust(demand="docs/operations.md#exit-codes")
def wrong_usage_is_refused(graded: Graded) -> Result:
    """On wrong usage, the program exits with code 64, which cannot be confused with drift."""
    codes = {options: run.exit_code for options, run in tolerated(graded).misused.items()}
    return expect(set(codes.values()) == {64}, f"wrong options exited with {codes}, expected 64")


@robust(demand="docs/quarantine.md#a run that ends in between", required=True)
def an_interrupted_run_is_continued(graded: Graded) -> Result:
    """A run after an interrupted one does not add an orphan to the quarantine a second time."""
    outcome = interrupted(graded)
    times = {
        number: [row.transaction_id for row in rows].count(number)
        for rows in (outcome.quarantine, outcome.quarantine_again)
        for number in (9600001, 9600002)
    }
    lengths = (len(outcome.quarantine), len(outcome.quarantine_again))
    return expect(
        set(times.values()) == {1} and lengths[0] == lengths[1] and outcome.agrees and outcome.again.exit_code == 0,
        f"after an interrupted run, orphans are in the quarantine {times} times; rows after two runs: {lengths}",
    )


@robust(demand="docs/operations.md#When both have ended", required=True)
def random_rounds_end_in_agreement(graded: Graded) -> Result:
    """Although runs are killed and overlap, and Postgres changes meanwhile, ClickHouse is right in the end."""
    outcome = rounds(graded)
    return expect(not outcome.data, outcome.data or "all payments are right", events=outcome.events.get("data", []))


@robust(demand="docs/quarantine.md#Each of them is there once", required=True)
def random_orphans_are_quarantined_once(graded: Graded) -> Result:
    """Payments that Postgres loses again and again are in the quarantine once, with values that they had."""
    outcome = rounds(graded)
    events = outcome.events.get("quarantine", [])
    return expect(not outcome.quarantine, outcome.quarantine or "each orphan is there once", events=events)


@robust(demand="docs/operations.md#the next one makes up for it")
def the_next_run_tidies_up(graded: Graded) -> Result:
    """After a run that was killed shortly before its end, the next one leaves no other tables, even without drift."""
    fault = left_after_kills(graded) or rounds(graded).tables
    return expect(not fault, fault or "no helper table is left")
