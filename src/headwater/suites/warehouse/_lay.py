"""Applies the seed of a generated task, which breaks the workspace and its warehouse."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from headwater.dbt.engine import Built, NodeStatus, StepResult, inject_in_file, rebuild, replan
from headwater.suites.warehouse._bi import without_bi
from headwater.suites.warehouse._parse import PARSE, adapt
from headwater.suites.warehouse._times import TIME
from headwater.suites.warehouse._workspace import RAW, WAREHOUSE, project_texts
from headwater.suites.warehouse.base import Base


def lay(
    workspace: Path,
    base: Path,
    *,
    rebuilt: Sequence[str],
    removed: Sequence[str] = (),
    inject: Sequence[str] = (),
    hidden: Sequence[str] = (),
) -> None:
    """Turn a clean workspace that already contains the broken files into an agent's workspace.

    Args:
        workspace: The workspace, which is modified.
        base: The folder of the workspace's base.
        rebuilt: The unique ids of the relations whose content or SQL the break changes.
        removed: The files to remove.
        inject: SQL to run on the raw tables.
        hidden: The names of the removed tests.
    """
    for name in removed:
        (workspace / name).unlink()
    if inject:
        inject_in_file(workspace / RAW, inject)
    clean = Base(base)
    before = project_texts(base / "workspace")
    changed = {name: text for name, text in project_texts(workspace).items() if before.get(name) != text}
    texts = {name: text for name, text in changed.items() if not name.endswith((".yml", ".md"))}
    plan = replan(clean.project, without_bi(clean.plan), texts) if texts else clean.plan
    assert plan is not None, "a break that renames models is not one that is proven"
    built_steps = {uid: StepResult(outcome=NodeStatus.OK, action="") for uid in plan.steps}
    rebuild(plan, Built(steps=built_steps), workspace / RAW, workspace / WAREHOUSE, set(rebuilt))
    of_dbt = {name: text for name, text in changed.items() if not name.startswith("bi/")}
    adapt(workspace / PARSE, of_dbt, [name for name in removed if not name.startswith("bi/")], hidden, TIME)
