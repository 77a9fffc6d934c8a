"""Load what the collectors have written into marts.events."""

import logging

from warehouse import Warehouse

COLUMNS = ["event_id", "revision", "at", "kind", "campaign", "user", "micros"]
CHUNK = 2_000
ATTEMPTS = 2

PENDING = """
    SELECT batch, toDate(sealed_at) FROM raw.batches
    WHERE batch NOT IN (SELECT batch FROM marts.loaded) ORDER BY batch
"""
WATERMARK = "SELECT min(at) FROM raw.events WHERE batch IN {batches:Array(UInt32)}"
ROWS = """
    SELECT event_id, revision, at, kind, campaign, user, micros FROM raw.events
    WHERE at >= {since:DateTime('UTC')} AND batch IN (SELECT batch FROM raw.batches) AND NOT void
"""
VOIDED = """
    ALTER TABLE marts.events DELETE WHERE event_id IN (
        SELECT event_id FROM raw.events WHERE batch IN (SELECT batch FROM raw.batches)
        GROUP BY event_id HAVING argMax(void, revision)
    ) SETTINGS mutations_sync = 1
"""


def pending(warehouse: Warehouse) -> list[tuple]:
    """Return the batches that have been sealed and are not loaded, with the days on which they were sealed."""
    return warehouse.query(PENDING)


def load(warehouse: Warehouse, batches: list[int]) -> None:
    """Load all rows from the time of the earliest new event on, so that no late one is missed."""
    since = warehouse.query(WATERMARK, {"batches": batches})[0][0]
    rows = warehouse.query(ROWS, {"since": since})
    for first in range(0, len(rows), CHUNK):
        insert(warehouse, rows[first : first + CHUNK])


def insert(warehouse: Warehouse, rows: list[tuple]) -> None:
    """Insert the newest revision of each event, and try again if not all rows were written."""
    newest = list({row[0]: row for row in sorted(rows, key=lambda row: row[1])}.values())
    for _ in range(ATTEMPTS):
        if warehouse.insert("marts.events", newest, COLUMNS) == len(rows):
            return
        logging.info("not all rows were written")


def remove_voided(warehouse: Warehouse) -> None:
    """Delete the events of which the newest revision is void."""
    warehouse.command(VOIDED)
