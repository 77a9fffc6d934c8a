"""Load what the collectors have written into marts.events."""

from warehouse import Warehouse

PENDING = """
    SELECT batch, toDate(sealed_at) FROM raw.batches
    WHERE batch NOT IN (SELECT batch FROM marts.loaded) ORDER BY batch
"""
LOAD = """
    INSERT INTO marts.events (event_id, revision, at, kind, campaign, user, micros, void)
    SELECT event_id, revision, at, kind, campaign, user, micros, void FROM raw.events
    WHERE batch IN {batches:Array(UInt32)}
    SETTINGS max_partitions_per_insert_block = 0
"""


def pending(warehouse: Warehouse) -> list[tuple]:
    """Return the batches that have been sealed and are not loaded, with the days on which they were sealed."""
    return warehouse.query(PENDING)


def load(warehouse: Warehouse, batches: list[int]) -> None:
    """Load the rows of some batches, with all their revisions."""
    warehouse.command(LOAD, {"batches": batches})
