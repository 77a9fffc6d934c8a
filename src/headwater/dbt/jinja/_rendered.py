"""Defines the result of rendering a template."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from headwater.dbt._problems import Problem
from headwater.dbt._resources import Reference
from headwater.dbt.jinja._sandbox import LineMap


@dataclass(slots=True)
class Rendered:
    """The result of rendering a template.

    Attributes:
        sql: The rendered text. Empty if rendering failed.
        lines: Maps offsets in ``sql`` to lines of the template.
        config: The configuration that the template sets with ``config(…)``.
        references: The references in the template, each with the unique id of its node, or with None if the node does
            not exist.
        relations: The unique ids of relations, keyed by their lower-case names in ``sql``.
        introspected: The columns of nodes that macros requested. The text depends on these columns.
        macros: The unique ids of the macros that were called.
        problems: The guesses that rendering had to make, or the error that stopped it.
        failed: Whether an error stopped the rendering. ``sql`` is then empty.
    """

    sql: str = ""
    lines: LineMap | None = None
    config: dict[str, Any] = field(default_factory=dict)
    references: list[tuple[Reference, str | None]] = field(default_factory=list)
    relations: dict[str, str] = field(default_factory=dict)
    introspected: dict[str, tuple[str, ...]] = field(default_factory=dict)
    macros: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    failed: bool = False
