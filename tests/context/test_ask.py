"""Queries in a separate process: results, refusals, and a bounded time whatever the engine does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from headwater.context._ask import Asker, pick_source
from headwater.context.catalog import Catalog, DataSource, Engine, Table, TableKind, TableName
from headwater.context.engines import QueryLimitReached, QueryRefused, ReadLimits
from headwater.errors import UserError

SHOP = DataSource("shop", Engine.DUCKDB, "shop.duckdb")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    with duckdb.connect(str(folder / "shop.duckdb")) as connection:
        connection.execute("create table t as select range as id, 'ä' || range as name from range(10)")
    (folder / "lake").mkdir()
    (folder / "lake" / "a.csv").write_text("x,y\n1,2\n")
    return folder


@pytest.fixture(scope="module")
def asker() -> Iterator[Asker]:
    with Asker() as opened:
        yield opened


def test_an_answer_is_the_readers(asker: Asker, project: Path) -> None:
    answer = asker.query(SHOP, project, "select * from t order by id limit 2", ReadLimits())
    assert [(column.name, column.type) for column in answer.columns] == [("id", "BIGINT"), ("name", "VARCHAR")]
    assert answer.rows == ((0, "ä0"), (1, "ä1"))
    assert answer.truncated is None
    assert asker.query(SHOP, project, "from t", ReadLimits(rows=3)).truncated is not None


def test_refusals_and_mistakes_keep_their_kind(asker: Asker, project: Path) -> None:
    with pytest.raises(QueryRefused, match="only SELECT"):
        asker.query(SHOP, project, "drop table t", ReadLimits())
    with pytest.raises(QueryLimitReached, match="ended after"):
        asker.query(SHOP, project, "select count(*) from range(10000000000) a, range(10000) b", ReadLimits(seconds=0.2))
    with pytest.raises(UserError, match="no such file"):
        asker.query(DataSource("gone", Engine.DUCKDB, "gone.duckdb"), project, "select 1", ReadLimits())
    assert asker.query(SHOP, project, "select 1", ReadLimits()).rows == ((1,),)


def test_files_are_queried_by_their_paths(asker: Asker, project: Path) -> None:
    lake = DataSource("lake", Engine.FILES, "lake")
    assert asker.query(lake, project, 'select x + y from "a.csv"', ReadLimits()).rows == ((3,),)
    with pytest.raises(QueryRefused):
        asker.query(lake, project, "select * from read_csv('a.csv')", ReadLimits())


def test_the_file_is_free_between_queries(asker: Asker, project: Path) -> None:
    asker.query(SHOP, project, "select 1", ReadLimits())
    with duckdb.connect(str(project / "shop.duckdb")) as connection:
        connection.execute("create or replace table other as select 1 as i")
    assert asker.query(SHOP, project, "select i from other", ReadLimits()).rows == ((1,),)


@pytest.mark.minutes
def test_an_engine_that_does_not_hear_is_ended_and_the_next_query_answered(project: Path) -> None:
    with Asker() as asker:
        with pytest.raises(QueryLimitReached):
            asker.query(SHOP, project, "select md5(repeat('x', 3000000000))", ReadLimits(seconds=0.1))
        assert asker.query(SHOP, project, "select 1", ReadLimits()).rows == ((1,),)


def test_the_source_must_be_named_where_there_are_several() -> None:
    other = DataSource("other", Engine.DUCKDB, "other.duckdb")
    assert pick_source(Catalog((SHOP,)), None) is SHOP
    with pytest.raises(UserError, match="shop, other"):
        pick_source(Catalog((SHOP, other)), None)
    with pytest.raises(UserError, match="no such source; there are shop"):
        pick_source(Catalog((SHOP,)), "nope")


@pytest.mark.parametrize(
    ("sql", "source"),
    [
        ("select * from clicks", "web"),
        ('select * from raw."Clicks" as c', "web"),
        ("select * from `odd name`", "web"),
        ("select * from clicks join orders using (id)", None),
        ("select * from customers", None),
        ("select 1", None),
    ],
)
def test_the_only_source_with_the_tables_need_not_be_named(sql: str, source: str | None) -> None:
    names = {"shop": ("orders", "customers"), "web": ("clicks", "customers", "odd name")}
    catalog = Catalog(
        tuple(DataSource(name, Engine.DUCKDB, f"{name}.duckdb") for name in names),
        tuple(Table(TableName(name, "raw", table), TableKind.TABLE, ()) for name in names for table in names[name]),
    )
    if source is None:
        with pytest.raises(UserError, match="which source"):
            pick_source(catalog, None, sql)
    else:
        assert pick_source(catalog, None, sql).name == source
