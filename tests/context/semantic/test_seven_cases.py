"""Cases that the best-known semantic-layer compiler gets wrong, on the same data."""

from __future__ import annotations

import pytest
from tests.context.semantic.shop import SOURCES, Shop, layer

from headwater.context.semantic import MetricQuery, SqlDialect, compile_query
from headwater.errors import UserError


@pytest.fixture(scope="module")
def shop() -> Shop:
    return Shop()


def test_a_group_without_rows_counts_zero_not_its_null_extended_row(shop: Shop) -> None:
    rows = shop.rows(measures=("orders.orders",), dimensions=("customers.segment",), include_empty=True)
    assert rows == [("A", 2), ("B", 1), ("C", 0), (None, 2)]


@pytest.mark.parametrize("empty", [False, True])
def test_rows_whose_key_is_null_or_unmatched_stay_so_groups_add_up_to_the_total(shop: Shop, empty: bool) -> None:
    ((total,),) = shop.rows(measures=("revenue",))
    grouped = shop.rows(measures=("revenue",), dimensions=("customers.segment",), include_empty=empty)
    assert total == 125
    assert sum(revenue or 0 for _, revenue in grouped) == total
    assert (None, 103) in grouped


def test_several_sources_meet_in_one_group_of_null(shop: Shop) -> None:
    rows = shop.rows(measures=("revenue", "tickets"), dimensions=("customers.segment",))
    assert rows == [("A", 15, 1), ("B", 7, 0), (None, 103, 2)]


def test_empty_groups_are_added_for_several_sources_too(shop: Shop) -> None:
    rows = shop.rows(measures=("revenue", "tickets"), dimensions=("customers.segment",), include_empty=True)
    assert rows == [("A", 15, 1), ("B", 7, 0), ("C", None, 0), (None, 103, 2)]


def test_a_filter_applies_to_every_measure_with_a_note(shop: Shop) -> None:
    query = {"measures": ("revenue", "tickets"), "filters": ("orders.status = 'open'",)}
    assert shop.rows(**query) == [(5, 1)]
    (note,) = shop.compiled(**query).notes
    assert (
        note
        == "Rows of tickets are kept where one of theirs has orders.status = 'open' (tickets → customers → orders)."
    )


def test_a_filter_that_cannot_reach_a_measure_is_an_error() -> None:
    unconnected = [*SOURCES, {"name": "costs", "table": "costs", "columns": [{"name": "amount"}],
                        "measures": [{"name": "cost", "agg": "sum", "expr": "amount"}]}]  # fmt: skip
    query = MetricQuery(measures=("revenue", "cost"), filters=("orders.status = 'open'",))
    with pytest.raises(UserError, match=r"measures of costs: no join leads from costs to orders\.status"):
        compile_query(layer(*unconnected), query, SqlDialect.DUCKDB)


def test_a_dimension_on_the_many_side_counts_a_row_once_in_each_group(shop: Shop) -> None:
    query = {"measures": ("customers.customers",), "dimensions": ("orders.status",)}
    assert shop.rows(**query) == [("open", 1), ("paid", 3), (None, 1)]
    assert "do not add up to the total" in shop.compiled(**query).notes[0]


def test_a_filter_on_the_many_side_keeps_each_row_once(shop: Shop) -> None:
    assert shop.rows(measures=("customers.customers",), filters=("orders.status = 'paid'",)) == [(3,)]


def test_several_paths_are_an_error_that_lists_them_with_a_fix() -> None:
    roles = [dict(source) for source in SOURCES]
    roles[2] = roles[2] | {"joins": [
        {"to": "customers", "keys": {"customer_id": "id"}, "role": "buyer"},
        {"to": "customers", "keys": {"id": "id"}, "role": "seller"},
    ]}  # fmt: skip
    ambiguous = layer(*roles)
    with pytest.raises(UserError) as error:
        compile_query(
            ambiguous, MetricQuery(measures=("revenue",), dimensions=("customers.segment",)), SqlDialect.DUCKDB
        )
    assert str(error.value) == (
        "dimension customers.segment for the measures of orders: customers.segment can be reached from orders in 2 "
        "ways: write buyer.segment for orders → buyer; write seller.segment for orders → seller"
    )
    for role, alias in (("buyer", "customer_id"), ("seller", "id")):
        compiled = compile_query(
            ambiguous, MetricQuery(measures=("revenue",), dimensions=(f"{role}.segment",)), SqlDialect.DUCKDB
        )
        assert f'"orders"."{alias}" = "{role}"."id"' in compiled.sql


def test_two_ways_through_different_sources_are_ambiguous_too() -> None:
    diamond = [dict(source) for source in SOURCES]
    diamond[2] = diamond[2] | {"joins": [*diamond[2]["joins"], {"to": "regions", "keys": {"id": "id"}}]}
    with pytest.raises(UserError, match=r"write orders\.regions\.name for orders → regions") as error:
        compile_query(
            layer(*diamond), MetricQuery(measures=("revenue",), dimensions=("regions.name",)), SqlDialect.DUCKDB
        )
    assert "write customers.regions.name for orders → customers → regions" in str(error.value)
    for choice in ("orders.regions.name", "customers.regions.name"):
        compile_query(layer(*diamond), MetricQuery(measures=("revenue",), dimensions=(choice,)), SqlDialect.DUCKDB)
