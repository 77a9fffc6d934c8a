"""Load what the collectors have written into marts.events."""

from warehouse import Warehouse

COLUMNS = ["event_id", "revision", "at", "kind", "campaign", "user", "micros", "void"]
CHUNK = 50_000
PENDING = """
    SELECT batch, toDate(sealed_at) FROM raw.batches
    WHERE batch NOT IN (SELECT batch FROM marts.loaded) ORDER BY batch
"""
ROWS = """
    SELECT event_id, revision, at, kind, campaign, user, micros, void FROM raw.events
    WHERE batch IN {batches:Array(UInt32)}
"""


def pending(warehouse: Warehouse) -> list[tuple]:
    """Return the batches that have been sealed and are not loaded, with the days on which they were sealed."""
    return warehouse.query(PENDING)


def load(warehouse: Warehouse, batches: list[int]) -> None:
    """Load the newest revision of each event in some batches."""
    rows = sorted(warehouse.query(ROWS, {"batches": batches}), key=lambda row: row[1])
    newest = list({row[0]: row for row in rows}.values())
    for first in range(0, len(newest), CHUNK):
        warehouse.insert("marts.events", newest[first : first + CHUNK], COLUMNS)
