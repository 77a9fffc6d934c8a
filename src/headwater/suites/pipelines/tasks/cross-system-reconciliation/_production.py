"""Production checks: the runbook, the schema file, the log and error messages meet the needs of operators."""

import re
from pathlib import PurePosixPath
from typing import Any

from _rounds import rounds
from _runs import COMMAND, REPORT, quarantined
from _scenarios import SECRET, clickhouse_gone, outages, seeded
from _truth import IN_CLICKHOUSE, RUNS, TABLE, TABLES, stored_payments

from headwater.grading import Graded, Result, expect, expect_equal, production

VARIABLES = (
    "POSTGRES_URL",
    "CLICKHOUSE_HOST",
    "CLICKHOUSE_PORT",
    "CLICKHOUSE_USER",
    "CLICKHOUSE_PASSWORD",
    "KAFKA_BOOTSTRAP_SERVERS",
)
SYSTEMS = ("(POSTGRES_|PG[A-Z*])", "CLICKHOUSE_", "KAFKA_")
OWNED = (
    "sink.py",
    "reports/merchant_statement.sql",
    "reports/daily_close.sql",
    "docs/close.md",
    "docs/databases.md",
    "docs/drift-report.md",
    "docs/events.md",
    "docs/operations.md",
    "docs/quarantine.md",
    "ops/before_close.sh",
    "ops/every_ten_minutes.sh",
    "ops/metrics.py",
    "ops/new_harbour.sh",
    "dashboards/runs.sql",
    "backoffice/quarantined.sql",
)


@production(demand="docs/operations.md#runbook")
def the_runbook_tells_how_to_run_it(graded: Graded) -> Result:
    """The runbook names the entry point, its options and the report."""
    return _mentions(graded, ("reconcile.py", "--check-only", "--tolerance", PurePosixPath(REPORT).name))


@production(demand="docs/operations.md#runbook")
def the_runbook_explains_the_exit_codes(graded: Graded) -> Result:
    """The runbook explains all four exit codes."""
    text = graded.workspace.read_text("RUNBOOK.md")
    missing = [code for code in ("0", "1", "2", "64") if not re.search(rf"(?<![\w.-]){code}(?![\w-]|\.\d)", text)]
    return expect(
        text and not missing,
        f"RUNBOOK.md lacks exit codes {missing}" if missing else "RUNBOOK.md names all exit codes",
    )


@production(demand="docs/operations.md#runbook")
def the_runbook_names_the_environment(graded: Graded) -> Result:
    """The runbook names the environment variables that the agent's files read."""
    written = [each for each in graded.workspace.sources() if each.text != each.shipped]
    code = "\n".join(each.text for each in written if not each.path.endswith(".md"))
    read = [name for name in VARIABLES if re.search(rf"""["'$]\{{?{name}\b""", code)]
    text = graded.workspace.read_text("RUNBOOK.md")
    missing = [name for name in read if not _names(text, name)]
    missing += [system for system in SYSTEMS if not re.search(rf"\b{system}", text)]
    return expect(not missing, f"of {read} RUNBOOK.md lacks {missing}" if missing else f"RUNBOOK.md names {read}")


def _names(text: str, variable: str) -> bool:
    """Return whether a text names a variable, in full or abbreviated as in ``CLICKHOUSE_HOST/PORT``."""
    prefix, _, end = variable.partition("_")
    return variable in text or bool(re.search(rf"\b{prefix}_\S*\b{end}\b", text))


@production(demand="docs/operations.md#brings it back")
def the_runbook_explains_the_quarantine(graded: Graded) -> Result:
    """The runbook contains the statement that restores a payment from the quarantine."""
    text = graded.workspace.read_text("RUNBOOK.md")
    has_statement = re.search(
        r"""insert\s+into\s+(table\s+)?[`"]?analytics[`"]?\.[`"]?transactions[`"]?(?!\w)""", text, re.IGNORECASE
    )
    is_named = "transactions_quarantine" in text
    return expect(
        is_named and has_statement,
        f"RUNBOOK.md {'names' if is_named else 'does not name'} the quarantine"
        f" and has {'a' if has_statement else 'no'} statement that puts a payment back",
    )


