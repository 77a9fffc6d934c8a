"""Serve the audit log over HTTP, as docs/api.md describes.

A page begins after the key (at, event_id) in its cursor. A chunk reads the keys of the next rows in the order of the
table's key, and then all versions of these events. Old versions, erased events and other actions are removed
afterwards, so a page can need several chunks, each larger than the last.
"""

import base64
import binascii
import functools
import json
import re
import sys
from dataclasses import asdict, astuple, dataclass
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from clickhouse import connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

PORT = 3000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
PARAMETERS = {"workspace", "limit", "action", "since", "until", "cursor"}
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z", re.ASCII)
NUMBER = re.compile(r"\d{1,10}", re.ASCII)

# Times are integers in milliseconds since 1970, so that they are never rounded.
WHERE = """
    workspace_id = {workspace:UInt32}
    AND at >= fromUnixTimestamp64Milli({since:Int64}) AND at < fromUnixTimestamp64Milli({until:Int64})
"""
AFTER = """
    AND (at < fromUnixTimestamp64Milli({at:Int64})
        OR (at = fromUnixTimestamp64Milli({at:Int64}) AND event_id < {id:UInt64}))
"""
KEYS = f"""
    SELECT toUnixTimestamp64Milli(at), event_id FROM audit.events
    WHERE {WHERE} {AFTER}
    ORDER BY at DESC, event_id DESC
    LIMIT {{rows:UInt32}}
"""
LATEST = """
    SELECT toUnixTimestamp64Milli(at), event_id, argMax((actor, action, target, removed), version)
    FROM audit.events
    WHERE workspace_id = {workspace:UInt32}
        AND at >= fromUnixTimestamp64Milli({last_at:Int64}) AND at <= fromUnixTimestamp64Milli({first_at:Int64})
        AND (at, event_id) >= (fromUnixTimestamp64Milli({last_at:Int64}), {last_id:UInt64})
        AND (at, event_id) <= (fromUnixTimestamp64Milli({first_at:Int64}), {first_id:UInt64})
    GROUP BY at, event_id
    ORDER BY at DESC, event_id DESC
"""
TOTAL = f"""
    SELECT countIf(latest.2 = 0 AND ({{action:String}} = '' OR latest.1 = {{action:String}}))
    FROM (
        SELECT argMax((action, removed), version) AS latest FROM audit.events WHERE {WHERE} GROUP BY at, event_id
    )
"""
FIRST_CHUNK = 3
"""The number of rows in the first chunk, for each event of a page."""
LARGEST_CHUNK = 200_000


class BadRequestError(Exception):
    """The request is invalid; the message is returned to the caller."""


@dataclass(frozen=True)
class Selection:
    """The selection that the pages of an export share; times are in milliseconds since 1970."""

    workspace: int
    action: str
    since: int
    until: int


@dataclass(frozen=True)
class Position:
    """The key of the last event on a page."""

    at: int
    id: int


@functools.cache
def database() -> Client:
    return connect()


def number(text: str, name: str, least: int, most: int) -> int:
    if not NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise BadRequestError(f"{name} is a number from {least} to {most}")
    return int(text)


def moment(text: str, name: str) -> int:
    problem = BadRequestError(f"{name} is a moment such as 2026-06-02T08:30:00.250Z")
    if not MOMENT.fullmatch(text):
        raise problem
    try:
        return (datetime.fromisoformat(text) - EPOCH) // timedelta(milliseconds=1)
    except ValueError:
        raise problem from None


