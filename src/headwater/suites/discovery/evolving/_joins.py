"""Restricts a question to rows with a certain attribute, which only another table in the lake contains."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import NamedTuple

from headwater.suites.discovery.building import Run
from headwater.suites.discovery.evolving._ports import Bench
from headwater.suites.discovery.evolving._siblings import ChangedQuestion
from headwater.suites.discovery.solvers import DataFile
from headwater.suites.discovery.tasks_source import SourceTask

_MOST_FILES = 20
_MOST_BYTES = 4 << 20
_READERS = {".csv": "read_csv", ".json": "read_json", ".parquet": "read_parquet"}
_LOOK = """
import json, sys
found = []
for path, reader in {files!r}:
    try:
        other = getattr(pandas_, reader)("/data/" + path)
    except Exception:  # a file of a lake can be of any form
        continue
    for key in [name for name in other.columns if name in {table}.columns and name != ""]:
        known = {table}[key].dropna()
        if other[key].duplicated().any() or len(other) < 2 or known.isin(other[key]).mean() < 0.95:
            continue
        for name in [name for name in other.columns if name not in {table}.columns]:
            values = other.loc[other[key].isin(known), name].dropna()
            texts = [value for value in values if isinstance(value, str) and 0 < len(value) <= 40]
            if len(texts) == len(values) and 1 < len(set(texts)) <= 20:
                found += [[path, reader, str(key), str(name), value] for value in sorted(set(texts))[:3]]
print(json.dumps(found[:12]))
"""


class _TableRead(NamedTuple):
    """The code that reads a target file: the names of the table and of pandas, and the line after it."""

    table: str
    pandas: str
    line: int


def joins(task: SourceTask, bench: Bench) -> Iterator[ChangedQuestion]:
    """Yield questions about rows with an attribute in another table. A program in the sandbox finds the attribute."""
    read = _read(task)
    if read is None:
        return
    files = [(file.path, _READERS[PurePosixPath(file.path).suffix.lower()]) for file in _others(task, bench)]
    if not files or not task.source.question.endswith("?"):
        return
    lines = task.program.splitlines()
    look = _LOOK.format(files=files, table=read.table).replace("pandas_", read.pandas)
    program = "\n".join([*lines[: read.line], look])
    (ran,) = bench.laboratory.run(Run(program, (bench.laboratory.datasets,)))
    for path, reader, key, name, value in json.loads(ran.output) if ran.output and not ran.failure else ():
        rows = f"details.loc[details[{name!r}] == {value!r}, {key!r}]"
        added = [
            f"details = {read.pandas}.{reader}({f'/data/{path}'!r})",
            f"{read.table} = {read.table}[{read.table}[{key!r}].isin({rows})]",
        ]
        words = f"only where the {_words(name)} of the {_words(key)} is {value}"
        yield ChangedQuestion(
            f"{task.source.question.removesuffix('?')}, {words}?",
            "\n".join([*lines[: read.line], *added, *lines[read.line :], ""]),
            f"{words}, which {path} says",
        )


def _read(task: SourceTask) -> _TableRead | None:
    # The added code assigns a variable of this name.
    if "details" in task.program:
        return None
    for node in ast.parse(task.program).body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=table)],
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=pandas)), args=[ast.Constant(value=str(path)), *_]),
            ) if path.removeprefix("/data/") in task.source.targets:
                return _TableRead(table, pandas, node.end_lineno or node.lineno)
            case _:
                pass
    return None


def _others(task: SourceTask, bench: Bench) -> list[DataFile]:
    """Return the tables that share a column with a target, sorted by number of shared columns, then by size."""
    columns = {column for file in bench.files if file.path in task.source.targets for column in file.columns}
    found = [
        (file, len(columns & set(file.columns)))
        for file in bench.files
        if file.path not in task.source.targets
        if PurePosixPath(file.path).suffix.lower() in _READERS and file.size_bytes <= _MOST_BYTES
        if columns & set(file.columns) and set(file.columns) - columns
    ]
    ranked = sorted(found, key=lambda each: (each[0].size_bytes, -each[1], each[0].path))
    return [file for file, _ in ranked][:_MOST_FILES]


def _words(name: str) -> str:
    return " ".join(name.replace("_", " ").split())
