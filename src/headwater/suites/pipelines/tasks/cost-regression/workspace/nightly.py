"""Bring marts and reports up to date with the batches that have been sealed since the last night."""

import sys

import figures
import ledger
import load
from clickhouse_connect.driver.exceptions import ClickHouseError
from warehouse import Warehouse, connect


def run(warehouse: Warehouse) -> str:
    """Do a night's work, and return what to print."""
    pending = load.pending(warehouse)
    if not pending:
        return "batches=0 rows=0"
    batches = [batch for batch, _ in pending]
    load.load(warehouse, batches)
    warehouse.step = "voids"
    load.remove_voided(warehouse)
    warehouse.step = "daily"
    figures.daily(warehouse)
    figures.open_dashboards(warehouse)
    arrived = ledger.enter(warehouse, max(day for _, day in pending), batches)
    warehouse.insert("marts.loaded", [(batch,) for batch in batches], ["batch"])
    return f"batches={len(batches)} rows={arrived}"


def main() -> int:
    try:
        print(run(connect()))
    except ClickHouseError as error:
        print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
