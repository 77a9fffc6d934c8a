"""Production checks: schema files match the server, other teams' tables are unchanged, and days can be rebuilt."""

from __future__ import annotations

from _numbers import FOUND, describe_errors, rows

from headwater.grading import Graded, Result, State, expect, production


def _definitions(state: State | Graded, database: str) -> dict[str, str]:
    sql = "select name, create_table_query from system.tables where database = {database:String}"
    found = state.clickhouse.query(sql, {"database": database})
    return {str(name): " ".join(str(query).split()) for name, query in found if not str(name).startswith(".inner")}


def _made_from_nothing(graded: Graded) -> dict[str, str]:
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics;\ndrop database content")
        copy.run()
        return _definitions(copy, "analytics")


@production(demand="docs/runbook.md#is what the files say")
def the_schema_is_what_is_in_use(graded: Graded) -> Result:
    """On a new server, apply.py creates the tables and views that are in use."""
    in_use, created = _definitions(graded, "analytics"), _made_from_nothing(graded)
    other = sorted(name for name, query in created.items() if in_use.get(name) != query)
    return expect(
        "video_day" in created and not other,
        f"apply.py creates {sorted(created)}; different or missing in use: {other}",
    )


@production(demand="docs/runbook.md#forgotten")
def nothing_is_left_over(graded: Graded) -> Result:
    """The database analytics contains only objects that apply.py creates."""
    in_use, created = _definitions(graded, "analytics"), _made_from_nothing(graded)
    surplus = sorted(set(in_use) - set(created))
    return expect(
        "video_day" in in_use and not surplus,
        f"objects that apply.py does not create: {surplus or 'none'}, of {sorted(in_use)}",
    )


@production(demand="docs/runbook.md#belongs to the players' team")
def content_is_left_alone(graded: Graded) -> Result:
    """The tables of the players' team keep their definitions and row counts."""
    starting, current = (_definitions(state, "content") for state in (graded.starting, graded))
    counts = "select (select count() from content.plays), (select count() from content.videos)"
    before, after = graded.starting.clickhouse.query(counts), graded.clickhouse.query(counts)
    other = sorted(name for name in starting.keys() | current.keys() if starting.get(name) != current.get(name))
    return expect(
        not other and before == after,
        f"changed objects in content: {other or 'none'}; {before} rows before, {after} after",
    )


@production(demand="docs/runbook.md#plays-that-were-none")
def a_rebuilt_day_has_the_plays_that_are_left(graded: Graded) -> Result:
    """After a day's bot messages are deleted, rebuild.py, run once or twice, yields the numbers of the other plays."""
    with graded.copy() as copy:
        bots = "alter table content.plays delete where toDate(at) = '2026-05-20' and play_id % 7 = 3"
        copy.clickhouse.execute(f"{bots} settings mutations_sync = 1")
        codes, faults = [], []
        for _ in range(2):
            codes.append(copy.run("python3 rebuild.py 2026-05-20", timeout_sec=60).exit_code)
            faults.append(describe_errors(graded, copy))
    return expect(
        codes == [0, 0] and not any(faults), f"rebuild.py exited with {codes}; {faults[-1] or 'all numbers are right'}"
    )


@production(demand="docs/runbook.md#has to refuse that")
def a_day_without_plays_is_not_rebuilt(graded: Graded) -> Result:
    """For a day whose plays were deleted, rebuild.py prints one line, exits with 1, and keeps the numbers."""
    with graded.copy() as copy:
        for day in (1, 2):
            copy.clickhouse.execute(f"alter table content.plays drop partition 2026050{day}")
        before = rows(copy.clickhouse.query(FOUND))
        runs = [copy.run(f"python3 rebuild.py {day}", timeout_sec=60) for day in ("2026-03-15", "2026-05-02")]
        same = rows(copy.clickhouse.query(FOUND)) == before
    outputs = [run.stdout + run.stderr for run in runs]
    fit = "2026-03-15" in outputs[0] and "2026-05-02" in outputs[1] and not any("Traceback" in text for text in outputs)
    return expect(
        [run.exit_code for run in runs] == [1, 1] and same and fit,
        f"without plays rebuild.py exited with {[run.exit_code for run in runs]}, and the numbers are "
        f"{'unchanged' if same else 'changed'}; it printed {outputs[0].strip()[-160:]!r}",
    )
