"""Kill runs, let them overlap, and close months in the middle of runs, while random rows arrive."""

from __future__ import annotations

from functools import cache

from _model import read_open_month
from _runs import CLOSE, REBUILD
from _world import Tables, World

from headwater.grading import Graded, Result, expect


def _point(world: World, requests: int) -> int:
    """Choose the number of requests after which a run stops; half of the points are among the last requests."""
    first = max(0, requests - 6) if world.points.random() < 0.5 else 0
    return first + int(world.points.random() * (requests - first))


def _between(world: World, when: str, before: Tables, after: Tables) -> Result | None:
    """Return the failure of a check if readers find neither the mart from before a run nor that from after it."""
    found = world.tables()
    if not world.difference(when, found, before):
        return None
    return world.difference(f"{when}, readers do not find the mart from before or after the run", found, after)


@cache
def killed(graded: Graded) -> Result:
    """Kill runs and rebuilds at random, some of them twice, and close months before the next run."""
    with graded.copy() as copy:
        world = World(graded, copy, seed=41)
        world.sources.add(records=30, plans=6, prices=4)
        whole = copy.run_killed(after=None)
        if fault := world.fault("after the first run", whole.completed):
            return fault
        for number in range(1, 7):
            for _ in range(world.random.choice((1, 1, 2))):
                world.add_some()
                world.sources.add(records=1)
                before, after = world.tables(), world.right()
                point = _point(world, whole.requests)
                copy.run_killed(REBUILD if number == 4 else None, after=point)
                world.sources.note(f"a run killed after {point} requests")
                if fault := _between(
                    world, f"in round {number}, after a run killed after {point} requests", before, after
                ):
                    return fault
            if number in (2, 5):
                world.close()
            if world.random.random() < 0.5:
                world.add_some()
            if fault := world.fault(f"in round {number}, after the run that follows killed ones", copy.run()):
                return fault
    return expect(True, "the mart is right after 6 rounds with killed runs")


@cache
def closed_meanwhile(graded: Graded) -> Result:
    """Close months while runs are at work, let rows arrive then, and compare after the next run."""
    with graded.copy() as copy:
        world = World(graded, copy, seed=53)
        world.sources.add(records=40, plans=6, prices=4)
        whole = copy.run_killed(after=None)
        if fault := world.fault("after the first run", whole.completed):
            return fault
        for number, part in enumerate((0.9, 0.2, 0.6), 1):
            world.sources.add(records=12, plans=1, prices=1)
            before, right = world.tables(), world.right()
            if fault := _close_while_paused(world, round(part * whole.requests), before, right):
                return fault
            if fault := world.fault(f"in round {number}, after the run that follows", copy.run()):
                return fault
        world.sources.add(records=20, plans=1, prices=1)
        if fault := _run_while_closing(world):
            return fault
        return world.fault("after the run that follows an open closing", copy.run()) or expect(
            True, "the mart is right after 4 closings during runs"
        )


def _close_while_paused(world: World, requests: int, before: Tables, right: Tables) -> Result | None:
    """Close a month while a run pauses, and return what readers find then if it is neither old nor new, or None."""
    when = f"while a run paused after {requests} requests"
    world.sources.note("a run begins")

    def meanwhile() -> Result | None:
        found = _between(world, when, before, right)
        world.sources.add(records=8, plans=1)
        world.close()
        world.sources.add(records=3)
        return found

    _, fault = world.state.run_paused(after=requests, meanwhile=meanwhile)
    world.sources.note("the run ends")
    return fault


_FINANCE = r"""
import os, subprocess, sys
import psycopg

with psycopg.connect("", autocommit=True) as postgres:
    postgres.execute(os.environ["CLOSE"])
    run = subprocess.Popen([sys.executable, "build_mart.py"], stdout=subprocess.DEVNULL)
    try:
        run.wait(4)  # a run may wait for finance
    except subprocess.TimeoutExpired:
        pass
    postgres.execute("COMMIT")
    run.wait()
"""


def _run_while_closing(world: World) -> Result | None:
    """Let a run work while finance's transaction is open, and return a failure if finance cannot close the month."""
    month = read_open_month(world.state)
    script = (world.graded.workspace.shipped_text(CLOSE) or "").replace(":'month'", f"'{month}'")
    world.state.write(".finance", _FINANCE)
    close = script.rpartition("COMMIT")[0]
    completed = world.state.run("python3 -I .finance", env={"CLOSE": close}, timeout_sec=100)
    world.sources.note(f"{month:%Y-%m} closed by a transaction during which a run worked")
    return expect(False, f"finance could not close a month: {completed.tail[-300:]}") if completed.exit_code else None
