"""Builds and tests a whole project in one call."""

from __future__ import annotations

import tempfile
from contextlib import closing
from pathlib import Path

import duckdb

from headwater.dbt.engine._built import Built
from headwater.dbt.engine._connection import BuildLimits, DuckDBConnection
from headwater.dbt.engine._export import export
from headwater.dbt.engine._plan import Plan
from headwater.dbt.engine._render import read_plan
from headwater.dbt.engine._run import Runner
from headwater.errors import InvalidFileError, NotFoundError, UnsupportedError

_PROBLEMS_SHOWN = 5


def build(folder: Path | str, raw: Path, warehouse: Path | None = None, *, limits: BuildLimits | None = None) -> Built:
    """Build every relation in a project and run every test, as ``dbt build`` does.

    A failed relation or test is part of the result and raises no error. Relations downstream of a failed test are still
    built, but those downstream of a failed relation are skipped.

    Args:
        folder: The folder of the project, which must be trusted because its SQL runs unchecked. ``profiles.yml``, next
            to ``dbt_project.yml``, must have a target of type ``duckdb``.
        raw: The DuckDB file with the sources, which the project refers to as ``database: raw``. It is only read.
        warehouse: The file to which tables and views are written, as dbt would write them. Its name must be that of the
            profile's ``path``. An existing file is replaced. If this is None, nothing is written.
        limits: The limits on memory, threads and time for each statement.

    Raises:
        InvalidFileError: The project has an error, or uses a feature that the engine does not support, such as Python
            models and hooks that change data.
        NotFoundError: A file is missing.
        UnsupportedError: The name of the warehouse file differs from the profile's.
    """
    plan = read_plan(Path(folder))
    _check(plan, Path(folder), raw, warehouse)
    with tempfile.TemporaryDirectory(prefix="headwater-dbt-") as scratch:
        relations = Path(scratch) / "relations.duckdb" if warehouse else None
        with closing(_connect(plan, raw, relations, Path(scratch), limits)) as connection:
            built = Runner(plan, connection).run()
        if warehouse and relations:
            export(plan, built, raw, relations, warehouse)
    return built


def _connect(
    plan: Plan, raw: Path, relations: Path | None, scratch: Path, limits: BuildLimits | None
) -> DuckDBConnection:
    try:
        return DuckDBConnection(plan.database, raw, file=relations, scratch=scratch, limits=limits)
    except duckdb.IOException as error:
        raise InvalidFileError(f"DuckDB cannot read it: {str(error).splitlines()[0]}", where=raw) from None


def _check(plan: Plan, folder: Path, raw: Path, warehouse: Path | None) -> None:
    if problems := [*plan.errors, *plan.refusals]:
        more = f"\n  and {len(problems) - _PROBLEMS_SHOWN} more" if len(problems) > _PROBLEMS_SHOWN else ""
        raise InvalidFileError(
            "the project cannot be built:\n  " + "\n  ".join(problems[:_PROBLEMS_SHOWN]) + more, where=folder
        )
    if not raw.is_file():
        raise NotFoundError("no such file", where=raw, fix="sources are read from a DuckDB file")
    if warehouse and warehouse.stem != plan.database:
        raise UnsupportedError(
            f"the profile calls the database {plan.database}, and views name it",
            where=warehouse,
            fix=f"write to {warehouse.with_name(f'{plan.database}.duckdb')}",
        )
