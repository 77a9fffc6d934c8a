"""Accepted questions, as they are committed: one folder each, with `task.toml` and the reference program."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import Field, ValidationError

from headwater.errors import InvalidFileError
from headwater.records import Gate, Tier
from headwater.records._base import Record
from headwater.records.task import Line, Slug

_TASKS = Path(__file__).parent / "tasks"
CONFIG, PROGRAM = "task.toml", "program.py"


class LookAlike(Record):
    """A file that could be taken for a target."""

    path: str
    target: str = Field(alias="for")
    why: Line


class CounterfeitSource(Record):
    """A wrong answer: the reference program on other files or with another text, or other words for the same value."""

    name: Slug
    gate: Gate = Gate.CORRECT
    why: Line
    replace: dict[str, str] = Field(default_factory=dict)
    edit: tuple[tuple[str, str], ...] = ()
    answer: str = ""


class TaskSource(Record):
    """One accepted question."""

    id: Slug
    title: Line
    community: Slug
    tier: Tier
    question: str
    guidelines: str
    answer: str
    targets: tuple[str, ...] = Field(min_length=1)
    notebook: str = ""
    cell: int | None = None
    lookalike: tuple[LookAlike, ...] = ()
    counterfeit: tuple[CounterfeitSource, ...] = ()
    program: str = ""


def read_source(folder: Path) -> TaskSource:
    """Read one folder.

    Raises:
        InvalidFileError: A field is wrong; names it.
    """
    path = folder / CONFIG
    try:
        source = TaskSource.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except ValidationError as error:
        first = error.errors()[0]
        raise InvalidFileError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}", where=path) from None
    return source.model_copy(update={"program": (folder / PROGRAM).read_text(encoding="utf-8")})


def committed_sources() -> list[TaskSource]:
    """Read the questions that are part of Headwater, sorted by community and name.

    Raises:
        InvalidFileError: A field of one is wrong; names it.
    """
    return [read_source(path.parent) for path in sorted(_TASKS.glob(f"*/*/{CONFIG}"))]
