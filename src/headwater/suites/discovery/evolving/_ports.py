"""Defines the interfaces of evolution: solvers, which attempt a question, and generators, which make it harder."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from headwater.suites.discovery.building import Laboratory
from headwater.suites.discovery.solvers import DataFile
from headwater.suites.discovery.tasks_source import SourceTask


@dataclass(frozen=True)
class Bench:
    """The environment in which questions are attempted and made harder.

    Attributes:
        laboratory: Runs programs on the lake's data.
        files: The same data, in the form in which solvers without a model see it.
        notify: Called with progress messages.
        cancel: Interrupts the work when set.
    """

    laboratory: Laboratory
    files: Sequence[DataFile]
    notify: Callable[[str], None] = lambda _: None
    cancel: threading.Event = field(default_factory=threading.Event)


class _PortModel(BaseModel):
    model_config = ConfigDict(frozen=True)


class SolverAttempt(_PortModel):
    """The result of an attempt.

    Attributes:
        solver: The name of the solver.
        is_solved: Whether the strict score accepts the answer.
        answer: The answer, or its difference from the right one. Answers that are equal have equal texts. Empty if
            there is no answer.
        files: The files from which the answer was computed, if known.
        failure: The reason why there is no answer.
        cost_usd: The model's cost. None if there is no model or its price is unknown.
    """

    solver: str
    is_solved: bool
    answer: str = ""
    files: tuple[str, ...] = ()
    failure: str = ""
    cost_usd: Decimal | None = None


class Solver(Protocol):
    """Attempts a question, either by fixed rules or as an agent."""

    @property
    def name(self) -> str:
        """The name by which users select the solver."""
        ...

    @property
    def digest(self) -> str:
        """The digest of everything that the solver's attempts depend on."""
        ...

    @property
    def is_reader(self) -> bool:
        """Return whether the solver reads the question and computes an answer. If so, its errors can reveal defects."""
        ...

    def solve(self, task: SourceTask, bench: Bench, label: str) -> SolverAttempt:
        """Attempt a question.

        Args:
            task: The question, which is not proven.
            bench: The environment that runs programs.
            label: The unique label of this attempt.
        """
        ...


class Step(StrEnum):
    """A way to make a question harder."""

    FEWER_HINTS = "fewer hints"
    ALIASES = "aliases"
    NEARER_LOOKALIKE = "a nearer look-alike"
    ANOTHER_JOIN = "another join"


class Harder(_PortModel):
    """A harder question.

    Attributes:
        what: A short description of the change.
    """

    step: Step
    what: str
    task: SourceTask


class Generator(Protocol):
    """Makes a question harder."""

    @property
    def name(self) -> str:
        """The name by which users select the generator."""
        ...

    @property
    def digest(self) -> str:
        """The digest of everything that the generator's questions depend on."""
        ...

    def harden(self, task: SourceTask, attempts: Sequence[SolverAttempt], bench: Bench, label: str) -> Harder | None:
        """Return a harder question that satisfies the rules, or None if there is none.

        Args:
            task: The current question.
            attempts: The solvers' attempts.
            bench: The environment that runs programs.
            label: The unique label of this round.
        """
        ...


class DiagnosisKind(StrEnum):
    """Whether a question that few solvers solve is hard or defective."""

    DEFECT = "defect"
    HARD = "hard but solvable"


class Diagnosis(_PortModel):
    """The reason why few solvers solve a question."""

    kind: DiagnosisKind
    why: str


class EvolutionEnding(StrEnum):
    """The way in which an evolution ended."""

    DEFECT = "defect"
    HARD = "hard but solvable"
    ROUNDS = "too easy after all rounds"
    EASY = "too easy, and nothing makes it harder"
