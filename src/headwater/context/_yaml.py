"""Reads a safe, plain subset of YAML as data with line numbers.

Scalars follow YAML 1.2's core schema, so ``on``, ``no`` and ``NO`` are text. Anchors, aliases, tags, merge keys and
duplicate keys are refused, because they make YAML bombs or a silent loss of values possible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from headwater.errors import InvalidFileError

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MAX_CHARACTERS = 1 << 20
_MAX_DEPTH = 16
_INT = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}

YamlPath = tuple[str | int, ...]


@dataclass(frozen=True)
class YamlDocument:
    """A file's parsed value, and the line number (from 1) on which each node begins."""

    value: Any
    lines: Mapping[YamlPath, int]

    def line(self, place: YamlPath) -> int:
        """Return the line number of a node or, if it has none, of the nearest enclosing node."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


def parse_yaml(text: str, file: str) -> YamlDocument:
    """Parse one document.

    Raises:
        InvalidFileError: The text is not YAML or is outside the subset. The error names the line.
    """
    if len(text) > _MAX_CHARACTERS:
        raise InvalidFileError(f"is larger than {_MAX_CHARACTERS:,} characters", where=file, fix="split it")
    try:
        events = [event for event in yaml.parse(text, Loader=_LOADER) if not isinstance(event, _FRAMES)]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or getattr(error, "reason", "a character that YAML does not allow")
        line = mark.line + 1 if mark else 1
        raise InvalidFileError(str(problem), where=f"{file}:{line}", fix="correct the YAML") from None
    if not events:
        raise InvalidFileError("is empty", where=file, fix="write a semantic source")
    reader = _EventReader(file, iter(events))
    value = reader.read(next(reader.events), ())
    for extra in reader.events:
        raise reader.fault(extra, "holds a second document", "one file holds one source")
    return YamlDocument(value, reader.lines)


_FRAMES = (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentStartEvent, yaml.DocumentEndEvent)


class _EventReader:
    def __init__(self, file: str, events: Iterator[yaml.Event]) -> None:
        self.events = events
        self.lines: dict[YamlPath, int] = {}
        self._file = file

    def fault(self, event: yaml.Event, problem: str, fix: str = "") -> InvalidFileError:
        return InvalidFileError(problem, where=f"{self._file}:{_line(event)}", fix=fix)

    def read(self, event: yaml.Event, place: YamlPath) -> Any:
        self.lines.setdefault(place, _line(event))
        if len(place) > _MAX_DEPTH:
            raise self.fault(event, f"is nested more than {_MAX_DEPTH} levels deep")
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self.fault(event, "has an anchor or alias", "write the value out")
        if (tag := getattr(event, "tag", None)) not in (None, "!"):
            raise self.fault(event, f"has the tag {tag}", "leave it out")
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(place)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(place)
        assert isinstance(event, yaml.ScalarEvent)
        return event.value if event.style else _plain(event.value)

    def _mapping(self, place: YamlPath) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent) or event.anchor:
                raise self.fault(event, "has a key that is not text", "write a name")
            if event.value in found:
                raise self.fault(event, f"has {event.value} a second time", "keep one")
            self.lines[*place, event.value] = _line(event)
            found[event.value] = self.read(next(self.events), (*place, event.value))
        return found

    def _sequence(self, place: YamlPath) -> list[Any]:
        found: list[Any] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            found.append(self.read(event, (*place, len(found))))
        return found


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _plain(text: str) -> Any:
    if text.lower() in _WORDS and text in (text.lower(), text.capitalize(), text.upper()):
        return _WORDS[text.lower()]
    if _INT.fullmatch(text) and len(text) < 32:
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) and len(text) < 64 else text
