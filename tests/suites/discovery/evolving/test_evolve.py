"""The loop of an evolution: rates, harder questions, diagnoses, and a history that continues."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from tests.suites.discovery.evolving.made import MadeGenerator, MadeSolver
from tests.suites.discovery.reviewing.drafted import reviewable

from headwater.errors import CancelledError, InvalidFileError
from headwater.grading import Tooling
from headwater.suites.discovery.building import open_laboratory
from headwater.suites.discovery.evolving import (
    Attempted,
    Bench,
    Ended,
    EvolutionEnding,
    EvolutionSettings,
    Hardened,
    History,
    Rated,
    Started,
    evolve,
    read_history,
    settings_digest,
)
from headwater.suites.discovery.evolving._history import Event
from headwater.suites.discovery.tasks_source import SourceTask

TASK = reviewable("north").task


def bench(folder: Path) -> Bench:
    return Bench(open_laboratory(folder, folder / "lake", Tooling({}, {}), None), ())


def polite(most: int) -> MadeSolver:
    """Return a solver that solves questions with fewer than some number of "please"."""
    return MadeSolver("polite", lambda task: task.source.question.count("please") < most)


def kinds(path: Path) -> list[type[Event]]:
    return [type(event) for event in read_history(path)]


def test_an_easy_question_is_made_harder_up_to_the_maximum_of_rounds(tmp_path: Path) -> None:
    solver, path = polite(9), tmp_path / "h.jsonl"
    outcome = evolve(TASK, EvolutionSettings([solver], MadeGenerator(), 2, rounds=2), bench(tmp_path), History(path))
    assert outcome.ending is EvolutionEnding.ROUNDS
    assert outcome.rates == (1, 1, 1)
    assert outcome.task.source.question == f"{TASK.source.question} please please"
    assert len(set(solver.labels)) == 6
    one_round = [Attempted, Attempted, Rated]
    assert kinds(path) == [Started, *one_round, Hardened, *one_round, Hardened, *one_round, Ended]


def test_an_evolution_ends_if_no_question_is_harder(tmp_path: Path) -> None:
    settings = EvolutionSettings([polite(9)], MadeGenerator(most=1), 1)
    outcome = evolve(TASK, settings, bench(tmp_path), History(tmp_path / "h.jsonl"))
    assert (outcome.ending, outcome.rates) == (EvolutionEnding.EASY, (1, 1))


def test_solvers_take_turns_and_the_rate_is_over_all_attempts(tmp_path: Path) -> None:
    never = MadeSolver("never", lambda _: False)
    settings = EvolutionSettings([polite(9), never], MadeGenerator(), 5, threshold=0.5, rounds=0)
    outcome = evolve(TASK, settings, bench(tmp_path), History(tmp_path / "h.jsonl"))
    assert (outcome.rates, outcome.ending, len(never.labels)) == ((0.6,), EvolutionEnding.ROUNDS, 2)


def test_recorded_events_are_not_repeated_after_a_kill(tmp_path: Path) -> None:
    path, whole = tmp_path / "h.jsonl", tmp_path / "whole.jsonl"
    evolve(TASK, EvolutionSettings([polite(9)], MadeGenerator(), 2, rounds=2), bench(tmp_path), History(whole))
    text = whole.read_bytes()
    for end in range(0, len(text), 97):
        path.write_bytes(text[:end])
        solver, generator = polite(9), MadeGenerator()
        known = [type(event) for event in read_history(path)]
        evolve(TASK, EvolutionSettings([solver], generator, 2, rounds=2), bench(tmp_path), History(path))
        assert path.read_bytes() == text
        assert len(solver.labels) == 6 - known.count(Attempted)
        assert generator.made_count == 2 - known.count(Hardened)


def test_an_interruption_keeps_recorded_events(tmp_path: Path) -> None:
    path, stopped = tmp_path / "h.jsonl", bench(tmp_path)

    def solves(_: SourceTask) -> bool:
        stopped.cancel.set()
        return True

    with pytest.raises(CancelledError):
        evolve(TASK, EvolutionSettings([MadeSolver("s", solves)], MadeGenerator(), 2), stopped, History(path))
    assert kinds(path) == [Started, Attempted]


def test_every_parameter_is_in_the_digest(tmp_path: Path) -> None:
    base, other = polite(9), MadeSolver("other", lambda _: True)
    variants = [
        (TASK, EvolutionSettings([base], MadeGenerator(), 2)),
        (TASK, EvolutionSettings([base], MadeGenerator(), 3)),
        (TASK, EvolutionSettings([base], MadeGenerator(), 2, threshold=0.5)),
        (TASK, EvolutionSettings([base], MadeGenerator(), 2, rounds=1)),
        (TASK, EvolutionSettings([base, other], MadeGenerator(), 2)),
        (TASK, EvolutionSettings([base], MadeGenerator(name="another"), 2)),
        (reviewable("south").task, EvolutionSettings([base], MadeGenerator(), 2)),
    ]
    assert len({settings_digest(task, settings, bench(tmp_path)) for task, settings in variants}) == len(variants)


def test_a_history_of_another_evolution_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "h.jsonl"
    path.write_text('{"event": "rated", "round": 0, "solved": 1, "attempts": 1, "rate": 1.0}\n')
    settings = EvolutionSettings([polite(9)], MadeGenerator(), 1)
    with pytest.raises(InvalidFileError, match="does not go on as expected in line 1; move the file away"):
        evolve(TASK, settings, bench(tmp_path), History(path))
    path.write_text("{}\n")
    with pytest.raises(InvalidFileError, match="line 1: is not an event of an evolution"):
        History(path)


def test_nothing_is_attempted_after_a_cancel(tmp_path: Path) -> None:
    cancelled = threading.Event()
    cancelled.set()
    at = bench(tmp_path)
    solver = polite(1)
    settings = EvolutionSettings([solver], MadeGenerator(), 1)
    with pytest.raises(CancelledError):
        evolve(TASK, settings, Bench(at.laboratory, (), cancel=cancelled), History(tmp_path / "h.jsonl"))
    assert solver.labels == []
