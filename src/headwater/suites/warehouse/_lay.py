"""What a generated task's seed does: makes the workspace broken, its warehouse too."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from headwater.dbt.engine import Built, Outcome, StepResult, inject_in_file, rebuild, replan
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
    """Turn a clean workspace, in which the broken files lie already, into what an agent finds.

    Args:
        workspace: The clean workspace, to be changed.
        base: The folder of the base that it is made of.
        rebuilt: Unique ids of relations whose content or text is another.
        removed: Files that are taken away.
        inject: SQL on the raw tables.
        hidden: Names of the tests that are taken away.
    """
    for name in removed:
        (workspace / name).unlink()
    if inject:
        inject_in_file(workspace / RAW, inject)
    clean = Base(base)
    before = project_texts(base / "workspace")
    changed = {name: text for name, text in project_texts(workspace).items() if before.get(name) != text}
    texts = {name: text for name, text in changed.items() if not name.endswith((".yml", ".md"))}
    plan = replan(clean.project, clean.plan, texts) if texts else clean.plan
    assert plan is not None, "a break that renames models is not one that is proven"
    there = {uid: StepResult(outcome=Outcome.OK, action="") for uid in plan.steps}
    rebuild(plan, Built(steps=there), workspace / RAW, workspace / WAREHOUSE, set(rebuilt))
    adapt(workspace / PARSE, changed, removed, hidden, TIME)
