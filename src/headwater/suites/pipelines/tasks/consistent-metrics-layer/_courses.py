"""Let loaders insert into copies of the agent's state; each course runs once, and all checks share the results."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from _loaders import FIRST_NEW, STATES, act, bring, bring_actions
from _model import FIGURES, TABLES, differing, ending, fault, last_line, reported, tables

from headwater.grading import Completed, Graded, QueryError, State

SECRET = "hush-7731"
_AWAY = (
    {"PGPORT": "1", "PGPASSWORD": SECRET, "POSTGRES_URL": f"postgresql://app:{SECRET}@127.0.0.1:1/app"},
    {
        "CLICKHOUSE_URL": "http://127.0.0.1:1",
        "CLICKHOUSE_PORT": "1",
        "CLICKHOUSE_NATIVE_PORT": "1",
        "CLICKHOUSE_PASSWORD": SECRET,
    },
)
CHECK = "python3 layer.py --check"
_WRITTEN = """
    select sum(written_rows) from system.query_log where type = 'QueryFinish' and user = 'app' and is_initial_query
"""
_READ = """
    select coalesce(seq_tup_read + coalesce(idx_tup_fetch, 0), 0) from pg_stat_user_tables
    where schemaname = 'app' and relname = 'actions'
"""


@dataclass(frozen=True)
class News:
    """What is wrong with the figures after each of some changes; empty if nothing.

    Attributes:
        fresh: After actions and payments of new days, and actions of weeks ago.
        again: After batches that were inserted again.
        states: After states of payments, an older one after a newer one.
        members: After accounts and users that changed.
        order: After users and accounts that came after what refers to them.
        plan: After accounts with a plan that was not there before.
    """

    fresh: str
    again: str
    states: str
    members: str
    order: str
    plan: str


@cache
def news(graded: Graded) -> News:
    """Insert what loaders bring, in six steps."""
    with graded.copy() as copy:
        return News(*(_after(copy, step) for step in (_fresh, _again, _states, _members, _order, _plan)))


def _after(state: State, step: Any) -> str:
    try:
        step(state)
    except QueryError as error:
        return f"a batch is refused: {error}"
    return fault(state)


def _fresh(state: State) -> None:
    act(state, FIRST_NEW, 1_000, "2026-05-01 20:00:00+00", 4)
    bring_actions(state, FIRST_NEW)
    state.postgres.execute(
        f"insert into app.payments select {FIRST_NEW} + n, 1 + n, 10.07 + n, 0, "
        "case when n % 3 = 0 then 'pending' else 'settled' end, "
        "case when n % 3 > 0 then timestamptz '2026-05-01 20:00:00+00' + n * interval '30 minutes' end "
        "from generate_series(0, 99) n"
    )
    bring(state, "payments", f"id >= {FIRST_NEW}", 2_000_000)
    act(state, FIRST_NEW + 10_000, 700, "2026-03-28 22:00:00+00", 5)
    bring_actions(state, FIRST_NEW + 10_000)


def _again(state: State) -> None:
    bring_actions(state, FIRST_NEW + 500)
    bring(state, "payments", f"id >= {FIRST_NEW + 50} or id % 50 = 3", 2_000_000)
    bring(state, "accounts", "id % 9 = 1", 2_000_000)
    bring(state, "users", "id % 9 = 1", 2_000_000)


def _states(state: State) -> None:
    # The state in between is inserted after the one that follows it.
    some = f"id % 40 = 9 or id between {FIRST_NEW} and {FIRST_NEW + 20}"
    state.postgres.execute(f"update app.payments set status = 'pending', paid_at = null, refunded = 0 where {some}")
    older = state.postgres.query(f"select {', '.join(STATES['payments'])}, 2000001 from app.payments where {some}")
    state.postgres.execute(
        "update app.payments set status = 'settled', paid_at = '2026-03-29 23:30:00+00', "
        f"refunded = round(amount / 3, 2) where {some}"
    )
    bring(state, "payments", some, 2_000_002)
    state.clickhouse.insert("raw.payments", older, [*STATES["payments"], "version"])


def _members(state: State) -> None:
    state.postgres.execute("update app.users set is_robot = not is_robot where id % 31 in (3, 4)")
    state.postgres.execute("update app.users set account_id = 1 + (account_id + 7) % 400 where id % 17 = 2")
    state.postgres.execute("update app.accounts set is_internal = not is_internal where id % 41 in (5, 6)")
    state.postgres.execute("update app.accounts set plan = 'business' where id % 13 = 2")
    bring(state, "users", "id % 31 in (3, 4) or id % 17 = 2", 3_000_000)
    bring(state, "accounts", "id % 41 in (5, 6) or id % 13 = 2", 3_000_000)


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
    bring_actions(state, first)
    bring(state, "payments", f"id >= {first}", 3_000_000)
    bring(state, "users", "id > 4000", 3_000_000)
    bring(state, "accounts", "id > 500", 3_000_000)


def _plan(state: State) -> None:
    state.postgres.execute("update app.accounts set plan = 'scale' where id % 50 = 1")
    bring(state, "accounts", "id % 50 = 1", 4_000_000)


@dataclass(frozen=True)
class Run:
    """A run of layer.py.

    Attributes:
        completed: How it ended.
        fault: What is wrong with the figures after it; empty if nothing.
        written: The rows that it wrote to ClickHouse.
        tables: The tables and views that there are after it.
    """

    completed: Completed
    fault: str
    written: int
    tables: list[str]

    @property
    def is_good(self) -> bool:
        """Whether the run ended well and left the right figures."""
        return self.completed.exit_code == 0 and not self.fault

    @property
    def message(self) -> str:
        """How the run ended, and what is wrong after it."""
        return f"{ending(self.completed)}; {self.fault or 'all figures are right'}"


def _written(state: State) -> int:
    state.clickhouse.execute("system flush logs")
    return int(state.clickhouse.scalar(_WRITTEN))


def _run(state: State) -> Run:
    before = _written(state)
    completed = state.run()
    after = _written(state)
    return Run(completed, fault(state), after - before, tables(state))


def _drop_all(state: State) -> None:
    """Drop all that is not the loaders', the database analytics included."""
    for name in tables(state):
        database = name.partition(".")[0]
        kind, dropped = ("table", name) if database == "default" else ("database", database)
        state.clickhouse.execute(f"drop {kind} if exists {dropped} sync")


