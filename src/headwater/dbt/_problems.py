"""Defines the problems that a project can have. Each problem is one line of text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A line of a file.

    Attributes:
        file: The path relative to the project's folder, with forward slashes.
        line: The line number, counted from 1.
    """

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class ProblemKind(StrEnum):
    """The kind of a problem."""

    FILE = "file"
    YAML = "yaml"
    JINJA = "jinja"
    SQL = "sql"
    MACRO = "missing_macro"
    VARIABLE = "missing_variable"
    REF = "dangling_ref"
    SOURCE = "dangling_source"
    MODEL = "missing_model"
    DUPLICATE = "duplicate"
    CYCLE = "cycle"
    PACKAGE = "missing_package"
    WAREHOUSE = "needs_warehouse"


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of the project that could not be read or is inconsistent, with its location.

    Attributes:
        node: The unique id of the node, if the problem concerns one node.
    """

    kind: ProblemKind
    place: Location
    message: str
    node: str | None = None

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"
