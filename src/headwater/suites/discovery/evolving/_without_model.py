"""Adapts the solvers without a model to evolution. Each runs the right program on the files that it chooses."""

from __future__ import annotations

import hashlib
import inspect
import shutil
from dataclasses import dataclass

from headwater.suites.discovery.building import Run
from headwater.suites.discovery.evolving._ports import Bench, SolverAttempt
from headwater.suites.discovery.scoring import strict_difference
from headwater.suites.discovery.solvers import _index, _solvers, choose
from headwater.suites.discovery.tasks_source import SourceTask


@dataclass(frozen=True)
class SolverWithoutModel:
    """A solver from ``SOLVERS``, which does not understand the question."""

    name: str

    is_reader = False

    @property
    def digest(self) -> str:
        """The digest of the solver's name and code."""
        code = inspect.getsource(_solvers) + inspect.getsource(_index)
        return hashlib.sha256(f"{self.name}\0{code}".encode()).hexdigest()

    def solve(self, task: SourceTask, bench: Bench, label: str) -> SolverAttempt:  # noqa: ARG002 - it answers alike each time
        """Choose files, and run the right program on them. See ``Solver``."""
        source = task.source
        choices = choose(source.question, task.program, source.targets, bench.files)
        (choice,) = (each for each in choices if each.solver == self.name)
        datasets = bench.laboratory.datasets
        with bench.laboratory.scratch() as scratch:
            for target, chosen in choice.files.items():
                (scratch / target).parent.mkdir(parents=True, exist_ok=True)
                # The program finds the chosen file under the target's name, so it needs no change.
                shutil.copyfile(datasets / chosen, scratch / target)
            (ran,) = bench.laboratory.run(Run(task.program, (scratch, datasets)))
        is_solved = not ran.failure and not strict_difference(ran.output, source.answer, source.guidelines)
        files = tuple(sorted(choice.files.values()))
        return SolverAttempt(solver=self.name, is_solved=is_solved, answer=ran.output, files=files, failure=ran.failure)
