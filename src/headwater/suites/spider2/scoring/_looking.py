"""The process that looks at what dbt built: which columns tables have, and what models cost.

Cost is the rows that pass through the engine's operators, and not seconds: the same query on the same rows costs the
same on a machine that is busy. The program reads what to do as JSON from a file and prints what it found; it runs in a
sandbox, with the engine of the project.
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
class Looking:
    """What to look at.

    Attributes:
        database: With everything built.
        catalog: What the project calls it.
        results: dbt's ``run_results.json``, which has the SQL of each model.
        tables: Whose columns are wanted.
        timeout_sec: For one model.
    """

    database: Path
    catalog: str
    results: Path
    tables: tuple[str, ...]
    timeout_sec: float


@dataclass(frozen=True)
class Found:
    """What was found.

    Attributes:
        rows: By the unique id of a model; None where it took too long, or the engine does not take its query alone.
        columns: Names by table, in order; tables that there are not are left out.
    """

    rows: Mapping[str, int | None] = field(default_factory=dict)
    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def look_at(looking: Looking) -> Found:
    """Run the query of each model once more, and count the rows that pass through its operators."""
    results = json.loads(looking.results.read_bytes())["results"]
    codes = {one["unique_id"]: one.get("compiled_code") for one in results if one["unique_id"].startswith("model.")}
    rows = {uid: _count(looking, code) for uid, code in codes.items() if code}
    with attached(looking.database, looking.catalog, looking.timeout_sec) as connection:
        found = {name: relations(connection, name, looking.catalog) for name in looking.tables}
    return Found(rows, {name: tuple(each for each, _ in one[0].columns) for name, one in found.items() if one})


def _count(looking: Looking, code: str) -> int | None:
    try:
        with attached(looking.database, looking.catalog, looking.timeout_sec) as connection:
            rows = connection.execute(f"explain (analyze, format json) create temp table counted as (\n{code}\n)")
            found = rows.fetchone()
    except DatabaseProblemError:
        return None
    return sum(map(rows_of, json.loads(found[1])["children"])) if found else None


def rows_of(operator: dict[str, Any]) -> int:
    """Return how many rows an operator and those below it have read or passed on, of a profile of DuckDB 1.4."""
    own = int(operator["operator_cardinality"]) + int(operator["operator_rows_scanned"])
    return own + sum(map(rows_of, operator["children"]))


def main(path: str) -> None:
    """Look at what a file describes, and print what was found and nothing else."""
    looking = TypeAdapter(Looking).validate_json(Path(path).read_bytes())
    sys.stdout.write(TypeAdapter(Found).dump_json(look_at(looking)).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
