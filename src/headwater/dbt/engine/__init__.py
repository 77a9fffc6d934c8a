"""Builds and tests dbt projects on DuckDB without a dbt process. After a change, only affected parts are built.

>>> from pathlib import Path
>>> from headwater.dbt.engine import build
>>> built = build("shop", raw=Path("raw.duckdb"), warehouse=Path("warehouse.duckdb"))
>>> [(uid, step.outcome.value, step.content.rows) for uid, step in built.steps.items()]
[('model.shop.big_orders', 'ok', 2)]

`read_plan` renders every template into a `Plan` without running SQL. `Runner` builds a plan on a `DuckDBConnection`. It
reuses each relation from an earlier build (`Known`) that has the same text and reads the same content. `replan` renders
only what changed texts affect. The content of a relation is represented by a digest of its rows, which does not depend
on their order. A view is built as a table, so that it is evaluated only once.

The engine refuses features that it would not handle exactly as dbt does: hooks that do more than analyze a table,
Python models, packages, and queries during rendering. For an untrusted project, pass a `Guard` to `Runner`; it judges
each statement before it runs. The connection can access only its own databases, with bounded memory, threads and time.

`tests/dbt/engine/test_engine_against_dbt.py` builds a project with this engine and with dbt, and compares every
relation and test result.
"""

from __future__ import annotations

from headwater.dbt.engine._build import build
from headwater.dbt.engine._built import Built, NodeStatus, RelationContent, StepResult, TestResult
from headwater.dbt.engine._connection import STORED, BuildLimits, DuckDBConnection, StatementError, check_text
from headwater.dbt.engine._export import export, rebuild
from headwater.dbt.engine._fresh import write_afresh
from headwater.dbt.engine._injection import inject_in_file
from headwater.dbt.engine._next import from_stored, is_stateful, next_run, stored_source
from headwater.dbt.engine._plan import BuildStep, DataTest, Name, Plan, UnitTest
from headwater.dbt.engine._project import EngineProject
from headwater.dbt.engine._render import plan_of, read_plan
from headwater.dbt.engine._replan import replan
from headwater.dbt.engine._run import Guard, Known, Runner, injected

__all__ = [
    "STORED",
    "BuildLimits",
    "BuildStep",
    "Built",
    "DataTest",
    "DuckDBConnection",
    "EngineProject",
    "Guard",
    "Known",
    "Name",
    "NodeStatus",
    "Plan",
    "RelationContent",
    "Runner",
    "StatementError",
    "StepResult",
    "TestResult",
    "UnitTest",
    "build",
    "check_text",
    "export",
    "from_stored",
    "inject_in_file",
    "injected",
    "is_stateful",
    "next_run",
    "plan_of",
    "read_plan",
    "rebuild",
    "replan",
    "stored_source",
    "write_afresh",
]
