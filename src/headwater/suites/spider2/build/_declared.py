"""Reads what a project's YAML files declare about tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import yaml

from headwater.dbt import YamlError, read_yaml

_TESTS = ("tests", "data_tests")


def yaml_files(project: Path) -> Iterator[str]:
    """Yield the YAML files of the project's models, sorted by path."""
    for path in sorted((project / "models").rglob("*.y*ml")):
        yield path.relative_to(project).as_posix()


def declared_columns(project: Path, paths: Collection[str], tables: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the columns that the YAML files declare, keyed by table. Tables without declared columns are omitted."""
    by_lower_name = {name.lower(): name for name in tables}
    found = {}
    for path in paths:
        try:
            document = read_yaml((project / path).read_text(encoding="utf-8", errors="replace"))
        except YamlError:
            continue  # dbt cannot read such a file either
        for model in _entries(document, "models"):
            name = by_lower_name.get(str(model.get("name", "")).lower())
            columns = tuple(str(one["name"]) for one in _entries(model, "columns") if one.get("name"))
            if name and columns:
                found[name] = columns
    return found


def without_tests(text: str) -> str:
    """Return the text of a YAML file with its tests removed."""
    return yaml.safe_dump(_untested(yaml.safe_load(text)), sort_keys=False)


def _untested(value: Any) -> Any:
    match value:
        case dict():
            return {key: _untested(each) for key, each in value.items() if key not in _TESTS}
        case list():
            return [_untested(each) for each in value]
    return value


def _entries(value: Any, key: str) -> list[dict[str, Any]]:
    entries = value.get(key) if isinstance(value, dict) else None
    return [one for one in entries if isinstance(one, dict)] if isinstance(entries, list) else []
