"""Turns a project's files into a plan by rendering every template and resolving every name. Nothing is run."""

from __future__ import annotations

from pathlib import Path

from headwater.dbt.engine._entries import read_entries
from headwater.dbt.engine._ephemeral import Ephemerals
from headwater.dbt.engine._plan import Plan
from headwater.dbt.engine._project import EngineProject
from headwater.dbt.engine._reader import PlanReader
from headwater.dbt.engine._tests import add_generic_tests, add_singular_tests
from headwater.dbt.engine._units import add_unit_tests


def read_plan(folder: Path) -> Plan:
    """Render the project in a folder.

    Raises:
        NotFoundError: The folder has no ``dbt_project.yml`` or no ``profiles.yml``.
        InvalidFileError: The profile does not name exactly one target.
        UnsupportedError: The target is not a DuckDB database.
    """
    return plan_of(EngineProject.read(folder))


def plan_of(project: EngineProject) -> Plan:
    """Render a whole project."""
    reader = PlanReader(project)
    reader.read()
    return finish(reader)


def finish(reader: PlanReader) -> Plan:
    """Add the tests that the reader renders to its plan, record problems, and return the plan."""
    plan = reader.plan
    reader.check_names()
    if cycle := plan.find_cycle():
        plan.errors.append(f"models refer to each other in a circle: {cycle}")
    elif reader.tests is None or reader.tests:
        entries, ephemerals = read_entries(reader.project), Ephemerals(plan.ephemerals)
        add_generic_tests(reader, entries, ephemerals)
        add_singular_tests(reader, ephemerals)
        add_unit_tests(reader, entries)
    plan.errors = list(dict.fromkeys(plan.errors))
    plan.refusals = list(dict.fromkeys(plan.refusals))
    return plan
