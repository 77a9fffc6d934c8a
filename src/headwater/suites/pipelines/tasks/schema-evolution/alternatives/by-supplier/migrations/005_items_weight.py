"""Fill weight_kg from attributes, supplier by supplier, in both databases."""

import json
import re
from decimal import ROUND_HALF_UP, Decimal

FORM = re.compile(r"\s*([0-9]+)(?:[.,]([0-9]+))?\s*(kg|g|lb)\s*", re.I)
GRAMS = {"kg": Decimal(1000), "g": Decimal(1), "lb": Decimal("453.59237")}


def in_grams(attributes):
    """Yield candidate weights in grams, in order of precedence."""
    said = json.loads(attributes, parse_float=Decimal, parse_int=Decimal)
    if isinstance(said.get("weight_kg"), Decimal):
        yield said["weight_kg"] * 1000
    if isinstance(said.get("weight"), str) and (found := FORM.fullmatch(said["weight"])):
        yield Decimal(f"{found[1]}.{found[2] or 0}") * GRAMS[found[3].lower()]


def weight_kg(attributes):
    """Return the first valid weight in the attributes."""
    for grams in in_grams(attributes):
        if 0 < grams < 100_000_000:
            kilograms = grams.quantize(Decimal(1), ROUND_HALF_UP) / 1000
            if 0 < kilograms < 100_000:
                return kilograms
    return None


def in_postgres(postgres, supplier):
    """Update a supplier's items, a thousand per transaction, and return their weights."""
    items = "SELECT item_id, attributes::text FROM catalog.items WHERE supplier_id = %s AND weight_kg IS NULL"
    weights = [(weight_kg(said), item) for item, said in postgres.execute(items, [supplier])]
    weights = [pair for pair in weights if pair[0] is not None]
    postgres.commit()
    for first in range(0, len(weights), 1_000):
        with postgres.transaction(), postgres.cursor() as cursor:
            cursor.execute("SET LOCAL catalog.keep_updated_at = 'on'")
            update = "UPDATE catalog.items SET weight_kg = %s WHERE item_id = %s AND weight_kg IS NULL"
            cursor.executemany(update, weights[first : first + 1_000])


def in_clickhouse(postgres, clickhouse, supplier):
    """Insert a supplier's current rows again, with their weights."""
    known = "SELECT item_id, weight_kg FROM catalog.items WHERE supplier_id = %s AND weight_kg IS NOT NULL"
    weights = dict(postgres.execute(known, [supplier]))
    postgres.commit()
    shown = clickhouse.query(
        "SELECT * EXCEPT weight_kg FROM analytics.items FINAL WHERE supplier_id = {supplier:UInt32} AND weight_kg IS NULL",
        parameters={"supplier": supplier},
    )
    place = shown.column_names.index("item_id")
    rows = [[*row, weights[row[place]]] for row in shown.result_rows if row[place] in weights]
    if rows:
        clickhouse.insert("analytics.items", rows, column_names=[*shown.column_names, "weight_kg"])


def run(postgres, clickhouse):
    """Fill both databases; skip items that an interrupted run has filled."""
    suppliers = [supplier for (supplier,) in postgres.execute("SELECT DISTINCT supplier_id FROM catalog.items")]
    postgres.commit()
    for supplier in suppliers:
        in_postgres(postgres, supplier)
        in_clickhouse(postgres, clickhouse, supplier)
