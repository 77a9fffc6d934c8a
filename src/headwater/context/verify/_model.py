"""Verifies a model's table against its contract, its tests, and its parents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.context.catalog import Column, Table
from headwater.context.live import LiveProject
from headwater.context.verify._declared import declared_columns, declared_grain, declared_tests
from headwater.context.verify._incremental import incremental_key
from headwater.context.verify._parents import conservation
from headwater.context.verify._source_queries import SourceQueries
from headwater.context.verify._types import CheckStatus, ModelCheck, ModelVerification
from headwater.dbt import Node
from headwater.errors import NotFoundError


def verify_model(project: LiveProject, name: str) -> ModelVerification:
    """Compare a model's table with its declarations and with its parents.

    Raises:
        UserError: The model does not exist, is not built, or its database cannot be queried.
    """
    project.reread()
    node = project.node(name)
    if node is None:
        raise NotFoundError("no such model", where=name, fix=project.hint(name))
    table = project.table(node.unique_id)
    questions = SourceQueries(project, table.name.source)
    rows = questions.count(table)
    return ModelVerification(
        node.label, table.name.qualified, rows, tuple(_checks(project, node, table, rows, questions))
    )


def _checks(
    project: LiveProject, node: Node, table: Table, rows: int, questions: SourceQueries
) -> Iterator[ModelCheck]:
    tests = [test for test in project.lineage().project.tests if test.node == node.unique_id]
    yield from _built(project, node, table, rows)
    yield from declared_columns(node, table)
    yield from _selected(project, node)
    yield from declared_tests(project, tests, table, questions)
    grain = declared_grain(tests)
    yield from questions.answered(_grain(project, grain, table, rows, questions), "grain")
    key = incremental_key(project.lineage().project, node)
    columns = [column for name in key if (column := table.column(name))]
    if columns and len(columns) == len(key) and {*key} != {name.lower() for name in grain}:
        yield from questions.answered(_one_row_each(columns, "unique_key", table, rows, questions), "grain")
    if rows:
        yield from questions.answered(_empty_columns(table, questions), "nulls")
        yield from conservation(project, node, table, rows, questions)


def _built(project: LiveProject, node: Node, table: Table, rows: int) -> Iterator[ModelCheck]:
    if not rows:
        yield ModelCheck(CheckStatus.WARNING, "built", "the table has no rows")
    source = project.catalog().source(table.name.source)
    assert source is not None
    for problem in source.problems:
        yield ModelCheck(CheckStatus.WARNING, "built", problem)
    folder, database = project.dbt_folder, project.index.project / source.location
    if folder is None or not database.is_file():
        return
    file = folder / node.place.file
    if file.is_file() and file.stat().st_mtime_ns > database.stat().st_mtime_ns:
        text = f"{node.place.file} was changed after the database was last written: run dbt, then verify again"
        yield ModelCheck(CheckStatus.WARNING, "built", text)


def _selected(project: LiveProject, node: Node) -> Iterator[ModelCheck]:
    """Compare the table's columns with those that the model's current SQL selects, if these are known."""
    findings = project.lineage().contract().of("not built")
    for finding in findings:
        if finding.subject.startswith(f"{node.label}."):
            yield ModelCheck(CheckStatus.WARNING, "columns", f"{finding.message}; run dbt")


def _grain(
    project: LiveProject, declared: tuple[str, ...], table: Table, rows: int, questions: SourceQueries
) -> Iterator[ModelCheck]:
    columns = [column for name in declared if (column := table.column(name))]
    why = "declared"
    if not columns:
        key = project.catalog().primary_key(table.name)
        columns = [column for name in key.columns if (column := table.column(name))] if key else []
        why = f"{key.origin} key" if key else ""
    if not columns:
        unique_columns = _single_keys(table, rows, questions)
        text = (
            f"no key is declared; unique and never null: {', '.join(unique_columns)}"
            if unique_columns
            else "no single column is a key"
        )
        yield ModelCheck(CheckStatus.UNKNOWN, "grain", text)
        return
    yield from _one_row_each(columns, why, table, rows, questions)


def _one_row_each(
    columns: Sequence[Column], why: str, table: Table, rows: int, questions: SourceQueries
) -> Iterator[ModelCheck]:
    distinct = questions.distinct(table, columns)
    key_names = ", ".join(column.name for column in columns)
    if distinct == rows:
        yield ModelCheck(CheckStatus.OK, "grain", f"one row for each {key_names} ({why})")
    else:
        values = questions.sql.values(columns)
        example = questions.rows(
            f"select {values}, count(*) from {questions.sql.table(table)}"
            f" group by {values} having count(*) > 1 order by count(*) desc, {values}",
            1,
        )
        example_text = f", such as {', '.join(map(str, example[0][:-1]))} ({example[0][-1]} times)" if example else ""
        yield ModelCheck(
            CheckStatus.FAILED,
            "grain",
            f"{rows - distinct:,} rows more than there are {key_names} ({why}){example_text}",
        )


def _single_keys(table: Table, rows: int, questions: SourceQueries) -> list[str]:
    if not rows or not table.columns:
        return []
    some = table.columns[:60]
    found = questions.in_one_row(table, map(questions.sql.distinct_count, some))
    return [column.name for column, count in zip(some, found, strict=True) if count == rows][:8]


def _empty_columns(table: Table, questions: SourceQueries) -> Iterator[ModelCheck]:
    found = questions.filled(table, table.columns)
    empty = [column.name for column, count in zip(table.columns, found, strict=True) if not count]
    if empty:
        yield ModelCheck(CheckStatus.WARNING, "nulls", f"only null: {', '.join(empty)}")
