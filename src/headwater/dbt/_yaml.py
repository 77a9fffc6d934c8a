"""Reads YAML as data with line numbers, safely and within bounds.

This module builds values from the events of PyYAML's C parser, so that every mapping and list records its line. An
alias shares the value of its anchor. Alias bombs are refused, because the size of the document with all aliases
expanded is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from headwater.errors import InvalidFileError

MAX_BYTES = 4_000_000
_MAX_DEPTH = 60
_MAX_SIZE = 500_000
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_INT = re.compile(r"[-+]?[0-9][0-9_]*$")
_FLOAT = re.compile(r"[-+]?(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)(?:[eE][-+][0-9]+)?$")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"), True),
    **dict.fromkeys(("false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"), False),
}


class YamlError(InvalidFileError):
    """The text is not YAML, or is too large.

    Attributes:
        line: The line number, counted from 1.
    """

    def __init__(self, what: str, *, where: object = "", fix: str = "", line: int = 1) -> None:
        super().__init__(what, where=where, fix=fix)
        self.line = line


class Mapping(dict[str, Any]):
    """A mapping that records line numbers. Its keys are strings.

    Attributes:
        line: The line number of the mapping's first key.
        lines: The line number of each key.
    """

    __slots__ = ("line", "lines")

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}


class Sequence(list[Any]):
    """A list that records the line number of each item."""

    __slots__ = ("lines",)

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []


def read_yaml(text: str) -> Any:
    """Parse the first document into `Mapping`, `Sequence`, strings, numbers, booleans and None.

    Raises:
        YamlError: The text does not parse, is nested deeper than 60 levels, or expands to more than 500,000 values.
    """
    if len(text) > MAX_BYTES:
        raise YamlError(f"larger than {MAX_BYTES:,} characters")
    try:
        return _ValueBuilder(yaml.parse(text, Loader=_LOADER)).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise YamlError(error.problem or "not YAML", line=mark.line + 1 if mark else 1) from None
    except yaml.YAMLError as error:
        raise YamlError(str(error).splitlines()[0]) from None


class _ValueBuilder:
    def __init__(self, events: Iterator[Any]) -> None:
        self._events = events
        self._anchors: dict[str, tuple[Any, int]] = {}

    def document(self) -> Any:
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                return self._value(next(self._events), 0)[0]
        return None

    def _value(self, event: Any, depth: int) -> tuple[Any, int]:
        """Return a value, and the number of values that it contains once all aliases are expanded."""
        kind = type(event)
        if kind is yaml.ScalarEvent:
            value = event.value if event.style or not event.implicit[0] else _plain(event.value)
            size = 1
        elif kind is yaml.AliasEvent:
            return self._alias(event, depth)
        else:
            if depth > _MAX_DEPTH:
                raise YamlError(f"nests deeper than {_MAX_DEPTH} levels", line=event.start_mark.line + 1)
            value, size = (self._mapping if kind is yaml.MappingStartEvent else self._sequence)(event, depth)
            if size > _MAX_SIZE:
                raise YamlError(f"expands to more than {_MAX_SIZE:,} values", line=event.start_mark.line + 1)
        if event.anchor:
            self._anchors[event.anchor] = (value, size)
        return value, size

    def _alias(self, event: Any, depth: int) -> tuple[Any, int]:
        if event.anchor not in self._anchors:  # the anchor does not exist or contains itself
            raise YamlError(f"*{event.anchor}: no such anchor before it", line=event.start_mark.line + 1)
        value, size = self._anchors[event.anchor]
        if depth + _height(value, _MAX_DEPTH) > _MAX_DEPTH:
            raise YamlError(f"nests deeper than {_MAX_DEPTH} levels", line=event.start_mark.line + 1)
        return value, size

    def _mapping(self, start: Any, depth: int) -> tuple[Mapping, int]:
        mapping = Mapping(start.start_mark.line + 1)
        merged: list[Any] = []
        size = 1
        for event in self._events:
            if type(event) is yaml.MappingEndEvent:
                break
            line = event.start_mark.line + 1
            key, key_size = self._value(event, depth + 1)
            value, value_size = self._value(next(self._events), depth + 1)
            size += key_size + value_size
            if key == "<<":
                merged.append(value)
                continue
            name = event.value if type(event) is yaml.ScalarEvent else str(key)[:200]
            mapping[name] = value
            mapping.lines[name] = line
        for value in merged:
            _merge(mapping, value)
        return mapping, size

    def _sequence(self, _start: Any, depth: int) -> tuple[Sequence, int]:
        sequence = Sequence()
        size = 1
        for event in self._events:
            if type(event) is yaml.SequenceEndEvent:
                break
            value, value_size = self._value(event, depth + 1)
            sequence.append(value)
            sequence.lines.append(event.start_mark.line + 1)
            size += value_size
        return sequence, size


def _height(value: Any, limit: int) -> int:
    """Return the nesting depth of a value, up to ``limit``. Each value is visited once per level."""
    level, height = [value], 0
    while level and height <= limit:
        inner = {id(item): item for container in level for item in _items(container) if isinstance(item, dict | list)}
        level, height = list(inner.values()), height + 1
    return height


def _items(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _merge(mapping: Mapping, value: Any) -> None:
    for other in value if isinstance(value, list) else [value]:
        if isinstance(other, Mapping):
            for key, item in other.items():
                if key not in mapping:
                    mapping[key] = item
                    mapping.lines[key] = other.lines[key]


def _plain(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    first = text[0]
    if first in "+-.0123456789" and len(text) < 40:
        if _INT.match(text):
            return int(text.replace("_", ""))
        if _FLOAT.match(text):
            return float(text.replace("_", ""))
    return text
