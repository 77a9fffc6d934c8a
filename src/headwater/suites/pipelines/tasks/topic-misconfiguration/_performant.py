"""Performance checks: the workers share the load and store changes in large batches."""

from __future__ import annotations

from functools import cache

from _photos import GROUP, TOPIC, WORKERS, describe_errors, event, starting_events, write

from headwater.grading import Completed, Graded, Result, State, expect, performant

_EVENTS, _PHOTOS = 600, 300
_INSERTS = "select sum(ProfileEvents['InsertQuery']) from system.user_processes where user = 'app'"


def _inserts(state: State) -> int:
    return int(state.clickhouse.scalar(_INSERTS) or 0)


def _applied(state: State) -> int:
    return sum(state.kafka.committed(GROUP, TOPIC).values())


@cache
def _shares(graded: Graded, workers: int) -> tuple[list[int], list[Completed], int, str]:
    """Return the number of changes that each worker applies, the runs, the number of inserts, and any errors."""
    events = [event(number, number * 13 % _PHOTOS) for number in range(_EVENTS)]
    shares, runs, inserts = [], [], 0
    with graded.copy() as copy:
        write(copy, events)
        runs.append(copy.run("python3 publish.py"))
        for worker in range(workers):
            before, inserted = _applied(copy), _inserts(copy)
            runs.append(copy.run(f"python3 index.py {worker}", env={"WORKERS": str(workers)}))
            shares.append(_applied(copy) - before)
            inserts += _inserts(copy) - inserted
        fault = describe_errors(copy, [*starting_events(graded), *events])
    return shares, runs, inserts, fault


def _shared(graded: Graded, workers: int) -> Result:
    shares, runs, _, fault = _shares(graded, workers)
    codes = [run.exit_code for run in runs]
    return expect(
        not any(codes) and not fault and sum(shares) == _EVENTS and min(shares) >= _EVENTS // workers // 3,
        f"of {_EVENTS} changes the workers applied {shares}; exit codes {codes}; {fault or 'every photo is right'}",
    )


@performant(demand="docs/topics.md#each index worker reads its own")
def three_workers_share_the_load(graded: Graded) -> Result:
    """Each of three workers applies at least a third of its fair share, and no change is applied twice."""
    return _shared(graded, WORKERS)


@performant(demand="README.md#there will be six workers")
def six_workers_share_the_load(graded: Graded) -> Result:
    """Each of six workers, the number planned for autumn, applies at least a third of its fair share."""
    return _shared(graded, 2 * WORKERS)


@performant(demand="index.py#BATCH")
def changes_are_stored_in_large_portions(graded: Graded) -> Result:
    """Together, the workers run at most one insert for every hundred changes."""
    shares, _, inserts, _ = _shares(graded, WORKERS)
    return expect(
        sum(shares) == _EVENTS and inserts <= _EVENTS // 100,
        f"{sum(shares)} of {_EVENTS} changes took {inserts} inserts",
    )
