"""Parses the blocks that dbt adds to Jinja. Tests become macros, one snapshot is rendered, and the rest is omitted."""

from __future__ import annotations

from typing import Any

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser


class DbtBlocks(Extension):
    """Parses ``test``, ``data_test``, ``materialization``, ``snapshot`` and ``docs`` blocks."""

    tags = {"test", "data_test", "materialization", "snapshot", "docs"}  # noqa: RUF012 - Jinja's interface

    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        """Parse one block, whose tag is the current token."""
        tag = next(parser.stream)
        if tag.value in ("test", "data_test"):
            return self._test(parser, tag.lineno, tag.value)
        name = parser.stream.current.value
        while parser.stream.current.type not in ("block_end", "eof"):
            next(parser.stream)
        body = parser.parse_statements((f"name:end{tag.value}",), drop_needle=True)
        snapshot_name = getattr(self.environment, "snapshot", None)
        return body if tag.value == "snapshot" and name == snapshot_name else []

    def _test(self, parser: Parser, line: int, tag: str) -> nodes.Node:
        name: Any = parser.parse_assign_target(name_only=True)
        node = nodes.Macro(lineno=line)
        node.name = f"test_{name.name}"
        parser.parse_signature(node)
        node.body = parser.parse_statements((f"name:end{tag}",), drop_needle=True)
        return node
