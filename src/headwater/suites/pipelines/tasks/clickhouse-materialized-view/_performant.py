"""Performance checks: pages and inserts read few rows, and the tables keep few rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _numbers import before_may, merge, message, query_of, send

from headwater.grading import Graded, QueryError, Result, State, expect, performant

PAGES = ("creator", "top", "channel")
INSERTS = 5


@dataclass(frozen=True)
class Costs:
    """The numbers of rows kept after all merges, read by each page, and read by an insert."""

    kept_rows: int
    pages: dict[str, int]
    insert: int


def _costs(graded: Graded, state: State) -> Costs:
    kept_rows = merge(state)
    pages = {}
    for page in PAGES:
        try:
            pages[page] = state.clickhouse.rows_read(query_of(graded, page))
        except QueryError:
            pages[page] = 1 << 40
    before = _selected(state)
    for step in range(INSERTS):
        send(state, *(message(step * 1000 + number, 30) for number in range(1000)))
    return Costs(kept_rows, pages, (_selected(state) - before) // INSERTS)


def _selected(state: State) -> int:
    sql = "select sum(ProfileEvents['SelectedRows']) from system.user_processes where user = 'app'"
    return int(state.clickhouse.scalar(sql) or 0)


@cache
def _agent_costs(graded: Graded) -> Costs:
    with graded.copy() as copy:
        return _costs(graded, copy)


@cache
def _reference(graded: Graded) -> Costs:
    with graded.reference_copy() as copy:
        return _costs(graded, copy)


def _page(graded: Graded, name: str) -> Result:
    agent_costs, reference = _agent_costs(graded), _reference(graded)
    limit = max(agent_costs.kept_rows // 3, 3 * reference.pages[name])
    return expect(
        agent_costs.pages[name] <= limit,
        f"the page reads {agent_costs.pages[name]} of {agent_costs.kept_rows} rows; "
        f"with the reference {reference.pages[name]}",
    )


@performant(demand="queries/creator.sql")
def the_page_of_a_video_reads_little(graded: Graded) -> Result:
    """A video's four-week page reads at most a third of all rows, or three times as many as the reference solution."""
    return _page(graded, "creator")


@performant(demand="queries/top.sql")
def the_charts_read_little(graded: Graded) -> Result:
    """The one-day chart of all videos reads at most a third of all rows, or three times as many as the reference."""
    return _page(graded, "top")


@performant(demand="queries/channel.sql")
def the_payments_read_little(graded: Graded) -> Result:
    """The query for a channel's weekly payments reads at most a third of all rows, or three times the reference's."""
    return _page(graded, "channel")


@performant(demand="docs/runbook.md#no insert may read through that table")
def an_insert_reads_little(graded: Graded) -> Result:
    """An insert of a thousand messages reads at most a twentieth of the rows in content.plays."""
    plays = int(graded.starting.clickhouse.scalar("select count() from content.plays"))
    read = _agent_costs(graded).insert
    return expect(read <= plays // 20, f"an insert of 1000 messages reads {read} rows; content.plays has {plays}")


@performant(demand="docs/runbook.md#not half of")
def less_is_kept_than_was_sent(graded: Graded) -> Result:
    """For the days since May, the tables keep at most half as many rows as there are messages."""
    plays = int(graded.starting.clickhouse.scalar("select count() from content.plays"))
    kept_rows = _agent_costs(graded).kept_rows - len(before_may(graded))
    return expect(kept_rows <= plays // 2, f"the tables keep {kept_rows} rows for {plays} messages")
