"""Production checks: requests are logged, the server shuts down gracefully on SIGTERM, and ClickHouse is unchanged."""

from __future__ import annotations

import re

from _stage import describe_errors, scene

from headwater.grading import Graded, Result, expect, production

_LINE = re.compile(r"GET /api/report\?from=(\S+)&to=(\S+) (\d{3}) (\d+)")


@production(demand="docs/operations.md#is one line on the standard error")
def each_request_is_a_line(graded: Graded) -> Result:
    """The log contains a line for each of the first requests, with its path, status and duration in milliseconds."""
    lines = scene(graded, "crowd", "log")["lines"]
    matches = [_LINE.fullmatch(line.strip()) for line in lines]
    fit = [match for match in matches if match and match[1].startswith("2026-0") and match[3] == "200"]
    slow = [match for match in fit if int(match[4]) >= 100]
    return expect(
        len(lines) == 60 and len(fit) >= 57 and len(slow) >= 50,  # concurrent threads can interleave their output
        f"{len(fit)} of {len(lines)} lines have the right format, "
        f"{len(slow)} have at least 100 ms, such as {lines[:1]}",
    )


@production(demand="docs/operations.md#each request to")
def requests_that_fail_are_lines_too(graded: Graded) -> Result:
    """Failed requests are logged with their status, as is the successful request that follows them."""
    lines = scene(graded, "failures", "log")
    matches = [match for line in lines if (match := _LINE.search(line)) and match[1] == "2026-09-01"]
    statuses = sorted(match[3] for match in matches)
    return expect(statuses == ["200"] + ["503"] * 8, f"the log lines of that request have the statuses {statuses}")


@production(demand="docs/operations.md#tokens are never written")
def no_token_is_logged(graded: Graded) -> Result:
    """The log contains no tokens."""
    log = scene(graded, "crowd", "log")
    return expect(log["tokens"] == 0 and len(log["lines"]) > 0, f"{log['tokens']} lines contain tokens")


@production(demand="docs/operations.md#requests that it has accepted are answered")
def a_stop_answers_what_is_running(graded: Graded) -> Result:
    """Requests that are waiting for ClickHouse when SIGTERM arrives are answered."""
    fault = describe_errors(graded, scene(graded, "failures", "stop")["answers"])
    return expect(not fault, fault or "both requests are answered")


@production(demand="docs/operations.md#within fifteen")
def a_stop_ends_the_server(graded: Graded) -> Result:
    """After SIGTERM the server exits with code 0, even if there are idle connections."""
    stop = scene(graded, "failures", "stop")
    return expect(
        stop["code"] == 0 and stop["seconds"] <= 20, f"the server exited with {stop['code']} after {stop['seconds']} s"
    )


@production(demand="prompt#clickhouse")
def clickhouse_is_as_it_was(graded: Graded) -> Result:
    """Tables, columns and rows in ClickHouse are unchanged."""
    sql = """
        select database, name, create_table_query from system.tables
        where database in ('ads', 'default') order by database, name
    """
    rows = "select count(), sum(cityHash64(*)) from ads.events"
    found, right = ([state.clickhouse.query(one) for one in (sql, rows)] for state in (graded, graded.starting))
    same = found == right
    return expect(same, f"ClickHouse is {'unchanged' if same else 'changed'}: {[row[1] for row in found[0]]}")
