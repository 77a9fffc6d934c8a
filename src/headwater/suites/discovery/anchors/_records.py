"""Defines the records of anchors: numbers in notebooks that a small program can recompute from files."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Operation(BaseModel):
    """A step of a slice.

    Attributes:
        name: The name of a function such as ``groupby``, or else ``filter``, ``compute`` or ``element``.
        text: The arguments or the condition as Python code.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    text: str = ""


class Anchor(BaseModel):
    """A number in a cell's output that a slice of the notebook recomputes.

    Attributes:
        notebook: The notebook's file name without the extension.
        cell: The position of the cell among all cells, from 1.
        shown: The number as the cell shows it.
        value: The number that the slice prints, in full precision.
        expression: The expression that the slice prints at its end.
        slice: The smallest program that reads ``/data/<dataset>/<path>`` and prints the number.
        files: The files that it reads, as ``<dataset>/<path>``, sorted.
        operations: The steps in the order of computation.
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
    """The reason why a number in a cell's output is not an anchor."""

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
        numbers: How many numbers its cells show.
        dropped: How many of these numbers are not anchors, keyed by reason.
        problem: The reason why some cells did not run. Empty if all ran.
    """

    model_config = ConfigDict(frozen=True)

    format: Literal[1] = 1
    notebook: str
    numbers: int = 0
    anchors: tuple[Anchor, ...] = ()
    dropped: Mapping[Reason, int] = Field(default_factory=dict)
    problem: str = ""
