"""Kill and pause runs while random rows arrive, and compare what readers find with the tables before and after."""

from __future__ import annotations

from functools import cache

from _days import describe_end
from _differences import Tables, torn
from _rollups import Rows
from _world import World

from headwater.grading import Graded, Result, expect

_FEW = (101, 104, 107)
"""The counters of these rounds, so that runs have few requests, and the points lie densely."""


def _point(world: World, requests: int) -> int:
    """Choose the number of requests after which a run stops; half of the points are among the last requests."""
    first = max(0, requests - 8) if world.points.random() < 0.5 else 0
    return first + int(world.points.random() * (requests - first))


@cache
def killed(graded: Graded) -> Result:
    """Kill runs once or twice while random rows arrive, and return the first fault."""
    with graded.copy() as copy:
        world = World(copy, seed=5, counters=_FEW)
        world.send(40)
        whole = copy.run_killed(after=None)
        if fault := world.fault("after the first run", whole.completed):
            return fault
        for when in world.rounds(4):
            for _ in range(world.random.choice((1, 1, 2))):
                before = world.tables()
                world.send(world.random.choice((1, 6, 20)))
                after = _point(world, whole.requests)
                copy.run_killed(after=after)
                if difference := torn(before, world.tables(), world.expected()):
                    return world.fail(f"in {when}, after a run killed after {after} requests", difference)
            world.send(world.random.choice((0, 0, 4)))
            if fault := world.fault(f"in {when}, after the run that follows a killed one", copy.run()):
                return fault
    return expect(True, "all figures are right after 4 rounds with killed runs")


@cache
def paused(graded: Graded) -> Result:
    """Read, and in every other round also write, in the middle of runs, and return the first fault."""
    with graded.copy() as copy:
        world = World(copy, seed=23, counters=_FEW)
        world.send(40)
        whole = copy.run_killed(after=None)
        if fault := world.fault("after the first run", whole.completed):
            return fault
        for number, when in enumerate(world.rounds(4)):
            before = world.tables()
            world.send(world.random.choice((4, 12, 30)))
            after = world.expected()
            fault = _pause(world, when, before, after, writes=number % 2 == 1, at=_point(world, whole.requests))
            if fault:
                return fault
    return expect(True, "readers find each period once, as before or after a run, in 4 rounds")


def _pause(world: World, when: str, before: Tables, after: dict[str, Rows], *, writes: bool, at: int) -> Result | None:
    """Let a run pause, read and perhaps write meanwhile, and return what is wrong then or after the next run."""

    def meanwhile() -> Tables:
        found = world.tables()
        if writes:
            world.send(8)
        return found

    completed, between = world.state.run_paused(after=at, meanwhile=meanwhile)
    if completed.exit_code:
        return expect(False, f"in {when}, during which readers and gateways were active: {describe_end(completed)}")
    if difference := torn(before, between, after):
        return world.fail(f"in {when}, in the middle of a run after {at} requests", difference)
    if not writes:
        return world.fault(f"in {when}, after a run that was read from", completed)
    return world.fault(f"in {when}, after the run that follows rows that arrived during a run", world.state.run())
