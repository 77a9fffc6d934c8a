"""Fill weight_kg from the items' attributes, as docs/weights.md specifies."""

import re
from decimal import ROUND_HALF_UP, Decimal

import psycopg
from clickhouse_connect.driver.client import Client

BATCH = 2_000
WEIGHT = re.compile(r" *([0-9]+(?:[.,][0-9]+)?) *(kg|g|lb) *", re.IGNORECASE)
IN_KG = {"kg": Decimal(1), "g": Decimal("0.001"), "lb": Decimal("0.45359237")}
CANDIDATES = """
    SELECT item_id, attributes -> 'weight' #>> '{}', jsonb_typeof(attributes -> 'weight'),
           attributes ->> 'weight_kg', jsonb_typeof(attributes -> 'weight_kg')
    FROM catalog.items
    WHERE item_id > %s AND weight_kg IS NULL AND attributes ?| ARRAY['weight', 'weight_kg']
    ORDER BY item_id LIMIT %s
"""
SET_WEIGHTS = """
    UPDATE catalog.items SET weight_kg = new.weight_kg
    FROM unnest(%s::bigint[], %s::numeric[]) AS new (item_id, weight_kg)
    WHERE items.item_id = new.item_id AND items.weight_kg IS NULL
"""
# The rows come from ClickHouse, not from Postgres. The sync continues after the latest row in ClickHouse, so newer rows
# from Postgres would make it skip changes that are still waiting.
CARRY = """
    INSERT INTO analytics.items
    SELECT items.* EXCEPT (weight_kg), weights.weight_kg
    FROM (SELECT * FROM analytics.items FINAL) AS items INNER JOIN weights ON items.item_id = weights.item_id
    WHERE items.weight_kg IS NULL
"""


def rounded(weight: Decimal) -> Decimal | None:
    """Return a weight rounded to the gram, or None if the value is not a weight."""
    if not 0 < weight < 100_000:
        return None
    grams = weight.quantize(Decimal("0.001"), ROUND_HALF_UP)
    return grams if 0 < grams < 100_000 else None


def weight_of(text: str | None, kind: str | None, number: str | None, number_kind: str | None) -> Decimal | None:
    """Return the weight given by an item's attributes `weight_kg` and `weight`."""
    if number is not None and number_kind == "number" and (weight := rounded(Decimal(number))):
        return weight
    match = WEIGHT.fullmatch(text) if text is not None and kind == "string" else None
    return rounded(Decimal(match[1].replace(",", ".")) * IN_KG[match[2].lower()]) if match else None


def fill_postgres(postgres: psycopg.Connection) -> None:
    """Fill the column in batches, one transaction each, without changing updated_at."""
    last = 0
    while rows := postgres.execute(CANDIDATES, [last, BATCH]).fetchall():
        weights = {item: weight for item, *said in rows if (weight := weight_of(*said))}
        postgres.execute("SET LOCAL catalog.keep_updated_at = 'on'")
        postgres.execute(SET_WEIGHTS, [list(weights), list(weights.values())])
        postgres.commit()
        last = rows[-1][0]


def carry(postgres: psycopg.Connection, clickhouse: Client) -> None:
    """Insert the items' current ClickHouse rows again, with their weights."""
    weights = postgres.execute("SELECT item_id, weight_kg FROM catalog.items WHERE weight_kg IS NOT NULL").fetchall()
    postgres.commit()
    clickhouse.command("CREATE TEMPORARY TABLE weights (item_id UInt64, weight_kg Nullable(Decimal(9, 3)))")
    clickhouse.insert("weights", weights, column_names=["item_id", "weight_kg"])
    clickhouse.command(CARRY)
    clickhouse.command("DROP TEMPORARY TABLE weights")


def run(postgres: psycopg.Connection, clickhouse: Client) -> None:
    """Fill both databases; this is idempotent."""
    fill_postgres(postgres)
    carry(postgres, clickhouse)
