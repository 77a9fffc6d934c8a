"""Checks a table against the YAML declarations of its model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from headwater.context.catalog import Column, Table, TypeKind
from headwater.context.engines import EngineSql, QueryLimitReached, QueryRefused
from headwater.context.live import LiveProject
from headwater.context.verify._source_queries import SourceQueries
from headwater.context.verify._types import CheckStatus, ModelCheck
from headwater.dbt import Node, Test
from headwater.errors import NotBuiltError, NotFoundError, UserError
from headwater.plurals import counted

_FAMILIES = {
    "number": (
        "int",
        "bigint",
        "smallint",
        "tinyint",
        "hugeint",
        "decimal",
        "numeric",
        "number",
        "float",
        "double",
        "real",
    ),
    "text": ("varchar", "text", "string", "char", "character"),
    "boolean": ("bool", "boolean"),
    "date": ("date",),
    "timestamp": ("timestamp", "datetime", "timestamptz"),
}
_KIND_FAMILIES = {
    TypeKind.INTEGER: "number",
    TypeKind.DECIMAL: "number",
    TypeKind.FLOAT: "number",
    TypeKind.TEXT: "text",
    TypeKind.BOOLEAN: "boolean",
    TypeKind.DATE: "date",
    TypeKind.TIMESTAMP: "timestamp",
}
_COMBINATIONS = {"unique_combination_of_columns": "combination_of_columns", "unique_combination": "columns"}
"""Tests in dbt_utils and similar packages that a combination of columns is unique, with the name of their argument."""


def declared_columns(node: Node, table: Table) -> Iterator[ModelCheck]:
    """Compare the column names and types declared in YAML with those in the table."""
    built = {column.name.lower(): column for column in table.columns}
    missing = [name for name in node.columns if name not in built]
    if missing:
        yield ModelCheck(CheckStatus.FAILED, "columns", f"declared but not built: {', '.join(missing)}")
    extra = [name for name in built if name not in node.columns]
    if node.columns and extra:
        yield ModelCheck(CheckStatus.WARNING, "columns", f"built but not declared: {', '.join(extra)}")
    if node.columns and not missing and not extra:
        yield ModelCheck(CheckStatus.OK, "columns", f"all {len(built)} are as declared")
    if not node.columns:
        yield ModelCheck(CheckStatus.UNKNOWN, "columns", "none are declared in YAML")
    for name, declared in node.columns.items():
        if name in built and _family(declared.data_type) not in (None, _KIND_FAMILIES.get(built[name].kind)):
            text = f"{name} is {built[name].native_type}, declared {declared.data_type}"
            yield ModelCheck(CheckStatus.FAILED, "types", text)


def _family(declared: str) -> str | None:
    word = declared.lower().partition("(")[0].strip().split(" ")[0]
    return next((family for family, words in _FAMILIES.items() if word.rstrip("0123456789") in words), None)


def declared_grain(tests: Iterable[Test]) -> tuple[str, ...]:
    """Return the columns that identify a row according to declared tests. Empty if no test declares such columns."""
    combined: tuple[str, ...] = ()
    for test in tests:
        if test.is_of_some_rows:
            continue
        if test.test == "unique" and test.column:
            return (test.column,)
        if columns := _combination(test):
            combined = columns
    return combined


def _combination(test: Test) -> tuple[str, ...]:
    argument = _COMBINATIONS.get(test.test.rpartition(".")[2])
    columns = test.arguments.get(argument) if argument else None
    return tuple(columns) if isinstance(columns, list) and all(isinstance(name, str) for name in columns) else ()


def declared_tests(
    project: LiveProject, tests: Iterable[Test], table: Table, questions: SourceQueries
) -> Iterator[ModelCheck]:
    """Run the tests that can be translated to queries, and list the others."""
    passed: list[str] = []
    others: list[str] = []
    for test in tests:
        try:
            sql = _failures(project, test, table, questions.sql)
        except UserError as error:
            yield ModelCheck(CheckStatus.UNKNOWN, "tests", f"{test.name}: {error}")
            continue
        if sql is None:
            others.append(test.name)
            continue
        try:
            failures = questions.number(sql)
        except (QueryRefused, QueryLimitReached) as error:
            yield ModelCheck(CheckStatus.UNKNOWN, "tests", f"{_test_name(test)}: cannot be found out: {error}")
            continue
        if failures:
            yield ModelCheck(
                CheckStatus.FAILED, "tests", f"{_test_name(test)}: fails for {counted(failures, 'row')} ({test.place})"
            )
        else:
            passed.append(_test_name(test))
    if passed:
        yield ModelCheck(CheckStatus.OK, "tests", f"pass: {', '.join(passed)}")
    if others:
        yield ModelCheck(CheckStatus.UNKNOWN, "tests", f"not run here, use dbt test: {', '.join(others)}")


def _test_name(test: Test) -> str:
    return f"{test.test}({test.column})" if test.column else test.name


def _failures(project: LiveProject, test: Test, table: Table, sql: EngineSql) -> str | None:
    """Return SQL that counts the failures of a test, or None for an unknown test."""
    if test.kind != "generic" or test.is_of_some_rows:
        return None
    if combined := _combination(test):
        return _duplicates(table, [_column(table, name) for name in combined], sql)  # these tests treat null as a value
    if not test.column or "." in test.test:
        return None
    column = _column(table, test.column)
    name, rows = sql.name(column.name), sql.table(table)
    match test.test:
        case "not_null":
            return f"select count(*) from {rows} where {name} is null"
        case "unique":
            return _duplicates(table, [column], sql, f" where {name} is not null")
        case "accepted_values":
            values = test.arguments.get("values")
            if not isinstance(values, list) or not values:
                return None
            is_text = column.kind is TypeKind.TEXT  # an enumeration rejects any text that is not one of its values
            known = ", ".join(sql.literal(str(value) if is_text else value) for value in values)
            value_text = sql.text(name) if is_text else name
            return f"select count(*) from {rows} where {name} is not null and {value_text} not in ({known})"
        case "relationships":
            return _orphans(project, test, table, column, sql)
    return None


def _duplicates(table: Table, columns: list[Column], sql: EngineSql, where: str = "") -> str:
    groups = (
        f"select count(*) as headwater_n from {sql.table(table)}{where} group by {sql.values(columns)}"
        " having count(*) > 1"
    )
    return f"select coalesce(sum(headwater_n - 1), 0) from ({groups}) as more"


def _orphans(project: LiveProject, test: Test, table: Table, column: Column, sql: EngineSql) -> str | None:
    if len(test.references) != 1:
        return None
    reference, field = test.references[0]
    found = project.lineage().project.resolve(reference, test.package)
    if found is None or not field:
        return None
    other = project.table_of(found)
    if other is None:
        raise NotBuiltError(f"{found.label} is not built")
    if other.name.source != table.name.source:
        return None
    return sql.orphans(table, column.name, other, _column(other, field).name)


def _column(table: Table, name: str) -> Column:
    found = table.column(name)
    if found is None:
        raise NotFoundError(f"{table.name.qualified} has no column {name}")
    return found
