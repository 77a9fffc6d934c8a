"""Read the rows and partitions of a state's activity table, and write activity as the app does."""

from __future__ import annotations

import re
import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from headwater.grading import Completed, Graded, QueryError, State

TABLE = "social.activity"
IS_KEPT = "occurred_at >= '2025-05-01 00:00:00+00'"
MONTH = "to_char(occurred_at at time zone 'UTC', 'YYYY-MM')"
UNREACHABLE = {
    "POSTGRES_URL": "postgresql://app:hush-3817@127.0.0.1:1/app",
    "PGHOST": "127.0.0.1",
    "PGPORT": "1",
    "PGPASSWORD": "hush-3817",
}
_VALUES = "activity_id, client_key, extract(epoch from occurred_at), user_id, post_id, kind, coalesce(body, '(null)')"
_DIGEST = f"sum(hashtextextended(concat_ws('|', {_VALUES}), 0)::numeric)"
_PARAMETER = re.compile(r"%\((\w+)\)s")


def months(state: State | Graded, where: str = "true") -> dict[str, tuple[int, Any]]:
    """Return the number of rows and a digest for each month."""
    sql = f"select {MONTH}, count(*), {_DIGEST} from {TABLE} where {where} group by 1 order by 1"
    return {month: (rows, digest) for month, rows, digest in state.postgres.query(sql)}


@cache
def recorded(graded: Graded) -> dict[str, tuple[int, Any]]:
    """Return the months in the starting state that are within retention in May 2026."""
    return months(graded.starting, IS_KEPT)


@dataclass(frozen=True)
class Partition:
    """A leaf partition, with the months of its rows."""

    name: str
    is_default: bool
    months: tuple[str, ...]
    rows: int


def partitions(state: State | Graded) -> dict[str, Partition]:
    """Return the table's partitions, keyed by name."""
    leaves = """
        select c.relname, coalesce(pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT', false), c.oid::bigint
        from pg_partition_tree('social.activity') t join pg_class c on c.oid = t.relid
        where t.isleaf and c.relispartition
    """
    sql = f"select tableoid::bigint, array_agg(distinct {MONTH} order by {MONTH}), count(*) from {TABLE} group by 1"
    rows = {oid: (tuple(found), count) for oid, found, count in state.postgres.query(sql)}
    return {
        name: Partition(name, default, *rows.get(oid, ((), 0))) for name, default, oid in state.postgres.query(leaves)
    }


def partition_names(state: State | Graded) -> set[str]:
    """Return the names of the table's partitions other than the default one, without reading rows."""
    sql = """
        select c.relname from pg_partition_tree('social.activity') t join pg_class c on c.oid = t.relid
        where t.isleaf and c.relispartition and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
    """
    return {name for (name,) in state.postgres.query(sql)}


def statement(graded: Graded, name: str, shipped: bool = False) -> str:
    """Return one of the app's statements, from the agent's workspace or as shipped."""
    path = f"statements/{name}.sql"
    text = graded.workspace.shipped_text(path) if shipped else graded.workspace.read_text(path)
    return (text or "").strip().rstrip(";")


def call(state: State, sql: str, params: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Execute one of the app's statements."""
    names = _PARAMETER.findall(sql)
    return state.postgres.app.query(_PARAMETER.sub("%s", sql), [params[name] for name in names])


def event(number: int, at: str, kind: str = "like", user: int = 90_001, post: int = 1500) -> dict[str, Any]:
    """Return the parameters for an event; the same number produces the same event."""
    body = f"event {number}" if kind == "comment" else None
    key = uuid.UUID(int=0xC0FFEE << 96 | number)
    return {"client_key": key, "occurred_at": at, "user_id": user, "post_id": post, "kind": kind, "body": body}


def record(graded: Graded, state: State, *events: Mapping[str, Any]) -> list[int | None]:
    """Record events with the agent's statement; return their ids, with None for existing ones."""
    sql = statement(graded, "record")
    return [next((row[0] for row in call(state, sql, each)), None) for each in events]


def report(graded: Graded, state: State, activity: int) -> int | None:
    """Report an activity; return the id of the report, or None if the report is rejected."""
    try:
        rows = call(state, statement(graded, "report"), {"activity_id": activity, "reporter_id": 7, "reason": "spam"})
    except QueryError:
        return None
    return next((row[0] for row in rows), None)


def report_rows_of(state: State | Graded) -> list[tuple[Any, ...]]:
    """Return the reports, with the ids of the reported activities."""
    return state.postgres.query(f"""
        select r.report_id, r.activity_id, r.reporter_id, r.reason, r.reported_at, a.client_key, a.occurred_at
        from social.reports r left join {TABLE} a on a.activity_id = r.activity_id order by 1
    """)


def maintain(state: State, day: str, env: Mapping[str, str] | None = None) -> Completed:
    """Run the maintenance job for a date."""
    return state.run(f"python3 maintain.py {day}", env=env)


def last_line(completed: Completed) -> str:
    """Return the last line of a run's output, or an empty string."""
    return (completed.stdout.strip().splitlines() or [""])[-1].strip()


def describe_end(completed: Completed) -> str:
    """Describe how a command ended."""
    return f"exited with {completed.exit_code}" + (f" ({completed.last_line})" if completed.exit_code else "")


def nodes(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield all nodes in a plan."""
    yield plan
    for below in plan.get("Plans", []):
        yield from nodes(below)


def scanned_partitions(plan: Mapping[str, Any]) -> dict[str, tuple[str, int]]:
    """Return the partitions that a plan reads, with the kind of scan and the number of rows read."""
    read: dict[str, tuple[str, int]] = {}
    for node in nodes(plan["Plan"]):
        name, loops = node.get("Relation Name", ""), node.get("Actual Loops", 0)
        if name.startswith("activity") and loops:
            rows = (node.get("Actual Rows", 0) + node.get("Rows Removed by Filter", 0)) * loops
            read[name] = (node["Node Type"], read.get(name, ("", 0))[1] + int(rows))
    return read


@dataclass
class Writer:
    """A process of the app that records events until it is stopped, with the new or the old statement."""

    graded: Graded
    state: State
    done: threading.Event = field(default_factory=threading.Event)
    accepted: dict[int, int] = field(default_factory=dict)

    def start(self) -> threading.Thread:
        """Start recording events."""
        thread = threading.Thread(target=self._record)
        thread.start()
        return thread

    def _record(self) -> None:
        statements = (statement(self.graded, "record"), statement(self.graded, "record", shipped=True))
        number = 700_000
        while not self.done.is_set():
            number += 1
            each = event(number, f"2026-04-{1 + number % 28:02} 10:00:00+00", "view", post=2999)
            self._try(number, each, statements)
            time.sleep(0.005)

    def _try(self, number: int, each: Mapping[str, Any], statements: tuple[str, ...]) -> None:
        for sql in statements:
            try:
                rows = call(self.state, sql, each)
            except QueryError:
                continue
            if rows:
                self.accepted[number] = rows[0][0]
            return


def count_lost(writer: Writer) -> int:
    """Return how many accepted events cannot be found by the id that was returned for them."""
    sql = f"select activity_id from {TABLE} where post_id = 2999 and client_key::text like '00c0ffee%'"
    return len(set(writer.accepted.values()) - {row[0] for row in writer.state.postgres.query(sql)})
