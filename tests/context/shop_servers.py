"""The small dbt project on Postgres and ClickHouse, built without dbt; its functions run in the servers' cell."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from tests.context.engines.scanning import Notes
from tests.context.shop_project import FILES, MODELS
from tests.live import Running

from headwater.context import Index
from headwater.context._scan import ScanRequest, scan
from headwater.context.catalog import Catalog, Engine, write_catalog

SERVERS = (Engine.POSTGRES, Engine.CLICKHOUSE)
_CUSTOMERS = (
    "select i as id, {text} as name, case when i % 2 = 0 then 'retail' else 'trade' end as segment from {numbers}"
)
_ORDERS = """
select i as id, 1 + (i * 7) % 20 as customer_id,
case i % 3 when 0 then 'paid' when 1 then 'open' else 'test' end as status, (i * 37) % 1000 as cents from {numbers}
"""
_VARIABLE = "HEADWATER_TEST_SHOP"


def lay(running: Running, engine: Engine) -> Path:
    """Create the shop anew, build its models and scan them; return its folder."""
    for schema in ("raw", "main"):
        cascade = " cascade" if engine is Engine.POSTGRES else ""
        kind = "schema" if engine is Engine.POSTGRES else "database"
        execute(running, engine, f"drop {kind} if exists {schema}{cascade};\ncreate {kind} {schema}")
    remake(running, engine, "raw.customers", _CUSTOMERS.format(text=_text(engine, "i"), numbers=_numbers(engine, 20)))
    remake(running, engine, "raw.orders", _ORDERS.format(numbers=_numbers(engine, 300)))
    folder = running.folder / f"shop-{engine}"
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(
            text.replace("{type: duckdb, path: shop.duckdb}", f"{{type: {engine}, schema: main}}")
        )
    build(running, engine, folder)
    rescan(running, engine, folder)
    return folder


def build(running: Running, engine: Engine, folder: Path, *models: str) -> None:
    """Do what `dbt run` does for the given models, or for all."""
    for model in models or MODELS:
        sql = (folder / f"models/{model}.sql").read_text()
        sql = re.sub(r"\{\{ ref\('(\w+)'\) \}\}", r"main.\1", sql)
        remake(running, engine, f"main.{model}", re.sub(r"\{\{ source\('(\w+)', '(\w+)'\) \}\}", r"\1.\2", sql))


def remake(running: Running, engine: Engine, table: str, select: str) -> None:
    """Replace a table by the result of a query."""
    if engine is Engine.POSTGRES:
        execute(running, engine, f"drop table if exists {table};\ncreate table {table} as {select}")
        return
    # without an alias, a column is called "o.status"
    select_with_names = re.sub(r"\b([ocr])\.(\w+)(?=,|\s+from\b)", r"\1.\2 as \2", select)
    statement = f"create or replace table {table} engine = MergeTree order by tuple() as {select_with_names}"
    execute(running, engine, f"{statement} settings join_use_nulls = 1")


def execute(running: Running, engine: Engine, sql: str) -> None:
    """Run statements; each ends with ``;`` at the end of a line."""
    if engine is Engine.POSTGRES:
        running.stack.postgres.app.execute(sql)
    else:
        running.stack.clickhouse.execute(sql)


def rescan(running: Running, engine: Engine, folder: Path) -> None:
    """Do what `headwater context scan db=env:…` does."""
    os.environ[_VARIABLE] = url_of(running, engine)
    index = Index.of_project(folder)
    index.create()
    with running.stack.network:
        write_catalog(scan([ScanRequest("db", f"env:{_VARIABLE}")], folder, Catalog(), 60, Notes()), index.catalog)


def url_of(running: Running, engine: Engine) -> str:
    """Return the URL with which an agent's account connects to a server."""
    variables = running.stack.variables
    if engine is Engine.POSTGRES:
        return variables["POSTGRES_URL"]
    user, password = variables["CLICKHOUSE_USER"], variables["CLICKHOUSE_PASSWORD"]
    return f"clickhouse://{user}:{password}@{variables['CLICKHOUSE_HOST']}:{variables['CLICKHOUSE_PORT']}/main"


def _numbers(engine: Engine, count: int) -> str:
    if engine is Engine.POSTGRES:
        return f"generate_series(1, {count}) as r(i)"
    return f"(select toInt64(number) as i from numbers(1, {count})) as r"


def _text(engine: Engine, number: str) -> str:
    return f"concat('c', {number}::text)" if engine is Engine.POSTGRES else f"concat('c', toString({number}))"
