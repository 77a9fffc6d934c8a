"""Anchors: numbers of notebooks that a program of its own computes from files."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Operation(BaseModel):
    """A step of a slice.

    Attributes:
        name: Of the function, such as ``groupby``; or ``filter``, ``compute`` or ``element``.
        text: Its arguments, or its condition, as Python writes them.
    """

    model_config = ConfigDict(frozen=True)

    name: str
    text: str = ""


class Anchor(BaseModel):
    """A number in the output of a cell that its slice computes again.

    Attributes:
        notebook: The name of its file, without the extension.
        cell: The place of its cell among all cells, from 1.
        shown: The number as the cell shows it.
        value: The number that the slice prints, with all digits.
        expression: What the slice prints at its end.
        slice: The smallest program: it reads ``/data/<dataset>/<path>`` and prints the number.
        files: ``<dataset>/<path>`` of each file that it needs, sorted.
        operations: In the order in which they are computed.
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
    """Why a number in the output of a cell is no anchor."""

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


class Found(BaseModel):
    """What a notebook has.

    Attributes:
        numbers: How many numbers its cells show.
        dropped: How many of them are no anchors, by reason.
        problem: Why not all of its cells have run; empty if they have.
    """

    model_config = ConfigDict(frozen=True)

    format: Literal[1] = 1
    notebook: str
    numbers: int = 0
    anchors: tuple[Anchor, ...] = ()
    dropped: Mapping[Reason, int] = Field(default_factory=dict)
    problem: str = ""
