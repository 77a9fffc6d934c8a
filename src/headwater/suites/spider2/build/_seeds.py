"""Raw databases made again of what vendored packages carry to test themselves.

Fivetran's source packages ship small CSV files as data of their integration tests, and the projects read their sources
from tables with just these names. What is made looks like the start databases, and is not the same.
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
"""Which DuckDB can read what is written: dbt's is older than ours."""
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
    """Write a database with a table for each seed of the project's packages, and return how many there are.

    Of two packages with a seed of one name the source package's counts.

    Raises:
        ProjectError: A file is no CSV that DuckDB can read.
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
    """Make a table of a file, and return the columns that have neither a value nor a declared type."""
    table = _quoted(path.stem)
    read = "from read_csv(?, header = true, sample_size = -1"
    try:
        columns = [row[0] for row in connection.execute(f"describe {read})", [str(path)]).fetchall()]
    except duckdb.Error as error:
        raise ProjectError(f"{path.name}: {str(error).splitlines()[0]}") from None
    types = {column: declared[column.lower()] for column in columns if column.lower() in declared}
    given = ", ".join(f"{_literal(column)}: {_literal(kind)}" for column, kind in types.items())
    try:
        connection.execute(f"create table {table} as {read}{f', types = {{{given}}}' if given else ''})", [str(path)])
    except duckdb.Error:  # a type of another warehouse, or values that are not of it
        types = {}
        connection.execute(f"create table {table} as {read})", [str(path)])
    return [
        column
        for column in columns
        if column not in types
        and connection.execute(f"select count({_quoted(column)}) from {table}").fetchone() == (0,)
    ]


def _type_empty(connection: duckdb.DuckDBPyConnection, empty: Mapping[str, Sequence[str]]) -> None:
    """Give a type to columns without any value: read as text, they could not be compared with or replaced by numbers.

    It is that of the columns of the same name, or of the ids that the name refers to; else a number.

    Args:
        connection: To the database.
        empty: The columns, by table.
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
    """Return what a package's test project says of columns: by seed, and of all seeds by an empty name."""
    try:
        settings = read_yaml(path.read_text(encoding="utf-8", errors="replace")) if path.is_file() else None
    except YamlError:
        return {}  # the package's own tests would not run; the data may be read all the same
    found: dict[str, dict[str, str]] = {}
    for name, given in _column_types(settings.get("seeds") if isinstance(settings, dict) else None, ""):
        found.setdefault(name if name in seeds else "", {}).update(given)
    return found


def _column_types(node: object, name: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the types that each level gives: a seed, or a project or folder, whose types count for all of it."""
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