def _mentions(graded: Graded, facts: tuple[str, ...]) -> Result:
    text = graded.workspace.read_text("RUNBOOK.md")
    missing = [fact for fact in facts if fact not in text]
    return expect(not missing, f"RUNBOOK.md lacks {missing}" if missing else f"RUNBOOK.md names {list(facts)}")


@production(demand="docs/operations.md#exit-codes")
def help_explains_options_and_exit_codes(graded: Graded) -> Result:
    """The output of --help describes all options and exit codes."""
    with graded.copy() as copy:
        completed = copy.run(f"{COMMAND} --help", timeout_sec=30)
    missing = [fact for fact in ("--check-only", "--tolerance", "64") if fact not in completed.stdout]
    return expect(
        completed.exit_code == 0 and not missing,
        f"--help exited with {completed.exit_code} and lacks {missing}",
    )


@production(demand="ops/new_harbour.sh#sql/schema.sql")
def the_schema_file_makes_the_tables(graded: Graded) -> Result:
    """On an empty server, sql/schema.sql creates the same tables as are in use."""
    script = graded.workspace.read_text("sql/schema.sql")
    now = {table: graded.clickhouse.columns(table) for table in TABLES}
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        copy.clickhouse.execute(script)
        created_columns = {table: copy.clickhouse.columns(table) for table in TABLES}
    wrong = [table for table in TABLES if not created_columns[table] or created_columns[table] != now[table]]
    return expect(
        not wrong,
        f"sql/schema.sql does not create {wrong} as in use" if wrong else "sql/schema.sql creates all three tables",
    )


@production(demand="ops/new_harbour.sh#sql/schema.sql")
def the_schema_file_makes_the_layout(graded: Graded) -> Result:
    """The table that sql/schema.sql creates has the same layout as the one in use."""
    script = graded.workspace.read_text("sql/schema.sql")
    keys = ("engine", "sorting_key", "partition_key")
    now = graded.clickhouse.table(TABLE)
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        copy.clickhouse.execute(script)
        created_table = copy.clickhouse.table(TABLE)
    return expect_equal(
        [created_table.get(key) for key in keys],
        [now.get(key) for key in keys],
        "the layout that sql/schema.sql creates",
    )


@production(demand="ops/new_harbour.sh#where everything exists already")
def the_schema_file_does_no_harm(graded: Graded) -> Result:
    """On a server with data, sql/schema.sql changes nothing."""
    script = graded.workspace.read_text("sql/schema.sql")
    with graded.copy() as copy:
        before = (sorted(stored_payments(copy)), quarantined(copy))
        copy.clickhouse.execute(script)
        after = (sorted(stored_payments(copy)), quarantined(copy))
    return expect(
        script and before == after,
        f"sql/schema.sql on a server with data: {len(before[0])} rows before, {len(after[0])} after",
    )


@production(demand="docs/databases.md#names and types of the columns stay")
def the_target_keeps_its_columns(graded: Graded) -> Result:
    """The table keeps its column names and types, and a run that has to create the table fills it completely."""
    now, then = graded.clickhouse.columns(TABLE), graded.starting.clickhouse.columns(TABLE)
    run = clickhouse_gone(graded)[0]
    rows = len(run.after.held)
    return expect(
        then.items() <= now.items() and rows == len(run.after.ledger),
        f"columns are {now}; a table that a run creates has {rows} rows",
    )


@production(demand="ops/metrics.py#logs one line for each")
def the_log_tells_each_category(graded: Graded) -> Result:
    """The output has a line with the name and count of each category."""
    outcome = seeded(graded)
    counts = {name: found["count"] for name, found in outcome.before.categories().items()}
    lines = outcome.repair.completed.stdout.splitlines()
    missing = [name for name, count in counts.items() if not _has_line(lines, name, count)]
    return expect(not missing, f"no line for {missing}" if missing else f"{len(counts)} categories are in the log")


def _has_line(lines: list[str], name: str, count: int) -> bool:
    return any(
        re.search(rf"(?<!\w){name}(?!\w)", line) and re.search(rf"(?<!\d){count}(?!\d)", line.replace(name, ""))
        for line in lines
    )


