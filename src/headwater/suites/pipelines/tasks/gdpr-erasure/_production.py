"""Production checks: evidence without personal data, plain errors, finished mutations, and nothing left behind."""

from __future__ import annotations

from pathlib import Path

from _data import described, files_of, manifest_of
from _people import TOKEN, decoded
from _returns import returns
from _scenarios import batch, first, holds, killed, outages, quiet
from _start import left
from _traces import derived

from headwater.grading import Completed, Graded, Result, expect, expect_equal, production, reported_in_one_line

_SCHEMA = """
    select 'column', table_schema || '.' || table_name || '.' || column_name, data_type || is_nullable
    from information_schema.columns
    where table_schema in ('app', 'ops')
        or table_schema = 'privacy' and table_name in ('requests', 'holds', 'audit', 'keys')
    union all select 'trigger', tgrelid::regclass::text, tgname || tgenabled::text
    from pg_trigger where not tgisinternal
    union all select 'constraint', conrelid::regclass::text, pg_get_constraintdef(oid)
    from pg_constraint where connamespace::regnamespace::text = 'app'
    union all select 'matview', matviewname::text, definition from pg_matviews order by 1, 2, 3
"""
_ENGINES = """
    select name, engine, partition_key, sorting_key, as_select, arraySort(groupArray((c.name, c.type)))
    from system.tables t
    join system.columns c on c.database = t.database and c.table = t.name
    where t.database = 'analytics' and t.name in {names:Array(String)} group by all order by 1
"""
_ANALYTICS = (
    "events",
    "account_days",
    "account_days_view",
    "daily_counts",
    "daily_counts_view",
    "payments",
    "revenue",
    "revenue_view",
    "profiles",
    "searches",
)


def _reported(runs: dict[str, Completed]) -> Result:
    """Pass if each run without a system reported that in one line. The result is the first that does not pass."""
    results = [reported_in_one_line(run, names=name, without="127.0.0.1") for name, run in runs.items()]
    return next((result for result in results if not result.passed), results[0])


@production(demand="docs/operations.md#one line to stderr that names the system")
def the_job_reports_outages(graded: Graded) -> Result:
    """Without Postgres or ClickHouse, the job exits with 1 and prints one line that names the system."""
    state = outages(graded)
    return _reported({"postgres": state.postgres, "clickhouse": state.clickhouse})


@production(demand="docs/operations.md#the job and the loader exit with 1")
def the_loader_reports_outages(graded: Graded) -> Result:
    """Without Postgres or ClickHouse, the loader exits with 1 and prints one line that names the system."""
    state = outages(graded)
    return _reported({"postgres": state.load_postgres, "clickhouse": state.load_clickhouse})


@production(demand="docs/operations.md#erased=12 held=3")
def the_last_line_counts_requests(graded: Graded) -> Result:
    """The last line has the numbers of requests that the run completed and of those that are held."""
    runs = (quiet(graded).idle, quiet(graded).single, batch(graded), holds(graded))
    found = [run.completed.last_line.strip() for run in runs]
    asking = [(run.people, list(run.people.asking.values())) for run in runs]
    wanted = [(sum(p in people.due for p in asked), sum(p in people.held for p in asked)) for people, asked in asking]
    return expect_equal(found, [f"erased={erased} held={held}" for erased, held in wanted], "the last lines")


@production(demand="docs/operations.md#Nothing that the job prints or stores")
def nothing_personal_is_printed(graded: Graded) -> Result:
    """Runs of the job and the loader print no addresses."""
    state = returns(graded)
    runs = (
        first(graded).completed,
        batch(graded).completed,
        state.load,
        state.erase,
        state.restored[0],
        quiet(graded).single.completed,
    )
    texts = [run.stdout + run.stderr for run in runs]
    found = [decoded(token) for text in texts for token in TOKEN.findall(text)]
    fit = not found and all(run.exit_code == 0 for run in runs)
    return expect(fit, f"exit codes {[run.exit_code for run in runs]}, {len(found)} addresses in their output")


@production(demand="docs/erasure.md#a plain hash of")
def nothing_stored_gives_people_away(graded: Graded) -> Result:
    """New tables and files contain no unkeyed hashes of addresses and numbers, and no numbers of erased people."""
    places, is_done = derived(graded), "requests" not in left(graded).faults
    return expect(
        is_done and not places,
        f"values that give erased people away are in {places}"
        if places
        else f"requests are {'right' if is_done else 'wrong'}",
    )