@cache
def idle(graded: Graded) -> Run:
    """Run layer.py where the layer is there."""
    with graded.copy() as copy:
        return _run(copy)


@cache
def from_nothing(graded: Graded) -> Run:
    """Drop everything but the raw tables, and run layer.py."""
    with graded.copy() as copy:
        _drop_all(copy)
        return _run(copy)


@cache
def killed(graded: Graded) -> Run:
    """Kill runs that make the layer from the raw tables, while loaders insert; return the run after these."""
    with graded.copy() as copy:
        _drop_all(copy)
        for part, seconds in enumerate((0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2)):
            copy.run(f"timeout -s KILL {seconds} python3 layer.py", timeout_sec=30)
            first = FIRST_NEW + 10_000 * part
            act(copy, first, 500, f"2026-05-{part + 2:02} 00:00:00+00", 2)
            bring_actions(copy, first)
        return _run(copy)


_LOADING = r"""
import json, os, subprocess, sys, threading
import clickhouse_connect, psycopg

client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
)
with psycopg.connect(os.environ["POSTGRES_URL"]) as postgres:
    sql = "select id, user_id, kind, at from app.actions where id >= %s"
    rows = postgres.execute(sql, [int(sys.argv[1])]).fetchall()
ended = threading.Event()
inserted = 0


def load():
    global inserted
    while inserted < len(rows):
        size = len(rows) if ended.is_set() else 20
        client.insert("raw.actions", rows[inserted:inserted + size], column_names=["id", "user_id", "kind", "at"])
        inserted += size


thread = threading.Thread(target=load)
thread.start()
run = subprocess.run([sys.executable, "layer.py"], capture_output=True, text=True)
during = inserted
ended.set()
thread.join()
print(json.dumps({"code": run.returncode, "during": during, "said": run.stderr[-200:]}))
"""
_READING = r"""
import json, os, subprocess, sys, threading, time
import clickhouse_connect

answers, asked, failed, ended = set(), 0, "", threading.Event()


def read():
    global asked, failed
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    while not ended.is_set():
        try:
            answers.add(str([client.query(sql).first_row for sql in sys.argv[1:]]))
            asked += 1
            time.sleep(0.01)
        except clickhouse_connect.driver.exceptions.ClickHouseError as error:
            failed = str(error)[:200]


thread = threading.Thread(target=read)
thread.start()
codes = [subprocess.run([sys.executable, "layer.py"], capture_output=True).returncode for _ in range(2)]
ended.set()
thread.join()
print(json.dumps({"codes": codes, "answers": len(answers), "asked": asked, "failed": failed}))
"""


