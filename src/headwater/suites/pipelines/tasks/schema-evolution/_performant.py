"""Performance checks: the migration of another site rewrites no table, uses small transactions, and syncs few rows."""

from __future__ import annotations

from _items import ending, insert, truth
from _site import PENDING, inserted, site

from headwater.grading import Graded, Result, expect, performant

FEW = 50


@performant(demand="docs/migrations.md#never rewritten")
def the_table_is_not_rewritten(graded: Graded) -> Result:
    """The migration does not rewrite the Postgres table into a new file."""
    there = site(graded)
    return expect(
        there.migrated.exit_code == 0 and "weight_kg" in there.schema[0] and not there.rewritten,
        f"the migrations {ending(there.migrated)}; "
        f"catalog.items is in {'a new' if there.rewritten else 'the same'} file",
    )


@performant(demand="docs/migrations.md#while-everybody-works")
def transactions_are_small(graded: Graded) -> Result:
    """No transaction changes more than five thousand items."""
    there = site(graded)
    return expect(0 < there.largest <= 5_000, f"the largest transaction changed {there.largest} items")


@performant(demand="docs/migrations.md#Rows that need no change get none")
def no_row_is_written_in_vain(graded: Graded) -> Result:
    """The migration does not update items without a weight."""
    there = site(graded)
    return expect(there.largest > 0 and there.needless == 0, f"{there.needless} items without a weight were written")


@performant(demand="docs/sync.md#sized for what changes in a minute")
def the_sync_is_not_flooded(graded: Graded) -> Result:
    """The sync after the migrations sends only the items that were waiting, not all items that got a weight."""
    there = site(graded)
    return expect(
        there.synced.exit_code == 0 and not there.fault and there.sent <= 4 * PENDING,
        f"the sync {ending(there.synced)} and sent {there.sent} rows, while {2 * PENDING} were waiting; {there.fault}",
    )


@performant(demand="docs/sync.md")
def the_sync_sends_what_changed(graded: Graded) -> Result:
    """The sync inserts nothing if nothing has changed, and at most two rows for each of fifty changes."""
    with graded.copy() as copy:
        copy.run()
        before = inserted(copy)
        idle = copy.run()
        middle = inserted(copy)
        insert(copy, *((950_000 + n, "{}") for n in range(FEW)))
        few = copy.run()
        sent = inserted(copy) - middle
        none = "select countIf(weight_kg is null) from analytics.items final where item_id >= 950000"
        there = copy.clickhouse.scalar(none)
    return expect(
        idle.exit_code == few.exit_code == 0 and middle == before and there == FEW and sent <= 2 * FEW,
        f"without changes the sync inserted {middle - before} rows, after {FEW} changes {sent}; {there} items arrived",
    )


@performant(demand="docs/migrations.md#Rows that need no change get none")
def clickhouse_is_not_filled_again(graded: Graded) -> Result:
    """The migrations insert at most twice as many rows into ClickHouse as there are items with a weight."""
    there = site(graded)
    weighed = sum(weight is not None for weight in truth(graded.starting.postgres).values())
    return expect(
        there.migrated.exit_code == 0 and not there.fault and there.carried <= 2 * (weighed + PENDING) + 100,
        f"the migrations inserted {there.carried} rows for {weighed} weights",
    )
