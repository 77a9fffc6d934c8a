"""Runs of the job in copies. Each scenario runs once, and the checks share its results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from _data import Snapshot, snapshot_of, updated
from _kills import run_killed
from _people import People
from _runs import Run, Work, compared, measured, settled, worked
from _start import left

from headwater.grading import Completed, Graded, State, away

LOAD = "python3 load.py"
_FREE = """
    select account_id from app.accounts a where deleted_at is null and not exists
        (select from privacy.requests r where r.account_id = a.account_id or lower(r.email) = lower(a.email))
    and not exists (select from privacy.holds h where h.account_id = a.account_id)
    order by account_id %% %s, account_id limit %s
"""


def ask(state: State, first: int, numbers: Sequence[int]) -> None:
    """Insert requests, every third one by address."""
    rows = ", ".join(
        f"({first + place}, null, (select upper(email) from app.accounts where account_id = {number}), "
        "'2026-06-09Z', 'open')"
        if place % 3 == 1
        else f"({first + place}, {number}, null, '2026-06-09Z', 'open')"
        for place, number in enumerate(numbers)
    )
    state.postgres.execute(
        f"insert into privacy.requests (request_id, account_id, email, requested_at, status) values {rows}"
    )


def free_numbers(state: State, salt: int, limit: int) -> list[int]:
    """Return numbers of accounts without requests and holds."""
    return [int(row[0]) for row in state.postgres.query(_FREE, [salt, limit])]


@cache
def batch(graded: Graded) -> Run:
    """Run the job after 80 new requests."""
    with graded.copy() as copy:
        ask(copy, 900_001, free_numbers(copy, 37, 80))
        return measured(copy, left(graded).snapshot)


@cache
def reference_batch(graded: Graded) -> Work:
    """Run the solution's job after the same requests."""
    with graded.reference_copy() as copy:
        ask(copy, 900_001, free_numbers(copy, 37, 80))
        return worked(copy)


@dataclass(frozen=True)
class Quiet:
    """A run without requests, a run with one request, and a run without requests after it."""

    idle: Run
    single: Run
    again: Run


@cache
def quiet(graded: Graded) -> Quiet:
    """Run the job without requests, with one, and again without."""
    with graded.copy() as copy:
        idle = measured(copy, left(graded).snapshot)
        ask(copy, 910_001, free_numbers(copy, 53, 1))
        one = measured(copy, idle.after)
        return Quiet(idle, one, measured(copy, one.after))


def single(graded: Graded) -> Run:
    """Return the run after one request."""
    return quiet(graded).single


@cache
def holds(graded: Graded) -> Run:
    """Release half of the holds, place one on a merged account whose person has a new request, and run the job."""
    release = "update privacy.holds set released_at = now() where hold_id % 2 = 0 and released_at is null"
    with graded.copy() as copy:
        people = People(copy)
        copy.postgres.execute(release)
        from_id, into_id, merged_at = _free_merge(copy, people)
        placed = f"'{merged_at}'::timestamptz - interval '1 day'"
        copy.postgres.execute(f"insert into privacy.holds values (990001, {from_id}, 'dispute', {placed}, null)")
        ask(copy, 920_001, [into_id])
        return measured(copy, left(graded).snapshot)


def _free_merge(copy: State, people: People) -> tuple[Any, ...]:
    rows = copy.postgres.query("select from_id, into_id, merged_at from app.account_merges order by merge_id")
    for from_id, into_id, merged_at in rows:
        person = people.number(from_id, merged_at)
        if person not in people.due | people.held and person == ("account", into_id):
            return from_id, into_id, merged_at
    raise AssertionError("each merged account is erased or held")


@dataclass(frozen=True)
class Killed:
    """What is wrong after killed runs and a whole one, that run, the run of the loader after it, and left files."""

    faults: dict[str, str]
    last: Completed
    load: Completed
    is_settled: bool
    tables: tuple[list[str], list[str]]
    files: list[str]


@cache
def killed(graded: Graded) -> Killed:
    """Kill runs as soon as they have changed Postgres, files or ClickHouse, and then run the job and the loader."""
    with graded.copy() as copy:
        numbers = free_numbers(copy, 41, 40)
        ask(copy, 930_001, numbers[:20])
        ask(copy, 935_001, numbers[20:])
        people, before = People(copy), updated(left(graded).snapshot, copy)
        copy.postgres.execute("delete from privacy.requests where request_id >= 935001")
        run_killed(copy, "postgres")
        ask(copy, 935_001, numbers[20:])
        for moment in ("files", "clickhouse", "files", "clickhouse"):
            run_killed(copy, moment)
        last, is_settled = copy.run(), settled(copy)
        load = copy.run(LOAD)
        after = snapshot_of(copy)
        names = (copy.postgres.tables(), copy.clickhouse.tables())
        return Killed(compared(after, before, people), last, load, is_settled, names, sorted(after.files))


@dataclass(frozen=True)
class Outages:
    """Runs of the job and the loader without a service, and the run of the job after these."""

    postgres: Completed
    clickhouse: Completed
    load_postgres: Completed
    load_clickhouse: Completed
    is_untouched: bool
    next: Run


@cache
def outages(graded: Graded) -> Outages:
    """Run the job and the loader without each of the services, and then with both."""
    with graded.copy() as copy:
        ask(copy, 940_001, free_numbers(copy, 29, 12))
        requests = "select * from privacy.requests order by 1"
        before = copy.postgres.query(requests)
        runs = [copy.run(env=away(name)) for name in ("postgres", "clickhouse")]
        runs += [copy.run(LOAD, env=away(name), timeout_sec=60) for name in ("postgres", "clickhouse")]
        is_untouched = before == copy.postgres.query(requests)
        return Outages(*runs, is_untouched, measured(copy, left(graded).snapshot))


@cache
def first(graded: Graded) -> Run:
    """Run the job on the databases of the start."""
    with graded.copy(data="starting") as copy:
        return measured(copy, Snapshot(left(graded).before, left(graded).files))
