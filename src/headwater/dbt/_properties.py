"""Reads YAML property files: models, sources, tests, exposures, semantic models and metrics.

Any part may be missing or have the wrong shape. An entry that cannot be understood is recorded as a problem.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from headwater.dbt._problems import Location, Problem, ProblemKind
from headwater.dbt._resources import (
    Declaration,
    Exposure,
    Metric,
    Reference,
    SemanticField,
    SemanticModel,
    Test,
    YamlColumn,
)
from headwater.dbt._yaml import Mapping, Sequence

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_$]*")
_QUOTED = r"""['"]([^'"\n]{1,300})['"]"""
_REFERENCE = re.compile(
    rf"""\b(ref|source)\s*\(\s*{_QUOTED}\s*(?:,\s*{_QUOTED}\s*)?(?:,\s*v(?:ersion)?\s*=\s*['"]?(\w+)['"]?\s*)?\)"""
)
_NODE_SECTIONS = ("models", "seeds", "snapshots")
_TEST_CONFIG = {
    "config",
    "severity",
    "tags",
    "enabled",
    "error_if",
    "warn_if",
    "name",
    "store_failures",
    "meta",
    "where",
}


@dataclass(frozen=True, slots=True)
class NodeEntry:
    """An entry under ``models:``, ``seeds:`` or ``snapshots:``, with its tests and versions.

    Attributes:
        tests: The tests of the entry. Their ``node`` is not known yet.
        versions: The versions, each as a tuple of the version, the file that defines it (or an empty string), and a
            declaration with the version's columns and config.
        relation: The source relation of a snapshot that is defined in YAML.
    """

    section: str
    declaration: Declaration
    tests: tuple[Test, ...] = ()
    versions: tuple[tuple[str, str, Declaration], ...] = ()
    latest: str | None = None
    relation: Reference | None = None


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """A table in a source."""

    source: str
    declaration: Declaration
    schema: str
    database: str
    identifier: str
    tests: tuple[Test, ...] = ()


@dataclass(slots=True)
class Properties:
    """The declarations in one file."""

    nodes: list[NodeEntry] = field(default_factory=list)
    sources: list[SourceEntry] = field(default_factory=list)
    exposures: list[Exposure] = field(default_factory=list)
    semantic_models: list[SemanticModel] = field(default_factory=list)
    metrics: list[Metric] = field(default_factory=list)
    unit_tests: list[Test] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_properties(document: Any, file: str, package: str) -> Properties:
    """Return the declarations in a property file. Problems and locations refer to this file as ``file``."""
    return _Reader(file, package).read(document)


def references_in(text: object, place: Location) -> Iterator[Reference]:
    """Yield each ``ref(…)`` and ``source(…)`` call with literal arguments in a text."""
    for match in _REFERENCE.finditer(str(text)):
        function, first, second, version = match.groups()
        if function == "ref" or second is not None:
            yield Reference(function, (first,) if second is None else (first, second), place, version)


class _Reader:
    def __init__(self, file: str, package: str) -> None:
        self._file = file
        self._package = package
        self._read = Properties()

    def read(self, document: Any) -> Properties:
        if document is None:
            return self._read
        if not isinstance(document, Mapping):
            self._problem(1, "should be a mapping with keys like `models:` and `sources:`")
            return self._read
        sections: dict[str, Callable[[Mapping], None]] = {
            "sources": self._source,
            "exposures": self._exposure,
            "semantic_models": self._semantic_model,
            "metrics": self._metric,
            "unit_tests": self._unit_test,
        }
        for section in _NODE_SECTIONS:
            for entry in self._entries(document, section):
                self._node(section, entry)
        for section, read_entry in sections.items():
            for entry in self._entries(document, section):
                read_entry(entry)
        return self._read

    def _problem(self, line: int, message: str) -> None:
        self._read.problems.append(Problem(ProblemKind.YAML, Location(self._file, line), message))

    def _entries(self, holder: Mapping, key: str) -> Iterator[Mapping]:
        """Yield the named entries of a list, and record any other entry as a problem."""
        items = holder.get(key)
        if items is None:
            return
        if not isinstance(items, Sequence):
            self._problem(holder.lines[key], f"`{key}` should be a list of entries with `name:`")
            return
        for item, line in zip(items, items.lines, strict=True):
            if not isinstance(item, Mapping) or item.get("name") is None:
                self._problem(line, f"this entry of `{key}` has no `name:`")
            else:
                yield item

    def _place(self, entry: Mapping, key: str = "name") -> Location:
        return Location(self._file, entry.lines.get(key, entry.line))

    # nodes and sources

    def _node(self, section: str, entry: Mapping) -> None:
        declaration, tests = self._declaration(entry)
        relation = next(references_in(entry.get("relation", ""), self._place(entry, "relation")), None)
        versions = []
        for version in _list(entry.get("versions")):
            if isinstance(version, Mapping) and "v" in version:
                versions.append(self._version(version, declaration))
        latest = entry.get("latest_version")
        if latest is None and versions:
            # As in dbt, the highest version is the latest if the model does not name one.
            latest = max((version for version, _, _ in versions), key=_version_order)
        latest = None if latest is None else str(latest)
        self._read.nodes.append(NodeEntry(section, declaration, tuple(tests), tuple(versions), latest, relation))

    def _version(self, entry: Mapping, base: Declaration) -> tuple[str, str, Declaration]:
        columns = dict(base.columns)
        for column in _list(entry.get("columns")):
            if not isinstance(column, Mapping):
                continue
            if "include" in column:
                left_out = {str(name).lower() for name in _list(column.get("exclude"))}
                columns = {name: known for name, known in columns.items() if name not in left_out}
            elif column.get("name") is not None:
                property_column = self._column(column)
                columns[property_column.name.lower()] = property_column
        place = Location(self._file, entry.line)
        config = {**base.config, **_mapping(entry.get("config"))}
        declaration = Declaration(base.name, place, base.description, columns, config)
        return str(entry["v"]), str(entry.get("defined_in") or ""), declaration

    def _declaration(self, entry: Mapping, config: dict[str, Any] | None = None) -> tuple[Declaration, list[Test]]:
        columns: dict[str, YamlColumn] = {}
        name = str(entry["name"])
        tests = self._tests(entry, name, None)
        entries = [(column, self._column(column)) for column in self._entries(entry, "columns")]
        spelled = Counter(declared.name.lower() for _, declared in entries)
        for column, declared in entries:
            low = declared.name.lower()
            key = (
                declared.name if spelled[low] > 1 and column.get("quote") else low
            )  # two columns may differ only in case
            if key in columns:
                self._problem(declared.place.line, f"column {declared.name} of {name} is declared twice")
            columns[key] = declared
            tests += self._tests(column, name, declared.name)
        merged = {**(config or {}), **_mapping(entry.get("config"))}
        if "enabled" in entry:
            merged.setdefault("enabled", entry["enabled"])
        return Declaration(name, self._place(entry), _text(entry, "description"), columns, merged), tests

    def _column(self, entry: Mapping) -> YamlColumn:
        return YamlColumn(
            str(entry["name"]).strip('"`'),
            self._place(entry),
            _text(entry, "description"),
            _text(entry, "data_type"),
        )

    def _source(self, entry: Mapping) -> None:
        source = str(entry["name"])
        config = dict(_mapping(entry.get("config")))
        if "enabled" in entry:
            config.setdefault("enabled", entry["enabled"])
        for table in self._entries(entry, "tables"):
            declaration, tests = self._declaration(table, config)
            self._read.sources.append(
                SourceEntry(
                    source,
                    declaration,
                    schema=_text(entry, "schema") or source,
                    database=_text(entry, "database") or _text(entry, "catalog"),
                    identifier=_text(table, "identifier") or declaration.name,
                    tests=tuple(tests),
                )
            )

    # tests

    def _tests(self, entry: Mapping, node: str, column: str | None) -> list[Test]:
        tests = []
        for key in ("tests", "data_tests"):
            items = entry.get(key)
            if items is None:
                continue
            if not isinstance(items, Sequence):
                self._problem(entry.lines[key], f"`{key}` of {node} should be a list")
                continue
            for item, line in zip(items, items.lines, strict=True):
                test = self._test(item, line, node, column)
                if test is None:
                    self._problem(line, f"this entry of `{key}` of {node} is not a test")
                else:
                    tests.append(test)
        return tests

    def _test(self, item: Any, line: int, node: str, column: str | None) -> Test | None:
        place = Location(self._file, line)
        arguments: Any = {}
        if isinstance(item, str):
            test = item
        elif isinstance(item, Mapping) and item:
            if "test_name" in item:
                test, arguments = str(item["test_name"]), {k: v for k, v in item.items() if k != "test_name"}
            else:
                test, arguments = next(iter(item.items()))
        else:
            return None
        arguments = _mapping(arguments)
        nested = arguments.get("arguments")
        if isinstance(nested, Mapping):
            arguments = {key: value for key, value in arguments.items() if key != "arguments"} | dict(nested)
        name = _text(arguments, "name") or "_".join(filter(None, (test.replace(".", "_"), node, column or "")))
        read = {key: value for key, value in arguments.items() if key not in _TEST_CONFIG}
        return Test(
            "generic",
            name,
            place,
            self._package,
            test=test,
            column=column or (_text(arguments, "column_name") or None),
            mentions=tuple(sorted(_words(read))),
            references=tuple(_references_of(read, place)),
            arguments=arguments,
        )

    def _unit_test(self, entry: Mapping) -> None:
        place = self._place(entry)
        model = _text(entry, "model")
        references = [(Reference("ref", (model,), place), None)] if model else []
        for fixture in _list(entry.get("given")):
            text = fixture.get("input", "") if isinstance(fixture, Mapping) else ""
            references += [(reference, None) for reference in references_in(text, place)]
        self._read.unit_tests.append(
            Test("unit", str(entry["name"]), place, self._package, references=tuple(references))
        )

    # exposures, semantic models and metrics

    def _exposure(self, entry: Mapping) -> None:
        place = self._place(entry)
        depends = entry.get("depends_on")
        owner = _mapping(entry.get("owner"))
        self._read.exposures.append(
            Exposure(
                str(entry["name"]),
                _text(entry, "type"),
                place,
                self._package,
                tuple(
                    reference
                    for item, line in _lined(depends)
                    for reference in references_in(item, Location(self._file, line))
                ),
                owner=_text(owner, "name") or _text(owner, "email"),
                description=_text(entry, "description"),
            )
        )

    def _semantic_model(self, entry: Mapping) -> None:
        place = self._place(entry, "model")
        fields = []
        for key, kind in (("entities", "entity"), ("dimensions", "dimension"), ("measures", "measure")):
            for item in self._entries(entry, key):
                name = str(item["name"])
                fields.append(SemanticField(kind, name, _text(item, "expr") or name, self._place(item)))
        self._read.semantic_models.append(
            SemanticModel(
                str(entry["name"]),
                self._place(entry),
                self._package,
                next(references_in(entry.get("model", ""), place), None),
                tuple(fields),
                _text(entry, "description"),
                entry,
            )
        )

    def _metric(self, entry: Mapping) -> None:
        self._read.metrics.append(
            Metric(
                str(entry["name"]),
                _text(entry, "type"),
                self._place(entry),
                self._package,
                tuple(_metric_inputs(_mapping(entry.get("type_params")))),
                _text(entry, "description"),
                entry,
            )
        )


def _metric_inputs(parameters: Any) -> Iterator[str]:
    """Yield the names of the measures and metrics in a metric's ``type_params``."""
    for key in ("measure", "numerator", "denominator", "base_measure", "conversion_measure"):
        value = parameters.get(key)
        if value is not None:
            yield str(value.get("name", "")) if isinstance(value, Mapping) else str(value)
    for key in ("metrics", "measures", "input_measures"):
        for item in _list(parameters.get(key)):
            yield str(item.get("name", "")) if isinstance(item, Mapping) else str(item)
    for key in ("conversion_type_params", "cumulative_type_params"):
        if isinstance(parameters.get(key), Mapping):
            yield from _metric_inputs(parameters[key])


def _references_of(arguments: Any, place: Location) -> Iterator[tuple[Reference, str | None]]:
    """Yield the relations in a test's arguments, each with the column named by ``field:`` if there is one."""
    field = str(arguments["field"]) if "field" in arguments else None
    for key, value in arguments.items():
        for reference in references_in(value, place):
            yield reference, field if key == "to" else None


def _words(value: Any) -> set[str]:
    if isinstance(value, str):
        return {word.lower() for word in _WORD.findall(value[:10_000])}
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set().union(*map(_words, items))


def _lined(items: Any) -> Iterator[tuple[Any, int]]:
    if isinstance(items, Sequence):
        yield from zip(items, items.lines, strict=True)


def _mapping(value: Any) -> Any:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(entry: Any, key: str) -> str:
    value = entry.get(key)
    return "" if value is None else str(value).strip()


def _version_order(version: str) -> tuple[bool, float, str]:
    """Return a sort key for versions that puts numbers before words."""
    return (False, float(version), "") if version.replace(".", "", 1).isdigit() else (True, 0.0, version)
