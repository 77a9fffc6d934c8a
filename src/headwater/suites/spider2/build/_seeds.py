"""Rebuilds raw databases from the test data of vendored packages.

Fivetran's source packages ship small CSV files as integration test data, and the projects read their sources from
tables with exactly these names. The result resembles the original start databases, but contains other rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path

import duckdb
from jinja2.exceptions import TemplateError
from jinja2.sandbox import SandboxedEnvironment

from headwater.dbt import YamlError, read_yaml
from headwater.suites.spider2.build._projects import Project, ProjectError

STORAGE = "v1.0.0"
"""The oldest DuckDB version that must be able to read the file. The tasks' dbt uses an older DuckDB than Headwater."""
_TYPES = {
    "string": "VARCHAR",
    "text": "VARCHAR",
    "variant": "VARCHAR",
    "super": "VARCHAR",
    "jsonb": "VARCHAR",
    "int64": "BIGINT",
    "float64": "DOUBLE",
    "timestamp_ntz": "TIMESTAMP",
    "datetime": "TIMESTAMP",
}
_SETTINGS = ("column_types", "+column_types")


def write_raw(project: Project, target: Path) -> int:
    """Write a database with a table for each seed in the project's packages, and return the number of tables.

    If two packages have a seed with the same name, the source package's seed is used.

    Raises:
        ProjectError: DuckDB cannot read a file as CSV.
    """
    with duckdb.connect() as connection:
        connection.execute(f"attach '{target}' as made (storage_version '{STORAGE}')")
        connection.execute("use made")
        empty: dict[str, list[str]] = {}
        for folder in project.seed_folders:
            files = sorted(folder.rglob("*.csv"))
            types = _types(folder.parent / "dbt_project.yml", {path.stem.lower() for path in files})
            for path in files:
                name = path.stem.lower()
                if name not in empty:
                    empty[name] = _load(connection, path, {**types.get("", {}), **types.get(name, {})})
        _type_empty(connection, empty)
        connection.execute("use memory")
        connection.execute("detach made")
    return len(empty)


def _load(connection: duckdb.DuckDBPyConnection, path: Path, declared: Mapping[str, str]) -> list[str]:
    """Create a table from a file, and return the columns that have neither values nor a declared type."""
    table = _quoted(path.stem)
    read = "from read_csv(?, header = true, sample_size = -1"
    try:
        columns = [row[0] for row in connection.execute(f"describe {read})", [str(path)]).fetchall()]
    except duckdb.Error as error:
        raise ProjectError(f"{path.name}: {str(error).splitlines()[0]}") from None
    types = {column: declared[column.lower()] for column in columns if column.lower() in declared}
    types_text = ", ".join(f"{_literal(column)}: {_literal(kind)}" for column, kind in types.items())
    try:
        connection.execute(
            f"create table {table} as {read}{f', types = {{{types_text}}}' if types_text else ''})", [str(path)]
        )
    except duckdb.Error:  # the type is specific to another warehouse, or does not fit one of the values
        types = {}
        connection.execute(f"create table {table} as {read})", [str(path)])
    return [
        column
        for column in columns
        if column not in types
        and connection.execute(f"select count({_quoted(column)}) from {table}").fetchone() == (0,)
    ]


def _type_empty(connection: duckdb.DuckDBPyConnection, empty: Mapping[str, Sequence[str]]) -> None:
    """Assign types to columns without values.

    If such columns were text, models could not compare them with numbers or replace their missing values with numbers.
    The type is taken from a column with the same name, or from the id column that the name refers to. Otherwise it is
    INTEGER.

    Args:
        connection: A connection to the database.
        empty: The columns without values, keyed by table.
    """
    filled = [
        (table, column, kind)
        for table, column, kind in connection.execute(
            "select lower(table_name), lower(column_name), data_type from duckdb_columns() "
            "where database_name = current_database() order by all"
        ).fetchall()
        if column not in {name.lower() for name in empty.get(table, ())}
    ]
    for table, columns in empty.items():
        for column in columns:
            name = column.lower()
            kinds = [kind for _, other, kind in filled if other == name]
            owner = name.removesuffix("_id")
            kinds += [
                kind for other, each, kind in filled if owner != name and each == "id" and other.startswith(owner)
            ]
            kind = kinds[0] if kinds else "INTEGER"
            connection.execute(f"alter table {_quoted(table)} alter {_quoted(column)} set data type {kind}")


def _types(path: Path, seeds: Set[str]) -> dict[str, dict[str, str]]:
    """Return the column types that a package's test project declares, keyed by seed.

    An empty key stands for all seeds.
    """
    try:
        settings = read_yaml(path.read_text(encoding="utf-8", errors="replace")) if path.is_file() else None
    except YamlError:
        return {}  # the package's own tests would not run, but its data can still be read
    found: dict[str, dict[str, str]] = {}
    for name, kind in _column_types(settings.get("seeds") if isinstance(settings, dict) else None, ""):
        found.setdefault(name if name in seeds else "", {}).update(kind)
    return found


def _column_types(node: object, name: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the types that each level of the settings declares for one seed or for all seeds in a project or folder."""
    if not isinstance(node, dict):
        return
    for key, value in node.items():
        if key in _SETTINGS and isinstance(value, dict):
            types = {str(column).lower(): _render(str(kind)) for column, kind in value.items()}
            yield name, {column: kind for column, kind in types.items() if kind}
        elif not key.startswith("+"):
            yield from _column_types(value, key.lower())


def _render(kind: str) -> str:
    try:
        text = SandboxedEnvironment().from_string(kind).render(target={"type": "duckdb"}).strip().lower()
    except TemplateError:
        return ""
    return _TYPES.get(text, text)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
