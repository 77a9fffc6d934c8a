"""Examines a dbt build: the columns of tables, and the cost of models. This module runs as a program.

The cost is not a duration but the number of rows that pass through the engine's operators, so that the same query on
the same rows costs the same on a busy machine. The program reads its request as JSON from a file and prints the result.
It runs in a sandbox, with the project's engine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from headwater.suites.spider2.scoring._database import DatabaseProblemError, attached, relations


@dataclass(frozen=True)
class InspectionRequest:
    """The databases to examine, and how to examine them.

    Attributes:
        database: The database with all built tables.
        catalog: The name that the project gives to the database.
        results: dbt's ``run_results.json``, which contains the SQL of each model.
        tables: The tables whose columns are requested.
        timeout_sec: The limit for one model.
    """

    database: Path
    catalog: str
    results: Path
    tables: tuple[str, ...]
    timeout_sec: float


@dataclass(frozen=True)
class Inspection:
    """The result of an inspection.

    Attributes:
        rows: The row counts, keyed by unique model id. None if a model took too long, or if the engine cannot run its
            query on its own.
        columns: The column names in order, keyed by table. Missing tables are omitted.
    """

    rows: Mapping[str, int | None] = field(default_factory=dict)
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def look_at(looking: InspectionRequest) -> Inspection:
    """Rerun the query of each model, and count the rows that pass through its operators."""
    results = json.loads(looking.results.read_bytes())["results"]
    codes = {one["unique_id"]: one.get("compiled_code") for one in results if one["unique_id"].startswith("model.")}
    rows = {uid: _count(looking, code) for uid, code in codes.items() if code}
    with attached(looking.database, looking.catalog, looking.timeout_sec) as connection:
        found = {name: relations(connection, name, looking.catalog) for name in looking.tables}
    return Inspection(rows, {name: tuple(each for each, _ in one[0].columns) for name, one in found.items() if one})


def _count(looking: InspectionRequest, code: str) -> int | None:
    try:
        with attached(looking.database, looking.catalog, looking.timeout_sec) as connection:
            rows = connection.execute(f"explain (analyze, format json) create temp table counted as (\n{code}\n)")
            found = rows.fetchone()
    except DatabaseProblemError:
        return None
    return sum(map(rows_of, json.loads(found[1])["children"])) if found else None


def rows_of(operator: dict[str, Any]) -> int:
    """Return how many rows an operator and its children read or passed on, according to a DuckDB 1.4 profile."""
    own = int(operator["operator_cardinality"]) + int(operator["operator_rows_scanned"])
    return own + sum(map(rows_of, operator["children"]))


def main(path: str) -> None:
    """Perform the inspection that a file describes, and print only the result."""
    looking = TypeAdapter(InspectionRequest).validate_json(Path(path).read_bytes())
    sys.stdout.write(TypeAdapter(Inspection).dump_json(look_at(looking)).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
