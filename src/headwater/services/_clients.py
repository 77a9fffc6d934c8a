"""What seeds and checks ask the services with: few calls, plain values, errors in one line.

A query that the server refuses raises ``QueryError``: in a check that is a failure, because the state that
the agent left does not answer, and not an error of the check.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from headwater.errors import HeadwaterError
from headwater.sandbox import Network
from headwater.services._base import Placement

if TYPE_CHECKING:
    import psycopg
    from clickhouse_connect.driver.client import Client
    from confluent_kafka.admin import AdminClient

Row = tuple[Any, ...]
_KAFKA_TIMEOUT_SEC = 10.0

# Names are compared as they are, and not parsed as SQL: agents choose capitals, dots and spaces, too.
_RELATIONS = "pg_class c join pg_namespace n on n.oid = c.relnamespace"
_NAMED = "n.nspname || '.' || c.relname = %s"


class QueryError(HeadwaterError):
    """The server refused a query; the message is the server's first line."""


# Every name with its schema and every operator with its own, for this runs where the agent made functions. Those of
# extensions belong to the superuser, whose id is 10, and do not count.
_HIDES_BUILT_IN = """
    select p.oid::pg_catalog.regprocedure::pg_catalog.text
    from pg_catalog.pg_proc as p join pg_catalog.pg_proc as built_in using (proname)
    where p.proowner operator(pg_catalog.<>) 10::pg_catalog.oid
      and built_in.pronamespace operator(pg_catalog.=) 11::pg_catalog.oid
    union all
    select o.oid::pg_catalog.regoperator::pg_catalog.text
    from pg_catalog.pg_operator as o join pg_catalog.pg_operator as built_in using (oprname)
    where o.oprowner operator(pg_catalog.<>) 10::pg_catalog.oid
      and built_in.oprnamespace operator(pg_catalog.=) 11::pg_catalog.oid
    limit 1
"""


