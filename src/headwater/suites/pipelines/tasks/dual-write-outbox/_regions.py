"""The release in another region, and what the programs read and write, each measured once in a copy."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _disturbed import change_many, changed_by_many, spoil
from _service import COMPARE, INSTALL, RELAY, REPAIR, chosen, put_commands, seats, serve
from _topic import Event, after, events_of, start_ends, start_events
from _truth import Faults, View, faults, trail, view

from headwater.grading import Completed, Graded, State

_READ = "select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint from pg_stat_user_tables"
_COMMITS = "select xact_commit from pg_stat_database where datname = current_database()"
_SHIPPED = ("app.accounts", "app.plans", "app.subscriptions", "app.requests", "audit.changes", "billing.periods")
PENDING = 3
NOT_SENT = "update app.subscriptions set terms = 'nobody has sent this' where id = {}"


def _numbers(state: State) -> tuple[int, int]:
    # Sessions report their statistics when they end.
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.4)")
    return tuple(int(state.postgres.scalar(sql)) for sql in (_READ, _COMMITS))  # type: ignore[return-value]


@dataclass(frozen=True)
class Work:
    """A run, its requests to Postgres, the rows that it read there, and its transactions."""

    completed: Completed
    requests: int
    read: int
    commits: int


def measured(state: State, command: str) -> Work:
    """Run a command, and measure it."""
    before = _numbers(state)
    counted = state.run_killed(command, after=None, timeout_sec=150)
    read, commits = (new - old for new, old in zip(_numbers(state), before, strict=True))
    return Work(counted.completed, counted.requests, read, commits)


@dataclass(frozen=True)
class Region:
    """The release in another region, which has more faults.

    Attributes:
        expected: What is wrong there.
        installed: The exit codes of two installations.
        compared: The comparison before the repair.
        waiting: The comparison with events that wait for the relay.
        repair: The first repair.
        rows: The number of rows of all tables before it.
        again: The repair directly after it.
        sent: What was sent in all.
        view: What the consumers have after the relay has run.
        healed: The comparison after that.
        pending: The changes that waited for the relay during the repair, by subscription and version.
    """

    expected: Faults
    installed: list[int]
    compared: Completed
    waiting: Completed
    repair: Work
    rows: int
    again: Completed
    sent: list[Event]
    view: View
    healed: Completed
    pending: set[tuple[str, int]]


@cache
def region(graded: Graded) -> Region:
    """Bring the release to another region."""
    with graded.copy(data="starting") as copy:
        ids = chosen(graded, 10, 40)
        for each in ids[:9]:
            copy.postgres.execute(NOT_SENT.format(each))
        spoiled = set(spoil(copy, ids[9:16], "another region").values())
        events = [*start_events(graded), *events_of(after(copy, start_ends(graded)))]
        expected = faults(graded, events, trail(graded, copy))
        installed = [copy.run(INSTALL).exit_code]
        compared = copy.run(COMPARE)
        installed.append(copy.run(INSTALL).exit_code)
        served = serve(copy, ".waiting", [seats(f"w-{each}", each, 47) for each in ids[20 : 20 + PENDING]])
        waiting = copy.run(COMPARE)
        keys = {f"sub-{each}" for each in ids[20 : 20 + PENDING]}
        changes = trail(graded, copy)
        pending = {max(place for place in changes if place[0] == key) for key in keys}
        rows = sum(int(copy.postgres.scalar(f"select count(*) from {name}")) for name in _SHIPPED)
        repair = measured(copy, REPAIR)
        again = copy.run(REPAIR)
        installed += [served.exit_code, copy.run().exit_code]
        everything = after(copy, start_ends(graded))
        seen = view(graded, copy, everything)
        healed = copy.run(COMPARE)
        return Region(
            expected, installed, compared, waiting, repair, rows, again,
            [event for event in seen.events if event.id not in spoiled], seen, healed, pending,
        )  # fmt: skip


@dataclass(frozen=True)
class Load:
    """The work of the relay and of the service.

    Attributes:
        idle: The relay without work.
        few: The relay after twenty changes.
        pending: The number of changes before the next run.
        much: The relay after that.
        kept: The number of rows in tables that the release added, after it.
        per_command: The requests of the service for a command.
        beside: The service while a relay is paused, which may not wait for locks longer than two seconds.
        view: What the consumers have at the end.
    """

    idle: Work
    few: Work
    pending: int
    much: Work
    kept: int
    per_command: float
    beside: Completed
    view: View


@cache
def load(graded: Graded) -> Load:
    """Measure the relay and the service."""
    with graded.copy() as copy:
        copy.run()
        idle = measured(copy, RELAY)
        ids = chosen(graded, 11, 40)
        few_commands = put_commands(copy, ".few", [seats(f"f-{each}", each, 47) for each in ids[:20]])
        more = copy.run_killed(few_commands, after=None).requests
        few = measured(copy, RELAY)
        before = _changes(copy)
        change_many(graded, copy, 1)
        pending = _changes(copy) - before
        much = measured(copy, RELAY)
        kept = _kept(copy)
        less = copy.run_killed(
            put_commands(copy, ".less", [seats(f"n-{each}", each, 25) for each in ids[:5]]), after=None
        )
        change_many(graded, copy, 2)
        command = put_commands(copy, ".beside", [seats(f"e-{each}", each, 31) for each in changed_by_many(graded)])

        def meanwhile() -> Completed:
            return copy.run(command, env={"PGOPTIONS": "-c lock_timeout=2s"}, timeout_sec=40)

        _, beside = copy.run_paused(RELAY, after=max(1, much.requests // 2), meanwhile=meanwhile)
        copy.run()
        seen = view(graded, copy, after(copy, start_ends(graded)))
        per_command = (more - less.requests) / 15
        return Load(idle, few, pending, much, kept, per_command, beside, seen)


def _changes(state: State) -> int:
    return int(state.postgres.scalar("select count(*) from audit.changes where change > 200000"))


def _kept(state: State) -> int:
    shipped = ", ".join(f"'{name}'" for name in _SHIPPED)
    names = state.postgres.query(
        "select quote_ident(schemaname) || '.' || quote_ident(tablename) from pg_tables "
        "where schemaname not in ('pg_catalog', 'information_schema') "
        f"and schemaname || '.' || tablename not in ({shipped})"
    )
    return sum(int(state.postgres.scalar(f"select count(*) from {name}")) for (name,) in names)
