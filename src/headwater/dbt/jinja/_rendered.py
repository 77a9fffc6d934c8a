"""What a template renders to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from headwater.dbt._problems import Problem
from headwater.dbt._resources import Reference
from headwater.dbt.jinja._sandbox import LineMap


@dataclass(slots=True)
class Rendered:
    """What a template renders to.

    Attributes:
        sql: Whatever could be rendered; empty where nothing could.
        lines: From places of ``sql`` to lines of the template.
        config: What the template itself says in ``config(…)``.
        references: What it refers to, with the node's unique id, or None where that does not exist.
        relations: Unique ids by the name, in lower case, that stands for them in ``sql``.
        introspected: Columns of nodes that macros asked for: the text depends on them.
        macros: Unique ids of macros that were called.
        problems: What had to be guessed, or stopped it.
        failed: Whether it was stopped: ``sql`` is then empty.
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