class PostgresClient:
    """Postgres as the superuser, over its socket; one connection a database."""

    def __init__(self, socket_folder: Path, port: int) -> None:
        self._folder = socket_folder
        self._port = port
        self._connections: dict[str, psycopg.Connection[Row]] = {}

    def _connection(self, database: str) -> psycopg.Connection[Row]:
        import psycopg

        if database not in self._connections:
            try:
                self._connections[database] = self._connect(database, self._pinned_settings())
            except psycopg.Error as error:  # the agent owns its database: it can close or drop it
                raise QueryError(_first_line(error)) from None
        return self._connections[database]

    def _connect(self, database: str, options: str = "") -> psycopg.Connection[Row]:
        import psycopg

        return psycopg.connect(
            host=str(self._folder),
            port=self._port,
            user="postgres",
            dbname=database,
            options=options,
            autocommit=True,
        )

    def _pinned_settings(self) -> str:
        """Return options that undo what ``alter database`` and ``alter role`` set, as the agent's database may.

        Otherwise an agent could put functions of its own before the built-in ones by ``search_path``, or let
        every query time out. The values are those of the database ``postgres``, which only superusers change.
        """
        sql = """
            select distinct name, current_setting(name, true)
            from pg_db_role_setting, unnest(setconfig) as setting, split_part(setting, '=', 1) as name
        """
        with self._connect("postgres") as connection:
            found = [(name, value) for name, value in connection.execute(sql) if value is not None]
        return " ".join(f"-c {name}={_escaped(value)}" for name, value in found)

    def execute(self, script: str, database: str = "app", role: str | None = None) -> None:
        """Run one or more statements, as ``role`` if given; the first that fails ends it."""
        import psycopg

        connection = self._connection(database)
        try:
            if role is not None:
                connection.execute(f"set role {role}".encode())
            connection.execute(script.encode())
        except psycopg.Error as error:
            raise QueryError(_first_line(error)) from None
        finally:
            if role is not None:
                connection.execute("reset role")

    def query(self, sql: str, params: Sequence[Any] = (), database: str = "app") -> list[Row]:
        """Return all rows of a query, with ``%s`` for parameters.

        Raises:
            QueryError: It failed; or there is a function or operator of the agent's that it could reach by the name
                of a built-in one, for example ``lower(varchar)``, and whatever it returned would be the agent's word.
        """
        hidden = self._fetch(_HIDES_BUILT_IN, (), database)
        if hidden:
            raise QueryError(f"{hidden[0][0]} can hide a built-in function or operator, so queries cannot be trusted")
        return self._fetch(sql, params, database)

    def _fetch(self, sql: str, params: Sequence[Any], database: str) -> list[Row]:
        import psycopg

        try:
            return self._connection(database).execute(sql.encode(), params or None).fetchall()
        except psycopg.Error as error:
            raise QueryError(_first_line(error)) from None

    def scalar(self, sql: str, params: Sequence[Any] = (), database: str = "app") -> Any:
        """Return the first value of the first row, or None."""
        rows = self.query(sql, params, database)
        return rows[0][0] if rows else None

    def tables(self, database: str = "app") -> list[str]:
        """Return the tables and materialised views that are not the system's, as ``schema.table``, sorted."""
        sql = """
            select n.nspname || '.' || c.relname
            from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where c.relkind in ('r', 'p', 'm') and not c.relispartition
              and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
            order by 1
        """
        return [row[0] for row in self.query(sql, database=database)]

    def has_table(self, name: str) -> bool:
        """Whether ``schema.table`` exists: a table or a view of any kind."""
        sql = f"select count(*) from {_RELATIONS} where {_NAMED} and c.relkind in ('r', 'p', 'v', 'm', 'f')"
        return bool(self.scalar(sql, [name]))

    def columns(self, name: str) -> dict[str, str]:
        """Return column names and types of ``schema.table``, in order; empty if there is no such table."""
        sql = f"""
            select attname, format_type(atttypid, atttypmod) from {_RELATIONS} join pg_attribute on attrelid = c.oid
            where {_NAMED} and attnum > 0 and not attisdropped order by attnum
        """
        return dict(cast("list[tuple[str, str]]", self.query(sql, [name])))

    def plan(self, sql: str, params: Sequence[Any] = ()) -> dict[str, Any]:
        """Return ``explain (analyze, buffers)`` of a query as its JSON tree."""
        rows = self.query(f"explain (analyze, buffers, format json) {sql}", params)
        return cast("dict[str, Any]", rows[0][0][0])

    def seconds(self, sql: str, params: Sequence[Any] = (), repeats: int = 5) -> float:
        """Return the median time of a query in seconds, after one run to warm up."""
        self.query(sql, params)
        return _median_seconds(lambda: self._fetch(sql, params, "app"), repeats)


