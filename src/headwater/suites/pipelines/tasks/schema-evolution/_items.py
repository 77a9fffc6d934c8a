"""Compute weights as docs/weights.md defines them, and read the rows from both databases in a common format."""

from __future__ import annotations

import json
import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from headwater.grading import Completed, Graded, QueryError, State
from headwater.services import ClickHouseClient, PostgresClient

MIGRATE = "python3 migrate.py"
_WEIGHT = re.compile(r"\s*(\d+(?:[.,]\d+)?)\s*(kg|g|lb)\s*", re.IGNORECASE | re.ASCII)
_GRAMS = {"kg": Decimal(1000), "g": Decimal(1), "lb": Decimal("453.59237")}
OLD = "item_id, sku, supplier_id, name, price, currency, attributes::text, updated_at"
OLD_COLUMNS = ["item_id", "sku", "supplier_id", "name", "price", "currency", "attributes", "updated_at"]

Row = tuple[Any, ...]


def weight(attributes: str) -> Decimal | None:
    """Return the weight in attributes, in kilograms, or None if the attributes contain no weight."""
    content = json.loads(attributes, parse_float=Decimal, parse_int=Decimal)
    number, text = content.get("weight_kg"), content.get("weight")
    if isinstance(number, Decimal) and (kilograms := _valid_weight(number * 1000)):
        return kilograms
    match = _WEIGHT.fullmatch(text) if isinstance(text, str) else None
    return _valid_weight(Decimal(match[1].replace(",", ".")) * _GRAMS[match[2].lower()]) if match else None


def _valid_weight(grams: Decimal) -> Decimal | None:
    if not 0 < grams < 100_000_000:
        return None
    rounded = grams.quantize(Decimal(1), ROUND_HALF_UP) / 1000
    return rounded if 0 < rounded < 100_000 else None


def truth(postgres: PostgresClient) -> dict[int, Decimal | None]:
    """Compute the weight of each item from its attributes."""
    return {
        item: weight(attributes)
        for item, attributes in postgres.query("select item_id, attributes::text from catalog.items")
    }


def in_postgres(postgres: PostgresClient) -> dict[int, Decimal | None]:
    """Return the weight of each item in Postgres."""
    return dict(postgres.query("select item_id, weight_kg from catalog.items"))


def in_clickhouse(clickhouse: ClickHouseClient) -> dict[int, Decimal | None]:
    """Return the weight of each item that analysts see."""
    return dict(clickhouse.query("select item_id, weight_kg from analytics.items final"))


def difference(found: dict[int, Decimal | None], expected: dict[int, Decimal | None], what: str) -> str:
    """Describe how two sets of weights differ; return an empty string if they agree."""
    if found == expected:
        return ""
    other = [item for item in expected if found.get(item, "no item") != expected[item]]
    example = "" if not other else f", as item {other[0]}: {found.get(other[0], 'no item')}, not {expected[other[0]]}"
    return f"{what}: {len(found)} items of {len(expected)}, {len(other)} weights differ{example}"


def old_rows(postgres: PostgresClient) -> list[Row]:
    """Return all columns of the items in Postgres except the weight."""
    return postgres.query(f"select {OLD} from catalog.items order by item_id")


_OLD_IN_CLICKHOUSE = """
    select item_id, sku, supplier_id, name, toString(price), toString(currency), attributes,
           toUnixTimestamp64Micro(updated_at)
    from analytics.items final order by item_id
"""


def old_in_clickhouse(clickhouse: ClickHouseClient) -> list[Row]:
    """Return all columns of the items in ClickHouse except the weight."""
    return clickhouse.query(_OLD_IN_CLICKHOUSE)


def same_in_both(state: State) -> str:
    """Describe how ClickHouse differs from Postgres; return an empty string if they agree."""
    try:
        fault = difference(in_clickhouse(state.clickhouse), in_postgres(state.postgres), "weights in ClickHouse")
        sql = "select item_id, (extract(epoch from updated_at) * 1000000)::bigint, name from catalog.items"
        clickhouse_rows = [(row[0], row[7], row[3]) for row in old_in_clickhouse(state.clickhouse)]
        late = len(set(state.postgres.query(sql)).symmetric_difference(clickhouse_rows))
    except QueryError as error:
        return str(error)
    return fault or (f"{late} items in ClickHouse are not as in Postgres" if late else "")


def page(graded: Graded, path: str) -> str:
    """Return a report's query from the agent's workspace."""
    return graded.workspace.read_text(path).strip().rstrip(";")


def describe_end(completed: Completed) -> str:
    """Describe how a command ended."""
    return f"exited with {completed.exit_code}" + (f" ({completed.last_line[:160]})" if completed.exit_code else "")


def insert(state: State, *items: tuple[int, str]) -> None:
    """Insert items with attributes, as the old version of an importer does."""
    quoted = [(number, attributes.replace("'", "''")) for number, attributes in items]
    values = ", ".join(
        f"({n}, 'SKU-{n}', 17, 'Item {n}', 10, 'EUR', '{attributes}', clock_timestamp())" for n, attributes in quoted
    )
    state.postgres.execute(f"insert into catalog.items values {values};")
