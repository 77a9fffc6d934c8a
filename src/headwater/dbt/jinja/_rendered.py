"""Models the result of rendering a template."""

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
        sql: The rendered text; empty if rendering failed.
        lines: Maps offsets in ``sql`` to lines of the template.
        config: The configuration in the template's own ``config(…)``.
        references: Its references, each with the unique id of the node, or None if that does not exist.
        relations: Unique ids by the names in ``sql``, in lower case.
        introspected: The columns of nodes that macros requested; the text depends on them.
        macros: Unique ids of macros that were called.
        problems: Guesses that rendering had to make, or the error that stopped it.
        failed: Whether an error stopped it; ``sql`` is empty then.
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
