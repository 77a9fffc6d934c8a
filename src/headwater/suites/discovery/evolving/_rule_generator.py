"""Makes questions harder without a model, by trying changes in an order that depends on which solvers succeeded."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from headwater.errors import UnsupportedError
from headwater.suites.discovery.evolving import _harder, _joins, _siblings, _words
from headwater.suites.discovery.evolving._ports import Bench, Harder, SolverAttempt, Step
from headwater.suites.discovery.questions import documentation
from headwater.suites.discovery.solvers import SOLVERS, choose
from headwater.suites.discovery.tasks_source import SourceTask

_BY_WORDS = frozenset({"keywords", "bm25"})
"""Solvers that use the words of a question and can therefore be misled by rewording it."""


class _ProposedChange(NamedTuple):
    step: Step
    what: str
    question: str
    program: str


@dataclass(frozen=True)
class RuleGenerator:
    """Makes the first change that satisfies the rules and misleads a model-free solver that solved the question.

    Changes to the wording come first if the words revealed the files. If no change misleads a solver, the generator
    makes the first change that satisfies the rules.
    """

    name: str = "rules"

    @property
    def digest(self) -> str:
        """The digest of the generator's code."""
        # If the rules change, the generator would no longer produce a recorded history.
        code = "".join(inspect.getsource(each) for each in (_harder, _joins, _siblings, _words))
        return hashlib.sha256(f"{self.name}\0{code}".encode()).hexdigest()

    def harden(self, task: SourceTask, attempts: Sequence[SolverAttempt], bench: Bench, label: str) -> Harder | None:  # noqa: ARG002
        """Return a harder question. See ``Generator``."""
        solved = {each.solver for each in attempts if each.is_solved and each.solver in SOLVERS}
        words, others = _other_words(task, bench), _other_programs(task, bench)
        order = (words, others) if solved & _BY_WORDS else (others, words)
        first: Harder | None = None
        for change in (change for changes in order for change in changes):
            try:
                found = _harder.harder(task, change.question, change.program, self.name, bench)
            except UnsupportedError:
                continue  # this change breaks a rule, but the next change might not
            made = Harder(step=change.step, what=change.what, task=found)
            if solved - _finding(found, bench):
                return made
            first = first or made
        return first


def _finding(task: SourceTask, bench: Bench) -> set[str]:
    """Return the solvers without a model that choose the target files."""
    source = task.source
    choices = choose(source.question, task.program, source.targets, bench.files)
    return {each.solver for each in choices if set(each.files.values()) == set(source.targets)}


def _other_words(task: SourceTask, bench: Bench) -> Iterator[_ProposedChange]:
    targets = [file for file in bench.files if file.path in task.source.targets]
    question = task.source.question
    for each in _words.without_hints(question, targets):
        yield _ProposedChange(Step.FEWER_HINTS, each.what, each.question, task.program)
    documents = documentation(task.source.targets, bench.laboratory.datasets)
    for each in _words.with_aliases(question, targets, documents):
        yield _ProposedChange(Step.ALIASES, each.what, each.question, task.program)


def _other_programs(task: SourceTask, bench: Bench) -> Iterator[_ProposedChange]:
    for each in _siblings.siblings(task):
        yield _ProposedChange(Step.NEARER_LOOKALIKE, each.what, each.question, each.program)
    for each in _joins.joins(task, bench):
        yield _ProposedChange(Step.ANOTHER_JOIN, each.what, each.question, each.program)
