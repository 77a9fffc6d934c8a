"""Production checks: errors reveal no secrets, settings come from the environment, and databases are unchanged."""

from __future__ import annotations

import time

from _reports import MONTH, Report, excerpt, fault, starting_deliveries

from headwater.grading import Graded, Result, expect, production

_SECRET = "hush-6620"
_UNREACHABLE = {
    "postgres": f"POSTGRES_URL=postgresql://app:{_SECRET}@127.0.0.1:1/app PGHOST=127.0.0.1 PGPORT=1"
    f" PGPASSWORD={_SECRET}",
    "clickhouse": "CLICKHOUSE_URL=http://127.0.0.1:1 CLICKHOUSE_HOST=127.0.0.1 CLICKHOUSE_PORT=1"
    f" CLICKHOUSE_NATIVE_PORT=1 CLICKHOUSE_PASSWORD={_SECRET}",
}
_REPORT = Report(("country", "device"), ("impressions", "ctr"))
_LOG_SEC = 5.0


def _is_reported(graded: Graded, name: str) -> Result:
    with graded.copy() as copy:
        server, health = copy.serve(f"{_UNREACHABLE[name]} python3 server.py")
        answer = server.get(_REPORT.path)
    fit = answer.status == 503 and isinstance(answer.json, dict) and isinstance(answer.json.get("error"), str)
    quiet = not any(secret in answer.text for secret in (_SECRET, "127.0.0.1", "Traceback"))
    message = excerpt(answer).replace(_SECRET, "<the password>")
    return expect(
        health.status == 200 and fit and quiet, f"without {name} health is {health.status}, a report is {message}"
    )


@production(demand="docs/api.md#a database does not answer")
def a_clickhouse_that_is_away_is_reported(graded: Graded) -> Result:
    """Without ClickHouse, /health returns 200, and reports return a 503 that reveals no address or password."""
    return _is_reported(graded, "clickhouse")


@production(demand="docs/api.md#a database does not answer")
def a_postgres_that_is_away_is_reported(graded: Graded) -> Result:
    """Without Postgres, /health returns 200, and reports return a 503 that reveals no address or password."""
    return _is_reported(graded, "postgres")


@production(demand="docs/operations.md#from its environment")
def the_server_follows_its_environment(graded: Graded) -> Result:
    """With databases on other ports and other passwords, reports are the same."""
    with graded.copy(relocated=True) as copy:
        server, _ = copy.serve()
        found = fault(server, starting_deliveries(graded), _REPORT)
    return expect(not found, found or "the report is right")


@production(demand="docs/operations.md#path and status")
def requests_are_logged(graded: Graded) -> Result:
    """The log contains a line with the path and status of each request, including failed ones."""
    targets = {Report(("device",), ("clicks",), MONTH, limit=3).path: "200", Report(("browser",)).path: "400"}
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


_IN_POSTGRES = """
    select nspname || '.' || relname, relkind::text from pg_class join pg_namespace n on n.oid = relnamespace
    where nspname not like 'pg%' and nspname <> 'information_schema' union all
    select tgname, 'trigger' from pg_trigger where not tgisinternal union all
    select proname, 'function' from pg_proc join pg_namespace n on n.oid = pronamespace
    where nspname not like 'pg%' and nspname <> 'information_schema' order by 1, 2
"""
_IN_CLICKHOUSE = """
    select database, name, create_table_query from system.tables
    where database not in ('system', 'information_schema', 'INFORMATION_SCHEMA') order by 1, 2
"""


@production(demand="docs/operations.md#nothing is added to either database")
def databases_are_left_alone(graded: Graded) -> Result:
    """Both databases keep their tables and rows, even after a report is requested."""
    graded.server.get(_REPORT.path)
    names = [
        (set(state.postgres.query(_IN_POSTGRES)), set(state.clickhouse.query(_IN_CLICKHOUSE)))
        for state in (graded.starting, graded)
    ]
    rows = [
        (
            state.postgres.query("select count(*), sum(advertiser_id), sum(is_test::int) from ref.campaigns"),
            state.postgres.query("select count(*), md5(string_agg(category, '' order by site_id)) from ref.sites"),
            state.clickhouse.query("select count(), sum(cityHash64(*)) from ads.delivery"),
        )
        for state in (graded.starting, graded)
    ]
    other = [str(each)[:80] for before, after in zip(*names, strict=True) for each in sorted(before ^ after)]
    same = rows[0] == rows[1]
    return expect(not other and same, f"new or missing: {other[:2]}; rows are unchanged: {same}")
