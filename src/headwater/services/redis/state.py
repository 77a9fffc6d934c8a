"""Reads the state of a Redis server: the keys in all databases, with their types, values and expiry times."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from headwater.services._state import Stored, Window, in_window
from headwater.services.redis._protocol import Answer
from headwater.services.redis.client import RedisClient

_NUMBER = re.compile(rb"\d{9,20}(\.\d{1,9})?")


class RedisState:
    """Compares keys by type, value and expiry."""

    def changes(self, before: RedisClient, after: RedisClient, window: Window | None) -> Iterator[str]:
        """Yield the differences between the keys in two states.

        With a window, a value or field that is the time of the run does not count as a difference. Only the existence
        of expiry times is compared, because the times depend on when the code ran.
        """
        for database in sorted({*before.databases(), *after.databases()}):
            old, new = set(before.keys(database=database)), set(after.keys(database=database))
            for key in sorted(old | new):
                name = f"key {key.decode(errors='backslashreplace')}" + (f" of database {database}" if database else "")
                if key not in new:
                    yield f"{name} is gone"
                elif key not in old:
                    yield f"{name} is new"
                elif change := _change(before, after, key, database, window):
                    yield f"{name} {change}"

    def settle(self, client: RedisClient) -> None:
        """Do nothing, because a clean stop writes every key."""

    def stored(self, client: RedisClient, anchors: Sequence[str], shortest: int) -> Iterator[Stored]:  # noqa: ARG002
        """Yield every key and its content, because the database file compresses both."""
        for database in client.databases():
            for key in client.keys(database=database):
                place = f"Redis, database {database}, key {key.decode(errors='backslashreplace')}"
                yield Stored(place, b"\n".join([key, *_texts(client.value(key, database))]))
        for text in _texts(client.execute("FUNCTION", "LIST", "WITHCODE")):
            yield Stored("Redis, functions", text)


def _change(before: RedisClient, after: RedisClient, key: bytes, database: int, window: Window | None) -> str:
    old, new = before.type(key, database), after.type(key, database)
    if old != new:
        return f"was a {old} and is a {new}"
    before_value, after_value = before.value(key, database), after.value(key, database)
    if _comparable(before_value, after_value, old, window) != _comparable(after_value, after_value, old, window):
        return "has another value"
    ends, now_ends = before.expires(key, database), after.expires(key, database)
    same = ends == now_ends if window is None else (ends is None) == (now_ends is None)
    return "" if same else "expires at another time"


def _comparable(value: Answer, later: Answer, kind: str, window: Window | None) -> object:
    """Return a value without the parts that, in the later state, are the time of the run."""
    fields, reference = (_fields(each, kind) for each in (value, later))
    if window is None or not isinstance(fields, dict) or not isinstance(reference, dict):
        return fields
    return {name: None if _is_run_time(reference.get(name), window) else each for name, each in fields.items()}


def _fields(value: Answer, kind: str) -> object:
    """Return a value as fields, so that types without a fixed order can be compared."""
    if kind == "hash" and isinstance(value, list):
        return dict(zip(map(bytes, value[::2]), value[1::2], strict=True))  # type: ignore[arg-type]
    return {b"": value} if kind == "string" else value


def _is_run_time(value: object, window: Window) -> bool:
    return isinstance(value, bytes) and bool(_NUMBER.fullmatch(value)) and in_window(float(value), window)


def _texts(value: Answer) -> Iterator[bytes]:
    if isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, bytes):
        yield value
