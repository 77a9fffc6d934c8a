"""Edits Headwater's entry in agents' configuration files."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from headwater.context.install._targets import NAME, is_ours
from headwater.errors import AlreadyExistsError, InvalidFileError

_BEGIN = "# headwater context: begin"
_END = "# headwater context: end"
_BLOCK = re.compile(rf"\n?{_BEGIN}\n.*?{_END}\n", re.DOTALL)


def with_entry(file: str, text: str | None, section: str, entry: Mapping[str, Any]) -> str:
    """Return the file's text with Headwater's entry added, or unchanged if an entry with this name exists.

    Raises:
        UserError: The text cannot be changed without loss.
    """
    data = _parsed(file, text or "", section, entry)
    if NAME in _servers(file, data, section):
        return text or ""
    if file.endswith(".toml"):
        begun_text = text if not text or text.endswith("\n") else f"{text}\n"
        gap = "\n" if begun_text else ""
        added = f"{begun_text or ''}{gap}{_BEGIN}\n{_as_toml(section, entry)}{_END}\n"
        _parsed(file, added, section, entry)
        return added
    data.setdefault(section, {})[NAME] = dict(entry)
    return _as_json(data, text)


def entry_in(file: str, text: str, section: str) -> object:
    """Return the entry that a file has under the server's name."""
    return _servers(file, _parsed(file, text, section, {}), section).get(NAME)


def without_entry(file: str, text: str, section: str) -> str | None:
    """Return the file's text without Headwater's entry, or None if the file would then be empty.

    Raises:
        UserError: The text cannot be changed without loss.
    """
    data = _parsed(file, text, section, {})
    servers = _servers(file, data, section)
    if not is_ours(servers.get(NAME)):
        return text
    if file.endswith(".toml"):
        remaining_text = _BLOCK.sub("", text)
        if NAME in _servers(file, _parsed(file, remaining_text, section, {}), section):
            raise AlreadyExistsError(
                f"[{section}.{NAME}] was not written by this command", where=file, fix="remove it by hand"
            )
        return remaining_text if remaining_text.strip() else None
    del servers[NAME]
    if not servers:
        del data[section]
    return _as_json(data, text) if data else None


def _servers(file: str, data: Mapping[str, Any], section: str) -> dict[str, Any]:
    servers = data.get(section, {})
    if not isinstance(servers, dict):
        raise InvalidFileError(f"{section} should map names to servers", where=file, fix="correct it")
    return servers


def _parsed(file: str, text: str, section: str, entry: Mapping[str, Any]) -> dict[str, Any]:
    try:
        if file.endswith(".toml"):
            return tomllib.loads(text)
        data = json.loads(text or "{}", object_pairs_hook=_unique)
    except ValueError as error:
        by_hand = f"; or add by hand, below {section}: {json.dumps({NAME: entry})}" if entry else ""
        raise InvalidFileError(f"cannot be read ({error})", where=file, fix=f"correct it{by_hand}") from None
    if not isinstance(data, dict):
        raise InvalidFileError("should be a JSON object", where=file, fix="correct it")
    return data


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key occurs twice")
    return found


def _as_json(data: Mapping[str, Any], before: str | None) -> str:
    """Return data as JSON, indented like the earlier text."""
    indent = re.search(r"^\{\s*\n([ \t]+)", before or "")
    return json.dumps(data, indent=indent[1] if indent else 2, ensure_ascii=False) + "\n"


def _as_toml(section: str, entry: Mapping[str, Any]) -> str:
    """Return an entry as TOML. It contains strings and lists of strings, whose JSON notation is valid in TOML."""
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items()]
    return "\n".join([f"[{section}.{NAME}]", *lines, ""])
