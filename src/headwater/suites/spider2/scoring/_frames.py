"""Compares two tables whose values are all doubles or text, so that the engine can hash rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np

from headwater.suites.spider2.scoring._database import RelationSchema, quoted
from headwater.suites.spider2.scoring._matching import ComparedRows, unpaired
from headwater.suites.spider2.scoring._values import ValueKind, canonical, kind_of

if TYPE_CHECKING:
    import pyarrow as pa

_MEMORY = "700MB"
_EXCERPT_CHARS = 80


@dataclass(frozen=True)
class ComparedTable:
    """One side of a comparison: its columns in order, with their kinds, and its rows (``c0``, ``c1``, …)."""

    columns: Mapping[str, ValueKind]
    data: pa.Table

    @property
    def rows(self) -> int:
        """The number of rows."""
        count: int = self.data.num_rows
        return count

    def value(self, row: int, column: int) -> str:
        """Return one value in readable form."""
        value = self.data.column(column)[row].as_py()
        if value is not None and list(self.columns.values())[column] is ValueKind.TIME and value.lstrip("-").isdigit():
            value = str(np.datetime64(int(value), "us")).replace("T00:00:00.000000", "")
        text = "NULL" if value is None else repr(value)
        return text if len(text) <= _EXCERPT_CHARS else f"{text[:_EXCERPT_CHARS]}…"

    def row(self, row: int) -> str:
        """Return the first columns of a row in readable form."""
        cells = [f"{name} {self.value(row, at)}" for at, name in list(enumerate(self.columns))[:8]]
        return ", ".join([*cells, "…"] if len(self.columns) > len(cells) else cells)


@dataclass(frozen=True)
class Pair:
    """The positions of a gold column and of the predicted column with which it is compared."""

    gold: int
    prediction: int
    kind: ValueKind | None
    """The kind of both columns, or None if their kinds differ. In that case, only NULL equals NULL."""


@dataclass(frozen=True)
class UnpairedRows:
    """The positions of rows that only one side contains. If there are many, only the first positions are included."""

    gold: Sequence[int]
    prediction: Sequence[int]

    def __bool__(self) -> bool:
        """Return whether there are unpaired rows."""
        return bool(self.gold or self.prediction)


def load(
    connection: duckdb.DuckDBPyConnection,
    relation: RelationSchema,
    columns: Sequence[tuple[str, str]],
    limit: int | None,
) -> ComparedTable:
    """Read the given columns of a relation, up to ``limit`` rows."""
    kinds = {name: kind_of(data_type) for name, data_type in columns}
    values = ", ".join(f"{canonical(quoted(name), kind)} as c{at}" for at, (name, kind) in enumerate(kinds.items()))
    source = f"{quoted(relation.schema)}.{quoted(relation.name)}"
    bound = "" if limit is None else f" limit {limit}"
    return ComparedTable(kinds, connection.sql(f"select {values} from {source}{bound}").to_arrow_table())


def pair(gold: ComparedTable, gold_at: int, prediction: ComparedTable, prediction_at: int) -> Pair:
    """Return a pair of columns, with their kind if it is the same for both."""
    one, other = list(gold.columns.values())[gold_at], list(prediction.columns.values())[prediction_at]
    return Pair(gold_at, prediction_at, one if one is other else None)


class FrameComparison:
    """Compares two tables in one engine."""

    def __init__(self, gold: ComparedTable, prediction: ComparedTable, *, ordered: bool) -> None:
        """Register both tables with an engine.

        Args:
            gold: The gold table.
            prediction: The predicted table.
            ordered: Whether rows must be in the same positions.
        """
        self._connection = duckdb.connect(config={"memory_limit": _MEMORY})
        self._gold, self._prediction = gold.data, prediction.data
        self._connection.register("gold_data", gold.data)
        self._connection.register("prediction_data", prediction.data)
        self._ordered = ordered

    def __enter__(self) -> FrameComparison:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def rows_apart(self, pairs: Sequence[Pair], enough: int = 200) -> UnpairedRows:
        """Return the rows that have no partner on the other side, comparing only the given columns.

        Rows that are exactly equal are removed by their hash, and only the remaining rows are compared with tolerances.
        """
        self._hash("gold", [_hashed(one.gold, one.kind, "gold") for one in pairs])
        self._hash("prediction", [_hashed(one.prediction, one.kind, "prediction") for one in pairs])
        self._connection.execute(
            "create or replace temp table uneven as select h, coalesce(g.n, 0) - coalesce(p.n, 0) as surplus "
            "from (select h, count(*) as n from gold_rows group by h) g "
            "full join (select h, count(*) as n from prediction_rows group by h) p using (h) "
            "where g.n is distinct from p.n"
        )
        gold, prediction = self._surplus("gold", 1), self._surplus("prediction", -1)
        if not len(gold) or not len(prediction):
            return UnpairedRows(gold[:enough].tolist(), prediction[:enough].tolist())
        sides = self._as_rows(pairs, gold, prediction)
        surplus, missing = unpaired(*sides, enough)
        return UnpairedRows(gold[surplus].tolist(), prediction[missing].tolist())

    def _hash(self, side: str, values: Sequence[str]) -> None:
        row = ["r::varchar"] if self._ordered else []
        self._connection.execute(
            f"create or replace temp table {side}_rows as select r, hash({', '.join([*row, *values]) or '0'}) as h "
            f"from (select *, row_number() over () - 1 as r from {side}_data)"
        )

    def _surplus(self, side: str, sign: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Return the rows on one side that have no equal row on the other side.

        If only some of several equal rows are returned, they are the first ones.
        """
        found = self._connection.execute(
            f"select r from (select r, h, row_number() over (partition by h order by r) as n from {side}_rows "
            f"where h in (select h from uneven)) join uneven using (h) where n <= {sign} * surplus order by r"
        ).fetchnumpy()
        return np.asarray(found["r"], dtype=np.int64)

    def _as_rows(self, pairs: Sequence[Pair], gold: Any, prediction: Any) -> tuple[ComparedRows, ComparedRows]:
        numbers = [one for one in pairs if one.kind is ValueKind.NUMBER]
        others = [one for one in pairs if one.kind is not ValueKind.NUMBER]
        keys: dict[tuple[Any, ...], int] = {}
        return (
            ComparedRows(
                self._groups(keys, "gold", [(one.gold, one.kind) for one in others], gold),
                *self._numbers("gold", [one.gold for one in numbers], gold),
            ),
            ComparedRows(
                self._groups(keys, "prediction", [(one.prediction, one.kind) for one in others], prediction),
                *self._numbers("prediction", [one.prediction for one in numbers], prediction),
            ),
        )

    def _groups(
        self, keys: dict[tuple[Any, ...], int], side: str, columns: Sequence[tuple[int, ValueKind | None]], at: Any
    ) -> Any:
        """Assign a number to each row according to its non-numeric values, consistently on both sides."""
        data = self._take(side, [f"c{column}" for column, _ in columns], at)
        lists = [
            [_key(value, kind, side) for value in data.column(place).to_pylist()]
            for place, (_, kind) in enumerate(columns)
        ]
        if self._ordered:
            lists.append([int(place) for place in at])
        if not lists:
            return np.zeros(len(at), dtype=np.int64)
        return np.fromiter((keys.setdefault(key, len(keys)) for key in zip(*lists, strict=True)), np.int64, len(at))

    def _numbers(self, side: str, columns: Sequence[int], at: Any) -> tuple[Any, Any]:
        data = self._take(side, [f"c{column}" for column in columns], at)
        if not columns:
            return np.empty((len(at), 0)), np.empty((len(at), 0), dtype=np.bool_)
        arrays = [data.column(place) for place in range(len(columns))]
        values = [array.to_numpy() for array in arrays]
        nulls = [array.is_null().to_numpy() for array in arrays]
        return np.column_stack(values).astype(np.float64), np.column_stack(nulls)

    def _take(self, side: str, columns: Sequence[str], at: Any) -> pa.Table:
        data = self._gold if side == "gold" else self._prediction
        return data.select(list(columns)).take(at)


def _hashed(column: int, kind: ValueKind | None, side: str) -> str:
    return f"c{column}" if kind is not None else f"case when c{column} is not null then '{side}' end"


def _key(value: Any, kind: ValueKind | None, side: str) -> Any:
    if value is None:
        return None
    if kind is None:
        return side
    return _rounded(json.loads(value)) if kind is ValueKind.NESTED else value


def _rounded(value: Any) -> Any:
    """Convert a value to a hashable key, with its numbers rounded to seven digits."""
    match value:
        case bool() | None | str():
            return value
        case int() | float():
            return float(f"{value:.6e}")
        case list():
            return tuple(_rounded(each) for each in value)
        case dict():
            return tuple((name, _rounded(each)) for name, each in value.items())
    return str(value)
