"""Store events, positions and snapshots. Each function works in the transaction of its caller."""

from collections.abc import Iterable
from decimal import Decimal

import events
import fold
import psycopg
from events import Event
from sources import ARCHIVE, Message

LOCK = 7_201
_MESSAGES = """
    INSERT INTO app.order_messages (order_id, seq, message)
    SELECT * FROM unnest(%s::text[], %s::integer[], %s::text[])
    ON CONFLICT DO NOTHING
    RETURNING order_id
"""
_EMPTY_TABLES = """
    ALTER TABLE app.order_messages RENAME TO old_messages;
    ALTER TABLE app.rejected_messages RENAME TO old_rejected;
    ALTER TABLE app.replay_positions RENAME TO old_positions;
    CREATE TABLE app.order_messages (order_id text, seq integer, message text NOT NULL, PRIMARY KEY (order_id, seq));
    CREATE TABLE app.rejected_messages (LIKE app.old_rejected INCLUDING INDEXES);
    CREATE TABLE app.replay_positions (LIKE app.old_positions INCLUDING INDEXES);
    DROP TABLE app.old_messages, app.old_rejected, app.old_positions;
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
_KNOWN = "SELECT message FROM app.order_messages WHERE order_id = ANY(%s)"


def is_locked(postgres: psycopg.Connection, *, waits: bool) -> bool:
    """Return whether this session got the lock, which it keeps until it ends."""
    if waits:
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        return True
    return bool(postgres.execute("SELECT pg_try_advisory_lock(%s)", [LOCK]).fetchone()[0])


def positions(postgres: psycopg.Connection) -> dict[int, int]:
    return dict(postgres.execute("SELECT partition, next_position FROM app.replay_positions").fetchall())


def clear(postgres: psycopg.Connection) -> None:
    """Replace the tables by empty ones. Readers do not use these tables."""
    postgres.execute(_EMPTY_TABLES)


def add(postgres: psycopg.Connection, messages: Iterable[Message]) -> list[str]:
    """Store messages and their positions. Return the order of each event that is new."""
    usable, rejected, reached = [], [], {}
    for message in messages:
        reached[message.partition] = message.position + 1
        event = events.parse_or_none(message.value)
        if event:
            usable.append((event.order, event.seq, message.value.decode()))
        else:
            rejected.append((None if message.partition == ARCHIVE else message.partition, message.position))
    cursor = postgres.cursor()
    columns = [list(column) for column in zip(*usable, strict=True)]
    found = cursor.execute(_MESSAGES, columns).fetchall() if usable else []
    cursor.executemany(_REJECTED, rejected)
    cursor.executemany(_POSITION, sorted(reached.items()))
    return [row[0] for row in found]


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
    known = (events.parse(message.encode()) for (message,) in postgres.execute(_KNOWN, [sorted(set(orders))]))
    rows = snapshots(known)
    cursor = postgres.cursor()
    cursor.executemany(_SNAPSHOT, list(rows.values()))
    return max(cursor.rowcount, 0)


def remove_unknown(postgres: psycopg.Connection) -> int:
    """Delete the snapshots of orders without a first event. Return how many these are."""
    sql = """
        DELETE FROM app.order_snapshots s
        WHERE NOT EXISTS (SELECT FROM app.order_messages e WHERE e.order_id = s.order_id AND e.seq = 1)
    """
    return postgres.execute(sql).rowcount
