"""Writes the solution, the wrong answers and the alternatives of a task, as programs that run in its workspace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from headwater.suites.warehouse.breaks._break import TableRepair

_DBT_BUILD = "dbt build --quiet --exclude-resource-type test --exclude-resource-type unit_test"


def write_answer(
    folder: Path, mounted: str, files: Mapping[str, str], repair: TableRepair | None = None, stored: Sequence[str] = ()
) -> None:
    """Write an answer.

    Args:
        folder: The folder of the answer.
        mounted: The path of the folder in the sandbox.
        files: The files that the answer replaces in the workspace.
        repair: What the answer does to stored tables.
        stored: The names of the relations that keep wrong rows.
    """
    for name, text in files.items():
        write_file(folder / "files" / name, text)
    lines = ["set -e", *([f"cp -R {mounted}/files/. /workspace/"] if files else [])]
    if repair and repair.sql:
        lines.append(f"python {mounted}/repair.py")
        write_file(folder / "repair.py", _repair_program(repair.sql))
    if repair and repair.refresh:
        upstream = " ".join(f"+{name}" for name in repair.refresh)
        # Views and tables upstream are those of the code before, which the full refresh would read.
        builds = [f"{_DBT_BUILD} --select {upstream} --exclude {' '.join(stored)}"] if files else []
        builds.append(f"dbt run --quiet --full-refresh --select {' '.join(repair.refresh)}")
        lines += ["cd /workspace", *builds]
    write_file(folder / "solve.sh", "\n".join([*lines, ""]))


def _repair_program(statements: Sequence[str]) -> str:
    return f'''\
"""Repairs the stored tables of the warehouse."""

import duckdb

with duckdb.connect("/workspace/warehouse.duckdb") as connection:
    connection.execute("set TimeZone = 'UTC'")
    connection.execute("attach '/workspace/raw.duckdb' as raw (read_only)")
    for statement in {list(statements)!r}:
        connection.execute(statement)
'''


def write_file(path: Path, text: str) -> None:
    """Write a text, and create the folders that it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
