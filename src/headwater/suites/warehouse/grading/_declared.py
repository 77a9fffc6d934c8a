"""Compares the tests and columns that property files declare, to find missing ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from headwater.dbt import YamlError, read_yaml
from headwater.suites.warehouse.judge._records import Columns

_NO_PART = ("description",)
_Where = tuple[str, ...]
"""The kind of a test, and the names of the nodes and columns on which it is declared."""


def lost_tests(shipped: Iterable[str], current: Mapping[str, str]) -> list[str]:
    """Return the tests that the shipped texts declare and that the agent's texts omit or change, keyed by path.

    Files by the agent that are not valid YAML are reported as well. Order and documentation are ignored.
    """
    lost: Counter[tuple[_Where, Hashable]] = Counter()
    for text in shipped:
        lost.update(_declared(read_yaml(text)))
    unread = []
    for path, text in current.items():
        try:
            lost.subtract(_declared(read_yaml(text)))
        except YamlError as error:
            unread.append(f"{path}:{error.line}: {error}")
    places = {f"{kind} {'/'.join(names)}" for ((kind, *names), _), count in lost.items() if count > 0}
    return [*unread, *sorted(places)]


def undocumented(columns: Mapping[str, Columns], texts: Iterable[str]) -> list[str]:
    """Return new columns that no text lists, and removed columns that a text still lists, with their relations.

    A file that is not valid YAML lists no columns.
    """
    columns_by_table: dict[tuple[str, str], set[str]] = {}
    for text in texts:
        with suppress(YamlError):
            for kind, name, names in _columns_in_yaml(read_yaml(text)):
                columns_by_table.setdefault((kind, name), set()).update(names)
    problems = []
    for uid, other in columns.items():
        kind, *_, name = uid.split(".")
        listed_columns = columns_by_table.get((kind, name), set())
        problems += [
            f"{name}.{column} is new and not in its YAML"
            for column in other.added
            if column.lower() not in listed_columns
        ]
        problems += [
            f"{name}.{column} is gone and still in its YAML"
            for column in other.dropped
            if column.lower() in listed_columns
        ]
    return problems


def _columns_in_yaml(document: Any) -> Iterator[tuple[str, str, set[str]]]:
    content = document if isinstance(document, Mapping) else {}
    for kind in ("model", "seed", "snapshot"):
        for entry in _mappings(content.get(f"{kind}s")):
            yield kind, _name(entry), {_name(column).lower() for column in _mappings(entry.get("columns"))}


def _declared(document: Any) -> Iterator[tuple[_Where, Hashable]]:
    """Yield the location and the canonical content of each test.

    Content is never joined or copied, because YAML aliases can expand a small file to any size.
    """
    content = document if isinstance(document, Mapping) else {}
    for section in ("models", "seeds", "snapshots"):
        for entry in _mappings(content.get(section)):
            yield from _of_relation(("tests of", _name(entry)), entry)
    for source in _mappings(content.get("sources")):
        for table in _mappings(source.get("tables")):
            yield from _of_relation(("tests of", _name(source), _name(table)), table)
    for section in ("unit_tests", "data_tests"):
        for entry in _mappings(content.get(section)):
            yield (section, _name(entry)), _canonical(entry)


def _of_relation(where: _Where, entry: Mapping[str, Any]) -> Iterator[tuple[_Where, Hashable]]:
    yield from _of_one(where, entry)
    for column in _mappings(entry.get("columns")):
        yield from _of_one((*where, _name(column)), column)


def _of_one(where: _Where, entry: Mapping[str, Any]) -> Iterator[tuple[_Where, Hashable]]:
    for key in ("data_tests", "tests"):
        items = entry.get(key)
        for item in items if isinstance(items, list) else ():
            yield where, _canonical(item)


def _name(entry: Mapping[str, Any]) -> str:
    name = entry.get("name")
    return name if isinstance(name, str) else ""


def _canonical(item: Any) -> Hashable:
    if isinstance(item, str):
        item = {item: {}}
    if isinstance(item, Mapping):
        item = {key: _undocumented(value) for key, value in item.items() if key not in _NO_PART}
    return _frozen(item)


def _frozen(value: Any) -> Hashable:
    if isinstance(value, Mapping):
        return frozenset((key, _frozen(each)) for key, each in value.items())
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return type(value), value  # true and 1 must differ


def _undocumented(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: each for key, each in value.items() if key not in _NO_PART}
    return value or {}


def _mappings(items: Any) -> Iterator[Mapping[str, Any]]:
    for item in items if isinstance(items, list) else ():
        if isinstance(item, Mapping):
            yield item
