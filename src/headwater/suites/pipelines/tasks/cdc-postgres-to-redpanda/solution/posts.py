"""Convert changes to posts into events: see docs/events.md."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pgoutput import Change, Row
from psycopg.adapt import Transformer
from psycopg.postgres import types
from psycopg.pq import Format

SECRET = "author_ip"
TEXTS = Transformer().get_loader(types["text"].array_oid, Format.TEXT)


@dataclass(frozen=True)
class Event:
    op: str
    key: str
    position: int
    post: dict[str, Any] | None

    def as_json(self) -> bytes:
        return json.dumps(vars(self), ensure_ascii=False).encode()


def key_of(row: Row) -> str:
    return f"{row['board']}/{row['number']}"


def events_of(change: Change) -> Iterator[Event]:
    """Yield the events for a change; an update of the key produces two."""
    old, new = change.old, change.new
    is_moved = old is not None and new is not None and key_of(old) != key_of(new)
    if old is not None and (new is None or is_moved):
        yield Event("delete", key_of(old), change.lsn, None)
    if new is not None:
        yield Event("insert" if is_moved else change.op, key_of(new), change.lsn, post_of(new))


def post_of(row: Row) -> dict[str, Any]:
    """Return a post from Postgres text values; columns that were added later stay strings."""
    post: dict[str, Any] = {name: text for name, text in row.items() if name != SECRET}
    post["number"], post["votes"] = int(post["number"]), int(post["votes"])
    post["is_hidden"] = post["is_hidden"] in ("t", "true")
    post["tags"] = TEXTS.load(post["tags"].encode())
    moment = datetime.fromisoformat(post["posted_at"]).astimezone(UTC)
    post["posted_at"] = moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return post
