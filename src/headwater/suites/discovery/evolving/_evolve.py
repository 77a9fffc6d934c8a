"""Evolves a question in rounds. Each round measures a solving rate, then makes the question harder or diagnoses it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from headwater.errors import BrokenTaskError, CancelledError
from headwater.suites.discovery.building import prove_answer
from headwater.suites.discovery.evolving._diagnose import diagnose
from headwater.suites.discovery.evolving._history import (
    Attempted,
    Diagnosed,
    Ended,
    Hardened,
    History,
    QuestionVersion,
    Rated,
    Started,
)
from headwater.suites.discovery.evolving._ports import (
    Bench,
    Diagnosis,
    DiagnosisKind,
    EvolutionEnding,
    Generator,
    Solver,
    SolverAttempt,
)
from headwater.suites.discovery.tasks_source import SourceTask

_FORMAT = 1
"""Increased whenever the same parameters would produce a different history."""


@dataclass(frozen=True)
class EvolutionSettings:
    """The parameters of an evolution.

    Attributes:
        pool: The solvers, which take turns.
        attempts: The number of attempts per round (K in the article).
        threshold: A question is made harder if its solving rate exceeds this.
        rounds: The maximum number of times that the question is made harder.
    """

    pool: Sequence[Solver]
    generator: Generator
    attempts: int
    threshold: float = 0.0
    rounds: int = 3


@dataclass(frozen=True)
class EvolutionResult:
    """The result of an evolution.

    Attributes:
        task: The final question.
        rates: The solving rate of each round.
    """

    task: SourceTask
    ending: EvolutionEnding
    rates: tuple[float, ...]
    diagnosis: Diagnosis | None = None


def settings_digest(task: SourceTask, settings: EvolutionSettings, bench: Bench) -> str:
    """Return the digest of the question, its data and all parameters."""
    content = {
        "format": _FORMAT,
        "question": QuestionVersion.of(task).model_dump(mode="json"),
        "data": bench.laboratory.name,
        "pool": [solver.digest for solver in settings.pool],
        "generator": settings.generator.digest,
        "attempts": settings.attempts,
        "threshold": settings.threshold,
        "rounds": settings.rounds,
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def evolve(task: SourceTask, settings: EvolutionSettings, bench: Bench, history: History) -> EvolutionResult:
    """Evolve a question, starting where its history ends.

    Raises:
        CancelledError: The evolution was interrupted. The history contains all events up to that point.
    """
    digest = settings_digest(task, settings, bench)
    history.event(Started, partial(_started, task, settings, digest))
    rates: list[float] = []
    for number in range(settings.rounds + 1):
        # Labels are used as folder names, under which a resumed evolution finds its trials and conversations again.
        attempts = _attempts(task, settings, bench, history, f"{digest}-{number}", number)
        rated = history.event(Rated, partial(_rated, attempts, number))
        rates.append(rated.rate)
        bench.notify(f"{task.source.id}, round {number}: {rated.solved} of {rated.attempts} attempts solve it")
        if rated.rate <= settings.threshold:
            return _diagnosed(task, attempts, settings, bench, history, rates)
        if number == settings.rounds:
            break
        hardened = partial(_hardened, task, attempts, settings, bench, f"{digest}-{number}")
        found = history.event(Hardened, partial(hardened, number))
        if found.question is None:
            return _ended(task, EvolutionEnding.EASY, history, rates)
        bench.notify(f"{task.source.id}, round {number}: made harder by {found.step}: {found.what}")
        task = found.question.task
    return _ended(task, EvolutionEnding.ROUNDS, history, rates)


def _attempts(
    task: SourceTask, settings: EvolutionSettings, bench: Bench, history: History, label: str, number: int
) -> list[SolverAttempt]:
    found = []
    for place in range(settings.attempts):
        solver = settings.pool[place % len(settings.pool)]

        def attempted(solver: Solver = solver, place: int = place) -> Attempted:
            if bench.cancel.is_set():
                raise CancelledError("the evolution was interrupted")
            return Attempted(round=number, number=place, attempt=solver.solve(task, bench, f"{label}-{place}"))

        found.append(history.event(Attempted, attempted).attempt)
    return found


def _started(task: SourceTask, settings: EvolutionSettings, digest: str) -> Started:
    return Started(
        digest=digest,
        attempts=settings.attempts,
        threshold=settings.threshold,
        rounds=settings.rounds,
        pool=tuple(solver.name for solver in settings.pool),
        generator=settings.generator.name,
        question=QuestionVersion.of(task),
    )


def _rated(attempts: Sequence[SolverAttempt], number: int) -> Rated:
    solved = sum(each.is_solved for each in attempts)
    return Rated(round=number, solved=solved, attempts=len(attempts), rate=solved / len(attempts))


def _hardened(
    task: SourceTask,
    attempts: Sequence[SolverAttempt],
    settings: EvolutionSettings,
    bench: Bench,
    label: str,
    number: int,
) -> Hardened:
    found = settings.generator.harden(task, attempts, bench, label)
    if found is None:
        return Hardened(round=number)
    return Hardened(round=number, step=found.step, what=found.what, question=QuestionVersion.of(found.task))


def _diagnosed(
    task: SourceTask,
    attempts: Sequence[SolverAttempt],
    settings: EvolutionSettings,
    bench: Bench,
    history: History,
    rates: Sequence[float],
) -> EvolutionResult:
    readers = {solver.name for solver in settings.pool if solver.is_reader}

    def diagnosed() -> Diagnosed:
        try:
            prove_answer(task, bench.laboratory)
        except BrokenTaskError as error:
            found = Diagnosis(kind=DiagnosisKind.DEFECT, why=error.what)
        else:
            found = diagnose(task, [each for each in attempts if each.solver in readers])
        return Diagnosed(round=len(rates) - 1, diagnosis=found)

    diagnosis = history.event(Diagnosed, diagnosed).diagnosis
    ending = EvolutionEnding.DEFECT if diagnosis.kind is DiagnosisKind.DEFECT else EvolutionEnding.HARD
    return _ended(task, ending, history, rates, diagnosis)


def _ended(
    task: SourceTask,
    ending: EvolutionEnding,
    history: History,
    rates: Sequence[float],
    diagnosis: Diagnosis | None = None,
) -> EvolutionResult:
    history.event(Ended, partial(Ended, ending=ending, rounds=len(rates)))
    return EvolutionResult(task, ending, tuple(rates), diagnosis)
