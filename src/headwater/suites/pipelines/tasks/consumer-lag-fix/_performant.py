"""Performance checks: the cost of runs with the traffic expected in autumn, with few messages, and with none."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _usage import count, new_message, produce, run, work

from headwater.grading import Completed, Graded, Result, State, expect, performant

AUTUMN = 60_000
FEW = 12
"""Few enough that index lookups by id read little, even in the small table of this task."""

STATEMENTS = 100
SECONDS = 40
"""More than the default of a run, because other trials can keep the machine busy."""


@dataclass(frozen=True)
class Minute:
    """A run, the rows that it added, and its cost in ClickHouse."""

    completed: Completed
    added: int
    statements: int
    inserted: int
    selected: int
    rewritten: int


def _minute(graded: Graded, state: State) -> Minute:
    rows, before, parts = count(state), work(state.clickhouse), _parts(state)
    completed = run(graded, state, SECONDS)
    after = work(state.clickhouse)
    statements, inserted, selected = (after[name] - before[name] for name in before)
    rewritten = sum(size for part, size in _parts(state).items() if part not in parts)
    return Minute(completed, count(state) - rows, statements, inserted, selected, rewritten)


def _parts(state: State) -> dict[tuple[str, str], int]:
    """Return the number of rows in each part, keyed by table and part name."""
    sql = "select table, name, rows from system.parts where database = 'usage' and active"
    return {(str(table), str(name)): int(rows) for table, name, rows in state.clickhouse.query(sql)}


@cache
def _minutes(graded: Graded) -> tuple[Minute, Minute, Minute, int]:
    """Run the consumer after many messages, after none and after a few; return these runs and the table's row count."""
    with graded.copy() as copy:
        produce(copy, (new_message(number) for number in range(AUTUMN)))
        many = _minute(graded, copy)
        if many.added < AUTUMN:  # later runs would continue with the remaining messages
            return many, many, many, count(copy)
        none = _minute(graded, copy)
        produce(copy, [new_message(AUTUMN + number, days_late=number % 40 == 0) for number in range(FEW)])
        return many, none, _minute(graded, copy), count(copy)


@performant(demand="docs/ticket-811.md#fewer than a hundred statements")
def a_minute_of_autumn_takes_few_statements(graded: Graded) -> Result:
    """One run stores sixty thousand messages within its time limit, with fewer than a hundred statements."""
    many = _minutes(graded)[0]
    return expect(
        many.completed.exit_code == 0 and many.added == AUTUMN and many.statements < STATEMENTS,
        f"of {AUTUMN} messages one run stored {many.added}, with {many.statements} statements",
    )


@performant(demand="docs/ticket-811.md#for a handful of new events")
def little_news_reads_little(graded: Graded) -> Result:
    """For a dozen messages, a run reads less than half of the table and rewrites less than half of it."""
    *_, few, rows = _minutes(graded)
    return expect(
        few.added == FEW and few.selected < rows / 2 and few.rewritten < rows / 2,
        f"for {FEW} messages, {few.added} of them stored, a run read {few.selected} and rewrote {few.rewritten} "
        f"of {rows} rows",
    )


@performant(demand="docs/ticket-811.md#no news at all")
def no_news_writes_nothing(graded: Graded) -> Result:
    """Without new messages, a run inserts nothing and does not rewrite the table."""
    many, none, _, rows = _minutes(graded)
    return expect(
        many.added == AUTUMN and none.added == 0 and none.inserted <= FEW and none.rewritten < rows / 2,
        f"after {many.added} events, a run without new messages inserted {none.inserted} rows and rewrote "
        f"{none.rewritten} of {rows}",
    )
