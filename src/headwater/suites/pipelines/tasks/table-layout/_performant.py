"""Performance checks: pages read few rows, the table is small, and runs write few rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _usage import TARGET, arrive, expected_page, merge, page, row

from headwater.grading import Completed, Graded, Result, State, expect, performant

LIMIT = 200_000
FEW = 200
_BYTES = """
    select sum(data_compressed_bytes) from system.parts
    where active and database || '.' || table = {name:String}
"""


@cache
def _read(graded: Graded) -> dict[str, tuple[int, bool]]:
    """Return the number of rows that each page reads after merges, and whether its figures are right."""
    names = ("invoice", "egress_today", "resource", "unknown_regions")
    with graded.copy() as copy:
        merge(copy.clickhouse)
        queries = {name: page(graded, name) for name in names}
        return {
            name: (copy.clickhouse.rows_read(sql), len(copy.clickhouse.query(sql)) == len(expected_page(graded, name)))
            for name, sql in queries.items()
        }


def _within(graded: Graded, *names: str) -> Result:
    read = {name: _read(graded)[name] for name in names}
    message = ", ".join(
        f"{name} reads {rows}" + ("" if right else " and shows too little") for name, (rows, right) in read.items()
    )
    return expect(
        all(rows <= LIMIT and right for rows, right in read.values()), f"{message}; the limit is {LIMIT} rows"
    )


@performant(demand="docs/conventions.md#reading")
def pages_of_one_account_read_little(graded: Graded) -> Result:
    """The pages about one account (the invoice and support's page) stay within the database team's limit."""
    return _within(graded, "invoice", "resource")


@performant(demand="docs/conventions.md#reading")
def pages_of_all_accounts_read_little(graded: Graded) -> Result:
    """The pages about one meter across all accounts stay within the database team's limit."""
    return _within(graded, "egress_today", "unknown_regions")


@performant(demand="prompt#half")
def it_takes_half_the_disk(graded: Graded) -> Result:
    """After merges, the table and its dependent objects take at most half the space of raw.usage."""
    with graded.copy() as copy:
        merge(copy.clickhouse)
        copy.clickhouse.execute("optimize table raw.usage final;")
        rows = copy.clickhouse.scalar(f"select count() from {TARGET}")
        raw = int(copy.clickhouse.scalar(_BYTES, {"name": "raw.usage"}))
        names = [f"analytics.{name}" for (name,) in copy.clickhouse.query("show tables from analytics")]
        agent_bytes = sum(int(copy.clickhouse.scalar(_BYTES, {"name": name}) or 0) for name in names)
    return expect(
        rows and agent_bytes <= raw / 2,
        f"{agent_bytes >> 10} KiB for {rows} rows, {100 * agent_bytes // raw} % of the {raw >> 10} KiB of raw.usage",
    )


@dataclass(frozen=True)
class Run:
    """A run, and the number of rows that it wrote."""

    completed: Completed
    written: int


def _run(state: State) -> Run:
    sql = "select sum(ProfileEvents['InsertedRows']) from system.user_processes where user = 'app'"
    before = int(state.clickhouse.scalar(sql) or 0)
    completed = state.run()
    return Run(completed, int(state.clickhouse.scalar(sql) or 0) - before)


@performant(demand="prompt#every five minutes")
def runs_write_what_is_new(graded: Graded) -> Result:
    """A run writes at most ten rows if there are no new samples, and otherwise at most ten rows per new sample."""
    with graded.copy() as copy:
        idle = _run(copy)
        arrive(copy, [row(n, "2026-05-01 06:00:00.000", "1") for n in range(FEW)])
        few = _run(copy)
        row_count = copy.clickhouse.scalar(f"select count() from {TARGET} where account = 'acct-new'")
    return expect(
        idle.completed.exit_code == few.completed.exit_code == 0
        and row_count == FEW
        and idle.written <= 10
        and few.written <= 10 * FEW,
        f"runs wrote {idle.written} rows without new samples and {few.written} for {FEW}; "
        f"{row_count} of these are stored",
    )
