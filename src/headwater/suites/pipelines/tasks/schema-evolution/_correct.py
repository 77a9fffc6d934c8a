"""Correctness checks: each weight follows the rules, no weight is made up, and nothing else changes."""

from __future__ import annotations

from _items import OLD, difference, in_clickhouse, in_postgres, old_in_clickhouse, old_rows, page, truth

from headwater.grading import Graded, Result, correct, expect

VIEW = "catalog.active_items"
EXPORT = "reports/partner_export.sql"


@correct(demand="docs/weights.md")
def each_item_has_its_weight(graded: Graded) -> Result:
    """Each item in Postgres has the weight given in its attributes, to the gram."""
    expected = {item: weight for item, weight in truth(graded.starting.postgres).items() if weight is not None}
    found = {item: weight for item, weight in in_postgres(graded.postgres).items() if item in expected}
    fault = difference(found, expected, "Postgres")
    return expect(not fault, fault or f"{len(expected)} items have their weight")


@correct(demand="docs/weights.md#NULL and never 0")
def no_weight_is_invented(graded: Graded) -> Result:
    """Items without a weight in their attributes have NULL, not 0 or a guess."""
    none = {item for item, weight in truth(graded.starting.postgres).items() if weight is None}
    found = in_postgres(graded.postgres)
    invented = [item for item in none if found.get(item) is not None]
    return expect(
        not invented, f"{len(invented)} of {len(none)} items without a weight have one, such as {invented[:3]}"
    )


@correct(demand="prompt#analysts")
def clickhouse_is_as_postgres(graded: Graded) -> Result:
    """Analysts see the weight of each item, and NULL for items without one."""
    fault = difference(in_clickhouse(graded.clickhouse), truth(graded.starting.postgres), "ClickHouse")
    return expect(not fault, fault or "every item has the weight from Postgres")


@correct(demand="docs/migrations.md#mails-to-buyers")
def nothing_else_of_an_item_changes(graded: Graded) -> Result:
    """All other columns in Postgres are unchanged, including updated_at."""
    before, after = old_rows(graded.starting.postgres), old_rows(graded.postgres)
    changed = len(set(before).symmetric_difference(after))
    return expect(not changed, f"{changed} rows differ in {OLD}")


@correct(demand="docs/sync.md")
def analysts_see_nothing_else_change(graded: Graded) -> Result:
    """All other columns in ClickHouse are unchanged."""
    before, after = old_in_clickhouse(graded.starting.clickhouse), old_in_clickhouse(graded.clickhouse)
    changed = len(set(before).symmetric_difference(after))
    return expect(
        len(before) == len(after) and not changed, f"{len(after)} items instead of {len(before)}, {changed} rows differ"
    )


@correct(demand="prompt#active_items")
def the_app_sees_the_weights(graded: Graded) -> Result:
    """The app's view has the weight as its last column, after the existing ones."""
    columns, before = list(graded.postgres.columns(VIEW)), list(graded.starting.postgres.columns(VIEW))
    sql = "select count(*), sum(weight_kg) from catalog.active_items"
    expected_sql = "select count(*), sum(weight_kg) from catalog.items where price > 0"
    actual_weights, expected_weights = graded.postgres.query(sql), graded.postgres.query(expected_sql)
    return expect(
        columns == [*before, "weight_kg"] and actual_weights == expected_weights,
        f"the view has {columns}; items and kilograms are {actual_weights} instead of {expected_weights}",
    )


@correct(demand="docs/export.md")
def partners_get_what_they_got(graded: Graded) -> Result:
    """The partners' export has the same eight columns and the same rows as before."""
    shipped = (graded.workspace.shipped_text(EXPORT) or "").strip().rstrip(";")
    before = graded.starting.clickhouse.query(shipped)
    after = graded.clickhouse.query(page(graded, EXPORT))
    return expect(
        after == before,
        f"the export has {len(after)} rows of {len(after[0]) if after else 0} columns; "
        f"it had {len(before)} of {len(before[0])}",
    )
