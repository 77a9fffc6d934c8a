"""Compute the expected pages from the table, and read pages from a server."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from headwater.grading import Graded, Response, ServerClient, State

LARGEST, SMALL = 7, 12
IMPORTED = "2026-06-02T08:30:00.250Z"
FIELDS = ("id", "at", "actor", "action", "target")

Event = dict[str, str]

_TRUTH = """
    select toString(event_id), at, argMax(actor, version), argMax(action, version), argMax(target, version)
    from audit.events
    where workspace_id = {workspace:UInt32} and at >= {since:String} and at < {until:String}
    group by at, event_id
    having argMax(removed, version) = 0 and ({action:String} = '' or argMax(action, version) = {action:String})
    order by at desc, event_id desc
    limit {first:UInt32}, {rows:UInt32}
"""
_COUNT = "select count() from ({})"
_COLUMNS = ["workspace_id", "at", "event_id", "version", "actor", "action", "target", "removed"]


def path(**parameters: object) -> str:
    """Return the path and query of a request for events."""
    return "/api/events?" + urlencode({name: value for name, value in parameters.items() if value is not None})


def truth(state: State | Graded, workspace: int, first: int = 0, rows: int = 1_000_000, **selected: str) -> list[Event]:
    """Return the current events in a workspace, newest first.

    Args:
        state: The state whose table is read.
        workspace: The workspace.
        first: The number of newest events to skip.
        rows: The maximum number of events to return.
        selected: ``action``, ``since`` or ``until``.
    """
    return [dict(zip(FIELDS, _api_row(row), strict=True)) for row in _rows(state, workspace, first, rows, selected)]


def total(state: State | Graded, workspace: int, **selected: str) -> int:
    """Return the number of current events."""
    values = _values(workspace, 0, 1_000_000, selected)
    return int(state.clickhouse.scalar(_COUNT.format(_TRUTH), values) or 0)


def _rows(
    state: State | Graded, workspace: int, first: int, rows: int, selected: dict[str, str]
) -> list[tuple[Any, ...]]:
    return state.clickhouse.query(_TRUTH, _values(workspace, first, rows, selected))


def _values(workspace: int, first: int, rows: int, selected: dict[str, str]) -> dict[str, object]:
    moments = {
        name: selected.get(name, default) for name, default in (("since", "1970-01-01"), ("until", "2200-01-01"))
    }
    plain = {name: text.replace("T", " ").removesuffix("Z") for name, text in moments.items()}
    return {"workspace": workspace, "first": first, "rows": rows, "action": selected.get("action", ""), **plain}


def _api_row(row: tuple[Any, ...]) -> tuple[str, ...]:
    at = row[1].replace(tzinfo=UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return (row[0], at, *row[2:])


def is_page(answer: Response) -> bool:
    """Return whether a response is a page: it has events, and ``next`` is a string or null."""
    body = answer.json
    return (
        answer.status == 200
        and isinstance(body, dict)
        and isinstance(body.get("events"), list)
        and isinstance(body.get("next", 0), str | None)
    )


def excerpt(answer: Response) -> str:
    """Summarize a response, for use in messages."""
    return f"{answer.status} {answer.text[:160]!r}"


@dataclass(frozen=True)
class Walk:
    """A sequence of pages.

    Attributes:
        events: The events on all pages, in order.
        sizes: The number of events on each page.
        cursor: The ``next`` of the last page.
        fault: The first response that was not a page; empty if all were.
    """

    events: list[Event]
    sizes: list[int]
    cursor: str | None
    fault: str


def walk(server: ServerClient, most: int, cursor: str | None = None, **parameters: object) -> Walk:
    """Follow cursors for at most the given number of pages, from the start or from a cursor."""
    events: list[Event] = []
    sizes: list[int] = []
    while len(sizes) < most:
        answer = server.get(path(**parameters, cursor=cursor))
        if not is_page(answer):
            return Walk(events, sizes, cursor, f"page {len(sizes) + 1} is {excerpt(answer)}")
        page, cursor = answer.json["events"], answer.json["next"]
        events += page
        sizes.append(len(page))
        if cursor is None:
            break
    return Walk(events, sizes, cursor, "")


def difference(found: list[Any], right: list[Event]) -> str:
    """Describe how two lists of events differ; return an empty string if they agree."""
    if found == right:
        return ""
    pairs = enumerate(zip(found, right, strict=False))
    place, (one, other) = next(
        ((n, pair) for n, pair in pairs if pair[0] != pair[1]), (min(len(found), len(right)), ("none", "none"))
    )
    return f"{len(found)} events instead of {len(right)}; number {place + 1} is {one} instead of {other}"


def parse_time(text: str) -> datetime:
    """Parse a time in the format of responses."""
    return datetime.fromisoformat(text)


def write(state: State, *rows: tuple[int, str, int, int, str, str, int]) -> None:
    """Insert event versions. Each is (workspace, time, id, version, actor, action, removed)."""
    full = [
        (space, parse_time(when), number, version, actor, action, "doc-1", is_deleted)
        for space, when, number, version, actor, action, is_deleted in rows
    ]
    state.clickhouse.insert("audit.events", full, _COLUMNS)