@production(demand="docs/erasure.md#the number of rows")
def the_audit_counts_rows(graded: Graded) -> Result:
    """The audit counts rows in ClickHouse and Postgres only for those who had some, and has times of the erasure."""
    rows = graded.postgres.query(
        "select request_id, store, rows_erased, erased_at < now() and erased_at > '2026-06-01' from privacy.audit"
    )
    state = left(graded)
    owners = {request: person for request, person in state.people.requests.items() if person in state.people.due}
    readers = {request for request, person in owners.items() if person[0] == "address"}
    people = [row for row in rows if row[0] not in readers and row[1] in ("postgres", "clickhouse")]
    empty = [row for row in people if row[2] < 2]
    total = sum(row[2] for row in rows if row[1] == "clickhouse")
    removed = len(state.before["events"]) - len(state.found["events"])
    fit = rows and len(empty) <= 0.1 * len(people) and removed <= total <= 4 * removed and all(row[3] for row in rows)
    return expect(
        fit,
        f"{len(empty)} of {len(people)} counts are below 2; {total} rows in ClickHouse for {removed} removed events",
    )


@production(demand="docs/erasure.md#It has no personal data")
def the_audit_is_anonymous(graded: Graded) -> Result:
    """privacy.audit has its columns and rows of completed requests, and no row for the others."""
    found, start = (state.postgres.columns("privacy.audit") for state in (graded, graded.starting))
    rows = {row[0] for row in graded.postgres.query("select request_id from privacy.audit")}
    done = {row[0] for row in left(graded).found["requests"] if row[4] == "done" and row[1] is None and row[2] is None}
    return expect(
        found == start and rows == done,
        f"columns {'stayed' if found == start else 'changed'}; {len(rows)} requests in the audit, {len(done)} are done",
    )


@production(demand="docs/erasure.md#removed from disk by the end of the run")
def deleted_rows_are_not_only_hidden(graded: Graded) -> Result:
    """When runs end, all mutations are applied, and no part has rows that are only hidden."""
    runs = {
        "first": first(graded).is_settled,
        "batch": batch(graded).is_settled,
        "after kills": killed(graded).is_settled,
    }
    work = batch(graded).work.written
    return expect(
        all(runs.values()) and work > 1000,
        f"runs that left nothing hidden or pending: {runs}; {work} rows were written",
    )


@production(demand="docs/operations.md#Working tables are removed")
def no_working_table_is_left(graded: Graded) -> Result:
    """After killed runs and a whole one, there are no tables that were not there after the first run."""
    postgres, clickhouse = killed(graded).tables
    more = set(postgres) - set(graded.postgres.tables()) | set(clickhouse) - set(graded.clickhouse.tables())
    return expect(not more and killed(graded).last.exit_code == 0, f"tables left behind: {sorted(more) or 'none'}")


@production(demand="docs/operations.md#neither loses nor")
def no_file_is_left(graded: Graded) -> Result:
    """After killed runs and a whole one, archive/ and exports/ have exactly their files."""
    found, right = killed(graded).files, sorted(files_of(graded.starting))
    fit = found == right and killed(graded).last.exit_code == 0 and not killed(graded).faults
    return expect(fit, f"files that differ: {sorted(set(found) ^ set(right))}; faults: {sorted(killed(graded).faults)}")


@production(demand="docs/operations.md#needs the manifest")
def the_manifest_is_complete(graded: Graded) -> Result:
    """The manifest describes each archive, with fewer lines than at the start."""
    files = files_of(graded)
    found, start = manifest_of(files), manifest_of(files_of(graded.starting))
    right = [name for name, data in files.items() if found.get(Path(name).name) == described(name, data)]
    fewer = [name for name in start if f"archive/{name}" in right and found[name]["lines"] < start[name]["lines"]]
    return expect(
        found.keys() == start.keys() and len(fewer) == len(start),
        f"{len(fewer)} of {len(start)} archives have fewer lines in the manifest",
    )


@production(demand="docs/erasure.md#Nothing else changes")
def definitions_are_unchanged(graded: Graded) -> Result:
    """Tables, views, triggers and constraints of both databases are those of the start."""
    names = {"names": list(_ANALYTICS)}
    found, right = (
        (state.postgres.query(_SCHEMA), state.clickhouse.query(_ENGINES, names)) for state in (graded, graded.starting)
    )
    different = [
        row for one, other in zip(found, right, strict=True) for row in {str(r) for r in one} ^ {str(r) for r in other}
    ]
    return expect(not different, f"{len(different)} definitions differ" if different else "definitions are the same")


@production(demand="prompt#reports/")
def reports_and_documents_are_unchanged(graded: Graded) -> Result:
    """The queries of finance and the documents are as they were shipped."""
    changed = [path for path in graded.workspace.changed() if path.startswith(("reports/", "docs/"))]
    return expect(not changed, f"changed files: {changed or 'none'}")
