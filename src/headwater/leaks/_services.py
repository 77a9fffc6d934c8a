"""What running services tell a client, beyond the bytes of their files: what these keep compressed or as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.leaks._files import Piece
from headwater.leaks._needles import LEAST_LETTERS
from headwater.records import ServiceName
from headwater.services import ClickHouseClient, KafkaClient, PostgresClient, Stack

_PATTERNS = 200
"""That ClickHouse looks for at once; it takes at most 255."""
_LARGE = 1500
"""Bytes of a row from which Postgres compresses values or keeps them elsewhere; shorter ones are in its pages."""
_POSTGRES_SAID = """
    select 'the view ' || oid::regclass, pg_get_viewdef(oid) from pg_class where relkind in ('v', 'm')
        and relnamespace not in (select oid from pg_namespace where nspname in ('pg_catalog', 'information_schema'))
    union all select 'the function ' || oid::regprocedure, prosrc from pg_proc where oid > 16383
    union all select 'the comment of ' || objoid::text, description from pg_description where objoid > 16383
"""
_CLICKHOUSE_SAID = """
    select 'the table ' || database || '.' || name, create_table_query || ' ' || comment from system.tables
        where database not in ('system', 'information_schema', 'INFORMATION_SCHEMA')
    union all select 'the function ' || name, create_query from system.functions where origin != 'System'
"""
_CLICKHOUSE_COLUMNS = """
    select c.database, c.table, c.name from system.columns c join system.tables t
        on t.database = c.database and t.name = c.table
    where match(c.type, 'String|JSON|Enum|Variant|Dynamic') and t.engine like '%MergeTree'
"""


def service_pieces(stack: Stack, services: Sequence[ServiceName], anchors: Sequence[str]) -> Iterator[Piece]:
    """Yield what the services of a starting state tell; of large tables, what has one of the words searched for."""
    if ServiceName.POSTGRES in services:
        yield from _of_postgres(stack.postgres)
    if ServiceName.CLICKHOUSE in services:
        yield from _of_clickhouse(stack.clickhouse, anchors)
    if ServiceName.KAFKA in services:
        yield from _of_kafka(stack.kafka)


def _of_postgres(client: PostgresClient) -> Iterator[Piece]:
    for (database,) in client.query("select datname from pg_database where not datistemplate order by 1"):
        place = f"Postgres, database {database}"
        for what, text in client.query(_POSTGRES_SAID, database=database):
            yield _piece(f"{place}, {what}", text)
        for table in client.tables(database):
            name = ".".join('"' + part.replace('"', '""') + '"' for part in table.split(".", 1))
            rows = client.query(f"select t::text from {name} t where length(t::text) > {_LARGE}", database=database)
            for (row,) in rows:
                yield _piece(f"{place}, table {table}", row)


def _of_clickhouse(client: ClickHouseClient, anchors: Sequence[str]) -> Iterator[Piece]:
    client.execute("system flush logs")
    for what, text in client.query(_CLICKHOUSE_SAID):
        yield _piece(f"ClickHouse, {what}", text)
    for database, table, column in client.query(_CLICKHOUSE_COLUMNS):
        for first in range(0, len(anchors), _PATTERNS):
            wanted = ", ".join(f"'{anchor}'" for anchor in anchors[first : first + _PATTERNS])
            value = f"toString(`{column}`)"
            rows = client.query(
                f"select distinct {value} from `{database}`.`{table}` where length({value}) >= {LEAST_LETTERS}"
                f" and multiSearchAnyCaseInsensitive({value}, [{wanted}])"
            )
            for (row,) in rows:
                yield _piece(f"ClickHouse, column {column} of {database}.{table}", row)


def _of_kafka(client: KafkaClient) -> Iterator[Piece]:
    for topic in client.topics():
        for message in client.messages(topic):
            parts = [message.key, message.value, *(value for pair in message.headers.items() for value in pair)]
            text = b"\n".join(part.encode() if isinstance(part, str) else part for part in parts if part is not None)
            yield Piece(f"Kafka, topic {topic}, offset {message.offset} of partition {message.partition}", text)


def _piece(where: str, text: str | None) -> Piece:
    return Piece(where, (text or "").encode(errors="replace"))
