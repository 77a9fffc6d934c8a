"""Scenarios in which the servers of the app work during a migration that is killed, and during nights with the job."""

from __future__ import annotations

from datetime import date
from functools import cache
from random import Random

from _activity import IS_KEPT, TABLE, describe_end, maintain, months
from _client import events_counted, traffic, traffic_fault
from _people import FIRST_USER, People, month

from headwater.grading import Graded, State

_KILLED_AFTER = (3, 11)
_TIMES = (
    *(
        "2025-05-01 00:00:00+00",
        "2025-05-31 23:59:59.999999+00",
        "2025-12-01 00:00:00+00",
        "2026-04-30 23:59:59.999999+00",
    ),
    *("2026-05-01 00:00:00+00", "2026-05-01 06:59:59+00", "2026-08-31 23:59:59.999999+00", "2026-09-01 00:00:00+00"),
    *("2031-01-01 00:00:00+00", "2106-02-07 06:28:15+00"),
)
_NEXT_TIMES = (
    "2026-08-31 23:59:59.999999+00",
    "2026-09-01 00:00:00+00",
    "2026-10-15 12:00:00+00",
    "2026-11-30 08:00:00+00",
)
_EARLY = f"""
    insert into {TABLE} (client_key, occurred_at, user_id, post_id, kind)
    select gen_random_uuid(), timestamptz '2026-09-01 00:00:00+00' + n * interval '15 minutes', 80000, 1600 + n % 99,
        'view'
    from generate_series(1, 6000) n;
"""
_OLD = f"select activity_id from {TABLE} where occurred_at < '2025-09-10' order by hashint8(activity_id) limit 300"
_OTHERS = f"user_id < {FIRST_USER} and user_id <> 80000"
_MOST_TRIES = 4
_NIGHTS = 16
_BUSY_OFFSETS = (3, 3, 3, 3, -12, -13, 0)


def _delete_newest(state: State) -> int:
    """Record and delete the newest activity, and return its id."""
    state.postgres.execute(
        f"insert into {TABLE} (client_key, user_id, post_id, kind) values (gen_random_uuid(), 91001, 1500, 'like');"
    )
    newest = int(state.postgres.scalar(f"select max(activity_id) from {TABLE}"))
    state.postgres.execute(f"delete from {TABLE} where activity_id = {newest};")
    return newest


@cache
def busy_migration(graded: Graded) -> str:
    """Migrate while servers record, report and delete, kill the migration twice, and describe the first fault."""
    with graded.copy(data="starting") as site:
        newest = _delete_newest(site)
        before = events_counted(site)
        with traffic(graded, site, _TIMES) as found:
            for after in _KILLED_AFTER:
                site.run_killed("bash migrate.sh", after=after)
            completed = site.run("bash migrate.sh")
        if completed.exit_code:
            return f"the migration {describe_end(completed)}"
        reused = sorted(activity for _, activity in found.recorded if activity <= newest)
        fault = traffic_fault(site, found, before)
        same = months(site, f"{IS_KEPT} and {_OTHERS}") == months(graded.starting, f"{IS_KEPT} and {_OTHERS}")
    if not found.recorded:
        return "no server of the app could record anything during the migration"
    if reused:
        return f"the id {reused[0]} was given again; ids up to {newest} had been used"
    return fault or ("" if same else "rows from before the migration have changed")


@cache
def busy_nights(graded: Graded) -> str:
    """Run the job twice while servers record into new months and report old ones, and describe the first fault."""
    with graded.copy() as site:
        site.postgres.execute(_EARLY)
        old = [row[0] for row in site.postgres.query(_OLD)]
        before, others = events_counted(site), months(site, _OTHERS)
        with traffic(graded, site, _NEXT_TIMES, old=old) as found:
            for day in ("2026-08-17", "2026-09-02"):
                # A job that gives way to the servers of the app fails, and leaves everything as it was.
                for _ in range(_MOST_TRIES):
                    if maintain(site, day).exit_code == 0:
                        break
        completed = maintain(site, "2026-09-02")
        if completed.exit_code:
            return f"the job for 2026-09-02 {describe_end(completed)}"
        is_kept = "occurred_at >= '2025-09-01 00:00:00+00'"
        fault = traffic_fault(site, found, before, is_kept)
        early = site.postgres.scalar(f"select count(*) from {TABLE} where user_id = 80000")
        same = months(site, _OTHERS) == {name: each for name, each in others.items() if name >= "2025-09"}
    if not found.recorded:
        return "no server of the app could record anything"
    if early != 6_000:
        return f"{6_000 - early} of 6000 early events are lost"
    return fault or ("" if same else "rows of kept months have changed")


@cache
def paused_nights(graded: Graded) -> tuple[str, list[str]]:
    """Let people act while the job waits at one request after the other, from the last back; return the first fault."""
    with graded.copy() as site:
        people = People(graded, site, Random(1))
        people.give_up_early()
        fault = people.act(date(2026, 5, 31), 8, _BUSY_OFFSETS)
        requests = site.run_killed("python3 maintain.py 2026-06-01", after=None).requests
        people.forget_before(month(date(2026, 6, 1), -12))
        for number in range(_NIGHTS):
            after = max(1, requests - 1 - number)
            fault = fault or _paused_night(people, month(date(2026, 7, 1), number).date(), after)
        return fault, people.log[-14:]


def _paused_night(people: People, day: date, after: int) -> str:
    site, command, oldest = people.state, f"python3 maintain.py {day}", month(day, -12)
    fault = people.act(day, 8, _BUSY_OFFSETS)
    people.going, people.waits = oldest, True
    _, wrong = site.run_paused(command, after=after, meanwhile=lambda: people.act(day, 6, _BUSY_OFFSETS))
    people.waits = False
    people.log.append(f"during the last of these, the job for {day} waited at its request {after + 1}")
    # A job that gives way to the app fails, and leaves everything as it was.
    completed = site.run(command)
    people.log.append(f"the next job for {day} exited with {completed.exit_code}")
    if completed.exit_code:
        return f"the job for {day} {describe_end(completed)}"
    people.forget_before(oldest)
    fault = fault or wrong or people.fault()
    return fault and f"after the job for {day}, which waited at its request {after + 1}: {fault}"
