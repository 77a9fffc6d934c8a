"""Performance checks: requests read few rows and run few queries."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _api import LARGEST, SMALL, excerpt, is_page, path, walk

from headwater.grading import Graded, Result, ServerClient, State, expect, performant

_ROWS, _QUERIES = 60_000, 6
_WARM_UP = path(workspace=33, limit=5)


@dataclass(frozen=True)
class Cost:
    """The rows that a request read, its number of queries, and the error in its response; empty if there is none."""

    rows: int
    queries: int
    fault: str


def _usage_counters(state: State) -> tuple[int, int]:
    sql = """
        select sum(ProfileEvents['SelectedRows']), sum(ProfileEvents['SelectQuery'])
        from system.user_processes where user = 'app'
    """
    rows, queries = state.clickhouse.query(sql)[0]
    return int(rows), int(queries)


def _cost(state: State, server: ServerClient, target: str) -> Cost:
    before = _usage_counters(state)
    answer = server.get(target)
    rows, queries = (after - start for after, start in zip(_usage_counters(state), before, strict=True))
    fault = "" if is_page(answer) and answer.json["events"] else excerpt(answer)
    return Cost(rows, queries, fault)


@cache
def _costs(graded: Graded) -> dict[str, Cost]:
    """Measure requests to a new server; all checks share the measurements."""
    past = {"until": "2026-02-02T00:00:00.000Z"}
    imported = {"until": "2026-06-02T08:30:00.251Z"}
    with graded.copy() as copy:
        server, _ = copy.serve()
        server.get(_WARM_UP)
        costs = {
            "first": _cost(copy, server, path(workspace=LARGEST)),
            "first of a small one": _cost(copy, server, path(workspace=SMALL)),
        }
        for name, selected, pages in (
            ("second", {}, 1),
            ("thirtieth", {}, 29),
            ("past", past, 1),
            ("import", imported, 3),
        ):
            cursor = walk(server, pages, workspace=LARGEST, limit=200, **selected).cursor
            costs[name] = _cost(copy, server, path(workspace=LARGEST, limit=200, cursor=cursor, **selected))
    return costs


def _little(costs: dict[str, Cost], limit: int) -> Result:
    faults = [cost.fault for cost in costs.values() if cost.fault]
    rows = {name: cost.rows for name, cost in costs.items()}
    return expect(max(rows.values()) <= limit and not faults, f"rows read: {rows}; faults: {faults or 'none'}")


def _costs_of(graded: Graded, *names: str) -> dict[str, Cost]:
    return {name: _costs(graded)[name] for name in names}


@performant(demand="docs/operations.md#each later page reads at most 60,000 rows")
def later_pages_read_little(graded: Graded) -> Result:
    """The second page for the largest workspace and a page from a past period each read at most 60,000 rows."""
    return _little(_costs_of(graded, "second", "past"), _ROWS)


@performant(demand="docs/operations.md#however far inside")
def pages_far_inside_read_little(graded: Graded) -> Result:
    """The thirtieth page reads at most 60,000 rows."""
    return _little(_costs_of(graded, "thirtieth"), _ROWS)


@performant(demand="docs/operations.md#within an import")
def pages_of_an_import_read_little(graded: Graded) -> Result:
    """A page among tens of thousands of events with the same time reads at most 60,000 rows."""
    return _little(_costs_of(graded, "import"), _ROWS)


@performant(demand="docs/operations.md#the rows of its workspace, twice")
def first_pages_read_their_workspace(graded: Graded) -> Result:
    """The first page, which has the total, reads at most twice as many rows as its workspace has, plus 30,000."""
    sql = "select count() from audit.events where workspace_id = {workspace:UInt32}"
    sizes = {
        name: int(graded.starting.clickhouse.scalar(sql, {"workspace": workspace}))
        for name, workspace in (("first", LARGEST), ("first of a small one", SMALL))
    }
    results = [_little(_costs_of(graded, name), 2 * size + 30_000) for name, size in sizes.items()]
    return expect(all(each.passed for each in results), "; ".join(each.message for each in results))


@performant(demand="docs/operations.md#six queries")
def requests_make_few_queries(graded: Graded) -> Result:
    """A request runs at most six queries."""
    queries = {name: cost.queries for name, cost in _costs(graded).items()}
    faults = [cost.fault for cost in _costs(graded).values() if cost.fault]
    return expect(
        max(queries.values()) <= _QUERIES + 1 and not faults, f"queries: {queries}; faults: {faults or 'none'}"
    )
