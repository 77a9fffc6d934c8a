"""Programs that are killed or paused at a certain request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.grading.conftest import BASE
from tests.live import Live

from headwater.errors import UncountedError
from headwater.grading import Completed, KilledRun, LayeredState, State, Tooling, kill_points
from headwater.records import ServiceName, TaskConfig
from headwater.sandbox import User, change_owner, open_sandbox

TRANSFER = """
import os
import clickhouse_connect, psycopg

client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
)
with psycopg.connect("") as connection:
    for number in range(3):
        client.insert("copied", [[number]], column_names=["n"])
        connection.execute("insert into done values (%s)", [number])
        connection.commit()
"""
LOCKED = """
import psycopg

with psycopg.connect("") as connection:
    connection.execute("select pg_advisory_lock(7)")
    highest = connection.execute("select coalesce(max(n), 0) from done").fetchone()[0]
    connection.execute("insert into done values (%s)", [highest + 1])
"""
UNLOCKED = LOCKED.replace('    connection.execute("select pg_advisory_lock(7)")\n', "")
LONG = """
import psycopg

with psycopg.connect("") as connection, connection.cursor() as cursor:
    with cursor.copy("copy lines from stdin") as copy:
        for number in range(40):
            copy.write("x" * 99_999 + chr(10))
"""
CONFIG = TaskConfig.model_validate({**BASE, "services": ["postgres", "clickhouse"]})
TABLES = "drop table if exists done, lines; create table done (n int); create table lines (line text);"


@contextmanager
def opened(folder: Path, empty: dict[ServiceName, Path], tooling: Tooling) -> Iterator[State]:
    workspace = folder / "left"
    workspace.mkdir()
    for name, text in {"transfer.py": TRANSFER, "locked.py": LOCKED, "unlocked.py": UNLOCKED, "long.py": LONG}.items():
        (workspace / name).write_text(text)
    for path in (workspace, *workspace.iterdir()):
        change_owner(path, User.AGENT)
    sandbox = open_sandbox([folder, *empty.values(), *tooling.mounts.values()])
    layers = LayeredState((workspace,), {name: (empty[name],) for name in CONFIG.services})
    state = State(sandbox, CONFIG, tooling, layers, folder / "scratch")
    yield state
    state.close()
    sandbox.close()


@pytest.fixture(scope="module")
def state(empty_services: dict[ServiceName, Path], tooling: Tooling) -> Iterator[Live[State]]:
    live: Live[State] = Live(opened, empty_services, tooling)
    yield live
    live.close()


def created(state: State) -> None:
    done = state.run(f'psql -qv ON_ERROR_STOP=1 -c "{TABLES}"')
    assert done.exit_code == 0, done.tail
    state.clickhouse.execute("drop table if exists default.copied")
    state.clickhouse.execute("create table default.copied (n Int64) engine = MergeTree order by n")


def rows(state: State) -> tuple[int, int]:
    """Return the number of rows in ClickHouse and in Postgres."""
    copied = state.clickhouse.scalar("select count() from default.copied")
    return copied, state.postgres.scalar("select count(*) from done")


def counted(state: State, name: str) -> KilledRun:
    created(state)
    return state.run_killed(f"python3 {name}", after=None)


def killed_everywhere(state: State, requests: int) -> list[tuple[KilledRun, tuple[int, int]]]:
    found = []
    for after in range(requests + 1):
        created(state)
        found.append((state.run_killed("python3 transfer.py", after=after), rows(state)))
    return found


def test_a_program_that_goes_elsewhere_is_not_taken_for_one_that_was_killed(state: Live[State]) -> None:
    with pytest.raises(UncountedError, match="it exited with 0 and sent no request to the addresses"):
        state(State.run_killed, "PGPORT=5432 psql -c 'select 1'", after=None)


def test_requests_are_counted_equally_in_each_run(state: Live[State]) -> None:
    first, second = state(counted, "transfer.py"), state(counted, "transfer.py")
    assert first.completed.exit_code == 0, first.completed.tail
    assert not first.is_killed
    assert first.requests == second.requests > 6
    assert state(rows) == (3, 3)


def test_a_program_is_killed_between_any_two_requests(state: Live[State]) -> None:
    whole = state(counted, "transfer.py").requests
    runs = state(killed_everywhere, whole)
    assert [run.requests for run, _ in runs] == [*range(whole), whole]
    assert [run.is_killed for run, _ in runs] == [True] * whole + [False]
    assert all(run.completed.exit_code == 137 for run, _ in runs[:-1])
    states = [left for _, left in runs]
    assert states == sorted(states)
    # Each request has its effect before the kill, and the next one has none.
    assert {(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3)} == set(states)


def test_a_long_request_counts_as_several(state: Live[State]) -> None:
    whole = state(counted, "long.py")
    assert whole.completed.exit_code == 0, whole.completed.tail
    assert whole.requests > 4_000_000 / (1 << 18)
    assert state(counted, "long.py").requests == whole.requests
    state(created)
    assert state(State.run_killed, "python3 long.py", after=whole.requests - 5).is_killed
    assert state(lines) == 0


def lines(state: State) -> int:
    count: int = state.postgres.scalar("select count(*) from lines")
    return count


def overlapped(state: State, name: str) -> tuple[list[int], list[int]]:
    """Pause a run before its last requests, run another one, and return the exit codes and the rows."""
    created(state)
    command = f"python3 {name}"
    requests = state.run_killed(command, after=None).requests
    created(state)
    paused, other = state.run_paused(command, after=requests - 2, meanwhile=lambda: state.run(command))
    both: tuple[Completed, Completed] = paused, other
    return [each.exit_code for each in both], [row[0] for row in state.postgres.query("select n from done order by n")]


def test_a_paused_run_overlaps_with_another(state: Live[State]) -> None:
    assert state(overlapped, "unlocked.py") == ([0, 0], [1, 1])


def test_a_run_that_waits_for_the_paused_one_is_not_blocked_for_ever(state: Live[State]) -> None:
    assert state(overlapped, "locked.py") == ([0, 0], [1, 2])


def killed_with_lock(state: State) -> tuple[bool, Completed]:
    created(state)
    command = "python3 locked.py"
    requests = state.run_killed(command, after=None).requests
    killed = state.run_killed(command, after=requests - 1)
    return killed.is_killed, state.run(command, timeout_sec=20)


def test_a_killed_program_leaves_no_lock(state: Live[State]) -> None:
    killed, after = state(killed_with_lock)
    assert killed
    assert after.exit_code == 0, after.tail
    assert after.seconds < 20


@pytest.mark.parametrize(
    ("requests", "points"),
    [(0, []), (1, [0]), (3, [0, 1, 2]), (10, [2, 4, 6, 7, 8, 9]), (100, [20, 40, 60, 80, 96, 97, 98, 99])],
)
def test_half_of_the_kill_points_are_the_last_requests(requests: int, points: list[int]) -> None:
    assert kill_points(requests) == points
