"""Reads the tests declared in YAML files, with their configuration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from headwater.dbt import Node, NodeKind
from headwater.dbt._yaml import YamlError, read_yaml
from headwater.dbt.engine._project import EngineProject

_CONFIG = frozenset(
    {
        *("severity", "tags", "enabled", "where", "limit", "warn_if", "error_if", "fail_calc", "store_failures"),
        *("store_failures_as", "sql_header", "meta", "database", "schema", "alias"),
    }
)
_SECTIONS = {"models": NodeKind.MODEL, "seeds": NodeKind.SEED, "snapshots": NodeKind.SNAPSHOT}


@dataclass(frozen=True)
class GenericEntry:
    """An entry under ``data_tests:``."""

    node: Node
    test: str
    column: str | None
    arguments: Mapping[str, Any]
    config: Mapping[str, Any]
    name: str
    file: str
    line: int


@dataclass(frozen=True)
class UnitEntry:
    """An entry under ``unit_tests:``."""

    name: str
    model: str
    entry: Mapping[str, Any]
    file: str
    line: int


@dataclass
class Entries:
    """All entries in a project."""

    generic: list[GenericEntry] = field(default_factory=list)
    units: list[UnitEntry] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    singular: dict[str, Mapping[str, Any]] = field(default_factory=dict)


def read_entries(project: EngineProject) -> Entries:
    """Read the property files of a project, unless they have been read before."""
    if not isinstance(project.entries, Entries):
        project.entries = _read_all(project)
    return project.entries


def _read_all(project: EngineProject) -> Entries:
    found = Entries()
    by_name = {(node.kind, node.label): node for node in project.nodes.values()}
    for file in project.file_list():
        if not file.name.endswith((".yml", ".yaml")):
            continue
        try:
            document = read_yaml((project.folder / file.name).read_text(encoding="utf-8-sig"))
        except (YamlError, OSError, UnicodeDecodeError):
            continue  # this problem was already reported when the project was read
        if isinstance(document, Mapping):
            _read_file(found, document, file.name, by_name)
    return found


def _read_file(
    entries: Entries, document: Mapping[str, Any], file: str, by_name: Mapping[tuple[NodeKind, str], Node]
) -> None:
    for section, kind in _SECTIONS.items():
        for entry in _mappings(document.get(section)):
            if (node := by_name.get((kind, str(entry.get("name"))))) is not None:
                entries.generic += _tests_of(entries, entry, node, file)
    for source in _mappings(document.get("sources")):
        for table in _mappings(source.get("tables")):
            label = f"{source.get('name')}.{table.get('name')}"
            if (node := by_name.get((NodeKind.SOURCE, label))) is not None:
                entries.generic += _tests_of(entries, table, node, file)
    for entry in _mappings(document.get("unit_tests")):
        entries.units.append(
            UnitEntry(str(entry.get("name")), str(entry.get("model")), entry, file, getattr(entry, "line", 1))
        )
    for entry in _mappings(document.get("data_tests")):
        config = entry.get("config")
        entries.singular[str(entry.get("name"))] = config if isinstance(config, Mapping) else {}


def _tests_of(entries: Entries, entry: Mapping[str, Any], node: Node, file: str) -> Iterator[GenericEntry]:
    yield from _tests(entries, entry, node, None, file)
    for column in _mappings(entry.get("columns")):
        name = str(column.get("name"))
        quoted = f'"{name}"' if column.get("quote") is True else name
        yield from _tests(entries, column, node, quoted, file)


def _tests(
    entries: Entries, entry: Mapping[str, Any], node: Node, column: str | None, file: str
) -> Iterator[GenericEntry]:
    for key in ("data_tests", "tests"):
        items = entry.get(key)
        for index, item in enumerate(items if isinstance(items, list) else ()):
            line = getattr(items, "lines", [1] * (index + 1))[index]
            try:
                yield _generic(item, node, column, file, line)
            except ValueError as error:
                entries.errors.append(f"{file}:{line}: {error}")


def _generic(item: Any, node: Node, column: str | None, file: str, line: int) -> GenericEntry:
    if isinstance(item, str):
        item = {item: {}}
    if not isinstance(item, Mapping) or not item:
        raise ValueError("not a test: write its name, or its name with arguments")
    if "test_name" in item:
        test, given = str(item["test_name"]), {key: value for key, value in item.items() if key != "test_name"}
    elif len(item) == 1:
        test, given = next(iter(item.items()))
        given = dict(given) if isinstance(given, Mapping) else {}
    else:
        raise ValueError("a test is a mapping with one key, its name")
    nested = given.pop("arguments", None)
    arguments = {**given, **(nested if isinstance(nested, Mapping) else {})}  # dbt takes the configuration out of both
    config = dict(arguments.pop("config", None) or {})
    config |= {key: arguments.pop(key) for key in [*arguments] if key in _CONFIG}
    arguments.pop("description", None)
    name = str(arguments.pop("name", "") or "")
    if column is not None:
        arguments.setdefault("column_name", column)
    return GenericEntry(node, test, column, arguments, config, name, file, line)


def _mappings(items: Any) -> Iterator[Mapping[str, Any]]:
    for item in items if isinstance(items, list) else ():
        if isinstance(item, Mapping):
            yield item
