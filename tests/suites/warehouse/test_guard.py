"""The SQL in an agent's project must be a single SELECT from relations that the project declares."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.dbt.engine.tiny import write_tiny

from headwater.dbt.engine import DuckDBConnection, NodeStatus, Runner, read_plan
from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.judge._guard import SelectGuard

REPORT = "models/reports/rpt_revenue.sql"


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("select * from analytics_core.dim_customers", "without ref() or source()"),
        ("select * from read_csv('/etc/passwd')", "table function read_csv() is not allowed"),
        ("select 1 as a; select 2 as a", "one SELECT at a time"),
        ("select 1 as a; drop table x", "only SELECT is allowed"),
        ("create table x as select 1 as a", "only SELECT is allowed"),
        ("select * from duckdb_databases()", "duckdb_databases() is not allowed"),
        ("select * from information_schema.tables", "without ref() or source()"),
        ("select 1 as a from", "refused"),
        ("select * from query('select 1')", "query() is not allowed"),
        ("select * from duckdb_tables", "reads duckdb_tables without ref()"),
        ("select * from sqlite_master", "reads sqlite_master without ref()"),
        ("select * from pg_class", "reads pg_class without ref()"),
        ("with pg_class as (select 1 as a) select * from pg_class", "reads pg_class without ref()"),
        ("with a as (select 1 as a) select * from a, dim_customers", "reads dim_customers without ref()"),
        ("select * from 'base.duckdb'", "reads base.duckdb without ref()"),
        ("select * from pragma_storage_info('dim_customers')", "reads the catalog"),
        ("select * from duckdb_tables()", "reads the catalog"),
        ("select * from (summarize {{ ref('dim_customers') }})", "SUMMARIZE are not allowed"),
    ],
)
def test_sql_that_reaches_further_is_not_run(base: Base, tmp_path: Path, sql: str, message: str) -> None:
    plan = read_plan(write_tiny(tmp_path, {REPORT: sql}))
    connection = DuckDBConnection(plan.database, base.raw, base=base.relations)
    built = Runner(plan, connection, base.known, guard=SelectGuard()).run(tests=())
    connection.close()
    result = built.steps["model.shop.rpt_revenue"]
    assert result.outcome is NodeStatus.ERROR
    assert message in result.message
