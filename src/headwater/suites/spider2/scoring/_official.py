"""Implements the official evaluation's comparison with all of its quirks, so that scores match published ones.

A gold column matches if *any* predicted column has the same values. Names, the association of rows and additional
columns are ignored, and one predicted column may match several gold columns. Each column is sorted separately, by the
text of its values, so 9e-05 comes after 0.5. Numbers match within 0.01 or a relative 1e-9. A list matches nothing, not
even itself.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from headwater.suites.spider2.scoring._records import ColumnDifference, GradedTable, TableScore

if TYPE_CHECKING:
    import pandas as pd

_TOLERANCE = 1e-2
_EXAMPLES = 3


@dataclass(frozen=True)
class _Vector:
    """The values of a column. None means that sorting them raised an error, so that nothing matches."""

    name: str
    values: Sequence[Any] | None


def read_frame(path: Path, table: str, timeout_sec: float) -> pd.DataFrame:
    """Read a table as ``duckdb_match`` does: by its bare name, and therefore from the default schema."""
    with _connected(path, timeout_sec) as connection:
        return connection.execute(f"SELECT * FROM {table}").fetchdf()


def count_rows(path: Path, table: str, enough: int, timeout_sec: float) -> int:
    """Count rows up to ``enough``, because a view may be infinite."""
    with _connected(path, timeout_sec) as connection:
        (found,) = connection.execute(f"select count(*) from (select 1 from {table} limit {enough})").fetchall()
        return int(found[0])


@contextmanager
def _connected(path: Path, timeout_sec: float) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(str(path), read_only=True, config={"enable_external_access": "false"}) as connection:
        timer = threading.Timer(timeout_sec, connection.interrupt)
        timer.daemon = True
        timer.start()
        try:
            yield connection
        finally:
            timer.cancel()


def compare_frames(prediction: pd.DataFrame, gold: pd.DataFrame, table: GradedTable) -> TableScore:
    """Compare two tables as ``compare_pandas_table`` does.

    Raises:
        IndexError: A position in ``table.columns`` is beyond the gold table.
    """
    counted = gold.iloc[:, list(table.columns)] if table.columns else gold
    gold_vectors = _vectors(counted, ignore_order=table.ignore_order)
    predicted = _vectors(prediction, ignore_order=table.ignore_order)
    missed = [vector for vector in gold_vectors if not any(_match(vector.values, other.values) for other in predicted)]
    if not missed:
        return TableScore(table.name, passed=True)
    reason = f"{len(missed)} of {len(gold_vectors)} columns are matched by no predicted column"
    differences = tuple(_difference(vector, predicted) for vector in missed)
    return TableScore(table.name, passed=False, reason=reason, columns=differences)


def _vectors(frame: pd.DataFrame, *, ignore_order: bool) -> list[_Vector]:
    # A transposed frame has one type for all columns. This also converts integers next to floats, as in the official
    # code.
    rows = frame.transpose().to_numpy().tolist()
    return [
        _Vector(str(name), _sorted(values) if ignore_order else values)
        for name, values in zip(frame.columns, rows, strict=True)
    ]


def _sorted(values: list[Any]) -> list[Any] | None:
    try:
        return sorted(values, key=lambda value: (value is None, str(value), isinstance(value, (int, float))))
    except Exception:  # noqa: BLE001 - the official code takes whatever is raised as a mismatch
        return None


def _match(gold: Sequence[Any] | None, predicted: Sequence[Any] | None) -> bool:
    if gold is None or predicted is None or len(gold) != len(predicted):
        return False
    try:
        return all(_equal(one, other) for one, other in zip(gold, predicted, strict=True))
    except Exception:  # noqa: BLE001 - the official code takes whatever is raised as a mismatch
        return False


def _equal(one: Any, other: Any) -> bool:
    import pandas as pd

    if pd.isna(one) and pd.isna(other):
        return True
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(float(one), float(other), abs_tol=_TOLERANCE)
    return not one != other  # noqa: SIM202 - a value may define one and not the other


def _difference(gold: _Vector, predicted: Sequence[_Vector]) -> ColumnDifference:
    """Describe how the predicted column with the same name differs. Authors examine that column first."""
    same = [vector for vector in predicted if vector.name.casefold() == gold.name.casefold()]
    if not same:
        return ColumnDifference(gold.name, None)
    return ColumnDifference(gold.name, same[0].name, tuple(_examples(gold.values, same[0].values)))


def _examples(gold: Sequence[Any] | None, predicted: Sequence[Any] | None) -> list[str]:
    if gold is None or predicted is None:
        return ["the values cannot be sorted"]
    if len(gold) != len(predicted):
        return [f"gold has {len(gold)} rows, the prediction {len(predicted)}"]
    found: list[str] = []
    for place, (one, other) in enumerate(zip(gold, predicted, strict=True)):
        if not _match([one], [other]):
            found.append(f"gold {_short(one)}, predicted {_short(other)}, at place {place + 1} of the sorted values")
            if len(found) == _EXAMPLES:
                break
    return found


def _short(value: Any, limit: int = 80) -> str:
    text = repr(value)
    return text if len(text) <= limit else f"{text[:limit]}…"
