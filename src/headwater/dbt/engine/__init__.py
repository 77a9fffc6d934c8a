"""Renders and runs a dbt project on DuckDB without a dbt process, and again only what a change comes to.

>>> from headwater.dbt.engine import Connection, Runner, read_plan
>>> plan = read_plan(Path("project"))                     # every template rendered, nothing run
>>> built = Runner(plan, Connection("warehouse", Path("raw.duckdb"))).run()
>>> built.failing                                         # unique ids of tests that do not pass

A real `dbt build` of a project of this size costs more than a minute, of which the database's own work is a few
seconds. So: templates are rendered by `headwater.dbt`; relations are made in their order, each kept with a
digest of what it holds; and of a changed project only those statements run whose text, or the content of whose inputs,
is new. A view is run as a table is, so that it, too, is evaluated once.

What an agent wrote is hostile. Rendering is bounded; whatever cannot be rendered exactly as dbt would is refused by
name; SQL that differs from the clean project's is one SELECT of relations that it declares, judged on the engine's own
syntax tree, on a connection that reaches nothing but its databases, with bounded memory and time.

`tests/dbt/engine/test_engine_against_dbt.py` builds a project both ways and compares every relation and verdict.
"""

from __future__ import annotations

from headwater.dbt.engine._built import Built, Content, Outcome, StepResult, TestResult
from headwater.dbt.engine._connection import Connection, Limits, StatementError
from headwater.dbt.engine._export import export, rebuild
from headwater.dbt.engine._plan import DataTest, Name, Plan, Step, UnitTest
from headwater.dbt.engine._project import EngineProject
from headwater.dbt.engine._render import plan_of, read_plan
from headwater.dbt.engine._replan import replan
from headwater.dbt.engine._run import Guard, Known, Runner, injected

__all__ = [
    "Built",
    "Connection",
    "Content",
    "DataTest",
    "EngineProject",
    "Guard",
    "Known",
    "Limits",
    "Name",
    "Outcome",
    "Plan",
    "Runner",
    "StatementError",
    "Step",
    "StepResult",
    "TestResult",
    "UnitTest",
    "export",
    "injected",
    "plan_of",
    "read_plan",
    "rebuild",
    "replan",
]
