"""dbt's `relationships` tests become joins even if rows violate them, and no row is lost."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from tests.context.engines.scanning import Notes
from tests.context.shop_project import build, write_shop

from headwater.context import Index
from headwater.context._documents import Documents, generate_documents
from headwater.context._scan import scan, scan_request
from headwater.context.catalog import Catalog
from headwater.context.engines import ReadLimits
from headwater.context.live import LiveProject
from headwater.context.semantic import Join, MetricQuery, read_layer

UNIQUE = "  - name: stg_customers\n    columns: [{name: customer_id, data_tests: [unique]}]\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A shop in which three of twenty customers are missing, and with them the parents of 30 of 200 orders."""
    write_shop(tmp_path)
    with duckdb.connect(str(tmp_path / "shop.duckdb")) as connection:
        connection.execute("delete from raw.customers where id in (7, 8, 9)")
    build(tmp_path)
    declare(tmp_path, "models:\n", f"models:\n{UNIQUE}")
    return tmp_path


def declare(shop: Path, old: str, new: str) -> None:
    yml = shop / "models/models.yml"
    assert old in yml.read_text()
    yml.write_text(yml.read_text().replace(old, new))


def generated(shop: Path) -> tuple[Index, Catalog, Documents]:
    index = Index.of_project(shop)
    catalog = scan([scan_request(str(shop / "shop.duckdb"), shop, ())], shop, Catalog(), 60, Notes())
    return index, catalog, generate_documents(index, catalog)


def joins(index: Index, source: str = "fct_orders") -> list[Join]:
    return [join for join in read_layer(index.semantic).layer.sources[source].joins if join.to == "stg_customers"]


def test_a_reference_that_rows_violate_is_a_join_with_a_note(shop: Path) -> None:
    index, catalog, _ = generated(shop)
    assert not any(key.table.name == "fct_orders" for key in catalog.foreign_keys)  # the data do not reveal the key
    [join] = joins(index)
    assert join.keys == {"customer_id": "customer_id"}
    assert join.description == (
        "declared at models/models.yml:10; 30 of 200 rows with a customer_id (15.0%) find none: they count, with"
        " nothing of stg_customers"
    )


def test_rows_without_a_match_are_counted(shop: Path) -> None:
    generated(shop)
    live = LiveProject(shop)
    request = MetricQuery(measures=("fct_orders_count",), dimensions=("stg_customers.segment",))
    rows = live.ask(request, ReadLimits()).answer.rows
    live.close()
    assert rows == (("retail", 90), ("trade", 80), (None, 30))


def test_a_reference_that_the_data_show_is_unchanged(shop: Path) -> None:
    with duckdb.connect(str(shop / "shop.duckdb")) as connection:
        connection.execute("delete from raw.orders where customer_id in (7, 8, 9)")
    build(shop)
    index, catalog, _ = generated(shop)
    assert any(key.table.name == "fct_orders" for key in catalog.foreign_keys)
    assert [join.description for join in joins(index)] == [None]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "data_tests: [unique]",
            "data_tests: [not_null]",
            "customer_id is not known to identify rows of stg_customers",
        ),
        (
            "name: stg_customers",
            "name: stg_customers",
            "customer_id is in several rows of stg_customers, though a test",
        ),
        ("field: customer_id", "field: nope", "main.stg_customers has no column nope"),
        ("ref('stg_customers')", "ref('gone')", "it names no existing model"),
        (
            "field: customer_id}",
            "field: customer_id}, config: {where: amount > 1}",
            "it applies to some rows only",
        ),
    ],
)
def test_impossible_joins_are_reported_with_their_place(shop: Path, old: str, new: str, why: str) -> None:
    declare(shop, old, new)
    with duckdb.connect(str(shop / "shop.duckdb")) as connection:
        connection.execute("insert into main.stg_customers select * from main.stg_customers where customer_id = 1")
    index, _, documents = generated(shop)
    assert joins(index) == []
    [line] = [line for line in documents.left_out if "relationships" in line]
    assert line.startswith("models/models.yml:10: relationships of customer_id: ")
    assert why in line
