"""Import a supplier's feed into Postgres: `python3 importer.py feeds/sample.csv`."""

import csv
import sys
from pathlib import Path

import psycopg

UPSERT = """
    INSERT INTO catalog.items VALUES (%s, %s, %s, %s, %s, %s, %s, clock_timestamp())
    ON CONFLICT (item_id) DO UPDATE SET
        sku = excluded.sku, name = excluded.name, price = excluded.price, attributes = excluded.attributes
"""


def main(path: str) -> int:
    """Import one feed."""
    with Path(path).open(newline="") as file:
        rows = list(csv.reader(file))[1:]
    with psycopg.connect("") as postgres, postgres.cursor() as cursor:
        cursor.executemany(UPSERT, rows)
    print(f"imported={len(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
