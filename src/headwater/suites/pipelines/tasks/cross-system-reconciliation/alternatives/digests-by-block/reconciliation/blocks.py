"""Find the blocks of ids in which Postgres and ClickHouse differ, and read the rows of these blocks."""

from collections import defaultdict
from decimal import Decimal
from typing import Any, NamedTuple

import psycopg
from clickhouse_connect.driver.client import Client

from reconciliation.systems import SQL, SystemFailureError

SIZE = 500
"""Payments with the same id divided by this are one block."""
POSTGRES_ROWS = """
    SELECT transaction_id, merchant_id, amount, currency, status, extract(epoch FROM created_at)::bigint
    FROM app.transactions WHERE transaction_id / %(size)s = ANY (%(blocks)s)
"""
CLICKHOUSE_ROWS = """
    SELECT transaction_id, merchant_id, amount, currency, status, toUnixTimestamp(created_at)
    FROM analytics.transactions WHERE intDiv(transaction_id, {size:UInt64}) IN {blocks:Array(UInt64)}
"""


class Row(NamedTuple):
    """A payment in one of the databases; the time is in seconds since 1970."""

    transaction_id: int
    merchant_id: int
    amount: Decimal
    currency: str | None
    status: str
    created_at: int


class Sizes(NamedTuple):
    """The numbers of rows in both databases."""

    postgres: int
    clickhouse: int


Digests = dict[int, tuple[int, str]]


def differing(postgres: psycopg.Connection, clickhouse: Client) -> tuple[Sizes, list[int]]:
    """Return the numbers of rows, and the blocks whose digests differ."""
    right = _digests(postgres.execute((SQL / "postgres_digests.sql").read_text(), {"size": SIZE}).fetchall())
    if not right:
        raise SystemFailureError("Postgres", "app.transactions is empty, which cannot be right; nothing was changed")
    stored: Digests = {}
    if exists(clickhouse):
        sql = (SQL / "clickhouse_digests.sql").read_text()
        stored = _digests(clickhouse.query(sql, {"size": SIZE}).result_rows)
    blocks = [block for block in right.keys() | stored.keys() if right.get(block) != stored.get(block)]
    sizes = Sizes(*(sum(rows for rows, _ in digests.values()) for digests in (right, stored)))
    return sizes, sorted(blocks)


def exists(clickhouse: Client) -> bool:
    """Return whether ClickHouse has the table."""
    return bool(clickhouse.command("EXISTS TABLE analytics.transactions"))


def _digests(rows: Any) -> Digests:
    return {block: (count, digest) for block, count, digest in rows}


def read(
    postgres: psycopg.Connection, clickhouse: Client, blocks: list[int]
) -> tuple[dict[int, Row], dict[int, list[Row]]]:
    """Return the rows of the blocks in Postgres and in ClickHouse, by id."""
    chosen = {"size": SIZE, "blocks": blocks}
    right = {row[0]: Row(*row) for row in postgres.execute(POSTGRES_ROWS, chosen)} if blocks else {}
    stored: dict[int, list[Row]] = defaultdict(list)
    if blocks and exists(clickhouse):
        for row in clickhouse.query(CLICKHOUSE_ROWS, chosen).result_rows:
            stored[row[0]].append(Row(*row))
    return right, dict(stored)
