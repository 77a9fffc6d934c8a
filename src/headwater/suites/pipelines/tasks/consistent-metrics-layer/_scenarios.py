"""Run scenarios in copies of the agent's state. Each scenario runs once, and the checks share its results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from _loaders import FIRST_NEW, STATES, add_actions, load_actions, load_states
from _model import describe_end, differing, fault, printed_differences, tables
from _programs import run_while_loading, run_while_reading

from headwater.grading import Completed, Graded, QueryError, State, away, kill_points

_CHECK = "python3 layer.py --check"
_WRITTEN = """
    select sum(written_rows) from system.query_log where type = 'QueryFinish' and user = 'app' and is_initial_query
"""
_READ = """
    select coalesce(seq_tup_read + coalesce(idx_tup_fetch, 0), 0) from pg_stat_user_tables
    where schemaname = 'app' and relname = 'actions'
"""


@dataclass(frozen=True)
class Inserts:
    """How the figures differ from finance's after each of several groups of inserts, or empty strings.

    Attributes:
        new: After actions and payments of new days, and late actions.
        repeated: After batches that were inserted again.
        states: After new states of payments, with an older state inserted last.
        members: After changed accounts and users.
        order: After users and accounts that were inserted after their actions and payments.
        plan: After accounts that moved to a new plan.
    """

    new: str
    repeated: str
    states: str
    members: str
    order: str
    plan: str


@cache
def inserts(graded: Graded) -> Inserts:
    """Insert several groups of rows, and compare the figures after each group."""
    with graded.copy() as copy:
        return Inserts(*(_after(copy, step) for step in (_new, _repeated, _states, _members, _order, _plan)))


def _after(state: State, step: Callable[[State], None]) -> str:
    try:
        step(state)
    except QueryError as error:
        return f"a batch is refused: {error}"
    return fault(state)


def _new(state: State) -> None:
    add_actions(state, FIRST_NEW, 1_000, "2026-05-01 20:00:00+00", 4)
    load_actions(state, FIRST_NEW)
    state.postgres.execute(
        f"insert into app.payments select {FIRST_NEW} + n, 1 + n, 10.07 + n, 0, "
        "case when n % 3 = 0 then 'pending' else 'settled' end, "
        "case when n % 3 > 0 then timestamptz '2026-05-01 20:00:00+00' + n * interval '30 minutes' end "
        "from generate_series(0, 99) n"
    )
    load_states(state, "payments", f"id >= {FIRST_NEW}", 2_000_000)
    add_actions(state, FIRST_NEW + 10_000, 700, "2026-03-28 22:00:00+00", 5)
    load_actions(state, FIRST_NEW + 10_000)


def _repeated(state: State) -> None:
    load_actions(state, FIRST_NEW + 500)
    load_states(state, "payments", f"id >= {FIRST_NEW + 50} or id % 50 = 3", 2_000_000)
    load_states(state, "accounts", "id % 9 = 1", 2_000_000)
    load_states(state, "users", "id % 9 = 1", 2_000_000)


def _states(state: State) -> None:
    # The intermediate state is inserted after the state that replaced it.
    some = f"id % 40 = 9 or id between {FIRST_NEW} and {FIRST_NEW + 20}"
    state.postgres.execute(f"update app.payments set status = 'pending', paid_at = null, refunded = 0 where {some}")
    older = state.postgres.query(f"select {', '.join(STATES['payments'])}, 2000001 from app.payments where {some}")
    state.postgres.execute(
        "update app.payments set status = 'settled', paid_at = '2026-03-29 23:30:00+00', "
        f"refunded = round(amount / 3, 2) where {some}"
    )
    load_states(state, "payments", some, 2_000_002)
    state.clickhouse.insert("raw.payments", older, [*STATES["payments"], "version"])


def _members(state: State) -> None:
    state.postgres.execute("update app.users set is_robot = not is_robot where id % 31 in (3, 4)")
    state.postgres.execute("update app.users set account_id = 1 + (account_id + 7) % 400 where id % 17 = 2")
    state.postgres.execute("update app.accounts set is_internal = not is_internal where id % 41 in (5, 6)")
    state.postgres.execute("update app.accounts set plan = 'business' where id % 13 = 2")
    load_states(state, "users", "id % 31 in (3, 4) or id % 17 = 2", 3_000_000)
    load_states(state, "accounts", "id % 41 in (5, 6) or id % 13 = 2", 3_000_000)


def _order(state: State) -> None:
    state.postgres.execute("insert into app.accounts select 500 + n, 'team', false from generate_series(1, 5) n")
    state.postgres.execute("insert into app.users select 4000 + n, 501 + n % 5, n = 9 from generate_series(1, 40) n")
    first = FIRST_NEW + 20_000
    state.postgres.execute(
        f"insert into app.actions select {first} + n, 4001 + n % 40, 'open', "
        "timestamptz '2026-04-10Z' + n * interval '3 hours' from generate_series(0, 199) n"
    )
    state.postgres.execute(
        f"insert into app.payments select {first} + n, 501 + n % 5, 99.99, 0, 'settled', '2026-04-11Z' "
        "from generate_series(0, 9) n"
    )
    load_actions(state, first)
    load_states(state, "payments", f"id >= {first}", 3_000_000)
    load_states(state, "users", "id > 4000", 3_000_000)
    load_states(state, "accounts", "id > 500", 3_000_000)


def _plan(state: State) -> None:
    state.postgres.execute("update app.accounts set plan = 'scale' where id % 50 = 1")
    load_states(state, "accounts", "id % 50 = 1", 4_000_000)


@dataclass(frozen=True)
class Run:
    """A run of layer.py.

    Attributes:
        completed: The finished process.
        fault: How the figures differ from finance's after the run, or an empty string.
        written: The number of rows that it wrote to ClickHouse.
        tables: The tables and views after it, except those in raw.
    """

    completed: Completed
    fault: str
    written: int
    tables: list[str]

    @property
    def is_good(self) -> bool:
        """Whether the run succeeded and left the right figures."""
        return self.completed.exit_code == 0 and not self.fault

    @property
    def message(self) -> str:
        """A description of how the run ended and what is wrong after it."""
        return f"{describe_end(self.completed)}; {self.fault or 'all figures are right'}"


def _written(state: State) -> int:
    state.clickhouse.execute("system flush logs")
    return int(state.clickhouse.scalar(_WRITTEN))


def _run(state: State) -> Run:
    before = _written(state)
    completed = state.run()
    written = _written(state) - before
    return Run(completed, fault(state), written, tables(state))


def _drop_all(state: State) -> None:
    """Drop all tables and views except those in raw, and their databases except default."""
    for name in tables(state):
        database = name.partition(".")[0]
        kind, dropped = ("table", name) if database == "default" else ("database", database)
        state.clickhouse.execute(f"drop {kind} if exists {dropped} sync")


@cache
def idle(graded: Graded) -> Run:
    """Run layer.py on a site that has the layer."""
    with graded.copy() as copy:
        return _run(copy)


@cache
def from_nothing(graded: Graded) -> Run:
    """Drop everything except the tables in raw, and run layer.py."""
    with graded.copy() as copy:
        _drop_all(copy)
        return _run(copy)


@cache
def over_the_old_layer(graded: Graded) -> tuple[Run, str]:
    """Run layer.py on the starting data, and insert new rows.

    Returns:
        The run, and how the figures differ from finance's after the inserts, or an empty string.
    """
    with graded.copy(data="starting") as copy:
        return _run(copy), _after(copy, _new)


@cache
def killed(graded: Graded) -> Run:
    """Kill runs that build the layer at several of their requests, insert rows after each, and run once more."""
    with graded.copy() as copy:
        _drop_all(copy)
        whole = copy.run_killed(after=None)
        _drop_all(copy)
        for number, after in enumerate(kill_points(whole.requests), 1):
            copy.run_killed(after=after)
            first = FIRST_NEW + 10_000 * number
            add_actions(copy, first, 500, f"2026-05-{number:02} 00:00:00+00", 2)
            load_actions(copy, first)
        return _run(copy)


@cache
def loaded_meanwhile(graded: Graded) -> tuple[dict[str, Any], str]:
    """Build the layer while a loader inserts. Return what `run_while_loading` returns, and what is wrong afterwards."""
    with graded.copy() as copy:
        _drop_all(copy)
        add_actions(copy, FIRST_NEW, 30_000, "2026-05-02 00:00:00+00", 1)
        return run_while_loading(copy, FIRST_NEW), fault(copy)


@cache
def read_meanwhile(graded: Graded) -> dict[str, Any]:
    """Query both tables while layer.py runs twice on a site that has the layer."""
    with graded.copy() as copy:
        return run_while_reading(copy)


@dataclass(frozen=True)
class Checks:
    """Runs of layer.py --check.

    Attributes:
        equal: The run while both sides agree.
        read: The number of rows of app.actions that it read.
        different: The run while Postgres has rows that ClickHouse lacks.
        wanted: The differences at that time.
        printed: The differences that it printed.
        postgres: The run without Postgres.
        clickhouse: The run without ClickHouse.
    """

    equal: Completed
    read: int
    different: Completed
    wanted: set[Any]
    printed: set[Any]
    postgres: Completed
    clickhouse: Completed


def _rows_read(state: State) -> int:
    # A session reports its statistics when it ends.
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.5)")
    return int(state.postgres.scalar(_READ))


@cache
def checks(graded: Graded) -> Checks:
    """Run layer.py --check while both sides agree, while they differ, and while one of them cannot be reached."""
    with graded.copy() as copy:
        before = _rows_read(copy)
        equal = copy.run(_CHECK)
        read = _rows_read(copy) - before
        add_actions(copy, FIRST_NEW, 40, "2026-04-27 09:00:00+00", 90)
        copy.postgres.execute("insert into app.payments values (9000000, 7, 0.01, 0, 'settled', '2026-05-20Z')")
        copy.postgres.execute("update app.payments set refunded = amount where id % 300 = 1")
        different = copy.run(_CHECK)
        runs = [copy.run(_CHECK, env=away(name), timeout_sec=60) for name in ("postgres", "clickhouse")]
        return Checks(equal, read, different, differing(copy), printed_differences(different), *runs)


@cache
def outage(graded: Graded) -> tuple[Completed, Run]:
    """Drop the layer, run layer.py without ClickHouse, and then with ClickHouse."""
    with graded.copy() as copy:
        _drop_all(copy)
        return copy.run(env=away("clickhouse"), timeout_sec=60), _run(copy)
