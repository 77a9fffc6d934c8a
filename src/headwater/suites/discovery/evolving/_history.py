"""Stores the history of an evolution as JSON Lines, so that a resumed evolution does not repeat recorded events."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from headwater.errors import InvalidFileError
from headwater.suites.discovery.evolving._ports import Diagnosis, EvolutionEnding, SolverAttempt, Step
from headwater.suites.discovery.lines import add_line, read_lines
from headwater.suites.discovery.tasks_source import SourceTask, TaskSource


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class QuestionVersion(_Event):
    """A question, as stored in the history."""

    source: TaskSource
    program: str

    @classmethod
    def of(cls, task: SourceTask) -> QuestionVersion:
        """Return the question of a task."""
        return cls(source=task.source, program=task.program)

    @property
    def task(self) -> SourceTask:
        """The question, converted to a task."""
        return SourceTask(self.source, self.program)


class Started(_Event):
    """The start of an evolution, with its parameters."""

    event: Literal["started"] = "started"
    digest: str
    attempts: int
    threshold: float
    rounds: int
    pool: tuple[str, ...]
    generator: str
    question: QuestionVersion


class Attempted(_Event):
    """A solver's attempt."""

    event: Literal["attempted"] = "attempted"
    round: int
    number: int
    attempt: SolverAttempt


class Rated(_Event):
    """The solving rate of a round."""

    event: Literal["rated"] = "rated"
    round: int
    solved: int
    attempts: int
    rate: float


class Hardened(_Event):
    """The generator's question for the next round, or None if it found none."""

    event: Literal["hardened"] = "hardened"
    round: int
    step: Step | None = None
    what: str = ""
    question: QuestionVersion | None = None


class Diagnosed(_Event):
    """The diagnosis of a question that few solvers solve."""

    event: Literal["diagnosed"] = "diagnosed"
    round: int
    diagnosis: Diagnosis


class Ended(_Event):
    """The end of an evolution."""

    event: Literal["ended"] = "ended"
    ending: EvolutionEnding
    rounds: int


Event = Annotated[Started | Attempted | Rated | Hardened | Diagnosed | Ended, Field(discriminator="event")]
_EVENTS: TypeAdapter[Event] = TypeAdapter(Event)
_E = TypeVar("_E", bound=_Event)


def read_history(path: Path) -> list[Event]:
    """Read a history, ignoring an incomplete last line that an interrupted write left.

    Raises:
        UserError: The file cannot be read, or a line is not an event.
    """
    found = []
    for number, line in enumerate(read_lines(path), start=1):
        try:
            found.append(_EVENTS.validate_json(line))
        except ValidationError:
            raise InvalidFileError("is not an event of an evolution", where=f"{path}, line {number}") from None
    return found


class History:
    """A resumable history: recorded events are read from the file, and new ones are created and appended to it.

    Raises:
        UserError: The file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known = read_history(path)
        self._next = 0

    @property
    def is_ended(self) -> bool:
        """Return whether the evolution has already ended."""
        return bool(self._known) and isinstance(self._known[-1], Ended)

    def event(self, kind: type[_E], make: Callable[[], _E]) -> _E:
        """Return the next event. If the file does not contain it, create and append it.

        Raises:
            InvalidFileError: The file contains a different event.
        """
        if self._next < len(self._known):
            known = self._known[self._next]
            self._next += 1
            if not isinstance(known, kind):
                raise InvalidFileError(
                    f"does not go on as expected in line {self._next}", where=self.path, fix="move the file away"
                )
            return known
        made = make()
        add_line(self.path, made.model_dump_json(by_alias=True))
        return made
