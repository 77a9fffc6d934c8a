"""What is wrong with a project, one line each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """Where something stands.

    Attributes:
        file: Relative to the project's folder, with forward slashes.
        line: From 1.
    """

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class ProblemKind(StrEnum):
    """What kind of thing is wrong."""

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
    """Something that could not be read or does not fit, and where.

    Attributes:
        node: Unique id of the node that it belongs to, where it is one node's.
    """

    kind: ProblemKind
    place: Location
    message: str
    node: str | None = None

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"
