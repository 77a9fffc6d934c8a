"""Production checks: other teams' tables are unchanged, no helper objects remain, and a run's output is readable."""

from __future__ import annotations

from functools import cache

from _site import site
from _usage import at_the_start, describe_end

from headwater.grading import Completed, Graded, Result, State, expect, production

_UNREACHABLE = {
    "CLICKHOUSE_URL": "http://127.0.0.1:1",
    "CLICKHOUSE_PORT": "1",
    "CLICKHOUSE_NATIVE_PORT": "1",
    "CLICKHOUSE_PASSWORD": "hush-8092",
}


def _definitions(state: State | Graded) -> list[tuple[object, ...]]:
    sql = """
        select database, name, toString(uuid), create_table_query from system.tables
        where database in ('usage', 'staging', 'default') order by database, name
    """
    return state.clickhouse.query(sql)


@production(demand="docs/operations.md#stay those of `schema/usage.sql`")
def tables_are_those_that_were(graded: Graded) -> Result:
    """The tables and the view have the same definitions and UUIDs as at the start, and no others exist."""
    found, right = _definitions(graded), _definitions(graded.starting)
    other = sorted({f"{row[0]}.{row[1]}" for row in set(found) ^ set(right)})
    return expect(not other, f"changed or additional tables: {other or 'none'}")


@production(demand="schema/usage.sql#nobody else changes it")
def the_schema_is_left_alone(graded: Graded) -> Result:
    """The platform team's schema file and the exports are unchanged."""
    path, rows = "schema/usage.sql", "select count(), sum(cityHash64(*)) from staging.history"
    same = graded.workspace.read_text(path) == graded.workspace.shipped_text(path)
    exports = graded.clickhouse.query(rows) == graded.starting.clickhouse.query(rows)
    return expect(
        same and exports,
        f"the schema is {'unchanged' if same else 'edited'}, the exports are {'unchanged' if exports else 'changed'}",
    )


@cache
def _failures(graded: Graded) -> tuple[Completed, Completed, bool]:
    """Run the backfill without ClickHouse, then without the exports. Return both runs, and whether no event changed."""
    events = "select count(), sum(event_id) from usage.events"
    with graded.copy() as copy:
        completed = copy.run(env=_UNREACHABLE, timeout_sec=60)
        copy.clickhouse.execute("rename table staging.history to staging.history_elsewhere")
        before = copy.clickhouse.query(events)
        refused = copy.run(timeout_sec=60)
        return completed, refused, copy.clickhouse.query(events) == before


@production(demand="docs/operations.md#without traceback and password")
def a_database_that_is_away_is_reported(graded: Graded) -> Result:
    """If ClickHouse is unreachable, the run exits with code 1 and prints one line."""
    completed = _failures(graded)[0]
    lines = completed.stderr.strip().splitlines()
    text = completed.stdout + completed.stderr
    fit = len(lines) == 1 and "Traceback" not in text and "hush-8092" not in text
    return expect(
        completed.exit_code == 1 and fit,
        f"it exited with {completed.exit_code} and printed {len(lines)} lines: "
        f"{text[-160:].replace('hush-8092', '<the password>')!r}",
    )


@production(demand="docs/operations.md#refuses a statement")
def a_refusal_is_reported(graded: Graded) -> Result:
    """If ClickHouse cannot read the exports, the run exits with code 1, prints one line and changes no event."""
    _, completed, same = _failures(graded)
    lines = completed.stderr.strip().splitlines()
    return expect(
        completed.exit_code == 1 and len(lines) == 1 and same,
        f"without exports it exited with {completed.exit_code} and printed {len(lines)} lines; events are "
        f"{'unchanged' if same else 'changed'}",
    )


@production(demand="docs/operations.md#for each month of `usage.events` that was changed")
def the_run_says_what_it_did(graded: Graded) -> Result:
    """On another site, the run prints each month with its number of historical events."""
    right = [f"{m // 100}-{m % 100:02}: {row[0]} events" for m, row in sorted(at_the_start(graded).items())]
    completed = site(graded).completed
    lines = sorted(line.strip() for line in completed.stdout.splitlines() if line[:2] == "20")
    return expect(
        completed.exit_code == 0 and lines == right,
        f"{describe_end(completed)}; it printed {lines[:2]} instead of {right[:2]}",
    )
