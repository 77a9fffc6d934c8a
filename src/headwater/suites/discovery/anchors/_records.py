"""Defines the records of anchors: numbers of notebooks that a small program computes from files."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Operation(BaseModel):
    """A step of a slice.

    Attributes:
        name: The function, such as ``groupby``, or ``filter``, ``compute`` or ``element``.
        text: Its arguments, or its condition, as Python code.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    text: str = ""


class Anchor(BaseModel):
    """A number in the output of a cell that its slice computes again.

    Attributes:
        notebook: The file name without the extension.
        cell: The position of its cell among all cells, from 1.
        shown: The number as the cell shows it.
        value: The number that the slice prints, with all digits.
        expression: The expression that the slice prints at its end.
        slice: The smallest program: it reads ``/data/<dataset>/<path>`` and prints the number.
        files: ``<dataset>/<path>`` of each file that it needs, sorted.
        operations: The steps in the order in which they are computed.
    """

    model_config = ConfigDict(frozen=True)

    notebook: str
    cell: int
    shown: str
    value: int | float
    expression: str
    slice: str
    files: tuple[str, ...]
    operations: tuple[Operation, ...]


class Reason(StrEnum):
    """The reason why a number in the output of a cell is not an anchor."""

    NO_VALUE = "is not the value of an expression"
    TRIVIAL = "is 0, 1, -1 or a year"
    NO_FILE = "comes from no file"
    UNKNOWN_FILES = "comes from files that its code does not name"
    COPIED = "is in the data as it is"
    SIZE = "is the size of a file as it is"
    MANY = "is one of many of its expression"
    DUPLICATE = "is an anchor already"
    FAILED = "its slice does not run alone"
    UNSTABLE = "its slice gives another number"


class NotebookAnchors(BaseModel):
    """The anchors of a notebook.

    Attributes:
        numbers: The number of numbers that its cells show.
        dropped: The number of those that are no anchors, by reason.
        problem: Why some cells have not run; empty if all have.
    """

    model_config = ConfigDict(frozen=True)

    format: Literal[1] = 1
    notebook: str
    numbers: int = 0
    anchors: tuple[Anchor, ...] = ()
    dropped: Mapping[Reason, int] = Field(default_factory=dict)
    problem: str = ""
