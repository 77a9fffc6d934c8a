"""The catalog's file is read back unchanged, and an invalid one is reported."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.context import Index, find_index
from headwater.context.catalog import (
    Catalog,
    Column,
    ColumnProfile,
    DataSource,
    Engine,
    Evidence,
    ForeignKey,
    Frequency,
    Key,
    Moments,
    Origin,
    Range,
    Table,
    TableKind,
    TableName,
    TypeKind,
    digest_of,
    quote,
    read_catalog,
    write_catalog,
)
from headwater.errors import UserError

ORDERS = TableName("shop", "main", "orders")
CUSTOMERS = TableName("shop", "main", 'cust"omers; drop table x')
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**80), 2**80), st.floats(allow_nan=False, allow_infinity=False), st.text()
)


def a_catalog(value: object = 1) -> Catalog:
    assert value is None or isinstance(value, str | int | float | bool)
    profile = ColumnProfile(
        nulls=1,
        distinct=2,
        distinct_exact=True,
        range=Range(value, value),
        moments=Moments(1.5, None, (1.0, 2.0, 3.0), quartiles_exact=False),
        frequent=(Frequency(value, 2),),
        samples=(value,),
    )
    return Catalog(
        (DataSource("shop", Engine.DUCKDB, "shop.duckdb", problems=("views are not read",)),),
        (
            Table(CUSTOMERS, TableKind.VIEW, (), definition="select 1"),
            Table(ORDERS, TableKind.TABLE, (Column("id", 0, "BIGINT", TypeKind.INTEGER, profile=profile),), rows=3),
        ),
        (Key(ORDERS, ("id",), Origin.INFERRED, evidence=Evidence(0.9, ("unique",))),),
        (ForeignKey(ORDERS, ("customer_id",), CUSTOMERS, ("id",), Origin.DECLARED, role="buyer"),),
    )


@given(value=VALUES)
@settings(derandomize=True, max_examples=60, deadline=None)
def test_written_values_can_be_read_again(value: object, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("store") / "catalog.json"
    digest = write_catalog(a_catalog(value), path)
    assert read_catalog(path) == a_catalog(value)
    assert type(read_catalog(path).tables[1].columns[0].profile.samples[0]) is type(value)  # type: ignore[union-attr]  # it is set above
    assert digest_of(path) == digest
    assert [file.name for file in path.parent.iterdir()] == ["catalog.json"]


def test_the_same_catalog_has_the_same_digest(tmp_path: Path) -> None:
    digest = write_catalog(a_catalog(), tmp_path / "one")
    assert write_catalog(a_catalog(), tmp_path / "two") == digest
    assert write_catalog(a_catalog(2), tmp_path / "three") != digest


@pytest.mark.parametrize("content", ["", "{", '{"format": 2}', '{"tables": [{"name": 3}]}'])
def test_a_file_that_is_not_a_catalog_is_one_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "catalog.json"
    path.write_text(content)
    with pytest.raises(UserError, match="scan again") as caught:
        read_catalog(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_catalog_is_reported_with_the_command_that_builds_it(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="headwater context scan"):
        read_catalog(tmp_path / "catalog.json")


def test_tables_are_found_by_any_form_of_their_name() -> None:
    catalog = a_catalog()
    for text in ("orders", "ORDERS", "main.orders", "shop:orders", "shop:main.orders"):
        assert [table.name for table in catalog.find(text)] == [ORDERS]
    assert catalog.find("order") == []
    twin = Table(TableName("shop", "raw", "orders"), TableKind.TABLE, ())
    two = Catalog(catalog.sources, (*catalog.tables, twin))
    assert len(two.find("orders")) == 2
    assert [table.name.schema for table in two.find("raw.orders")] == ["raw"]


def test_names_are_quoted() -> None:
    assert CUSTOMERS.sql == '"main"."cust""omers; drop table x"'
    assert quote('a"b') == '"a""b"'


def test_the_index_is_found_from_subfolders_and_is_not_versioned(tmp_path: Path) -> None:
    index = Index.of_project(tmp_path)
    index.create()
    below = tmp_path / "models" / "staging"
    below.mkdir(parents=True)
    assert find_index(below) == index
    assert (index.folder / ".gitignore").read_text() == "*\n"


def test_a_missing_index_is_reported_with_the_command_that_builds_it(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="headwater context scan"):
        find_index(tmp_path)
