"""The tests that property files declare, to see whether one has gone."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from headwater.context.dbt._yaml import YamlError, read_yaml

_NO_PART = ("description",)


def lost_tests(shipped: Iterable[str], left: Mapping[str, str]) -> list[str]:
    """Say which tests are declared in shipped texts and no longer, or otherwise, in what is left, by path.

    A file that is left and is no YAML is said as well. The order of entries and what documents them do not count.
    """
    lost: Counter[tuple[str, str]] = Counter()
    for text in shipped:
        lost.update(_declared(read_yaml(text)))
    unread = []
    for path, text in left.items():
        try:
            lost.subtract(_declared(read_yaml(text)))
        except YamlError as error:
            unread.append(f"{path}:{error.line}: {error}")
    return [*unread, *sorted({where for (where, _), count in lost.items() if count > 0})]


def _declared(document: Any) -> Iterator[tuple[str, str]]:
    """Yield where each test is and what it says, its parts in one order."""
    given = document if isinstance(document, Mapping) else {}
    for section in ("models", "seeds", "snapshots"):
        for entry in _mappings(given.get(section)):
            yield from _of_relation(f"tests of {entry.get('name')}", entry)
    for source in _mappings(given.get("sources")):
        for table in _mappings(source.get("tables")):
            yield from _of_relation(f"tests of {source.get('name')}/{table.get('name')}", table)
    for section in ("unit_tests", "data_tests"):
        for entry in _mappings(given.get(section)):
            yield f"{section} {entry.get('name')}", _canonical(entry)


def _of_relation(where: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield from _of_one(where, entry)
    for column in _mappings(entry.get("columns")):
        yield from _of_one(f"{where}/{column.get('name')}", column)


def _of_one(where: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key in ("data_tests", "tests"):
        items = entry.get(key)
        for item in items if isinstance(items, list) else ():
            yield where, _canonical(item)


def _canonical(item: Any) -> str:
    if isinstance(item, str):
        item = {item: {}}
    if isinstance(item, Mapping):
        item = {key: _undocumented(value) for key, value in item.items() if key not in _NO_PART}
    return json.dumps(item, sort_keys=True, default=str)


def _undocumented(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: each for key, each in value.items() if key not in _NO_PART}
    return value or {}


def _mappings(items: Any) -> Iterator[Mapping[str, Any]]:
    for item in items if isinstance(items, list) else ():
        if isinstance(item, Mapping):
            yield item
