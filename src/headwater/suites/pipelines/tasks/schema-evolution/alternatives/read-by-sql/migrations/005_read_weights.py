"""Parse weights from attributes in SQL, as docs/weights.md specifies, and update ClickHouse with a mutation."""

import psycopg
from clickhouse_connect.driver.client import Client

SPAN = 6_000  # the number of ids in a range, which may contain fewer items
POSTGRES = r"""
    WITH said AS (
        SELECT item_id,
               CASE WHEN jsonb_typeof(attributes -> 'weight_kg') = 'number'
                    THEN (attributes ->> 'weight_kg')::numeric END AS kilograms,
               CASE WHEN jsonb_typeof(attributes -> 'weight') = 'string'
                    THEN regexp_match(attributes ->> 'weight', '^ *([0-9]+(?:[.,][0-9]+)?) *(kg|g|lb) *$', 'i') END AS text
        FROM catalog.items
        WHERE item_id > %(first)s - 1 AND item_id < %(last)s AND weight_kg IS NULL
    ), both_ways AS (
        SELECT item_id,
               CASE WHEN kilograms BETWEEN 0 AND 100000 THEN round(kilograms, 3) END AS stated,
               CASE WHEN length(text[1]) < 20 THEN round(replace(text[1], ',', '.')::numeric * CASE lower(text[2])
                   WHEN 'kg' THEN 1 WHEN 'g' THEN 0.001 ELSE 0.45359237 END, 3) END AS written
        FROM said
    ), weights AS (
        SELECT item_id, CASE WHEN stated > 0 AND stated < 100000 THEN stated
                             WHEN written > 0 AND written < 100000 THEN written END AS weight_kg
        FROM both_ways
    )
    UPDATE catalog.items SET weight_kg = weights.weight_kg
    FROM weights WHERE items.item_id = weights.item_id AND weights.weight_kg IS NOT NULL
"""
HELPER = "analytics.weights_to_write"
IN_PLACE = f"""
    ALTER TABLE analytics.items UPDATE weight_kg = joinGet('{HELPER}', 'weight_kg', item_id)
    WHERE weight_kg IS NULL AND item_id IN (SELECT item_id FROM {HELPER})
    SETTINGS mutations_sync = 2
"""


def run(postgres: psycopg.Connection, clickhouse: Client) -> None:
    """Fill Postgres by ranges of ids, then ClickHouse."""
    (end,) = postgres.execute("SELECT max(item_id) FROM catalog.items").fetchone()
    for first in range(0, (end or 0) + 1, SPAN):
        postgres.execute("SET LOCAL catalog.keep_updated_at = 'on'")
        postgres.execute(POSTGRES, {"first": first, "last": first + SPAN})
        postgres.commit()
    weights = postgres.execute("SELECT item_id, weight_kg FROM catalog.items WHERE weight_kg IS NOT NULL").fetchall()
    postgres.commit()
    clickhouse.command(f"DROP TABLE IF EXISTS {HELPER}")
    clickhouse.command(
        f"CREATE TABLE {HELPER} (item_id UInt64, weight_kg Nullable(Decimal(9, 3))) ENGINE = Join(ANY, LEFT, item_id)"
    )
    clickhouse.insert(HELPER, weights)
    clickhouse.command(IN_PLACE)
    clickhouse.command(f"DROP TABLE {HELPER}")
