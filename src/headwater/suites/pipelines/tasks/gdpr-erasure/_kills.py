"""Kill a run of the job at a moment that its effects show."""

from __future__ import annotations

from headwater.grading import State

_KILL = r"""
import os, pathlib, subprocess, sys, time
import clickhouse_connect, psycopg

moment, nothing = sys.argv[1], subprocess.DEVNULL
clickhouse = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"])
PARTS = ("select sum(cityHash64(table, name)) from system.parts where active and database = 'analytics'"
         " and table in ('events', 'account_days', 'payments', 'profiles', 'searches')")
ROWS = ("select (select count(*) from app.accounts), (select count(*) from privacy.requests"
        " where status = 'done' and email is null and account_id is null)")
with psycopg.connect("", autocommit=True) as postgres:
    looks = {
        "files": lambda: [(str(path), path.stat().st_mtime_ns) for name in ("archive", "exports")
                          for path in sorted(pathlib.Path(name).glob("*")) if not path.name.startswith(".")],
        "clickhouse": lambda: clickhouse.query(PARTS).result_rows,
        "postgres": lambda: postgres.execute(ROWS).fetchone(),
    }
    look = looks[moment]
    first = look()
    run = subprocess.Popen([sys.executable, "erase.py"], stdout=nothing, stderr=nothing)
    while run.poll() is None:
        try:
            if look() != first:
                break
        except FileNotFoundError:
            break
        time.sleep(0.002)
    run.kill()
    run.wait()
    sessions = ("select count(*) from pg_stat_activity where usename = current_user and backend_start > "
                "(select backend_start from pg_stat_activity where pid = pg_backend_pid())")
    deadline = time.monotonic() + 20
    while postgres.execute(sessions).fetchone()[0] and time.monotonic() < deadline:
        time.sleep(0.02)
"""


def run_killed(state: State, moment: str) -> None:
    """Start erase.py, and kill it as soon as it has changed files, ClickHouse or Postgres."""
    state.write(".kill", _KILL)
    state.run(f"python3 -I .kill {moment}; rm .kill", timeout_sec=150)
