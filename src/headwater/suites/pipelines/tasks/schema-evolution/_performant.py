"""Performance checks: the migration of another site rewrites no table, uses small transactions, and syncs few rows."""

from __future__ import annotations

from _items import describe_end, insert, truth
from _site import PENDING, inserted, site

from headwater.grading import Graded, Result, expect, performant

FEW = 50


@performant(demand="docs/migrations.md#never rewritten")
def the_table_is_not_rewritten(graded: Graded) -> Result:
    """The migration does not rewrite the Postgres table into a new file."""
    outcome = site(graded)
    return expect(
        outcome.migrated.exit_code == 0 and "weight_kg" in outcome.schema[0] and not outcome.rewritten,
        f"the migrations {describe_end(outcome.migrated)}; "
        f"catalog.items is in {'a new' if outcome.rewritten else 'the same'} file",
    )


@performant(demand="docs/migrations.md#while-everybody-works")
def transactions_are_small(graded: Graded) -> Result:
    """No transaction changes more than five thousand items."""
    outcome = site(graded)
    return expect(0 < outcome.largest <= 5_000, f"the largest transaction changed {outcome.largest} items")


@performant(demand="docs/migrations.md#Rows that need no change get none")
def no_row_is_written_in_vain(graded: Graded) -> Result:
    """The migration does not update items without a weight."""
    outcome = site(graded)
    return expect(
        outcome.largest > 0 and outcome.needless == 0, f"{outcome.needless} items without a weight were written"
    )


@performant(demand="docs/sync.md#sized for what changes in a minute")
def the_sync_is_not_flooded(graded: Graded) -> Result:
    """The sync after the migrations sends only the items that were waiting, not all items that got a weight."""
    outcome = site(graded)
    return expect(
        outcome.synced.exit_code == 0 and not outcome.fault and outcome.sent <= 4 * PENDING,
        f"the sync {describe_end(outcome.synced)} and sent {outcome.sent} rows, while {2 * PENDING} were waiting; "
        f"{outcome.fault}",
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
        arrived = copy.clickhouse.scalar(none)
    return expect(
        idle.exit_code == few.exit_code == 0 and middle == before and arrived == FEW and sent <= 2 * FEW,
        f"without changes the sync inserted {middle - before} rows, after {FEW} changes {sent}; "
        f"{arrived} items arrived",
    )


@performant(demand="docs/migrations.md#Rows that need no change get none")
def clickhouse_is_not_filled_again(graded: Graded) -> Result:
    """The migrations insert at most twice as many rows into ClickHouse as there are items with a weight."""
    outcome = site(graded)
    weighed = sum(weight is not None for weight in truth(graded.starting.postgres).values())
    return expect(
        outcome.migrated.exit_code == 0 and not outcome.fault and outcome.carried <= 2 * (weighed + PENDING) + 100,
        f"the migrations inserted {outcome.carried} rows for {weighed} weights",
    )
