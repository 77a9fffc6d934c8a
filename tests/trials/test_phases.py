"""The phases in which a trial spends its time."""

from __future__ import annotations

import time

from headwater.records import Phase
from headwater.trials._phases import Phases
from headwater.trials._setting import Ready


def seconds(phases: Phases) -> dict[str, float]:
    return {phase.name: phase.seconds for phase in phases.all()}


def test_waiting_and_building_are_in_no_other_phase() -> None:
    phases = Phases()
    phases.ready(Ready("start", 30.0, 0.0))
    phases.ready(Ready("prepared", 0.0, 20.0))
    phases.lap("snapshot")
    phases.extend([Phase(name="agent", seconds=4.0)])
    phases.ready(Ready("reference", 5.0, 7.0))
    phases.lap("grading")
    found = seconds(phases)
    assert (found["wait"], found["build"], found["agent"], found["reference"]) == (35.0, 20.0, 4.0, 7.0)
    assert found["snapshot"] < 5
    assert found["grading"] < 5


def test_an_existing_state_takes_no_time() -> None:
    phases = Phases()
    phases.ready(Ready("start", 0.0, 0.0))
    time.sleep(0.01)
    phases.lap("snapshot")
    assert list(seconds(phases)) == ["snapshot"]
    assert seconds(phases)["snapshot"] >= 0.01
