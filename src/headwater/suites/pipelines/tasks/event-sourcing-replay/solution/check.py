"""Compare the snapshots with the events."""

import events
import psycopg
import sources
import store

COLUMNS = ("customer", "status", "items", "total", "paid", "last_seq", "changed_at")


def differences(postgres: psycopg.Connection) -> list[str]:
    """Return a line for each value that differs, and for each order that only one side has."""
    history: dict[tuple[str, int], events.Event] = {}
    for message in sources.read(postgres, {}):
        event = events.parse_or_none(message.value)
        if event:
            history.setdefault((event.order, event.seq), event)
    right = store.snapshots(history.values())
    sql = f"SELECT order_id, {', '.join(COLUMNS)} FROM app.order_snapshots"
    found = {row[0]: row for row in postgres.execute(sql)}
    lines = [f"{order} missing" for order in sorted(right.keys() - found.keys())]
    lines += [f"{order} unknown" for order in sorted(found.keys() - right.keys())]
    for order in sorted(right.keys() & found.keys()):
        pairs = zip(COLUMNS, right[order][1:], found[order][1:], strict=True)
        lines += [f"{order} {name} {one} {two}" for name, one, two in pairs if one != two]
    return lines
