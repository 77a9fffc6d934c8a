"""Solvers and a generator that tests control."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from headwater.suites.discovery.evolving import Bench, SolverAttempt, Step
from headwater.suites.discovery.evolving._ports import Harder
from headwater.suites.discovery.tasks_source import SourceTask


@dataclass
class MadeSolver:
    """Decides by a function what it solves, and counts its attempts."""

    name: str
    solves: Callable[[SourceTask], bool]
    answer: str = ""
    files: tuple[str, ...] = ()
    is_reader: bool = True
    labels: list[str] = field(default_factory=list)

    @property
    def digest(self) -> str:
        return self.name

    def solve(self, task: SourceTask, bench: Bench, label: str) -> SolverAttempt:  # noqa: ARG002
        self.labels.append(label)
        is_solved = self.solves(task)
        return SolverAttempt(
            solver=self.name, is_solved=is_solved, answer="" if is_solved else self.answer, files=self.files
        )


@dataclass
class MadeGenerator:
    """Adds a word to the question, up to a number of times."""

    most: int = 9
    name: str = "made"
    made_count: int = 0

    @property
    def digest(self) -> str:
        return self.name

    def harden(self, task: SourceTask, attempts: Sequence[SolverAttempt], bench: Bench, label: str) -> Harder | None:  # noqa: ARG002
        if task.source.question.count("please") >= self.most:
            return None
        self.made_count += 1
        source = task.source.model_copy(update={"question": f"{task.source.question} please"})
        return Harder(step=Step.FEWER_HINTS, what="a word", task=replace(task, source=source))
