"""Read the tables of a state, and compare them with the right ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

from _readings import OPEN_SEC, Key, Minute, minutes_after

from headwater.grading import Completed, Graded, QueryError, State

FIELDS = ("kind", "samples", "total", "low", "high", "last")
_COLUMNS = (
    "host, metric, toInt64(toUnixTimestamp(minute)) as second, toString(kind), toInt64(samples), "
    "toInt64(round(total * 1000)), toInt64(round(low * 1000)), toInt64(round(high * 1000)), toInt64(round(last * 1000))"
)
_HASH = "count(), sum(cityHash64(host, metric, minute, toString(kind), samples, total, low, high, last))"
_HASHES = f"select host, {_HASH} from analytics.realtime_metrics group by host"
_CLOSED = f"select {_HASH} from analytics.realtime_metrics where minute < {OPEN_SEC}"
_REJECTED = "select toInt64(kafka_partition), toInt64(kafka_offset), hex(payload) from analytics.rejected_messages"
Row = tuple[object, ...]


def rows(state: State | Graded, hosts: Collection[str] | None = None, closed: bool = False) -> list[tuple[Key, Minute]]:
    """Return the open or the closed minutes, in the units of the expected ones."""
    only = "" if hosts is None else "and host in {hosts:Array(String)}"
    sql = f"select {_COLUMNS} from analytics.realtime_metrics where minute {'<' if closed else '>='} {OPEN_SEC} {only}"
    found = state.clickhouse.query(sql, {"hosts": sorted(hosts)} if hosts is not None else None)
    return [((row[0], row[1], row[2]), row[3:]) for row in found]  # type: ignore[misc]


@cache
def left_minutes(graded: Graded) -> dict[Key, Minute]:
    """Return the open minutes that the agent left; one of them, if there are several rows for it."""
    return dict(rows(graded))


def rejected(state: State | Graded) -> list[Row]:
    """Return the partitions, offsets and payloads of the unusable messages."""
    return sorted(state.clickhouse.query(_REJECTED))


@cache
def left_hashes(graded: Graded) -> dict[str, tuple[object, ...]]:
    """Return the hashes of what the agent left."""
    return hashes(graded)


def hashes(state: State | Graded) -> dict[str, tuple[object, ...]]:
    """Return the number of rows of each host and of the closed minutes, and hashes of them."""
    closed = {"closed minutes": state.clickhouse.query(_CLOSED)[0]}
    return closed | {str(row[0]): row[1:] for row in state.clickhouse.query(_HASHES)}


def difference(found: list[tuple[Key, Minute]], right: dict[Key, Minute]) -> str:
    """Describe how minutes differ from the right ones; return an empty string if they do not."""
    by_key = dict(found)
    if len(by_key) == len(found) and by_key == right:
        return ""
    missing, unknown = right.keys() - by_key.keys(), by_key.keys() - right.keys()
    other = [key for key in right.keys() & by_key.keys() if by_key[key] != right[key]]
    example = f", such as {other[0]} with {by_key[other[0]]} instead of {right[other[0]]}" if other else ""
    return (
        f"{len(missing)} of {len(right)} minutes are missing, {len(unknown)} are unknown, "
        f"{len(other)} differ{example}, and {len(found) - len(by_key)} rows are repeated"
    )


def fault(graded: Graded, state: State, sent: Iterable[bytes | None] = (), others: Iterable[bytes | None] = ()) -> str:
    """Describe what is wrong in a copy after messages were sent to it; return an empty string if nothing is.

    The minutes of the hosts in these messages must be right. Those of other hosts must be as the agent left them,
    unless there are messages of them in `others`.
    """
    hosts, right = minutes_after(graded, sent)
    known = hosts | minutes_after(graded, others)[0]
    try:
        wrong = difference(rows(state, hosts), right) if hosts else ""
        before, after = left_hashes(graded), hashes(state)
    except QueryError as error:
        return f"ClickHouse refuses: {error}"
    changed = [
        host for host in before.keys() | after.keys() if host not in known and before.get(host) != after.get(host)
    ]
    others = f"{len(changed)} others changed, such as {min(changed)}" if changed else ""
    return "; ".join(text for text in (wrong, others) if text)


def describe_end(completed: Completed) -> str:
    """Return how a run ended."""
    return f"the run exited with {completed.exit_code}" + (f" ({completed.tail})" if completed.exit_code else "")


def last_line(completed: Completed) -> str:
    """Return the last line of the output."""
    return (completed.stdout.strip().splitlines() or [""])[-1].strip()[:120]
