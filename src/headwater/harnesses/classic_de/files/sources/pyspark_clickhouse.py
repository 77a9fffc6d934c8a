"""Lets Spark read and write ClickHouse: `spark.read.format("clickhouse").option("table", "shop.orders").load()`.

The options are `table` or, for reading, `query`. The connection comes from the environment. A table to write to must
exist; rows are appended, so a task that Spark repeats appends its rows again.
"""

import os

import clickhouse_connect
import pyarrow
from pyspark.sql.datasource import DataSource, DataSourceReader, DataSourceWriter, InputPartition, WriterCommitMessage
from pyspark.sql.pandas.types import from_arrow_schema

ROWS_OF_AN_INSERT = 100_000
# Spark has no unsigned integers.
SIGNED = {
    pyarrow.uint8(): pyarrow.int16(),
    pyarrow.uint16(): pyarrow.int32(),
    pyarrow.uint32(): pyarrow.int64(),
    pyarrow.uint64(): pyarrow.decimal128(20),
}


def connect():
    """Return a client for the trial's ClickHouse."""
    return clickhouse_connect.get_client(
        autogenerate_session_id=False,
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        host=os.environ["CLICKHOUSE_HOST"],
    )


def query_of(options):
    """Return the query to read."""
    if "query" in options:
        return options["query"]
    if "table" not in options:
        raise ValueError('clickhouse: option "table" or "query" is missing')
    return f"select * from {options['table']}"


def spark_field(field):
    """Return a column as a Spark field."""
    kind = SIGNED.get(field.type, field.type)
    if pyarrow.types.is_timestamp(kind):
        kind = pyarrow.timestamp("us", tz="UTC")
    return field.with_type(kind)


def spark_schema(schema):
    """Return a result's Arrow schema, with types that Spark supports."""
    return pyarrow.schema([spark_field(field) for field in schema])


class DefaultSource(DataSource):
    """A ClickHouse query or table."""

    @classmethod
    def name(cls):
        """Return the name to pass to `format`."""
        return "clickhouse"

    def schema(self):
        """Query ClickHouse for the columns."""
        empty = connect().query_arrow(f"select * from ({query_of(self.options)}) limit 0")
        return from_arrow_schema(spark_schema(empty.schema))

    def reader(self, schema):
        """Return the reader."""
        return Reader(query_of(self.options))

    def writer(self, schema, overwrite):
        """Return the writer, which appends rows."""
        if overwrite:
            raise ValueError('clickhouse: mode "overwrite" is not supported; empty the table first and append')
        if "table" not in self.options:
            raise ValueError('clickhouse: option "table" is missing')
        return Writer(self.options["table"], schema.names)


class Reader(DataSourceReader):
    """Reads all rows as one partition, which `repartition` can split."""

    def __init__(self, query):
        self.query = query

    def partitions(self):
        """Return the only partition."""
        return [InputPartition(0)]

    def read(self, partition):
        """Yield the result in batches, as ClickHouse sends it."""
        with connect().query_arrow_stream(self.query) as batches:
            for batch in batches:
                table = pyarrow.table(batch) if isinstance(batch, pyarrow.RecordBatch) else batch
                yield from table.cast(spark_schema(table.schema)).to_batches()


class Writer(DataSourceWriter):
    """Appends rows in large inserts."""

    def __init__(self, table, columns):
        self.table = table
        self.columns = columns

    def write(self, iterator):
        """Insert the rows of one partition."""
        client, rows = connect(), []
        for row in iterator:
            rows.append(tuple(row))
            if len(rows) == ROWS_OF_AN_INSERT:
                client.insert(self.table, rows, column_names=self.columns)
                rows = []
        if rows:
            client.insert(self.table, rows, column_names=self.columns)
        return WriterCommitMessage()