@production(demand="dashboards/runs.sql#each run of the last week that repaired something")
def a_repair_is_recorded(graded: Graded) -> Result:
    """A repair records one row, with a count per category and the final number of rows; other runs record none."""
    outcome = seeded(graded)
    expected = {"rows_after": len(outcome.before.ledger), **ids(IN_CLICKHOUSE, outcome.before.drifted())}
    counts = (outcome.recorded, len(outcome.recorded_after_rerun))
    return expect(
        counts == ([expected], 1),
        f"after the repair {RUNS} has {outcome.recorded}, expected {[expected]}; "
        f"after another run it has {counts[1]} rows",
    )


@production(demand="dashboards/runs.sql#each run of the last week that repaired something")
def random_repairs_are_recorded(graded: Graded) -> Result:
    """After random drift, a run adds one row with the right figures to the log, also if it has a tolerance."""
    fault = rounds(graded).log or rounds(graded).data
    return expect(not fault, fault or "all rows are right")


def ids(names: tuple[str, ...], ids_by_name: dict[str, list[int]]) -> dict[str, int]:
    """Return the number of payments in each of the given categories."""
    return {name: len(ids_by_name[name]) for name in names}


@production(demand="docs/databases.md#helper tables are gone")
def nothing_else_is_left(graded: Graded) -> Result:
    """ClickHouse has only the three tables, and Postgres has only the payments table."""
    outcome = seeded(graded)
    tables, postgres = outcome.tables, graded.postgres.tables()
    return expect(
        tables == TABLES and postgres == ["app.transactions"],
        f"ClickHouse has {tables}, Postgres {postgres}",
    )


@production(demand="docs/databases.md#postgres", required=True)
def source_and_topic_are_only_read(graded: Graded) -> Result:
    """A repair changes no rows in Postgres and publishes no messages."""
    outcome = seeded(graded)
    same = outcome.before.ledger == outcome.after.ledger and outcome.before.versions == outcome.after.versions
    messages = (
        len(outcome.before.messages),
        len(outcome.after.messages),
        len(graded.starting.kafka.messages("transactions")),
    )
    repaired = outcome.repair.report.get("repaired") is True
    return expect(
        repaired and same and len(set(messages)) == 1,
        f"the repair {'kept' if same else 'changed'} Postgres; messages before, after and at the start: {messages}",
    )


@production(demand="docs/operations.md#owners")
def what_others_own_is_unchanged(graded: Graded) -> Result:
    """The files of other teams are unchanged, and the agent added the runbook."""
    changed = [path for path in OWNED if graded.workspace.read_text(path) != graded.workspace.shipped_text(path)]
    written = graded.workspace.exists("RUNBOOK.md")
    return expect(not changed and written, f"changed: {changed}; RUNBOOK.md {'exists' if written else 'is missing'}")


@production(demand="docs/operations.md#no password")
def failures_tell_no_secret(graded: Graded) -> Result:
    """On errors, a run prints a reason to stderr, without the password, because the output is logged."""
    runs = outages(graded).runs
    silent = sum(1 for run in runs if run.exit_code != 1 or not run.completed.stderr.strip())
    leaks = sum(1 for run in runs if SECRET in run.output)
    return expect(
        not silent and not leaks,
        f"of {len(runs)} failing runs {silent} gave no reason and {leaks} revealed the password",
    )


@production(demand="docs/operations.md#a few at most")
def failures_are_one_short_message(graded: Graded) -> Result:
    """Each failed run prints only a few lines."""
    lengths = [len(run.completed.stderr.strip().splitlines()) for run in outages(graded).runs]
    return expect(all(0 < length <= 5 for length in lengths), f"failing runs printed {lengths} lines of errors")


@production(demand="docs/drift-report.md#schema_version")
def the_report_states_its_version(graded: Graded) -> Result:
    """The report states its schema version, mode, time and tolerance."""
    outcome = seeded(graded)
    reported = [
        (
            run.report.get("schema_version"),
            run.report.get("mode"),
            _is_time(run.report.get("generated_at")),
            run.report.get("tolerance"),
        )
        for run in (outcome.checks[0], outcome.repair)
    ]
    expected = [(1, "check", True, "0"), (1, "repair", True, "0")]
    return expect_equal(reported, expected, "version, mode, time and tolerance")


def _is_time(value: Any) -> bool:
    return (
        isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)", value) is not None
    )
