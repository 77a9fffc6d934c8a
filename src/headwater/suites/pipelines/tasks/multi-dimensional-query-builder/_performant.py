"""Performance checks: a request reads few rows from both databases."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _reports import ALL, METRICS, WEEK, Report, fault, starting_deliveries

from headwater.grading import Graded, Result, State, expect, performant

_WIDE = Report(("country", "category", "device"), METRICS, ALL, (), "-impressions", 50)
_NARROW = Report(("day", "advertiser"), ("clicks", "ctr"), WEEK, (("category", "Sport"), ("category", "News")))
_DETAILED = Report(("day", "campaign", "category"), ("impressions", "campaigns"), WEEK, (), "-campaigns", 1000)
_REPORTS = {"wide": _WIDE, "narrow": _NARROW, "detailed": _DETAILED}


@dataclass(frozen=True)
class Cost:
    """The rows that a request read from both databases, its ClickHouse queries, and the error in its answer."""

    rows: int
    queries: int
    postgres: int
    delivered: int
    fault: str


def _usage_counters(state: State) -> list[int]:
    state.postgres.query(
        "select pg_stat_force_next_flush(), pg_sleep(1.2)"
    )  # connections report their statistics every second
    rows, queries = state.clickhouse.query("""
        select sum(ProfileEvents['SelectedRows']), sum(ProfileEvents['SelectQuery'])
        from system.user_processes where user = 'app'
    """)[0]
    read = state.postgres.scalar("""
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables where schemaname = 'ref'
    """)
    return [int(each or 0) for each in (rows, queries, read)]


@cache
def costs(graded: Graded) -> dict[str, Cost]:
    """Measure several requests in sequence."""
    found = {}
    with graded.copy() as copy:
        server, _ = copy.serve()
        server.get(Report(("device",), ("clicks",), ("2026-01-05", "2026-01-06")).path)
        for name, report in _REPORTS.items():
            before = _usage_counters(copy)
            mismatch = fault(server, starting_deliveries(graded), report)
            spent = [new - old for new, old in zip(_usage_counters(copy), before, strict=True)]
            row_count = copy.clickhouse.scalar(
                f"select count() from ads.delivery where day >= '{report.days[0]}' and day < '{report.days[1]}'"
            )
            found[name] = Cost(*spent, int(row_count), mismatch)
    return found


def _reads_little(graded: Graded, name: str) -> Result:
    cost = costs(graded)[name]
    most = 2.5 * cost.delivered + 10_000
    return expect(
        not cost.fault and 0 < cost.rows <= most, f"{cost.rows} rows were read, at most {most:.0f}; {cost.fault}"
    )


@performant(demand="docs/operations.md#two and a half times")
def a_wide_report_reads_its_days(graded: Graded) -> Result:
    """A report on all days by three dimensions reads at most 2.5 times as many rows as the delivery, plus 10,000."""
    return _reads_little(graded, "wide")


@performant(demand="docs/operations.md#two and a half times")
def a_narrow_report_reads_its_days(graded: Graded) -> Result:
    """A report on a week reads at most 2.5 times as many rows as the week has, plus 10,000."""
    return _reads_little(graded, "narrow")


@performant(demand="docs/operations.md#two and a half times")
def a_detailed_report_reads_its_days(graded: Graded) -> Result:
    """A report with many groups reads at most 2.5 times as many rows as its days have, plus 10,000."""
    return _reads_little(graded, "detailed")


@performant(demand="docs/operations.md#three queries")
def requests_make_few_queries(graded: Graded) -> Result:
    """A request makes at most three ClickHouse queries."""
    queries = {name: cost.queries for name, cost in costs(graded).items()}
    wrong = [cost.fault for cost in costs(graded).values() if cost.fault]
    return expect(not wrong and max(queries.values()) <= 3, f"queries: {queries}; {wrong[:1] or 'answers are right'}")


@performant(demand="docs/operations.md#each row of `ref` at most twice")
def requests_read_postgres_little(graded: Graded) -> Result:
    """A request reads no more than twice the total number of rows in the Postgres tables."""
    row_count = int(
        graded.starting.postgres.scalar(
            "select (select count(*) from ref.campaigns) + (select count(*) from ref.sites)"
        )
    )
    read = {name: cost.postgres for name, cost in costs(graded).items()}
    wrong = [cost.fault for cost in costs(graded).values() if cost.fault]
    return expect(
        not wrong and max(read.values()) <= 2 * row_count,
        f"rows read in Postgres: {read}; its tables have {row_count}; {wrong[:1] or 'answers are right'}",
    )