def _program(state: State, text: str, *arguments: str) -> dict[str, Any]:
    state.write(".beside", text)
    quoted = " ".join(f"'{argument}'" for argument in arguments)
    ran = state.run(f"python3 -I .beside {quoted}", timeout_sec=120)
    return json.loads(last_line(ran)) if ran.exit_code == 0 else {"failed": ran.last_line[:200]}


@cache
def loaded_meanwhile(graded: Graded) -> tuple[dict[str, Any], str]:
    """Make the layer while a loader inserts; return what happened, and what is wrong afterwards."""
    with graded.copy() as copy:
        _drop_all(copy)
        act(copy, FIRST_NEW, 30_000, "2026-05-02 00:00:00+00", 1)
        return _program(copy, _LOADING, str(FIRST_NEW)), fault(copy)


@cache
def read_meanwhile(graded: Graded) -> dict[str, Any]:
    """Read both tables again and again while layer.py runs twice where the layer is there."""
    sums = ", ".join(f"sum({name})" for name in FIGURES)
    with graded.copy() as copy:
        return _program(copy, _READING, *(f"select count(), {sums} from analytics.{table}" for table in TABLES))


@dataclass(frozen=True)
class Checks:
    """Runs of layer.py --check.

    Attributes:
        same: Where both sides agree.
        read: The rows of app.actions that it read.
        other: Where Postgres has more than ClickHouse.
        wanted: The differences that there are then.
        reported: The differences that it printed.
        postgres: Without Postgres.
        clickhouse: Without ClickHouse.
    """

    same: Completed
    read: int
    other: Completed
    wanted: set[Any]
    reported: set[Any]
    postgres: Completed
    clickhouse: Completed


def _rows_read(state: State) -> int:
    # Sessions report what they read when they end.
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.5)")
    return int(state.postgres.scalar(_READ))


@cache
def checks(graded: Graded) -> Checks:
    """Compare both sides where they agree, where they do not, and where one cannot be reached."""
    with graded.copy() as copy:
        before = _rows_read(copy)
        same = copy.run(CHECK)
        read = _rows_read(copy) - before
        act(copy, FIRST_NEW, 40, "2026-04-27 09:00:00+00", 90)
        copy.postgres.execute("insert into app.payments values (9000000, 7, 0.01, 0, 'settled', '2026-05-20Z')")
        copy.postgres.execute("update app.payments set refunded = amount where id % 300 = 1")
        other = copy.run(CHECK)
        runs = [copy.run(CHECK, env=env, timeout_sec=60) for env in _AWAY]
        return Checks(same, read, other, differing(copy), reported(other), *runs)


@cache
def away(graded: Graded) -> tuple[Completed, Run]:
    """Drop the layer, and run layer.py without ClickHouse, and then with it."""
    with graded.copy() as copy:
        _drop_all(copy)
        return copy.run(env=_AWAY[1], timeout_sec=60), _run(copy)
