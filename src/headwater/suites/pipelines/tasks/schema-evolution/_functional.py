"""Functional checks: both databases have the column with the weights, and the sync transfers it."""

from __future__ import annotations

from _items import describe_end, in_clickhouse, in_postgres, truth

from headwater.grading import Graded, Result, expect, expect_equal, functional

SUPPLIER = 17


def _items_of(graded: Graded) -> set[int]:
    return {
        item
        for (item,) in graded.starting.postgres.query(
            f"select item_id from catalog.items where supplier_id = {SUPPLIER}"
        )
    }


@functional(demand="prompt#weight_kg")
def postgres_has_the_column(graded: Graded) -> Result:
    """The items in Postgres have a nullable decimal column for weights."""
    kind = graded.postgres.columns("catalog.items").get("weight_kg", "none")
    sql = """
        select is_nullable from information_schema.columns
        where table_schema = 'catalog' and table_name = 'items' and column_name = 'weight_kg'
    """
    nullable = graded.postgres.scalar(sql)
    return expect(kind.startswith("numeric") and nullable == "YES", f"weight_kg is {kind}, nullable: {nullable}")


@functional(demand="prompt#weight_kg")
def clickhouse_has_the_column(graded: Graded) -> Result:
    """The items in ClickHouse have a nullable decimal column for weights."""
    kind = graded.clickhouse.columns("analytics.items").get("weight_kg", "none")
    return expect(kind.startswith("Nullable(Decimal"), f"weight_kg is {kind}")


@functional(demand="docs/weights.md")
def a_suppliers_items_are_weighed(graded: Graded) -> Result:
    """The weights of one supplier's items add up to the same sum as the weights in their attributes."""
    item_ids, expected = _items_of(graded), truth(graded.starting.postgres)
    found = in_postgres(graded.postgres)
    total = sum(found.get(item) or 0 for item in item_ids)
    return expect_equal(
        total, sum(expected[item] or 0 for item in item_ids), f"the weight of supplier {SUPPLIER}'s items in Postgres"
    )


@functional(demand="prompt#analysts")
def analysts_see_the_weights(graded: Graded) -> Result:
    """In ClickHouse, the weights of the supplier's items add up to the same sum."""
    item_ids, expected = _items_of(graded), truth(graded.starting.postgres)
    found = in_clickhouse(graded.clickhouse)
    total = sum(found.get(item) or 0 for item in item_ids)
    return expect_equal(
        total, sum(expected[item] or 0 for item in item_ids), f"the weight of supplier {SUPPLIER}'s items in ClickHouse"
    )


@functional(demand="prompt")
def a_weight_that_is_entered_arrives(graded: Graded) -> Result:
    """When a supplier enters a weight, analysts see it after the next sync."""
    with graded.copy() as copy:
        item = copy.postgres.scalar("select min(item_id) from catalog.items where weight_kg is null")
        copy.postgres.execute(f"update catalog.items set weight_kg = 4.125 where item_id = {int(item)};")
        completed = copy.run()
        found = copy.clickhouse.scalar(f"select weight_kg from analytics.items final where item_id = {int(item)}")
    return expect(
        completed.exit_code == 0 and str(found) == "4.125", f"the sync {describe_end(completed)}; analysts see {found}"
    )
