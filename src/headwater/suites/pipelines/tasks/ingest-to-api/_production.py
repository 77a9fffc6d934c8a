"""Production checks: errors reveal no secrets, runs and requests are logged, and Postgres is unchanged."""

from __future__ import annotations

import time

from _days import SECRET, days
from _insights import MONTH, SMALL, excerpt, fault, path

from headwater.grading import Completed, Graded, Result, expect, expect_equal, production

_UNREACHABLE = (
    f"CLICKHOUSE_URL=http://127.0.0.1:1 CLICKHOUSE_HOST=127.0.0.1 CLICKHOUSE_PORT=1 CLICKHOUSE_PASSWORD={SECRET}"
)
_LOG_SEC = 5.0


@production(demand="docs/api.md#does not answer")
def a_database_that_is_away_is_reported(graded: Graded) -> Result:
    """Without ClickHouse, /health returns 200, and pages return a 503 that reveals no address or password."""
    with graded.copy() as copy:
        server, health = copy.serve(f"{_UNREACHABLE} python3 server.py")
        answer = server.get(path("top", SMALL, *MONTH))
    fit = answer.status == 503 and isinstance(answer.json, dict) and isinstance(answer.json.get("error"), str)
    quiet = not any(secret in answer.text for secret in (SECRET, "127.0.0.1", "Traceback"))
    return expect(
        health.status == 200 and fit and quiet,
        f"health is {health.status}, a page is {excerpt(answer).replace(SECRET, '<the password>')}",
    )


@production(demand="docs/operations.md#it asks clickhouse only")
def the_server_follows_its_environment(graded: Graded) -> Result:
    """With ClickHouse on another port and without Postgres, the pages return the same answers."""
    with graded.copy(relocated=True) as copy:
        server, _ = copy.serve(f"POSTGRES_URL=postgresql://app:{SECRET}@127.0.0.1:1/app PGPORT=1 python3 server.py")
        found = [fault(server, graded.starting, page, SMALL, *MONTH) for page in ("top", "funnel", "hourly")]
    return expect(not any(found), f"{next((each for each in found if each), 'all pages are right')}")


def _fails_well(completed: Completed, name: str) -> str:
    output = completed.stdout + completed.stderr
    loud = [word for word in ("Traceback", SECRET, "127.0.0.1") if word in output]
    if completed.exit_code == 1 and name in completed.stderr.lower() and not loud:
        return ""
    message = completed.stderr.strip()[-160:].replace(SECRET, "<the password>")
    return f"without {name} it exited with {completed.exit_code}: {message!r}"


@production(demand="docs/operations.md#a line on stderr")
def failures_can_be_read(graded: Graded) -> Result:
    """If a database is unreachable, a run exits with 1 and prints one line that names the database and no secrets."""
    found = [_fails_well(completed, name) for name, completed in days(graded).failed.items()]
    return expect(not any(found), "; ".join(each for each in found if each) or "both lines are readable")


@production(demand="docs/operations.md#plays=12 listeners=0")
def the_last_line_counts(graded: Graded) -> Result:
    """The last line of output gives the numbers of new or changed plays and listeners."""
    outcome = days(graded)
    runs = (outcome.idle, outcome.fresh, outcome.late, outcome.many)
    lines = [(run.completed.stdout.strip().splitlines() or [""])[-1].strip()[:60] for run in runs]
    expected = [f"plays={count} listeners=0" for count in (0, 3, 1, 200)]
    return expect_equal(lines, expected, "the list of last lines after 0, 3, 1 and 200 new plays")


_OBJECTS = """
    select nspname || '.' || relname, relkind::text from pg_class join pg_namespace n on n.oid = relnamespace
    where nspname not like 'pg%' and nspname <> 'information_schema' union all
    select tgname, 'trigger' from pg_trigger where not tgisinternal union all
    select proname, 'function' from pg_proc join pg_namespace n on n.oid = pronamespace
    where nspname not like 'pg%' and nspname <> 'information_schema' union all
    select pubname, 'publication' from pg_publication union all
    select slot_name, 'slot' from pg_replication_slots order by 1, 2
"""


@production(demand="docs/operations.md#Nothing is added or changed in Postgres")
def postgres_is_left_alone(graded: Graded) -> Result:
    """Postgres contains the same tables, indexes, functions and rows as at the start."""
    before, after = (set(each.postgres.query(_OBJECTS)) for each in (graded.starting, graded))
    counts = "select (select count(*) from app.plays), (select sum(position_sec) from app.plays)"
    rows = [each.postgres.query(counts) for each in (graded.starting, graded)]
    return expect(
        before == after and rows[0] == rows[1],
        f"new or missing: {sorted(before ^ after)[:3]}; rows are {rows[1]} instead of {rows[0]}",
    )


@production(demand="docs/operations.md#path and status")
def requests_are_logged(graded: Graded) -> Result:
    """The log contains a line with the path and status of each request, including rejected ones."""
    targets = {path("top", SMALL, *MONTH, limit=3): "200", path("top", "none", *MONTH): "400"}
    with graded.copy() as copy:
        server, _ = copy.serve()
        for target in targets:
            server.get(target)
        until, logged, lines = time.monotonic() + _LOG_SEC, False, [""]
        while not logged and time.monotonic() < until:
            lines = copy.server_log.splitlines()
            logged = all(
                any(target in line and status in line.replace(target, "") for line in lines)
                for target, status in targets.items()
            )
            time.sleep(0.05)
    return expect(logged, f"the log ends with {lines[-2:]}")
