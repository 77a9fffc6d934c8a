"""Store events, positions and snapshots. Each function works in the transaction of its caller."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal

import events
import fold
import psycopg
from events import Event
from psycopg.types.json import Jsonb
from sources import ARCHIVE, Message

LOCK = 7_201
_HISTORIES = "SELECT order_id, events FROM app.order_histories WHERE order_id = ANY(%s)"
_HISTORY = """
    INSERT INTO app.order_histories (order_id, events) VALUES (%s, %s)
    ON CONFLICT (order_id) DO UPDATE SET events = excluded.events
"""
_REJECTED = "INSERT INTO app.rejected_messages (partition, position) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_POSITION = """
    INSERT INTO app.replay_positions (partition, next_position) VALUES (%s, %s)
    ON CONFLICT (partition) DO UPDATE SET next_position = excluded.next_position
"""
_SNAPSHOT = """
    INSERT INTO app.order_snapshots AS s (order_id, customer, status, items, total, paid, last_seq, changed_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (order_id) DO UPDATE SET customer = excluded.customer, status = excluded.status, items = excluded.items,
        total = excluded.total, paid = excluded.paid, last_seq = excluded.last_seq, changed_at = excluded.changed_at
    WHERE (s.customer, s.status, s.items, s.total, s.paid, s.last_seq, s.changed_at) IS DISTINCT FROM
        (excluded.customer, excluded.status, excluded.items, excluded.total, excluded.paid, excluded.last_seq,
            excluded.changed_at)
"""


def is_locked(postgres: psycopg.Connection, *, waits: bool) -> bool:
    """Return whether this session got the lock, which it keeps until it ends."""
    if waits:
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        return True
    return bool(postgres.execute("SELECT pg_try_advisory_lock(%s)", [LOCK]).fetchone()[0])


def positions(postgres: psycopg.Connection) -> dict[int, int]:
    return dict(postgres.execute("SELECT partition, next_position FROM app.replay_positions").fetchall())


def clear(postgres: psycopg.Connection) -> None:
    postgres.execute("DELETE FROM app.order_histories")
    postgres.execute("DELETE FROM app.rejected_messages")
    postgres.execute("DELETE FROM app.replay_positions")


def add(postgres: psycopg.Connection, messages: Iterable[Message]) -> list[str]:
    """Store messages and their positions. Return the order of each event that is new."""
    usable, rejected, reached = [], [], {}
    for message in messages:
        reached[message.partition] = message.position + 1
        event = events.parse_or_none(message.value)
        if event:
            usable.append(event)
        else:
            rejected.append((None if message.partition == ARCHIVE else message.partition, message.position))
    cursor = postgres.cursor()
    cursor.executemany(_REJECTED, rejected)
    cursor.executemany(_POSITION, sorted(reached.items()))
    return merge(cursor, usable)


def merge(cursor: psycopg.Cursor, usable: list[Event]) -> list[str]:
    """Merge events into the histories of their orders. Return the order of each event that is new."""
    histories = dict(cursor.execute(_HISTORIES, [sorted({event.order for event in usable})]).fetchall())
    orders = []
    for event in usable:
        history = histories.setdefault(event.order, {})
        if str(event.seq) not in history:
            history[str(event.seq)] = [event.id, event.type, event.at.isoformat(), event.data]
            orders.append(event.order)
    cursor.executemany(_HISTORY, [(order, Jsonb(histories[order])) for order in sorted(set(orders))])
    return orders


def snapshots(history: Iterable[Event]) -> dict[str, tuple]:
    """Return the rows of app.order_snapshots by order."""
    histories: dict[str, list[Event]] = {}
    for event in history:
        histories.setdefault(event.order, []).append(event)
    rows = {}
    for order, known in histories.items():
        snapshot = fold.replay(known)
        if snapshot:
            customer, status, items, total, paid, last, at = snapshot
            amounts = (Decimal(total).scaleb(-2), Decimal(paid).scaleb(-2))
            rows[order] = (order, customer, status, items, *amounts, last, at)
    return rows


def refresh(postgres: psycopg.Connection, orders: Iterable[str]) -> int:
    """Write the snapshots of orders that differ. Return how many these are."""
    known = [
        Event(event_id, order, int(seq), kind, datetime.fromisoformat(at), data)
        for order, history in postgres.execute(_HISTORIES, [sorted(set(orders))])
        for seq, (event_id, kind, at, data) in history.items()
    ]
    rows = snapshots(known)
    cursor = postgres.cursor()
    cursor.executemany(_SNAPSHOT, list(rows.values()))
    return max(cursor.rowcount, 0)


def remove_unknown(postgres: psycopg.Connection) -> int:
    """Delete the snapshots of orders without a first event. Return how many these are."""
    sql = """
        DELETE FROM app.order_snapshots s
        WHERE NOT EXISTS (SELECT FROM app.order_histories h WHERE h.order_id = s.order_id AND h.events ? '1')
    """
    return postgres.execute(sql).rowcount
