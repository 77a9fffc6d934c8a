"""Simulate changes after the first load while one server is running; all checks share the results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _insights import ALL, EDGES, LARGEST, SMALL, describe_end, excerpt, fault, faults, path, play

from headwater.grading import Completed, Graded, Response, ServerClient, State

SECRET = "hush-5093"
_UNREACHABLE = {
    "postgres": {
        "POSTGRES_URL": f"postgresql://app:{SECRET}@127.0.0.1:1/app",
        "PGHOST": "127.0.0.1",
        "PGPORT": "1",
        "PGPASSWORD": SECRET,
    },
    "clickhouse": {
        "CLICKHOUSE_URL": "http://127.0.0.1:1",
        "CLICKHOUSE_PORT": "1",
        "CLICKHOUSE_NATIVE_PORT": "1",
        "CLICKHOUSE_PASSWORD": SECRET,
    },
}


_LATEST = "(select max(updated_at) + interval '2 seconds' from app.listeners)"
_LEAVE = f"""
    update app.listeners set left_at = '2026-03-30Z', updated_at = {_LATEST} where listener_id in (20001, 20004, 5);
    update app.listeners set left_at = null, updated_at = {_LATEST} - interval '3 minutes'
    where left_at is not null and listener_id < 600 and listener_id <> 5;
    update app.listeners set is_bot = true, updated_at = {_LATEST} where listener_id between 100 and 160;
"""
_GO_ON = """
    update app.plays set position_sec = position_sec + 40,
                         updated_at = (select max(updated_at) from app.plays) + interval '6 minutes'
    where play_id between 1000 and 1199
"""


@dataclass(frozen=True)
class Run:
    """A run of the ingest, its cost, and the errors in the pages after it (empty if there are none)."""

    completed: Completed
    plays_read: int
    listeners_read: int
    inserts: int
    inserted: int
    fault: str

    @property
    def message(self) -> str:
        """Describe how the run exited, and the errors."""
        return f"{describe_end(self.completed)}; {self.fault or 'pages are right'}"

    @property
    def is_good(self) -> bool:
        """Return whether the run succeeded and the pages are right."""
        return self.completed.exit_code == 0 and not self.fault


@dataclass(frozen=True)
class Days:
    """Consecutive runs alongside one running server.

    Attributes:
        failed: The runs with one database unreachable, keyed by the database's name.
        idle: The run without changes.
        funnel_fault: The error in the funnel of the show whose play continued; empty if there is none.
        fresh: The run after a new play and a continued one.
        late: The run after a commit whose `updated_at` is four minutes before the latest change.
        departures: The run after some listeners left, some returned, and some were marked as bots.
        many: The run after two hundred changes.
    """

    failed: dict[str, Completed]
    idle: Run
    funnel_fault: str
    fresh: Run
    late: Run
    departures: Run
    many: Run


def _usage_counters(state: State) -> list[int]:
    state.postgres.query("select pg_stat_force_next_flush(), pg_sleep(0.3)")
    read = dict(
        state.postgres.query("""
            select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_user_tables where schemaname = 'app'
        """)
    )
    sql = """
        select sum(ProfileEvents['InsertQuery']), sum(ProfileEvents['InsertedRows'])
        from system.user_processes where user = 'app'
    """
    inserts, inserted = state.clickhouse.query(sql)[0]
    return [int(each or 0) for each in (read["plays"], read["listeners"], inserts, inserted)]


def _run(state: State, server: ServerClient, *shows: int) -> Run:
    before = _usage_counters(state)
    completed = state.run()
    cost = [new - old for new, old in zip(_usage_counters(state), before, strict=True)]
    return Run(completed, *cost, faults(server, state, *shows))


@cache
def days(graded: Graded) -> Days:
    """Simulate changes after the first load, and run the ingest after each."""
    with graded.copy() as copy:
        server, _ = copy.serve()
        play(copy, 300_001, 1011, 21, 900)
        failed = {name: copy.run(env=env) for name, env in _UNREACHABLE.items()}
        copy.run()
        idle = _run(copy, server, SMALL)
        funnel_fault = fault(server, copy, "funnel", SMALL, *ALL)
        play(copy, 300_002, 2000, 21, 400, "2026-03-30 11:00Z")
        play(copy, 300_003, 2000, 22, 20, "2026-03-30 11:00Z")
        copy.run()
        play(copy, 300_002, 2000, 21, 960, "2026-03-30 11:00Z")
        play(copy, 300_003, 2000, 22, 31, "2026-03-30 11:00Z")
        play(copy, 300_004, 2001, 23, 5, "2026-03-30 12:00Z")
        fresh = _run(copy, server, EDGES)
        moment = copy.postgres.scalar("select (max(updated_at) - interval '4 minutes')::text from app.plays")
        play(copy, 300_005, 2001, 24, 1001, "2026-03-30 12:00Z", moment)
        late = _run(copy, server, EDGES)
        copy.postgres.execute(_LEAVE)
        departures = _run(copy, server, EDGES, LARGEST)
        copy.postgres.execute(_GO_ON)
        many = _run(copy, server, SMALL)
    return Days(failed, idle, funnel_fault, fresh, late, departures, many)


@dataclass(frozen=True)
class Cost:
    """The rows that a request read, its number of queries, and its answer."""

    rows: int
    queries: int
    answer: Response


@cache
def costs(graded: Graded) -> dict[str, Cost]:
    """Measure a request to each page, for the largest show and for a small one."""

    def used() -> tuple[int, int]:
        rows, queries = copy.clickhouse.query("""
            select sum(ProfileEvents['SelectedRows']), sum(ProfileEvents['SelectQuery'])
            from system.user_processes where user = 'app'
        """)[0]
        return int(rows or 0), int(queries or 0)

    found = {}
    with graded.copy() as copy:
        server, _ = copy.serve()
        for page in ("top", "funnel", "hourly"):
            server.get(path(page, SMALL, "2026-03-01", "2026-03-08"))
            for show in (LARGEST, SMALL):
                before = used()
                answer = server.get(path(page, show, "2026-02-01", "2026-03-01"))
                rows, queries = (new - old for new, old in zip(used(), before, strict=True))
                found[f"{page} of {show}"] = Cost(rows, queries, answer)
    return found


def costs_if_right(graded: Graded, page: str) -> dict[str, Cost]:
    """Return the costs of a page; fail an assertion if its answers are wrong."""
    found = {name: cost for name, cost in costs(graded).items() if name.startswith(page)}
    wrong = [excerpt(cost.answer) for cost in found.values() if cost.answer.status != 200]
    return {} if wrong else found