class ClickHouseClient:
    """ClickHouse over HTTP as grading's user."""

    def __init__(self, network: Network, placement: Placement, password: str) -> None:
        self._network = network
        self._placement = placement
        self._password = password

    @cached_property
    def _client(self) -> Client:
        import clickhouse_connect
        from clickhouse_connect.driver.httputil import get_pool_manager

        from headwater.services.clickhouse import ADMIN

        return clickhouse_connect.get_client(
            host=self._placement.host,
            port=self._placement.port,
            username=ADMIN,
            password=self._password,
            database="default",
            autogenerate_session_id=False,
            tz_source="server",
            # Not the driver's pool, which all clients share: the same address is another server in each network.
            pool_mgr=get_pool_manager(),
        )

    def execute(self, script: str) -> None:
        """Run one or more statements, each ended by ``;`` at the end of a line."""
        with self._network, _clickhouse_errors():
            for statement in _statements(script):
                self._client.command(statement)

    def query(self, sql: str, params: Mapping[str, Any] | None = None) -> list[Row]:
        """Return all rows of a query, with ``{name:Type}`` for parameters."""
        with self._network, _clickhouse_errors():
            return [tuple(row) for row in self._client.query(sql, parameters=dict(params or {})).result_rows]

    def scalar(self, sql: str, params: Mapping[str, Any] | None = None) -> Any:
        """Return the first value of the first row, or None."""
        rows = self.query(sql, params)
        return rows[0][0] if rows else None

    def insert(self, table: str, rows: Sequence[Sequence[Any]], columns: Sequence[str]) -> None:
        """Insert rows into ``database.table``."""
        with self._network, _clickhouse_errors():
            self._client.insert(table, rows, column_names=list(columns))

    def tables(self) -> list[str]:
        """Return the tables with data of their own, as ``database.table``, sorted."""
        sql = """
            select database || '.' || name from system.tables
            where database not in ('system', 'information_schema', 'INFORMATION_SCHEMA')
              and not is_temporary and engine not in ('View', 'MaterializedView', 'Kafka', 'Dictionary', 'Null')
            order by 1
        """
        return [row[0] for row in self.query(sql)]

    def has_table(self, name: str) -> bool:
        """Whether ``database.table`` exists: a table or a view of any kind."""
        sql = "select count() from system.tables where database || '.' || name = {name:String}"
        return bool(self.scalar(sql, {"name": name}))

    def columns(self, name: str) -> dict[str, str]:
        """Return column names and types of ``database.table``, in order; empty if there is no such table."""
        sql = "select name, type from system.columns where database || '.' || table = {name:String} order by position"
        return dict(cast("list[tuple[str, str]]", self.query(sql, {"name": name})))

    def table(self, name: str) -> dict[str, Any]:
        """Return the row of ``system.tables`` for ``database.table``: engine, keys, sizes; empty if absent."""
        keys = (
            "engine",
            "engine_full",
            "sorting_key",
            "primary_key",
            "partition_key",
            "total_rows",
            "total_bytes",
        )
        sql = f"select {', '.join(keys)} from system.tables where database || '.' || name = {{name:String}}"
        rows = self.query(sql, {"name": name})
        return dict(zip(keys, rows[0], strict=True)) if rows else {}

    def rows_read(self, sql: str) -> int:
        """Return how many rows the server read to answer a query: its work, whatever the machine's load."""
        with self._network, _clickhouse_errors():
            summary = self._client.query(sql).summary
        return int(summary.get("read_rows", 0))

    def seconds(self, sql: str, repeats: int = 5) -> float:
        """Return the median time of a query in seconds, after one run to warm up."""
        self.query(sql)
        return _median_seconds(lambda: self.query(sql), repeats)


@dataclass(frozen=True)
class Message:
    """One record of a topic."""

    value: bytes | None
    key: bytes | None = None
    headers: Mapping[str, bytes] = field(default_factory=dict)
    partition: int = -1
    offset: int = -1

    def json(self) -> Any:
        """Return the value as JSON.

        Raises:
            QueryError: It is not JSON.
        """
        try:
            return json.loads(self.value or b"")
        except ValueError as error:
            raise QueryError(f"message at offset {self.offset} is not JSON: {error}") from None


