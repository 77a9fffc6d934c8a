"""Verification of a built model with every planted fault, and comparisons of tables."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from tests.context.shop_project import build, write_shop

from headwater.context.live import LiveProject
from headwater.context.verify import CheckStatus, compare_tables, comparison_lines, verify_model
from headwater.errors import UserError


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write_shop(tmp_path)


@pytest.fixture
def live(shop: Path) -> Iterator[LiveProject]:
    live = LiveProject(shop)
    yield live
    live.close()


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def sql(shop: Path, statement: str) -> None:
    with duckdb.connect(str(shop / "shop.duckdb")) as connection:
        connection.execute(statement)


def output(live: LiveProject, verdict: CheckStatus, about: str, model: str = "fct_orders") -> str:
    found = verify_model(live, model).checks
    return " | ".join(check.message for check in found if check.verdict is verdict and check.about == about)


def test_a_good_model_has_no_faults(live: LiveProject) -> None:
    verified = verify_model(live, "fct_orders")
    assert (verified.model, verified.table, verified.rows) == ("fct_orders", "main.fct_orders", 200)
    assert {check.verdict for check in verified.checks} == {CheckStatus.OK, CheckStatus.UNKNOWN}
    assert "unique(order_id), not_null(order_id), relationships(customer_id), accepted_values(status)" in output(
        live, CheckStatus.OK, "tests"
    )
    assert "200 of the 200 rows of stg_orders (by order_id), each once" in output(live, CheckStatus.OK, "rows")
    assert output(live, CheckStatus.OK, "grain") == "one row for each order_id (declared)"


def test_rows_that_a_join_multiplies(live: LiveProject, shop: Path) -> None:
    sql(shop, "insert into raw.customers select * from raw.customers where id = 7")
    build(shop)
    assert "10 times more than once: rows are multiplied" in output(live, CheckStatus.WARNING, "rows")
    assert "10 rows more than there are order_id (declared), such as" in output(live, CheckStatus.FAILED, "grain")
    assert "unique(order_id): fails for 10 rows (models/models.yml:5)" in output(live, CheckStatus.FAILED, "tests")


def test_rows_that_are_lost(live: LiveProject, shop: Path) -> None:
    edit(shop / "models/fct_orders.sql", "= c.customer_id", "= c.customer_id\nwhere o.status = 'paid'")
    build(shop, "fct_orders")
    rows = output(live, CheckStatus.WARNING, "rows")
    assert "100 of the 200 rows of stg_orders (by order_id); 100 are missing: " in rows
    assert "filter `o.status = 'paid'`" in rows
    sql(shop, "delete from main.stg_orders where order_id = 3; delete from main.fct_orders where order_id = 6")


def test_rows_that_nothing_explains(live: LiveProject, shop: Path) -> None:
    edit(
        shop / "models/fct_orders.sql", "left join {{ ref('stg_customers') }} as c on o.customer_id = c.customer_id", ""
    )
    edit(shop / "models/fct_orders.sql", "c.segment", "null as segment")
    build(shop, "fct_orders")
    sql(shop, "delete from main.fct_orders where order_id = 6")
    assert "1 are missing: nothing in the SQL filters them" in output(live, CheckStatus.FAILED, "rows")
    assert output(live, CheckStatus.WARNING, "nulls") == "only null: segment"


def test_rows_that_find_no_match(live: LiveProject, shop: Path) -> None:
    sql(shop, "delete from raw.customers where id = 7")
    build(shop)
    nulls = output(live, CheckStatus.WARNING, "nulls")
    assert "nulls that stg_customers does not have: segment (10 of 200)" in nulls
    assert "relationships(customer_id): fails for 10 rows" in output(live, CheckStatus.FAILED, "tests")


def test_columns_and_types_that_are_not_as_declared(live: LiveProject, shop: Path) -> None:
    edit(shop / "models/fct_orders.sql", "o.amount, c.segment", "cast(o.amount as varchar) as amount, 1 as extra")
    build(shop, "fct_orders")
    assert output(live, CheckStatus.FAILED, "columns") == "declared but not built: segment"
    assert "built but not declared: extra" in output(live, CheckStatus.WARNING, "columns")
    assert output(live, CheckStatus.FAILED, "types") == "amount is VARCHAR, declared double"


def test_values_that_are_not_accepted_and_nulls(live: LiveProject, shop: Path) -> None:
    sql(shop, "update main.fct_orders set status = 'it''s' where order_id = 6")
    sql(shop, "update main.fct_orders set order_id = null where order_id in (3, 4)")
    failed = output(live, CheckStatus.FAILED, "tests")
    assert "accepted_values(status): fails for 1 row" in failed
    assert "not_null(order_id): fails for 2 rows" in failed


@pytest.mark.parametrize(
    "declared",
    [
        "dbt_utils.unique_combination_of_columns: {combination_of_columns: [customer_id, status]}",
        "unique_combination: {name: its_grain, arguments: {columns: [customer_id, status]}}",
    ],
)
def test_a_combination_is_a_grain_and_other_tests_are_named(live: LiveProject, shop: Path, declared: str) -> None:
    yml = shop / "models/models.yml"
    combination = f"""\
    data_tests:
      - {declared}
      - dbt_utils.expression_is_true: {{expression: "amount >= 0"}}
      - unique: {{column_name: order_id, where: "status = 'paid'"}}
    columns:
