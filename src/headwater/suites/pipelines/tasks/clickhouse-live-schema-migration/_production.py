"""Production checks: migrations work on every site, leave no helper objects behind, and keep the tables."""

from __future__ import annotations

import re

from _figures import MIGRATE, collect, describe_end, stored_figures
from _quiet import layout, quiet_run

from headwater.grading import Graded, Result, expect, expect_equal, production

_FIRST = "001_ads.sql"


def _files(graded: Graded) -> list[str]:
    names = [path.removeprefix("migrations/") for path in graded.workspace.files("migrations/*")]
    return sorted(name for name in names if re.fullmatch(r"\d+_\w+\.(sql|py)", name))


@production(demand="docs/migrations.md#a new site begins with an empty ClickHouse")
def a_new_site_is_the_same(graded: Graded) -> Result:
    """On an empty server, migrate.py creates the same tables, and events are counted by region."""
    with graded.copy(data="starting") as copy:
        copy.clickhouse.execute("drop database ads;\ndrop database ops")
        completed = copy.run(MIGRATE)
        created_layout = layout(copy)
        collected = collect(copy, (1, "2026-09-30 12:00:00", "jp-10001", 9, "click", 77))
        figures = {key[2]: row for key, row in stored_figures(copy).items()}
    same = created_layout == layout(graded)
    return expect(
        completed.exit_code == collected.exit_code == 0 and same and figures == {"apac": (0, 1, 77)},
        f"on an empty server migrate.py {describe_end(completed)}; "
        f"tables are {'the same' if same else 'different'}; {figures}",
    )


@production(demand="docs/migrations.md#while-everybody-works", required=True)
def another_site_becomes_the_same(graded: Graded) -> Result:
    """After the migration, another site in the same starting state has the same tables and the right figures."""
    outcome = quiet_run(graded)
    same = outcome.layout == layout(graded)
    return expect(
        outcome.ran.exit_code == 0 and same and not outcome.fault,
        f"{outcome.summary}; tables are {'the same' if same else 'different'}; {outcome.fault or 'all is right'}",
    )


@production(demand="docs/migrations.md#Files that were applied are never changed")
def migrations_are_noted(graded: Graded) -> Result:
    """The first migration is unchanged, there are new ones, and all of them are recorded."""
    files, recorded_files = (
        _files(graded),
        {name for (name,) in graded.clickhouse.query("select file from ops.migrations")},
    )
    path = f"migrations/{_FIRST}"
    edited = graded.workspace.read_text(path) != graded.workspace.shipped_text(path)
    return expect(
        len(files) > 1 and set(files) == recorded_files and not edited,
        f"files {files}, recorded {sorted(recorded_files)}; {_FIRST} is {'edited' if edited else 'unchanged'}",
    )


@production(demand="docs/migrations.md#nothing of it stays behind")
def nothing_stays_behind(graded: Graded) -> Result:
    """The migration leaves no helper table and no unfinished mutation behind."""
    extra = sorted(set(graded.clickhouse.tables()) - set(graded.starting.clickhouse.tables()))
    undone = graded.clickhouse.scalar("select count() from system.mutations where not is_done")
    done = "region" in graded.clickhouse.columns("ads.daily")
    return expect_equal(
        (done, extra, undone), (True, [], 0), "the tuple of regions, leftover tables and unfinished mutations"
    )


@production(demand="docs/migrations.md#are the tables that they are")
def tables_are_the_same(graded: Graded) -> Result:
    """Both tables keep their UUIDs, their engines, and their old columns in the same order."""
    sql = """
        select name, toString(uuid), engine, partition_key, primary_key from system.tables
        where database = 'ads' and name in ('events', 'daily') order by name
    """
    same = graded.clickhouse.query(sql) == graded.starting.clickhouse.query(sql)
    is_column_kept = {}
    for table in ("ads.events", "ads.daily"):
        starting, current = graded.starting.clickhouse.columns(table), graded.clickhouse.columns(table)
        is_column_kept[table] = "region" in current and [
            item for item in current.items() if item[0] != "region"
        ] == list(starting.items())
    return expect(
        same and all(is_column_kept.values()),
        f"tables are {'the same' if same else 'different'}; columns {is_column_kept}",
    )
