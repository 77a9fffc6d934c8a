"""Applies the seed of a generated task, which breaks the workspace and its warehouse."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from headwater.dbt.engine import Built, NodeStatus, StepResult, from_stored, inject_in_file, rebuild, replan
from headwater.suites.warehouse._bi import without_bi
from headwater.suites.warehouse._parse import PARSE, adapt
from headwater.suites.warehouse._state import write_stored
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
    past: Mapping[str, str] | None = None,
    stored: Mapping[str, str] | None = None,
) -> None:
    """Turn a clean workspace that already contains the broken files into an agent's workspace.

    Args:
        workspace: The workspace, which is modified.
        base: The folder of the workspace's base.
        rebuilt: The unique ids of the relations whose content or SQL the break changes.
        removed: The files to remove.
        inject: SQL to run on the raw tables.
        hidden: The names of the removed tests.
        past: The texts of files in the past, when stored rows were built.
        stored: The rows that were built then, as a condition for each stored relation. See `write_stored`.
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
    built = Built(steps=built_steps)
    if stored:
        with tempfile.TemporaryDirectory(prefix="headwater-") as folder:
            file = Path(folder) / "stored.duckdb"
            write_stored(clean, past or {}, stored, file)
            plan = from_stored(plan, tuple(stored))
            rebuild(plan, built, workspace / RAW, workspace / WAREHOUSE, set(rebuilt), stored=file)
    else:
        rebuild(plan, built, workspace / RAW, workspace / WAREHOUSE, set(rebuilt))
    of_dbt = {name: text for name, text in changed.items() if not name.startswith("bi/")}
    adapt(workspace / PARSE, of_dbt, [name for name in removed if not name.startswith("bi/")], hidden, TIME)
