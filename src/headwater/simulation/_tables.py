"""Writes tables that follow the contract in schema.sql to a DuckDB file or to Parquet files."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from typing import Protocol, Self

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from headwater.simulation._columns import Columns, arrow_type, to_arrow

_QUEUE = 12
"""The maximum number of tables waiting to be written, which limits memory use."""


def schema_sql() -> str:
    """Return the statements that create the raw tables."""
    return (resources.files(__package__) / "schema.sql").read_text("utf-8")


def schemas() -> dict[str, pa.Schema]:
    """Return the columns of each raw table, keyed by ``schema.table``."""
    with duckdb.connect() as db:
        db.execute(schema_sql())
        rows = db.execute(
            "select schema_name || '.' || table_name, column_name, data_type from duckdb_columns()"
            " where schema_name like 'raw\\_%' escape '\\' order by table_oid, column_index"
        ).fetchall()
    fields: dict[str, list[pa.Field]] = {}
    for table, column, kind in rows:
        fields.setdefault(table, []).append(pa.field(column, arrow_type(kind)))
    return {table: pa.schema(columns) for table, columns in fields.items()}


class Sink(Protocol):
    """A destination for rows."""

    def write(self, table: str, columns: Columns) -> None:
        """Append rows to a table. All of the table's columns are required."""

    def flush(self) -> None:
        """Write the buffered rows."""


class _Shaped:
    """Converts columns to Arrow tables, and rejects tables and columns that are not in the contract."""

    def __init__(self) -> None:
        self._schemas = schemas()

    def shape(self, table: str, columns: Columns) -> pa.Table:
        schema = self._schemas[table]
        if set(columns) != set(schema.names):
            raise ValueError(f"{table}: columns differ from schema.sql: {sorted(set(columns) ^ set(schema.names))}")
        n = max(len(c) for c in columns.values() if isinstance(c, (np.ndarray, pa.Array, pa.ChunkedArray)))
        return pa.table([to_arrow(columns[field.name], field.type, n) for field in schema], schema=schema)


class DuckDBSink(_Shaped):
    """Writes a new DuckDB file in a second thread, and moves it into place once it is complete."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._temporary = path.with_name(f".{path.name}.{os.getpid()}")
        self._temporary.unlink(missing_ok=True)
        self._db = duckdb.connect(str(self._temporary), config={"threads": 2, "memory_limit": "512MiB"})
        self._db.execute("set enable_progress_bar = false")
        self._db.execute(schema_sql())
        self._db.execute("begin")
        self._writer = ThreadPoolExecutor(1)
        self._waiting: deque[Future[None]] = deque()

    def write(self, table: str, columns: Columns) -> None:
        """Append rows to a table."""
        self._waiting.append(self._writer.submit(self._insert, table, columns))
        while len(self._waiting) > _QUEUE:
            self._waiting.popleft().result()

    def flush(self) -> None:
        """Commit the rows from many writes together to save time and space, and free their memory."""
        self._waiting.append(self._writer.submit(self._commit))

    def _commit(self) -> None:
        self._db.execute("commit")
        self._db.execute("begin")

    def _insert(self, table: str, columns: Columns) -> None:
        self._db.register("_rows", self.shape(table, columns))
        self._db.execute(f"insert into {table} select * from _rows")
        self._db.unregister("_rows")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        """Move the file into place or, after an error, remove it."""
        try:
            for writing in self._waiting:
                writing.cancel() if kind else writing.result()
            self._writer.shutdown()
            if kind is None:
                self._db.execute("commit")
                self._db.execute("checkpoint")
                self._db.close()
                self._temporary.replace(self._path)
        finally:
            self._db.close()
            self._temporary.unlink(missing_ok=True)
            self._temporary.with_name(f"{self._temporary.name}.wal").unlink(missing_ok=True)


class ParquetSink(_Shaped):
    """Writes one Parquet file per table and part, and moves the files into place at the end."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__()
        self._folder, self._name = folder, name
        self._writers: dict[Path, pq.ParquetWriter] = {}

    def write(self, table: str, columns: Columns) -> None:
        """Append rows to a table's file."""
        rows = self.shape(table, columns)
        path = self._folder / table / f"{self._name}.parquet"
        if path not in self._writers:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writers[path] = pq.ParquetWriter(_unfinished(path), rows.schema, compression="zstd")
        self._writers[path].write_table(rows)

    def flush(self) -> None:
        """Do nothing, because each call to ``write`` already creates a row group."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        """Move all files into place or, after an error, remove them."""
        for path, writer in self._writers.items():
            writer.close()
            if kind is None:
                _unfinished(path).replace(path)
            else:
                _unfinished(path).unlink()


def _unfinished(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}")
