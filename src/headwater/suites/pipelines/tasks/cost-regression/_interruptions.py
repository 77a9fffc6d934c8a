"""Kill and pause nights while random deliveries arrive, and compare days with those from before and after."""

from __future__ import annotations

from functools import cache

from _nights import describe_end
from _world import World

from headwater.grading import Graded, Result, expect


def _point(world: World, requests: int) -> int:
    """Choose the number of requests after which a night stops; half of the points are among the last requests."""
    first = max(0, requests - 8) if world.points.random() < 0.5 else 0
    return first + int(world.points.random() * (requests - first))


def _arrive(world: World) -> None:
    world.write(world.random.choice((6, 20)))
    world.seal()


@cache
def killed_at_random(graded: Graded) -> Result:
    """Kill nights once or twice while random deliveries arrive, and return the first fault."""
    with graded.copy() as copy:
        world = World(copy, seed=31)
        world.write(50)
        world.seal()
        whole = copy.run_killed(after=None)
        if fault := world.fault("after the first night", whole.completed):
            return fault
        for number in range(1, 6):
            for _ in range(world.random.choice((1, 2))):
                before = world.days()
                _arrive(world)
                if number == 3:
                    world.move(903, -480)
                point = _point(world, whole.requests)
                copy.run_killed(after=point)
                world.collectors.events.append(f"a night is killed after {point} requests")
                when = f"in round {number}, after a night killed after {point} requests"
                if fault := world.torn(when, before, world.right_days()):
                    return fault
            if world.random.random() < 0.5:
                _arrive(world)
            if fault := world.fault(f"in round {number}, after the night that follows a killed one", copy.run()):
                return fault
    return expect(True, "all figures are right after 5 rounds with killed nights")


@cache
def paused_at_random(graded: Graded) -> Result:
    """Read in the middle of nights while batches are written and sealed, and return the first fault."""
    with graded.copy() as copy:
        world = World(copy, seed=47)
        world.write(50)
        world.seal()
        whole = copy.run_killed(after=None)
        if fault := world.fault("after the first night", whole.completed):
            return fault
        for number in range(1, 5):
            if fault := _pause(world, number, _point(world, whole.requests)):
                return fault
    return expect(True, "all figures are right after 4 rounds with batches sealed during nights")


def _pause(world: World, number: int, point: int) -> Result | None:
    """Let a night pause while others read, write and seal, and return what is wrong then or after the next night."""
    before = world.days()
    _arrive(world)
    after = world.right_days()

    def meanwhile() -> Result | None:
        fault = world.torn(f"in round {number}, in the middle of a night after {point} requests", before, after)
        _arrive(world)
        return fault

    completed, fault = world.state.run_paused(after=point, meanwhile=meanwhile)
    world.collectors.events.append("the night ends")
    if fault or completed.exit_code:
        return fault or expect(False, f"in round {number}, with readers and collectors: {describe_end(completed)}")
    when = f"in round {number}, after the night that follows batches sealed during a night"
    return world.fault(when, world.state.run())
