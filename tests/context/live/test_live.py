"""A live project answers from its current state."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from tests.context.shop_project import build, write_shop

from headwater.context.engines import ReadLimits
from headwater.context.live import LiveProject
from headwater.errors import UserError


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write_shop(tmp_path)


@pytest.fixture
def live(shop: Path) -> LiveProject:
    return LiveProject(shop)


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_an_edit_is_in_the_next_answer(live: LiveProject, shop: Path) -> None:
    assert "amount" in str(live.lineage().upstream("revenue.revenue").edges)
    edit(shop / "models/revenue.sql", "sum(amount)", "count(distinct customer_id)")
    [edge] = live.lineage().upstream("revenue.revenue", depth=1).edges
    assert edge.source.column == "customer_id"
    (shop / "models/more.sql").write_text("select * from {{ ref('revenue') }}")
    assert "more" in live.lineage().relations()
    (shop / "models/more.sql").unlink()
    assert "more" not in live.lineage().relations()


def test_a_build_is_in_the_next_answer(live: LiveProject, shop: Path) -> None:
    assert live.with_profile(live.table("revenue")).rows == 2
    with duckdb.connect(str(shop / "shop.duckdb")) as connection:
        connection.execute("update raw.customers set segment = 'new' where id = 1")
    build(shop)
    table = live.with_profile(live.table("revenue"))
    assert table.rows == 3
    segment = table.column("segment")
    assert segment is not None
    assert segment.profile is not None
    assert segment.profile.distinct == 3


def test_columns_of_sources_are_those_that_the_database_has_now(live: LiveProject, shop: Path) -> None:
    edit(shop / "models/stg_customers.sql", "id as customer_id, name, segment", "id as customer_id, *")
    columns = [name.column for name in live.lineage().columns("stg_customers")]
    assert columns == ["customer_id", "id", "name", "segment"]
    with duckdb.connect(str(shop / "shop.duckdb")) as connection:
        connection.execute("alter table raw.customers add column city text")
    assert "city" in [name.column for name in live.lineage().columns("stg_customers")]
    live.close()
    with duckdb.connect(str(shop / "shop.duckdb")) as connection:
        connection.execute("alter table raw.customers drop column city")
    columns = [name.column for name in LiveProject(shop).lineage().columns("stg_customers")]  # in another session
    assert columns == ["customer_id", "id", "name", "segment"]


def test_a_read_only_folder_is_read(shop: Path) -> None:
    (shop / ".headwater").write_text("in the way, also of root")
    live = LiveProject(shop)
    assert live.lineage().upstream("revenue.revenue").edges
    assert live.search("revenue", 1)[0].name == "revenue"
    live.close()
    assert (shop / ".headwater").read_text() == "in the way, also of root"


def test_old_facts_are_shown_as_old_while_dbt_writes(live: LiveProject, shop: Path) -> None:
    live.catalog()
    database = str(shop / "shop.duckdb")
    script = f"import duckdb, sys; c = duckdb.connect({database!r}); print(1, flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdin is not None
        writer.stdout.readline()
        (shop / "shop.duckdb").touch()
        [source] = live.catalog().sources
        assert "another process is writing to it" in source.problems[0]
        assert live.table("revenue").name.name == "revenue"
        assert live.lineage().upstream("revenue.revenue").edges
        with pytest.raises(UserError, match="another process is writing"):
            live.query("select 1", ReadLimits())
        (shop / "models/later.sql").write_text("select 1 as x")
        with pytest.raises(UserError, match=r"later: may or may not be built: shop: .*another process is writing"):
            live.table("later")
        (shop / "models/later.sql").unlink()
        writer.stdin.close()
    [source] = live.catalog().sources
    assert source.problems == ()
    live.close()


def test_search_follows_models_that_come_and_go(live: LiveProject, shop: Path) -> None:
    assert live.search("platypus", 3) == []
    (shop / "models/platypus_counts.sql").write_text("select 1 as legs")
    assert live.search("platypus", 3)[0].name == "platypus_counts"


@pytest.mark.parametrize(
    ("name", "message"),
    [("orderz", "no such model or table"), ("raw.order", r"perhaps shop:raw\.orders"), ("", "no such model or table")],
)
def test_a_missing_table_is_reported(live: LiveProject, name: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        live.table(name)


def test_a_model_that_is_not_built_is_reported(live: LiveProject, shop: Path) -> None:
    (shop / "models/later.sql").write_text("select 1 as x")
    with pytest.raises(UserError, match=r"later: is not built: no table later in .*run dbt first"):
        live.table("later")


def test_a_folder_without_dbt_has_tables_and_no_lineage(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "only.duckdb")) as connection:
        connection.execute("create table t as select 1 as x")
    live = LiveProject(tmp_path)
    assert live.table("t").name.name == "t"
    with pytest.raises(UserError, match="no dbt project here, so there is no lineage"):
        live.lineage()
