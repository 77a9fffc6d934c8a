from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from tests.dbt.engine.tiny import write_tiny

from headwater.dbt.engine import NodeStatus, build
from headwater.errors import UserError

FCT = "models/marts/fct_orders.sql"


def test_a_project_is_built_tested_and_written_as_dbt_would_leave_it(tmp_path: Path) -> None:
    folder, warehouse = write_tiny(tmp_path / "shop"), tmp_path / "warehouse.duckdb"
    built = build(folder, folder / "raw.duckdb", warehouse)
    assert (built.broken, built.failing, len(built.tests)) == ([], [], 12)
    again = build(folder, folder / "raw.duckdb", warehouse)  # the change replaces the seed
    assert {uid: step.content for uid, step in again.steps.items()} == {
        uid: step.content for uid, step in built.steps.items()
    }
    with duckdb.connect(warehouse, read_only=True) as connection:
        connection.execute(f"attach '{folder / 'raw.duckdb'}' as raw (read_only)")
        kinds = dict(connection.execute("select table_name, table_type from information_schema.tables").fetchall())
        assert (kinds["stg_orders"], kinds["fct_orders"]) == ("VIEW", "BASE TABLE")
        assert "int_orders_converted" not in kinds  # an ephemeral model has no relation
        content = built.steps["model.shop.stg_orders"].content
        assert content is not None
        assert connection.execute("select count(*) from analytics_staging.stg_orders").fetchone() == (content.rows,)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["shop", "warehouse.duckdb"]


def test_a_relation_that_does_not_build_is_a_result(tmp_path: Path) -> None:
    folder = write_tiny(tmp_path, {FCT: "select no_such_column from {{ ref('int_orders_converted') }}"})
    built = build(folder, folder / "raw.duckdb")
    assert "no_such_column" in built.steps["model.shop.fct_orders"].message
    assert built.steps["model.shop.rpt_revenue"].outcome is NodeStatus.SKIPPED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{ config(pre_hook='drop table x') }}select 1 as a", f"{FCT}: uses a pre-hook, which the engine"),
        ("select * from {{ ref('nothing') }}", f"{FCT}:1: "),
    ],
)
def test_a_project_that_cannot_be_built_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    folder = write_tiny(tmp_path, {FCT: text})
    with pytest.raises(UserError) as error:
        build(folder, folder / "raw.duckdb")
    assert f"{folder}: the project cannot be built" in str(error.value)
    assert message in str(error.value)


def test_files_that_are_missing_unreadable_or_have_the_wrong_name_are_errors(tmp_path: Path) -> None:
    folder = write_tiny(tmp_path / "shop")
    with pytest.raises(UserError, match=r"no\.duckdb: no such file"):
        build(folder, folder / "no.duckdb")
    with pytest.raises(UserError, match=r"dbt_project\.yml: DuckDB cannot read it"):
        build(folder, folder / "dbt_project.yml")
    with pytest.raises(UserError, match=r"other\.duckdb: .* write to .*warehouse\.duckdb"):
        build(folder, folder / "raw.duckdb", tmp_path / "other.duckdb")
