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
    """The place where questions are attempted and made harder.

    Attributes:
        laboratory: Runs programs on the data of their lake.
        files: These data, as solvers without a model see them.
        notify: Called with progress.
        cancel: Ends the work when set.
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
        is_solved: Whether the answer is right by the strict score.
        answer: The answer, or how it differs from the right one; equal for equal answers, empty without one.
        files: The files from which it was computed, if they are known.
        failure: Why there is no answer.
        cost_usd: The cost of the solver's model; None if it has no model, or an unknown price.
    """

    solver: str
    is_solved: bool
    answer: str = ""
    files: tuple[str, ...] = ()
    failure: str = ""
    cost_usd: Decimal | None = None


class Solver(Protocol):
    """Attempts a question, by rules or as an agent."""

    @property
    def name(self) -> str:
        """The name by which users choose the solver."""
        ...

    @property
    def digest(self) -> str:
        """The digest of everything that the solver's attempts depend on."""
        ...

    @property
    def is_reader(self) -> bool:
        """Return whether the solver reads the question and computes, so that its wrong answers can show a defect."""
        ...

    def solve(self, task: SourceTask, bench: Bench, label: str) -> SolverAttempt:
        """Attempt a question.

        Args:
            task: The question, which is not proven.
            bench: The place where programs run.
            label: The label of this attempt, different for each.
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
        what: The change, in a few words.
    """

    step: Step
    what: str
    task: SourceTask


class Generator(Protocol):
    """Makes a question harder."""

    @property
    def name(self) -> str:
        """The name by which users choose the generator."""
        ...

    @property
    def digest(self) -> str:
        """The digest of everything that the generator's questions depend on."""
        ...

    def harden(self, task: SourceTask, attempts: Sequence[SolverAttempt], bench: Bench, label: str) -> Harder | None:
        """Return a harder question that keeps the rules, or nothing if there is none.

        Args:
            task: The present question.
            attempts: The attempts of solvers.
            bench: The place where programs run.
            label: The label of this round, different for each.
        """
        ...


class DiagnosisKind(StrEnum):
    """The kind of a question that few solve."""

    DEFECT = "defect"
    HARD = "hard but solvable"


class Diagnosis(_PortModel):
    """The reason why few solve a question."""

    kind: DiagnosisKind
    why: str


class EvolutionEnding(StrEnum):
    """The way in which an evolution ends."""

    DEFECT = "defect"
    HARD = "hard but solvable"
    ROUNDS = "too easy after all rounds"
    EASY = "too easy, and nothing makes it harder"
