"""dbt projects, read without running dbt.

>>> from headwater.dbt import read_project
>>> project = read_project("path/to/project")
>>> project.models["orders"].path, project.models["orders"].columns
>>> rendered = project.render("orders")          # SQL, what it refers to, and the line each line came from
>>> for problem in project.problems: print(problem)   # models/orders.sql:12: ref('order') names no model; …

A project is SQL, Jinja and YAML that somebody else wrote, and often a broken or half-written one. So:

- Whatever cannot be read becomes a `Problem` with file and line, and the rest is read. Nothing is dropped silently.
- Jinja is rendered in a sandbox: no attribute of Python is in reach, the environment is not read (`env_var` gives its
  default), no file is opened, and steps, sizes and time are bounded, whatever a template does.
- No warehouse is asked. What dbt would look up there (the columns of a relation) comes from the caller; what cannot be
  known (`run_query`) is rendered as dbt renders it while parsing, and said so in a problem.
- `target/manifest.json` is used where own rendering had to guess, and only where it still fits the file's content.
"""

from __future__ import annotations

from headwater.dbt._problems import Place, Problem, ProblemKind
from headwater.dbt._project import Changes, DbtProject, read_project
from headwater.dbt._resources import (
    Column,
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
)
from headwater.dbt.jinja import LineMap, Rendered, Renderer, Target

__all__ = [
    "Changes",
    "Column",
    "DbtProject",
    "Declaration",
    "Exposure",
    "LineMap",
    "Macro",
    "Metric",
    "Node",
    "NodeKind",
    "Package",
    "Place",
    "Problem",
    "ProblemKind",
    "Reference",
    "Rendered",
    "Renderer",
    "SemanticField",
    "SemanticModel",
    "Target",
    "Test",
    "read_project",
]
