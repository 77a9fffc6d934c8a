"""Reads the suite's committed tasks. Each task is a folder with ``task.toml`` and the reference program."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from headwater.errors import InvalidTaskError, NotFoundError, access_error
from headwater.untrusted import one_line

TASKS = Path(__file__).parent / "tasks"
PROGRAM = "program.py"
_FILE = "task.toml"
_LEAST_COUNTERFEITS = 4
_DATA = "/data/"


def _is_path_in_lake(path: str) -> str:
    parts = PurePosixPath(path).parts
    if len(parts) < 2 or path.startswith("/") or ".." in parts or "/".join(parts) != path:
        raise ValueError(f"{path!r} is not <dataset>/<path>")
    return path


LakePath = Annotated[str, AfterValidator(_is_path_in_lake)]
"""A file below ``datasets`` in a lake, which agents find below ``/data``."""
Text = Annotated[str, Field(min_length=1)]


class _SourceModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Lookalike(_SourceModel):
    """A file that is easily mistaken for a target.

    Attributes:
        path: The file.
        target: The target file for which it is mistaken.
        why: Why it is the wrong file.
    """

    path: LakePath
    target: LakePath = Field(alias="for")
    why: Text


class CounterfeitSource(_SourceModel):
    """A wrong solution that uses another file, another program or another answer.

    Attributes:
        name: The counterfeit's name.
        gate: The gate that rejects it.
        why: What is wrong with it.
        replace: Paths in the program, mapped to their replacements.
        edit: Texts in the program, mapped to their replacements.
        answer: The wrong answer, if the program itself is right.
    """

    name: Text
    gate: Literal["functional", "correct", "robust", "performant", "production"]
    why: Text
    replace: Mapping[LakePath, LakePath] = Field(default_factory=dict)
    edit: tuple[tuple[Text, str], ...] = ()
    answer: str = ""

    @model_validator(mode="after")
    def _has_one_way(self) -> Self:
        if sum(map(bool, (self.replace, self.edit, self.answer))) != 1:
            raise ValueError(f"counterfeit {self.name!r} needs one of replace, edit and answer")
        return self

    def program(self, program: str) -> str:
        """Return the counterfeit's program.

        Raises:
            ValueError: The reference program does not contain a text or path that is to be replaced.
        """
        texts = [(_DATA + old, _DATA + new) for old, new in self.replace.items()]
        for old, new in (*texts, *self.edit):
            if old not in program:
                raise ValueError(f"counterfeit {self.name!r} replaces {old!r}, which {PROGRAM} does not have")
            program = program.replace(old, new)
        return program


class TaskSource(_SourceModel):
    """A question, its answer, and its known wrong solutions.

    Attributes:
        question: The question in the words of a colleague.
        guidelines: The required form of the answer.
        answer: The output of the reference program.
        targets: The files that the answer needs.
        fixed: The target files that cannot be changed alone, either because another target repeats their values, as
            corrections do, or because the question is undefined without all of their rows, as with a budget or a
            calendar.
        notebook: The notebook that the answer comes from. Empty if there is none.
        cell: The number of the cell in that notebook, counted from 0.
    """

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)+$")]
    title: Text
    community: Text
    tier: Literal["tier-1", "tier-2", "tier-3"]
    question: Text
    guidelines: Text
    answer: Text
    targets: Annotated[tuple[LakePath, ...], Field(min_length=1)]
    fixed: tuple[LakePath, ...] = ()
    notebook: str = ""
    cell: int | None = None
    lookalikes: Annotated[tuple[Lookalike, ...], Field(alias="lookalike", min_length=1)]
    counterfeits: Annotated[tuple[CounterfeitSource, ...], Field(alias="counterfeit", min_length=_LEAST_COUNTERFEITS)]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        for lookalike in self.lookalikes:
            if lookalike.target not in self.targets:
                raise ValueError(f"lookalike {lookalike.path} is for {lookalike.target}, which is not a target")
            if lookalike.path in self.targets:
                raise ValueError(f"lookalike {lookalike.path} is a target")
        if others := set(self.fixed) - set(self.targets):
            raise ValueError(f"fixed names {min(others)}, which is not a target")
        if set(self.fixed) == set(self.targets):
            raise ValueError("fixed names every target, so that no data can change")
        names = [each.name for each in self.counterfeits]
        if len(set(names)) < len(names):
            raise ValueError("two counterfeits have the same name")
        if bool(self.notebook) is (self.cell is None):
            raise ValueError("notebook and cell belong together")
        return self


@dataclass(frozen=True)
class SourceTask:
    """A task and its reference program."""

    source: TaskSource
    program: str


def read_tasks(community: str, root: Path = TASKS) -> tuple[SourceTask, ...]:
    """Read all tasks of a community, sorted by id.

    Raises:
        UserError: The community does not exist, or a task violates the format.
    """
    folder = root / community
    if not folder.is_dir():
        raise NotFoundError("has no tasks", where=folder)
    return tuple(read_task(path) for path in sorted(folder.iterdir()) if path.is_dir())


def read_task(folder: Path) -> SourceTask:
    """Read a task.

    Raises:
        UserError: A file is missing or violates the format.
    """
    path = folder / _FILE
    try:
        source = TaskSource.model_validate(tomllib.loads(_text(path)))
    except tomllib.TOMLDecodeError as error:
        raise InvalidTaskError(f"is not TOML: {error}", where=path) from None
    except ValidationError as error:
        raise InvalidTaskError(first_problem(error), where=path) from None
    if (source.community, source.id) != (folder.parent.name, folder.name):
        raise InvalidTaskError(
            f"is of {source.community}/{source.id}", where=path, fix="name the folders as community and id"
        )
    program = _text(folder / PROGRAM)
    for counterfeit in source.counterfeits:
        try:
            counterfeit.program(program)
        except ValueError as error:
            raise InvalidTaskError(str(error), where=path) from None
    return SourceTask(source, program)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except OSError as error:
        raise access_error(error, path) from None
    except UnicodeDecodeError:
        raise InvalidTaskError("is not UTF-8", where=path) from None


def first_problem(error: ValidationError) -> str:
    """Return the first problem in a record, as one line that begins with the field name."""
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    message = one_line(first["msg"].removeprefix("Value error, "))
    return f"{place}: {message}" if place else message
