"""Reads a notebook as one program that consists of its cells' statements, in order."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from headwater.suites.discovery.lake import Cell, python_of
from headwater.suites.discovery.targets import parse_code


@dataclass(frozen=True)
class Statement:
    """A top-level statement of a cell.

    Attributes:
        cell: The cell's number.
        source: The statement's source code, if it is valid Python on its own.
        is_last: Whether it is its cell's last statement, whose value a notebook displays.
    """

    cell: int
    node: ast.stmt
    source: str
    is_last: bool = False


def statements_of(cells: Sequence[Cell]) -> tuple[Statement, ...]:
    """Parse the cells of a notebook. A cell that is not Python yields no statements."""
    return tuple(statement for cell in cells for statement in _of_cell(cell))


def _of_cell(cell: Cell) -> list[Statement]:
    text = python_of(cell.source)
    nodes = parse_code(text).body
    return [
        Statement(cell.number, node, _source(text, node), is_last=node is nodes[-1])
        for node in nodes
        if not isinstance(node, ast.Pass)
    ]


def _source(text: str, node: ast.stmt) -> str:
    segment = ast.get_source_segment(text, node)
    return segment if segment and not getattr(node, "decorator_list", None) else ast.unparse(node)
