"""Production checks: migrations work on every site and are recorded, and no helper objects remain."""

from __future__ import annotations

import re

from _items import describe_end
from _site import site

from headwater.grading import Graded, Result, expect, expect_equal, production

DICTIONARY = "docs/dictionary.md"


@production(demand="prompt#other sites")
def other_sites_get_the_same(graded: Graded) -> Result:
    """On another site, the migrations create the same columns with the same types."""
    outcome = site(graded)
    own_columns = (graded.postgres.columns("catalog.items"), graded.clickhouse.columns("analytics.items"))
    return expect(
        outcome.migrated.exit_code == 0 and outcome.schema == own_columns,
        f"the migrations {describe_end(outcome.migrated)}; "
        f"the last columns there are {[list(c)[-1:] for c in outcome.schema]}, "
        f"here {[list(c)[-1:] for c in own_columns]}",
    )


@production(demand="docs/migrations.md")
def all_migrations_are_applied_and_noted(graded: Graded) -> Result:
    """There are new files in migrations/, and each file has a unique number and is recorded."""
    files = [path.removeprefix("migrations/") for path in graded.workspace.files("migrations/**/*")]
    files = [path for path in files if re.search(r"(^|/)\d+_[^/]*\.(sql|py)$", path)]
    recorded_files = {name for (name,) in graded.postgres.query("select file from ops.migrations")}
    numbers = [re.match(r"\d+", path.rpartition("/")[2])[0] for path in files]  # type: ignore[index]
    return expect(
        len(files) > 2 and set(files) == recorded_files and len(set(numbers)) == len(numbers),
        f"files {sorted(files)}, recorded {sorted(recorded_files)}",
    )


@production(demand="docs/migrations.md#Files that were applied are never changed")
def applied_files_are_as_they_were(graded: Graded) -> Result:
    """Existing migrations are unchanged, and there are new ones."""
    old = ("migrations/postgres/001_items.sql", "migrations/clickhouse/002_items.sql")
    edited = [path for path in old if graded.workspace.read_text(path) != graded.workspace.shipped_text(path)]
    new = [path for path in graded.workspace.files("migrations/**/*") if path not in old]
    return expect(not edited and new, f"edited: {edited or 'none'}; new: {len(new)}")


@production(demand="docs/dictionary.md")
def the_dictionary_has_the_column(graded: Graded) -> Result:
    """The data dictionary has a line for the weight and for every other column."""
    columns = re.findall(r"^\|\s*`?(\w+)`?\s*\|.*\|\s*$", graded.workspace.read_text(DICTIONARY), re.MULTILINE)
    missing = set(graded.starting.postgres.columns("catalog.items")) | {"weight_kg"}
    missing -= set(columns)
    return expect(not missing, f"not in the dictionary: {sorted(missing) or 'none'}")


@production(demand="docs/dictionary.md#comment in both databases")
def the_column_has_comments(graded: Graded) -> Result:
    """The column has a comment in both databases."""
    postgres = """
        select col_description('catalog.items'::regclass, attnum) from pg_attribute
        where attrelid = 'catalog.items'::regclass and attname = 'weight_kg'
    """
    clickhouse = (
        "select comment from system.columns where database = 'analytics' and table = 'items' and name = 'weight_kg'"
    )
    found = [graded.postgres.scalar(postgres), graded.clickhouse.scalar(clickhouse)]
    return expect(all(str(comment or "").strip() for comment in found), f"the comments are {found}")


_OWN = """
    select 'function ' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('catalog', 'ops', 'public')
    union all
    select 'relation ' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('catalog', 'ops', 'public') and c.relkind in ('r', 'v', 'm', 'S', 'f')
    order by 1
"""


@production(demand="docs/migrations.md#what-belongs-to-it")
def nothing_stays_behind(graded: Graded) -> Result:
    """No helper table, function or unfinished mutation remains, and the trigger works."""
    extra = sorted(set(graded.postgres.query(_OWN)) - set(graded.starting.postgres.query(_OWN)))
    tables = sorted(set(graded.clickhouse.tables()) - set(graded.starting.clickhouse.tables()))
    done = "weight_kg" in graded.postgres.columns("catalog.items")
    mutations = graded.clickhouse.scalar("select count() from system.mutations where not is_done")
    enabled = graded.postgres.scalar(
        "select tgenabled from pg_trigger where tgrelid = 'catalog.items'::regclass and tgname = 'items_touch'"
    )
    return expect_equal(
        (done, extra, tables, mutations, enabled),
        (True, [], [], 0, "O"),
        "the tuple of column, extra objects, extra tables, mutations and trigger state",
    )
