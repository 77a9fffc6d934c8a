"""Stores a reviewer's decisions in an append-only file. If a draft has several lines, the last one applies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from headwater.errors import InvalidFileError, NotFoundError
from headwater.suites.discovery.lines import add_line, read_lines
from headwater.suites.discovery.tasks_source import first_problem

FILE = "decisions.jsonl"


class ReviewVerdict(StrEnum):
    """The verdict of a decision."""

    ACCEPT = "accept"
    EDIT = "edit"
    """The draft is accepted with edited words."""
    REJECT = "reject"


class Decision(BaseModel):
    """A reviewer's decision about a draft.

    Attributes:
        draft: The digest of the draft. In a user's file of decisions, a prefix suffices.
        question: The edited question, if the verdict is ``edit``.
        guidelines: The edited guidelines, if the verdict is ``edit``.
        despite_lint: Whether the reviewer keeps these words although they break a rule.
        why: The reviewer's comment.
        task: The id of the draft at the time of the decision.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    draft: Annotated[str, Field(pattern=r"^[0-9a-f]{6,16}$")]
    verdict: ReviewVerdict
    question: str = ""
    guidelines: str = ""
    despite_lint: bool = False
    why: str = ""
    task: str = ""
    at: datetime = Field(default_factory=lambda: datetime.now(UTC).replace(microsecond=0))

    @model_validator(mode="after")
    def _has_words_if_edited(self) -> Self:
        is_edited = self.verdict is ReviewVerdict.EDIT
        if is_edited != bool(self.question.strip()) or is_edited != bool(self.guidelines.strip()):
            raise ValueError("question and guidelines belong to the verdict edit, and it needs both")
        return self


class Decisions:
    """The decisions about a lake's drafts.

    Raises:
        UserError: The file cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._found = {decision.draft: decision for decision in _read(self._path)}

    @property
    def all(self) -> Mapping[str, Decision]:
        """The last decision about each draft, keyed by the draft's digest."""
        return self._found

    def add(self, decision: Decision) -> None:
        """Store a decision, which replaces an earlier one."""
        add_line(self._path, decision.model_dump_json(exclude_defaults=True))
        self._found[decision.draft] = decision


def read_decisions(path: Path) -> list[Decision]:
    """Read decisions from a user's file.

    Raises:
        UserError: The file does not exist, or a line is not a decision.
    """
    if not path.is_file():
        raise NotFoundError("the file does not exist", where=path)
    text = path.read_bytes()
    if text and not text.endswith(b"\n"):
        raise InvalidFileError("its last line is incomplete", where=path, fix="end it with a line break")
    return list(_read(path))


def _read(path: Path) -> Iterator[Decision]:
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip():
            continue
        try:
            yield Decision.model_validate_json(line)
        except ValidationError as error:
            raise InvalidFileError(first_problem(error), where=f"{path}, line {number}") from None
