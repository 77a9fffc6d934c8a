"""Runs a program statement by statement, and writes the values of the expressions that it shows as JSON Lines.

Each expression is evaluated in a forked process before its statement runs, so that it cannot change any state.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_MOST = 400
"""The maximum number of values per expression."""
_MOST_ROWS, _END_ROWS = 60, 5
"""A table with more rows than the first number is represented by its first and last rows."""
_MOST_COLUMNS, _END_COLUMNS = 20, 10
_COPY_SEC = 30.0
"""The time limit for all expressions of a statement together."""
_POLL_SEC = 0.001


def main(request: dict[str, Any]) -> None:
    """Run the program until it fails."""
    results = os.fdopen(os.dup(1), "w")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)

    def emit(**fields: Any) -> None:
        print(json.dumps(fields), file=results, flush=True)

    if any("duckdb" in statement["source"] for statement in request["statements"]):
        _keep_duckdb_from_threads()
    names: dict[str, Any] = {"__name__": "__main__", "display": print}
    for place, statement in enumerate(request["statements"]):
        if statement["shown"]:
            _in_copy(lambda place=place, shown=statement["shown"]: _evaluate(names, place, shown, emit))
        try:
            exec(compile(statement["source"], f"<cell {statement['cell']}>", "exec"), names)  # noqa: S102
        except BaseException as error:  # noqa: BLE001 - of a program of somebody else
            emit(failed=place, error=f"{type(error).__name__}: {error}"[:300])
            return


def _keep_duckdb_from_threads() -> None:
    """Limit DuckDB to the calling thread. A forked process has no other threads, and would wait for them forever."""
    import duckdb

    connect = duckdb.connect

    def connected(*args: Any, **kwargs: Any) -> Any:
        connection = connect(*args, **kwargs)
        connection.execute("set threads = 1; set async_threads = 0")
        return connection

    duckdb.connect = connected
    duckdb.execute("set threads = 1; set async_threads = 0")


def _in_copy(work: Any) -> None:
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    deadline = time.monotonic() + _COPY_SEC
    while not os.waitpid(child, os.WNOHANG)[0]:
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
        time.sleep(_POLL_SEC)


def _evaluate(names: dict[str, Any], place: int, shown: list[dict[str, str]], emit: Any) -> None:
    for number, each in enumerate(shown):
        with contextlib.suppress(BaseException):
            exec(each["setup"], names)  # noqa: S102
            value = eval(each["expression"], names)  # noqa: S307
            found = []
            for path, element in elements(value):
                found.append((path, element))
                if len(found) == _MOST:
                    break
            emit(statement=place, shown=number, values=found)


def elements(value: Any, depth: int = 0) -> Iterator[tuple[str, float]]:
    """Yield the numbers in a value, each with the code that selects it from the value."""
    kind = type(value).__name__
    if (number := _number(value)) is not None:
        yield "", number
    elif depth > 3:
        return
    elif kind == "DataFrame" and hasattr(value, "iloc"):
        yield from _frame(value)
    elif kind == "Series" and hasattr(value, "iloc"):
        for label, place in _labels(value.index, _MOST_ROWS, _END_ROWS):
            yield from _at(label, f".iloc[{place}]", value.iloc[place])
    elif kind == "ndarray":
        yield from _listed(value.tolist(), depth, lambda place: f"[{place}]")
    elif kind == "DuckDBPyRelation":
        yield from ((f".fetchall(){path}", number) for path, number in elements(value.fetchall(), depth + 1))
    elif isinstance(value, dict):
        for key in list(value)[:_MOST]:
            if isinstance(key, str | int) and not isinstance(key, bool):
                yield from ((f"[{key!r}]{path}", number) for path, number in elements(value[key], depth + 1))
    elif isinstance(value, list | tuple):
        yield from _listed(value, depth, lambda place: f"[{place}]")


def _listed(value: Any, depth: int, path_of: Any) -> Iterator[tuple[str, float]]:
    if isinstance(value, list | tuple):
        for place, each in enumerate(value[:_MOST]):
            yield from ((f"{path_of(place)}{path}", number) for path, number in elements(each, depth + 1))
    elif (number := _number(value)) is not None:  # a zero-dimensional array
        yield ".item()", number


def _frame(frame: Any) -> Iterator[tuple[str, float]]:
    columns = list(_labels(frame.columns, _MOST_COLUMNS, _END_COLUMNS))
    for row, down in _labels(frame.index, _MOST_ROWS, _END_ROWS):
        for column, across in columns:
            label = f"{row}, {column}" if row and column else ""
            yield from _at(label, f".iloc[{down}, {across}]", frame.iloc[down, across])


def _at(label: str, place: str, value: Any) -> Iterator[tuple[str, float]]:
    if (number := _number(value)) is not None:
        yield (f".loc[{label}]" if label else place), number


def _labels(index: Any, most: int, ends: int) -> Iterator[tuple[str, int]]:
    """Yield the label of each shown position as Python code, or an empty text if the label is ambiguous."""
    count = len(index)
    places = range(count) if count <= most else (*range(ends), *range(count - ends, count))
    is_unique = index.is_unique
    for place in places:
        yield (_written(index[place]) if is_unique else ""), place


def _written(label: Any) -> str:
    label = label.item() if type(label).__module__ == "numpy" and hasattr(label, "item") else label
    if isinstance(label, tuple):
        parts = [_written(each) for each in label]
        return f"({', '.join(parts)},)" if all(parts) else ""
    return repr(label) if isinstance(label, str | int) and not isinstance(label, bool) else ""


def _number(value: Any) -> float | None:
    if type(value).__module__ == "numpy" and hasattr(value, "item") and not hasattr(value, "__len__"):
        value = value.item()
    if type(value).__name__ == "Decimal":
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return value


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text()))