"""
    text = yml.read_text().replace(", data_tests: [unique, not_null]", "").replace("    columns:\n", combination, 1)
    yml.write_text(text)
    assert "rows more than there are customer_id, status (declared), such as" in output(
        live, CheckStatus.FAILED, "grain"
    )
    assert "fails for 160 rows" in output(live, CheckStatus.FAILED, "tests")
    others = output(live, CheckStatus.UNKNOWN, "tests")
    assert "not run here, use dbt test: " in others
    assert "expression_is_true" in others
    assert "unique" in others


@pytest.mark.parametrize(
    ("declared", "verdict"),
    [
        (
            "dbt_utils.unique_combination_of_columns: {combination_of_columns: [customer_id, order_id]}",
            CheckStatus.FAILED,
        ),
        ("unique: {column_name: order_id, name: its_grain}", CheckStatus.OK),
    ],
)
def test_null_counts_in_combinations_and_not_in_unique_tests(
    live: LiveProject, shop: Path, declared: str, verdict: CheckStatus
) -> None:
    edit(shop / "models/models.yml", ", data_tests: [unique, not_null]", "")
    yml = shop / "models/models.yml"
    yml.write_text(yml.read_text().replace("    columns:\n", f"    data_tests:\n      - {declared}\n    columns:\n", 1))
    sql(shop, "update main.fct_orders set customer_id = null, order_id = null where order_id in (3, 4)")
    assert "unique" in output(live, verdict, "tests")


def test_a_model_without_declarations_lists_possible_keys(live: LiveProject) -> None:
    assert output(live, CheckStatus.UNKNOWN, "columns", "stg_orders") == "none are declared in YAML"
    grain = output(live, CheckStatus.UNKNOWN, "grain", "stg_orders")
    assert grain.startswith("no key is declared; unique and never null: order_id")


def test_a_table_older_than_its_model_is_reported(live: LiveProject, shop: Path) -> None:
    database = (shop / "shop.duckdb").stat().st_mtime
    os.utime(shop / "models/fct_orders.sql", (database + 5, database + 5))
    assert "was changed after the database was last written" in output(live, CheckStatus.WARNING, "built")
    edit(shop / "models/fct_orders.sql", "c.segment", "c.segment, c.name")
    assert "column name is selected, but not in the built table; run dbt" in output(
        live, CheckStatus.WARNING, "columns"
    )


@pytest.mark.parametrize(("name", "message"), [("nope", "no such model"), ("later", "is not built")])
def test_unverifiable_parts_are_reported(live: LiveProject, shop: Path, name: str, message: str) -> None:
    (shop / "models/later.sql").write_text("select 1 as x")
    with pytest.raises(UserError, match=f"{name}: {message}"):
        verify_model(live, name)


# comparison of two tables


def test_the_same_tables_are_equal(live: LiveProject, shop: Path) -> None:
    sql(shop, "create table main.copy as from main.fct_orders order by amount")
    found = compare_tables(live, "fct_orders", "main.copy")
    assert found.is_equal
    assert (found.key, found.matched) == (("order_id",), 200)


def test_differences_are_listed_with_examples(live: LiveProject, shop: Path) -> None:
    sql(
        shop,
        "create table main.copy as select * exclude (segment), 1 as extra from main.fct_orders where order_id <> 3;"
        " insert into main.copy values (999, 1, 'paid', 1.0, 1);"
        " update main.copy set status = null where order_id in (4, 6); update main.copy set amount = amount + 1e-13",
    )
    found = compare_tables(live, "fct_orders", "copy")
    assert not found.is_equal
    assert (found.only_first, found.examples_first) == (1, ((3,),))
    assert (found.only_second, found.examples_second) == (1, ((999,),))
    assert (found.columns_first, found.columns_second) == (("segment",), ("extra",))
    [status] = found.different  # the amounts differ by less than floats can represent
    assert (status.column, status.rows, [row[0] for row in status.examples]) == ("status", 2, [4, 6])
    assert status.examples[0][2] is None


def test_without_a_key_whole_rows_are_counted(live: LiveProject, shop: Path) -> None:
    sql(shop, "create table main.a as select * from (values (1, null), (1, null), (2, 'x')) t(n, s)")
    sql(shop, "create table main.b as select * from (values (1, null), (2, 'x'), (2, 'x')) t(n, s)")
    found = compare_tables(live, "main.a", "main.b")
    assert (found.key, found.matched, found.only_first, found.only_second) == ((), 2, 1, 1)
    assert found.different == ()


def test_other_types_are_compared_as_text(live: LiveProject, shop: Path) -> None:
    sql(shop, "create table main.copy as select * replace (cast(status = 'paid' as varchar) as status) from fct_orders")
    found = compare_tables(live, "fct_orders", "copy", ["order_id"])
    assert [(each.column, each.rows) for each in found.different] == [("status", 200)]
    sql(shop, "create or replace table main.copy as select * replace (cast(amount as text) as amount) from fct_orders")
    found = compare_tables(live, "fct_orders", "copy")
    assert found.types == ("amount: DOUBLE and VARCHAR",)
    assert found.different == ()


@pytest.mark.parametrize(
    ("other", "key", "message"),
    [
        ("stg_customers", ("segment",), "key: segment does not identify each row of main.fct_orders"),
        ("stg_customers", ("nope",), "key: nope: not a column of both"),
        ("main.alien", (), "have no column in common"),
        ("elsewhere:t", (), "compare within a source"),
    ],
)
def test_tables_that_cannot_be_compared_are_reported(
    live: LiveProject, shop: Path, other: str, key: tuple[str, ...], message: str
) -> None:
    sql(shop, "create table main.alien as select 1 as x")
    with duckdb.connect(str(shop / "elsewhere.duckdb")) as connection:
        connection.execute("create table t as select 1 as x")
    with pytest.raises(UserError, match=message):
        compare_tables(live, "fct_orders", other, key)


def test_names_are_quoted(live: LiveProject, shop: Path) -> None:
    sql(shop, """create table main."a""b;--" as select 1 as id, 'x' as "c""d';" """)
    sql(shop, 'create table main.z as from main."a""b;--"')
    found = compare_tables(live, 'main.a"b;--', "main.z")
    assert found.is_equal


INCREMENTAL = "{{ config(materialized='incremental', unique_key=%s%s) }}\n"


@pytest.mark.parametrize(
    ("key", "rest", "fails"),
    [
        ("'customer_id'", "", "180 rows more than there are customer_id (unique_key), such as"),
        ("['customer_id', 'status']", "", "160 rows more than there are customer_id, status (unique_key), such as"),
        ("['order_id', 'status']", "", ""),
        ("'customer_id'", ", incremental_strategy='append'", ""),
    ],
)
def test_rows_that_repeat_the_key_of_an_incremental_model(
    live: LiveProject, shop: Path, key: str, rest: str, fails: str
) -> None:
    edit(shop / "models/fct_orders.sql", "select o.order_id", INCREMENTAL % (key, rest) + "select o.order_id")
    found = output(live, CheckStatus.FAILED, "grain")
    assert found.startswith(fails)
    assert bool(found) == bool(fails)


def test_tables_that_share_only_their_key_are_not_reported_as_equal(live: LiveProject, shop: Path) -> None:
    sql(shop, "create table other as select order_id, 1 as n from fct_orders")
    found = compare_tables(live, "fct_orders", "other", ["order_id"])
    assert (found.compared, found.is_equal) == (0, False)
    [*_, last] = comparison_lines(found)
    assert last == "no values were compared: the tables share no column but the key"
