"""Reads keys and values of configuration files: JSON, TOML, YAML, INI and `.env`."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from headwater.grading.code._source import CODE_LIMIT, Language

_YAML_PAIR = re.compile(r"""([ ]*)(?:-[ ]+)*(?P<q>["']?)(?P<key>[\w.\-/]{1,100})(?P=q)[ ]*:(?:[ ]+(?P<value>.*))?$""")
_YAML_ENV = re.compile(r"""[ ]*-[ ]+["']?(?P<key>[A-Z][A-Z0-9_]{0,100})=(?P<value>[^"']*)["']?[ ]*$""")
_INI_PAIR = re.compile(r"""[ \t]*(?:export[ ]+)?(?P<key>[\w.\-]{1,100})[ \t]*[=:](?P<value>.*)$""")
# Escaped keys do not occur literally in the text, and searching for many of them takes quadratic time.
_MAX_MISSES = 50
_BLOCK = re.compile(r"[|>][+\-\d]{0,2}$")


@dataclass(frozen=True)
class ConfigEntry:
    """A key and its value, which is a string."""

    line: int
    key: str
    value: str


@dataclass(frozen=True)
class YamlLine:
    """A line of YAML that has a key. The value keeps its quotes but not its comment."""

    number: int
    key: str
    value: str


def entries(language: Language, text: str) -> list[ConfigEntry]:
    """Return the keys and string values of a file, or nothing if the file is too large or does not parse."""
    if len(text) > CODE_LIMIT:
        return []  # this is data, not configuration
    match language:
        case Language.JSON:
            return _nested(_json(text), text)
        case Language.TOML:
            return _nested(_toml(text), text)
        case Language.YAML:
            return [ConfigEntry(line.number, line.key, _unquoted(line.value)) for line in yaml_lines(text)]
        case Language.INI:
            return list(_ini(text))
        case _:
            return []


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _toml(text: str) -> Any:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None


def _nested(value: Any, text: str) -> list[ConfigEntry]:
    """Return the entries of nested values, without recursion.

    A key's line number is that of its first occurrence after the previous key.
    """
    found: list[tuple[str, str]] = []
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        key, item = waiting.pop()
        if isinstance(item, dict):
            waiting.extend(reversed([(str(name), inner) for name, inner in item.items()]))
        elif isinstance(item, list):
            waiting.extend((key, inner) for inner in reversed(item))
        elif isinstance(item, str):
            found.append((key, item))
    return list(_located(found, text))


def _located(pairs: list[tuple[str, str]], text: str) -> Iterator[ConfigEntry]:
    at, line, missed = 0, 1, 0
    for key, value in pairs:
        place = text.find(key, at) if missed < _MAX_MISSES else -1
        if place >= 0:
            line += text.count("\n", at, place)
            at = place
        missed += place < 0
        yield ConfigEntry(line, key, value)


def _ini(text: str) -> Iterator[ConfigEntry]:
    for number, line in enumerate(text.splitlines(), start=1):
        if (match := _INI_PAIR.match(line)) and not line.lstrip().startswith(("#", ";", "[")):
            yield ConfigEntry(number, match["key"], _unquoted(_without_comment(match["value"])))


def yaml_lines(text: str) -> Iterator[YamlLine]:
    """Yield the lines that have keys, except those inside block scalars and multi-line quoted strings."""
    block: int | None = None
    quote = ""
    for number, line in enumerate(text.splitlines(), start=1):
        indent = len(line) - len(line.lstrip(" "))
        if quote:
            quote = "" if line.rstrip().endswith(quote) else quote
            continue
        if block is not None and (not line.strip() or indent > block):
            continue
        block = None
        match = _YAML_PAIR.match(line) or _YAML_ENV.match(line)
        if match is None or line.lstrip().startswith("#"):
            continue
        value = _without_comment(match["value"] or "")
        if _BLOCK.search(value) and len(value) < 4:
            block = indent
        quote = _left_open(value)
        yield YamlLine(number, match["key"], value)


def _left_open(value: str) -> str:
    """Return the quote that a value opens on its line and does not close there, or an empty string."""
    if value[:1] in ("'", '"') and (len(value) == 1 or not value.endswith(value[0])):
        return value[0] if value.count(value[0]) == 1 else ""
    return ""


def _without_comment(value: str) -> str:
    value = value.strip()
    if value[:1] in ("'", '"') and (end := value.find(value[0], 1)) > 0:
        return value[: end + 1] if value[end + 1 :].lstrip().startswith("#") else value
    if value.startswith("#"):
        return ""
    return re.split(r"[ \t]#", value, maxsplit=1)[0].rstrip()


def _unquoted(value: str) -> str:
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"" else value