def shown(at: int) -> str:
    return (EPOCH + timedelta(milliseconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def written(selection: Selection, position: Position) -> str:
    """Return the cursor that continues after a position."""
    text = json.dumps([*astuple(selection), *astuple(position)])
    return base64.urlsafe_b64encode(text.encode()).decode()


def read(cursor: str, selection: Selection) -> Position:
    """Return the position in a cursor, which must belong to this selection."""
    try:
        *made_for, at, last = json.loads(base64.b64decode(cursor, altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, TypeError):
        raise BadRequestError("cursor is not the next of a page") from None
    if made_for != list(astuple(selection)):
        raise BadRequestError("cursor belongs to a page with other parameters")
    if not (isinstance(at, int) and isinstance(last, int) and at < selection.until and 0 <= last < 2**64):
        raise BadRequestError("cursor is not the next of a page")
    return Position(at, last)


def parsed(query: str) -> tuple[Selection, int, Position | None]:
    """Parse a request's selection, limit and position."""
    given = parse_qs(query, keep_blank_values=True)
    if unknown := sorted(given.keys() - PARAMETERS):
        raise BadRequestError(f"there is no parameter {unknown[0]}")
    if twice := sorted(name for name, values in given.items() if len(values) > 1):
        raise BadRequestError(f"{twice[0]} is given twice")
    if empty := sorted(name for name, values in given.items() if not values[0]):
        raise BadRequestError(f"{empty[0]} is empty")
    values = {name: value for name, (value,) in given.items()}
    if "workspace" not in values:
        raise BadRequestError("workspace is missing")
    selection = Selection(
        number(values["workspace"], "workspace", 0, 2**32 - 1),
        values.get("action", ""),
        moment(values.get("since", "1970-01-01T00:00:00Z"), "since"),
        moment(values.get("until", "2200-01-01T00:00:00Z"), "until"),
    )
    limit = number(values.get("limit", "50"), "limit", 1, 200)
    return selection, limit, read(values["cursor"], selection) if "cursor" in values else None


def chunk(selection: Selection, position: Position, rows: int) -> tuple[list[tuple[Any, ...]], Position | None]:
    """Return the current events in the next rows, and the position after these rows, or None at the end."""
    keys = database().query(KEYS, {**asdict(selection), **asdict(position), "rows": rows}).result_rows
    if not keys:
        return [], None
    (first_at, first_id), (last_at, last_id) = keys[0], keys[-1]
    asked = {"first_at": first_at, "first_id": first_id, "last_at": last_at, "last_id": last_id}
    events = database().query(LATEST, {"workspace": selection.workspace, **asked}).result_rows
    return list(events), Position(*keys[-1]) if len(keys) == rows else None


def page(selection: Selection, limit: int, start: Position | None) -> dict[str, Any]:
    position: Position | None = start or Position(selection.until, 0)
    found: list[tuple[Any, ...]] = []
    rows = FIRST_CHUNK * (limit + 1)
    while position is not None and len(found) <= limit:
        events, position = chunk(selection, position, rows)
        found += [event for event in events if not event[2][3] and selection.action in ("", event[2][1])]
        rows = min(rows * 64, LARGEST_CHUNK)
    shown_events = [
        {"id": str(identity), "at": shown(at), "actor": actor, "action": action, "target": target}
        for at, identity, (actor, action, target, _) in found[:limit]
    ]
    more = len(found) > limit
    answer: dict[str, Any] = {"events": shown_events, "next": None}
    if more:
        answer["next"] = written(selection, Position(*found[limit - 1][:2]))
    if start is None:
        answer["total"] = database().query(TOTAL, asdict(selection)).first_row[0]
    return answer


def respond(target: str) -> tuple[int, dict[str, Any]]:
    """Return the status and body of a response."""
    url = urlsplit(target)
    if url.path == "/health":
        return 200, {"status": "ok"}
    if url.path != "/api/events":
        return 404, {"error": "there is no such page"}
    try:
        return 200, page(*parsed(url.query))
    except BadRequestError as error:
        return 400, {"error": str(error)}
    except ClickHouseError as error:
        print(f"{url.path}: {str(error).splitlines()[0]}", file=sys.stderr)
        return 503, {"error": "the database does not answer"}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status, body = respond(self.path)
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, template: str, *values: Any) -> None:
        """Log the path and status of a response; send_response calls this method."""
        print(template % values, file=sys.stderr)


class Server(ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True


if __name__ == "__main__":
    Server(("0.0.0.0", PORT), Handler).serve_forever()
