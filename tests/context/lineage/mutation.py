"""Find the outputs of a query that change when one input column gets other values: lineage by experiment."""

from __future__ import annotations

import datetime
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

Rows = list[tuple[Any, ...]]


@dataclass(frozen=True)
class Output:
    """The result of a query."""

    names: tuple[str, ...]
    rows: Rows

    def moved(self, other: Output, keys: Iterable[str]) -> set[str]:
        """Return the columns that differ between two outputs, alone or in combination with unchanged columns."""
        identity = [name for name in self.names if name in set(keys)]
        found = {name for name in self.names if self._row_counts([name]) != other._row_counts([name])}
        stable = [name for name in identity if name not in found]
        for name in self.names:
            other_keys = [key for key in stable if key != name]
            if self._row_counts([*other_keys, name]) != other._row_counts([*other_keys, name]) and self._row_counts(
                other_keys
            ) == other._row_counts(other_keys):
                found.add(name)
        return found

    def _row_counts(self, names: Sequence[str]) -> Counter[str]:
        places = [self.names.index(name) for name in names]
        return Counter(repr([row[place] for place in places]) for row in self.rows)


class Mutations:
    """Runs queries on tables, and on copies of them in which one column has other values."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, seed: int = 1) -> None:
        self._connection = connection
        self._random = random.Random(seed)
        connection.execute('create schema if not exists "database"."mutated"')

    def run(self, sql: str) -> Output:
        """Run a query and return its output."""
        cursor = self._connection.execute(sql)
        names = tuple(column[0].lower() for column in cursor.description or ())
        return Output(names, cursor.fetchall())

    def columns(self, table: str) -> Mapping[str, str]:
        """Return the columns of a table with their types."""
        return {row[0].lower(): row[1] for row in self._connection.execute(f"describe {table}").fetchall()}

    def mutate(self, table: str, column: str, kind: str, *, constant: bool = False) -> str:
        """Copy a table with changed values, or one constant, in a column; return the copy's name."""
        values = [row[0] for row in self._connection.execute(f'select "{column}" from {table}').fetchall()]
        known = [value for value in values if value is not None] or [0]
        pool = [*known, *map(_another, known), *[None] * (len(known) // 3 + 1)]
        chosen = self._random.choice(pool)
        changed = [chosen if constant else self._random.choice(pool) for _ in values]
        name = '"database"."mutated"."t"'
        self._connection.execute(
            f"create or replace table {name} as select * exclude (n) replace"
            f' (cast(? as {kind}[])[n] as "{column}") from (select *, row_number() over () as n from {table})',
            [changed],
        )
        return name


def _another(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value * 2 + 3
    if isinstance(value, str):
        return f"{value}y"
    if isinstance(value, list):
        return [*value, "new"]
    if isinstance(value, dict):
        return {key: _another(inner) for key, inner in value.items()}
    if isinstance(value, datetime.datetime):
        return value + datetime.timedelta(days=-400 if value.day % 2 else 400)
    return value
