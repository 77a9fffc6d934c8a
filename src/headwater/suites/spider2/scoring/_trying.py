"""Examines the build of a reference solution, or tries counterfeit queries instead. This module runs as a program.

The program reads its request as JSON from a file and prints the result. It runs in a sandbox, with the project's
engine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb
from pydantic import TypeAdapter

from headwater.suites.spider2.scoring._database import (
    DatabaseProblemError,
    RelationSchema,
    attached,
    first_line,
    relations,
)
from headwater.suites.spider2.scoring._frames import ComparedTable, load
from headwater.suites.spider2.scoring._records import GradedTable
from headwater.suites.spider2.scoring._strict import DatabasePair, compare_loaded, compare_table, load_gold

_CANDIDATE_TABLE = "tried"


@dataclass(frozen=True)
class ReferenceDatabases:
    """The two databases built by a reference solution.

    Attributes:
        original: The database that the solution built from the raw database.
        reordered: The database that the solution built from the same rows in another order.
        results: dbt's ``run_results.json``.
        catalog: The name that the project gives to its database.
        tables: The graded tables.
        timeout_sec: The time limit for each step on a database.
    """

    original: Path
    reordered: Path
    results: Path
    catalog: str
    tables: tuple[GradedTable, ...]
    timeout_sec: float


@dataclass(frozen=True)
class TableFacts:
    """The properties of a table.

    Attributes:
        columns: The names and types of the columns, in order.
        code: The SQL that built the table, without templates. Empty if it is unknown.
        varying: The columns whose values depend on the order of raw rows.
        unsettled: Whether the order of raw rows also affects which rows exist or which values belong to the same row.
    """

    columns: tuple[tuple[str, str], ...]
    code: str
    varying: tuple[str, ...] = ()
    unsettled: bool = False


@dataclass(frozen=True)
class CandidateQuery:
    """A query to try instead of a table's query."""

    table: str
    sql: str


@dataclass(frozen=True)
class CandidateResult:
    """The result of trying a candidate.

    Attributes:
        runs: Whether the engine can run the candidate.
        differs: Whether the candidate's result is wrong.
        differs_reordered: Whether the result is wrong if the raw rows come in another order.
    """

    runs: bool
    differs: bool = False
    differs_reordered: bool = False


@dataclass(frozen=True)
class CandidateWork:
    """The request. Without candidates, it is to examine the tables, and otherwise to try the candidates.

    Attributes:
        looks: The properties of the tables, if there are candidates to try.
    """

    built: ReferenceDatabases
    looks: Mapping[str, TableFacts]
    candidates: tuple[CandidateQuery, ...]


Answer = tuple[dict[str, TableFacts], tuple[CandidateResult, ...]]


def look(built: ReferenceDatabases) -> dict[str, TableFacts]:
    """Return the properties of each table, including which values depend on the order of raw rows."""
    codes = _codes(built)
    return {table.name: _look(built, table, codes) for table in built.tables}


def _codes(built: ReferenceDatabases) -> dict[str, str]:
    results = json.loads(built.results.read_bytes())["results"]
    return {one["unique_id"].rpartition(".")[2].lower(): one.get("compiled_code") or "" for one in results}


def _look(built: ReferenceDatabases, table: GradedTable, codes: Mapping[str, str]) -> TableFacts:
    with attached(built.original, built.catalog, built.timeout_sec) as connection:
        found = relations(connection, table.name, built.catalog)
    if not found:
        raise DatabaseProblemError(f"the reference solution builds no {table.name}")
    code = codes.get(table.name.lower(), "")
    if _is_settled(built, table):
        return TableFacts(found[0].columns, code)
    columns = [name for name, _ in found[0].columns]
    counted = [columns[at] for at in table.columns] if table.columns else columns
    settled: list[str] = []
    for name in counted:  # keys are first in most tables, and columns consistent with the keys are kept
        others = tuple(other for other in columns if other not in (*settled, name))
        if _is_settled(built, replace(table, exempt=others)):
            settled.append(name)
    varying = tuple(name for name in counted if name not in settled) if settled else ()
    return TableFacts(found[0].columns, code, varying, unsettled=not settled)


def _is_settled(built: ReferenceDatabases, table: GradedTable) -> bool:
    """Return whether a table has the same rows in both databases, apart from exempt columns."""
    return compare_table(DatabasePair(built.original, built.reordered, built.catalog, built.timeout_sec), table).passed


def try_candidates(work: CandidateWork) -> tuple[CandidateResult, ...]:
    """Try the candidates on both databases."""
    built = work.built
    tables = {
        table.name: replace(table, exempt=(*table.exempt, *work.looks[table.name].varying)) for table in built.tables
    }
    golds = {}
    for name, table in tables.items():
        with attached(built.original, built.catalog, built.timeout_sec) as connection:
            golds[name] = load_gold(connection, built.catalog, table)
    return tuple(_try(built, one, tables[one.table], golds[one.table]) for one in work.candidates)


def _try(
    built: ReferenceDatabases, candidate: CandidateQuery, table: GradedTable, gold: ComparedTable
) -> CandidateResult:
    passes = []
    for database in (built.original, built.reordered):
        try:
            with attached(database, built.catalog, built.timeout_sec) as connection:
                connection.execute(f"create temp table {_CANDIDATE_TABLE} as (\n{candidate.sql}\n)")
                columns = connection.execute(
                    f"select column_name, data_type from duckdb_columns() where table_name = '{_CANDIDATE_TABLE}' "
                    "and database_name = 'temp' order by column_index"
                ).fetchall()
                relation = RelationSchema("temp", _CANDIDATE_TABLE, tuple(columns))
                prediction = load(connection, relation, relation.columns, limit=2 * gold.rows + 1000)
        except DatabaseProblemError:
            return CandidateResult(runs=False)
        passes.append(compare_loaded(gold, prediction, table).passed)
    return CandidateResult(runs=True, differs=not passes[0], differs_reordered=not passes[1])


def main(path: str) -> None:
    """Perform the work that a file describes, and print only the result."""
    work = TypeAdapter(CandidateWork).validate_json(Path(path).read_bytes())
    try:
        answer: Answer = (look(work.built), ()) if not work.candidates else ({}, try_candidates(work))
    except (DatabaseProblemError, duckdb.Error) as problem:
        sys.exit(first_line(problem))
    sys.stdout.write(TypeAdapter(Answer).dump_json(answer).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
