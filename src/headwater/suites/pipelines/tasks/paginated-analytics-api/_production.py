"""Production checks: settings come from the environment, errors and logs are usable, and the table is unchanged."""

from __future__ import annotations

import time

from _api import FIELDS, LARGEST, SMALL, difference, excerpt, path, truth, walk

from headwater.grading import Graded, Result, expect, production

_UNREACHABLE = (
    "CLICKHOUSE_URL=http://127.0.0.1:1 CLICKHOUSE_HOST=127.0.0.1 CLICKHOUSE_PORT=1 CLICKHOUSE_PASSWORD=hush-8091"
)
_LOG_SEC = 5.0


@production(demand="docs/operations.md#from the environment")
def serves_at_another_address(graded: Graded) -> Result:
    """With the database on another port and with another password, pages are the same."""
    with graded.copy(relocated=True) as copy:
        server, _ = copy.serve()
        found = walk(server, 2, workspace=SMALL)
    fault = found.fault or difference(found.events, truth(graded.starting, SMALL, rows=100))
    return expect(not fault, fault or "two pages are right")


@production(demand="docs/api.md#does not answer")
def a_database_that_is_away_is_reported(graded: Graded) -> Result:
    """Without the database, /health returns 200, and pages return a 503 that reveals no address or password."""
    with graded.copy() as copy:
        server, health = copy.serve(f"{_UNREACHABLE} python3 server.py")
        answer = server.get(path(workspace=SMALL))
    fit = answer.status == 503 and isinstance(answer.json, dict) and isinstance(answer.json.get("error"), str)
    quiet = not any(secret in answer.text for secret in ("hush-8091", "127.0.0.1", "Traceback"))
    return expect(
        health.status == 200 and fit and quiet,
        f"health is {health.status}, a page is {excerpt(answer).replace('hush-8091', '<the password>')}",
    )


@production(demand="client/export.py")
def the_export_of_customers_works(graded: Graded) -> Result:
    """The shipped export prints each event in a workspace exactly once."""
    shipped = graded.workspace.shipped_text("client/export.py") or ""
    with graded.copy() as copy:
        copy.serve()
        copy.write("export_of_a_customer", shipped)
        completed = copy.run(f"python3 export_of_a_customer {SMALL}", timeout_sec=90)
    found = [dict(zip(FIELDS, line.split("\t"), strict=False)) for line in completed.stdout.splitlines()]
    fault = difference(found, truth(graded.starting, SMALL))
    return expect(completed.exit_code == 0 and not fault, f"the export exited with {completed.exit_code}; {fault}")


@production(demand="docs/operations.md#path and status")
def requests_are_logged(graded: Graded) -> Result:
    """The log contains a line with the path and status of each request, including failed ones."""
    targets = {path(workspace=SMALL, limit=3): "200", path(workspace="none", limit=4): "400"}
    with graded.copy() as copy:
        server, _ = copy.serve()
        for target in targets:
            server.get(target)
        until, logged = time.monotonic() + _LOG_SEC, False
        while not logged and time.monotonic() < until:
            lines = copy.server_log.splitlines()
            logged = all(
                any(target in line and status in line.replace(target, "") for line in lines)
                for target, status in targets.items()
            )
            time.sleep(0.05)
    return expect(logged, f"the log ends with {lines[-2:]}")


@production(demand="docs/events.md#change nothing there")
def the_table_is_left_alone(graded: Graded) -> Result:
    """The table keeps its definition and rows, and there are no other tables."""
    sql = """
        select database, name, toString(uuid), create_table_query from system.tables
        where database in ('audit', 'default') order by 1, 2
    """
    rows = "select count(), sum(cityHash64(*)) from audit.events"
    same = [graded.clickhouse.query(each) == graded.starting.clickhouse.query(each) for each in (sql, rows)]
    answer = graded.server.get(path(workspace=LARGEST, limit=1))
    return expect(
        all(same) and answer.status == 200,
        f"tables are {'unchanged' if same[0] else 'changed'}, rows are {'unchanged' if same[1] else 'changed'}; "
        f"a page has the status {answer.status}",
    )
