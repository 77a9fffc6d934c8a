"""Reads, renders, builds and tests dbt projects without a dbt process.

Reading a project and rendering its templates needs no database:

>>> from headwater.dbt import read_project, render
>>> project = read_project("shop")
>>> print(render(project, "big_orders").sql)
select order_id, amount
from "raw"."web"."orders"
where amount >= 100

Building a project requires DuckDB and one file with the raw tables that the project reads:

>>> from pathlib import Path
>>> from headwater.dbt.engine import build
>>> built = build("shop", raw=Path("raw.duckdb"))
>>> built.failing
['test.shop.not_null_big_orders_order_id.813cbb0ca5']

docs/dbt.md describes the other functions. A project consists of SQL, Jinja and YAML that others wrote, and is often
broken or incomplete. Therefore:

- A part that cannot be read becomes a `Problem` with file and line, and the other parts are still read. Nothing is
  dropped silently.
- Jinja is rendered in a sandbox. A template has no access to Python attributes, files or environment variables
  (`env_var` returns its default). The number of its steps, the size of its texts, and its time are bounded.
- No warehouse is queried. Macros may request the columns of relations, which the caller can provide. A template that
  runs a query is rendered as dbt renders it while parsing, and a problem is recorded.
- `target/manifest.json` is used only if rendering had to guess, and only if it still matches the content of the
  rendered file.
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
