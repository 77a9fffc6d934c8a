"""Move marts to its new layout, once. The collectors keep a few weeks, so history comes from our own tables."""

from pathlib import Path

import figures
from warehouse import Warehouse, connect

SCHEMA = Path(__file__).parent / "schema"
KEEP = "RENAME TABLE marts.events TO marts.events_by_id, marts.campaign_daily TO marts.campaign_daily_before"
COPY = """
    INSERT INTO marts.events (event_id, revision, at, kind, campaign, user, micros)
    SELECT event_id, revision, at, kind, campaign, user, micros FROM marts.events_by_id FINAL
"""
# The collectors may send earlier revisions of these again.
COPY_VOIDED = """
    INSERT INTO marts.events (event_id, revision, at, kind, campaign, user, micros, void)
    SELECT event_id, revision, at, kind, campaign, user, micros, void FROM raw.events
    WHERE void AND batch IN (SELECT batch FROM marts.loaded)
"""
DROP = ("DROP TABLE marts.events_by_id", "DROP TABLE marts.campaign_daily_before")


def deploy(warehouse: Warehouse, name: str) -> None:
    """Run the statements of a file of schema/."""
    for statement in (SCHEMA / name).read_text().split(";\n"):
        if statement.strip():
            warehouse.command(statement)


def main() -> None:
    warehouse = connect()
    warehouse.command(KEEP)
    deploy(warehouse, "marts.sql")
    warehouse.command(COPY)
    warehouse.command(COPY_VOIDED)
    warehouse.command(figures.COMPUTE, {"is_full": True, "read": [], "days": []})
    warehouse.command(figures.EXCHANGE)
    deploy(warehouse, "reports.sql")
    for statement in DROP:
        warehouse.command(statement)


if __name__ == "__main__":
    main()