class KafkaClient:
    """Kafka: topics, their messages, and consumer groups."""

    def __init__(self, network: Network, brokers: str) -> None:
        self._network = network
        self._brokers = brokers

    @cached_property
    def _admin(self) -> AdminClient:
        from confluent_kafka.admin import AdminClient

        return AdminClient({"bootstrap.servers": self._brokers, "log_level": 2})

    def topics(self) -> dict[str, int]:
        """Return topics that are not internal, with their numbers of partitions."""
        with self._network:
            listed = self._admin.list_topics(timeout=_KAFKA_TIMEOUT_SEC).topics
        return {name: len(topic.partitions) for name, topic in sorted(listed.items()) if not name.startswith("__")}

    def create_topic(self, name: str, partitions: int = 1, config: Mapping[str, str] | None = None) -> None:
        """Make a topic."""
        from confluent_kafka.cimpl import NewTopic

        with self._network:
            topic = NewTopic(name, num_partitions=partitions, replication_factor=1, config=dict(config or {}))
            self._admin.create_topics([topic])[name].result(_KAFKA_TIMEOUT_SEC)

    def produce(self, topic: str, messages: Iterable[Message]) -> int:
        """Send messages, in order, to the partitions they name or by their key; return how many."""
        from confluent_kafka import Producer

        failed: list[str] = []
        count = 0
        with self._network:
            producer = Producer({"bootstrap.servers": self._brokers, "linger.ms": 5, "log_level": 2})
            for message in messages:
                producer.produce(
                    topic,
                    value=message.value,
                    key=message.key,
                    headers=list(message.headers.items()),
                    partition=message.partition,
                    on_delivery=lambda error, _: failed.append(str(error)) if error else None,
                )
                producer.poll(0)
                count += 1
            producer.flush(_KAFKA_TIMEOUT_SEC)
        if failed:
            raise QueryError(f"{len(failed)} of {count} messages were not accepted: {failed[0]}")
        return count

    def messages(self, topic: str) -> list[Message]:
        """Return all messages of a topic, by partition and offset; empty if there is no such topic."""
        from confluent_kafka import Consumer, TopicPartition

        partitions = self.topics().get(topic, 0)
        if not partitions:
            return []
        settings = {"bootstrap.servers": self._brokers, "group.id": "headwater-reader", "log_level": 2}
        settings |= {"enable.auto.commit": False, "auto.offset.reset": "earliest"}
        with self._network:
            consumer = Consumer(settings)
            try:
                ends = {
                    number: consumer.get_watermark_offsets(TopicPartition(topic, number), timeout=_KAFKA_TIMEOUT_SEC)
                    for number in range(partitions)
                }
                consumer.assign([TopicPartition(topic, number, low) for number, (low, _) in ends.items()])
                return _drain(consumer, {number: high for number, (low, high) in ends.items() if high > low})
            finally:
                consumer.close()

    def committed(self, group: str, topic: str) -> dict[int, int]:
        """Return a group's committed offsets by partition; empty if it has none."""
        from confluent_kafka import ConsumerGroupTopicPartitions

        with self._network:
            future = self._admin.list_consumer_group_offsets([ConsumerGroupTopicPartitions(group)])[group]
            listed = future.result(_KAFKA_TIMEOUT_SEC).topic_partitions
        return {part.partition: part.offset for part in listed if part.topic == topic and part.offset >= 0}


def _drain(consumer: Any, ends: dict[int, int]) -> list[Message]:
    messages: list[Message] = []
    deadline = time.monotonic() + _KAFKA_TIMEOUT_SEC
    while ends and time.monotonic() < deadline:
        for raw in consumer.consume(num_messages=1000, timeout=0.2):
            if raw.error():
                raise QueryError(str(raw.error()))
            headers = dict(raw.headers() or [])
            messages.append(Message(raw.value(), raw.key(), headers, raw.partition(), raw.offset()))
            if raw.offset() + 1 >= ends.get(raw.partition(), 0):
                ends.pop(raw.partition(), None)
    if ends:
        raise QueryError(f"partitions {sorted(ends)} could not be read to their end")
    return sorted(messages, key=lambda message: (message.partition, message.offset))


class _clickhouse_errors:  # noqa: N801 - used as a context manager, like contextlib's
    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            return
        from clickhouse_connect.driver.exceptions import ClickHouseError

        if isinstance(error, ClickHouseError):
            raise QueryError(_first_line(error)) from None


def _statements(script: str) -> list[str]:
    parts = [part.strip() for part in (script.strip() + "\n").split(";\n")]
    return [part for part in parts if part]


def _escaped(value: str) -> str:
    """Escape a setting for the server's command-line options, which are split at spaces."""
    return "".join(f"\\{character}" if character in "\\ \t\n" else character for character in value)


def _first_line(error: BaseException) -> str:
    text = str(error).strip()
    return text.splitlines()[0] if text else type(error).__name__


def _median_seconds(run: Any, repeats: int) -> float:
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return sorted(times)[len(times) // 2]
