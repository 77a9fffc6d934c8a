"""Read new rows of raw.orders from the shop's database, each once and in the order of their numbers."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import psycopg

# The line after the number and the mark is a row of order_states in ClickHouse's format TabSeparated, which is the same
# as the text format of COPY.
ROWS = """
    COPY (
        SELECT row_id, coalesce(btrim(order_id), '') = '' AS without_number,
               order_id, customer_id, status, upper(btrim(currency)), amount,
               to_char(ordered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
               to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
               row_id
        FROM raw.orders
        WHERE row_id > %s
        ORDER BY row_id
    ) TO STDOUT
"""


class Row(NamedTuple):
    """A row of raw.orders: its number, whether it belongs to no order, and the line for ClickHouse."""

    row_id: int
    without_number: bool
    line: bytes


@contextmanager
def connect() -> Iterator[psycopg.Connection]:
    """Connect for reading only."""
    with psycopg.connect(os.environ["POSTGRES_URL"], connect_timeout=10) as connection:
        connection.read_only = True
        yield connection


def rows_after(connection: psycopg.Connection, row_id: int) -> Iterator[Row]:
    """Yield the rows with higher numbers than the given one."""
    with connection.cursor() as cursor, cursor.copy(ROWS, [row_id]) as copied:
        for data in copied:
            number, mark, line = bytes(data).split(b"\t", 2)
            yield Row(int(number), mark == b"t", line)
