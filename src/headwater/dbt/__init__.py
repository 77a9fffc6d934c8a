"""Read, render, build and test dbt projects without a dbt process.

Reading a project and rendering its templates needs no database:

>>> from headwater.dbt import read_project, render
>>> project = read_project("shop")
>>> print(render(project, "big_orders").sql)
select order_id, amount
from "raw"."web"."orders"
where amount >= 100

Building it needs DuckDB and the raw tables that the project reads, in one file:

>>> from pathlib import Path
>>> from headwater.dbt.engine import build
>>> built = build("shop", raw=Path("raw.duckdb"))
>>> built.failing
['test.shop.not_null_big_orders_order_id.813cbb0ca5']

docs/dbt.md shows the rest. A project is SQL, Jinja and YAML that somebody else wrote, and it is often broken or half
written. Therefore:

- What cannot be read becomes a `Problem` with file and line, and the rest is read. Nothing is dropped silently.
- Jinja is rendered in a sandbox. A template reaches no attribute of Python, no file and no environment variable
  (`env_var` returns its default), and its steps, sizes and time are bounded.
- The reader asks no warehouse. The caller may give the columns of relations that macros ask for. Where a template runs
  a query, it is rendered as dbt renders it while parsing, and a problem says so.
- The reader uses `target/manifest.json` only where its own rendering had to guess, and only where the manifest still
  fits the file's content.
"""

from __future__ import annotations

from headwater.dbt._problems import Location, Problem, ProblemKind
from headwater.dbt._project import Changes, DbtProject, read_project
from headwater.dbt._render import render
from headwater.dbt._resources import (
    Declaration,
    Exposure,
    Macro,
    Metric,
    Node,
    NodeKind,
    Package,
    Reference,
    SemanticField,
    SemanticModel,
    Test,
    YamlColumn,
)
from headwater.dbt._yaml import YamlError, read_yaml
from headwater.dbt.jinja import LineMap, Rendered, Renderer, Target

__all__ = [
    "Changes",
    "DbtProject",
    "Declaration",
    "Exposure",
    "LineMap",
    "Location",
    "Macro",
    "Metric",
    "Node",
    "NodeKind",
    "Package",
    "Problem",
    "ProblemKind",
    "Reference",
    "Rendered",
    "Renderer",
    "SemanticField",
    "SemanticModel",
    "Target",
    "Test",
    "YamlColumn",
    "YamlError",
    "read_project",
    "read_yaml",
    "render",
]
