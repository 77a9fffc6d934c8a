"""Production checks: a new server works equally well, the app's table is unchanged, and callers get clear errors."""

from __future__ import annotations

from _questions import ask, truth

from headwater.grading import Completed, Graded, Result, expect, production

_UNREACHABLE = {
    "CLICKHOUSE_URL": "http://127.0.0.1:1",
    "CLICKHOUSE_PORT": "1",
    "CLICKHOUSE_NATIVE_PORT": "1",
    "CLICKHOUSE_PASSWORD": "hush-8090",
}


@production(demand="docs/runbook.md#deploying")
def a_new_server_is_as_good(graded: Graded) -> Result:
    """On a new server, where events are inserted after apply.py has run, histories are right and read as few rows."""
    questions = [("user_history", {"user": "4711"}), ("hours", {"day": "2025-02-20"})]
    with graded.copy() as copy:
        copy.clickhouse.execute(
            "create database moved;\nrename table app.events to moved.events, app.lessons to moved.lessons;\n"
            "drop database app"
        )
        completed = copy.run()
        if completed.exit_code == 0:
            for table in ("lessons", "events"):
                copy.clickhouse.execute(f"insert into app.{table} select * from moved.{table}")
        found = [ask(copy, name, each) for name, each in questions]
    right = [truth(graded, graded.starting, name, each) for name, each in questions]
    read = [answer.read for answer in found]
    return expect(
        completed.exit_code == 0 and [a.rows for a in found] == right and read[0] <= 40_000 and read[1] <= 300_000,
        f"apply.py exited with {completed.exit_code} {completed.last_line}; {read} rows read; "
        f"{sum(a.rows == b for a, b in zip(found, right, strict=True))} of 2 answers are right",
    )


@production(demand="docs/runbook.md#events")
def the_table_is_the_one_of_the_apps_team(graded: Graded) -> Result:
    """The columns, engine, sorting key, rows and UUID of app.events are unchanged."""
    sql = """
        select toString(uuid), engine, sorting_key, partition_key,
               (select groupArray((name, type)) from system.columns where database = 'app' and table = 'events'),
               (select (count(), sum(cityHash64(*))) from app.events)
        from system.tables where database = 'app' and name = 'events'
    """
    found, expected = graded.clickhouse.query(sql), graded.starting.clickhouse.query(sql)
    return expect(found == expected, "app.events is " + ("unchanged" if found == expected else "changed"))


@production(demand="docs/runbook.md#callers")
def an_impossible_question_is_refused(graded: Graded) -> Result:
    """On an unknown question or a missing parameter, ask.py exits with 2 and prints a short message that names it."""
    with graded.copy() as copy:
        unknown = copy.run("python3 ask.py refunds day=2025-01-01", timeout_sec=30)
        incomplete = copy.run("python3 ask.py lesson slug=food-1", timeout_sec=30)
    fit = _is_short(unknown, "refunds") and _is_short(incomplete, "day")
    codes = [unknown.exit_code, incomplete.exit_code]
    return expect(
        codes == [2, 2] and fit,
        f"ask.py exited with {codes} and printed {_stderr(unknown)!r} and {_stderr(incomplete)!r}",
    )


@production(demand="docs/runbook.md#callers")
def a_database_that_is_away_is_reported(graded: Graded) -> Result:
    """If ClickHouse is unreachable, ask.py exits with 1 and prints a short message, without password or traceback."""
    with graded.copy() as copy:
        completed = copy.run("python3 ask.py user_history user=4711", env=_UNREACHABLE, timeout_sec=60)
    fit = _is_short(completed, "") and "hush-8090" not in completed.stdout + completed.stderr
    return expect(
        completed.exit_code == 1 and fit, f"ask.py exited with {completed.exit_code} and printed {_stderr(completed)!r}"
    )


def _is_short(completed: Completed, word: str) -> bool:
    output = completed.stderr.strip()
    return 0 < len(output) < 1000 and "Traceback" not in output and word in output and not completed.stdout.strip()


def _stderr(completed: Completed) -> str:
    return completed.stderr.strip()[-160:].replace("hush-8090", "<the password>")
