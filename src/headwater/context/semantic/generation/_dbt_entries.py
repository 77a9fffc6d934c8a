"""Defines what the translations of dbt's semantic models and metrics share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from headwater.context.semantic._model import SemanticSource
from headwater.dbt import Location, SemanticModel


@dataclass
class Translation:
    """Sources under construction, and the parts that could not be translated (``file:line: what, and why``)."""

    sources: dict[str, SemanticSource] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    def leave(self, place: Location, what: str, why: object) -> None:
        self.left_out.append(f"{place}: {what}: {why}")


def entities(model: SemanticModel) -> Iterator[tuple[str, str, str]]:
    for each in items(model.entry, "entities"):
        name = str(each["name"])
        yield name, str(each.get("type")), str(each.get("expr") or name)


def items(entry: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    items = entry.get(key)
    return [each for each in items if isinstance(each, Mapping) and each.get("name")] if isinstance(items, list) else []


def line(error: Exception) -> str:
    """Return an error in one line. Pydantic's own text has several lines."""
    return str(error.errors()[0]["msg"]) if isinstance(error, ValidationError) else str(error).splitlines()[0]
