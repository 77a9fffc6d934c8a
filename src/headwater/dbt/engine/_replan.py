"""Derives a changed project's plan from the plan before the change, rendering only what the change affects."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from headwater.dbt import NodeKind
from headwater.dbt.engine._plan import Plan
from headwater.dbt.engine._project import EngineProject
from headwater.dbt.engine._reader import PlanReader
from headwater.dbt.engine._render import finish

_TEMPLATES = ("models/", "macros/", "snapshots/", "seeds/")
_MACRO = re.compile(r"\{%-?\+?\s*(?:macro|test|data_test|materialization)\s+(\w+)\s*\(")


def replan(project: EngineProject, plan: Plan, texts: Mapping[str, str]) -> Plan | None:
    """Return the plan of a project in which some files have changed texts.

    Args:
        project: The project before the change.
        plan: The plan of the project before the change.
        texts: The new text of each changed file.

    Returns:
        The plan. None if YAML, the set of macros, or a model's name or materialization changes, in which case the whole
        project must be read again.
    """
    macros = _macros_in(project, texts)
    if macros is None or not _are_templates(project, texts):
        return None
    changed = project.with_texts(texts)
    hit = {
        uid for uid, step in plan.steps.items() if step.file in texts or any(macro in macros for macro in step.macros)
    }
    hit = _with_readers_of_ephemerals(plan, hit)
    tests = _tests_of(plan, hit, macros)
    new = Plan(
        plan.database,
        dict(plan.steps),
        dict(plan.tests),
        dict(plan.unit_tests),
        plan.sources,
        overrides=plan.overrides,
        ephemerals=dict(plan.ephemerals),
    )
    reader = PlanReader(changed, new, tests)
    for file in texts:
        reader.check_tags(file, texts[file])
    # The nodes are copied, because rendering may change their schemas and aliases.
    is_renamed = reader.render_nodes({uid: replace(project.nodes[uid]) for uid in sorted(hit)})
    if is_renamed or any(not _is_in_place(plan, new, uid) for uid in hit):
        return None
    return finish(reader)


def _macros_in(project: EngineProject, texts: Mapping[str, str]) -> frozenset[str] | None:
    """Return the unique ids of the macros in changed files, or None if the set of macros changes."""
    for file, text in texts.items():
        if file.startswith("macros/") and set(_MACRO.findall(text)) != set(_MACRO.findall(project.file_text(file))):
            return None
    return frozenset(macro.unique_id for macro in project.macros() if macro.place.file in texts)


def _are_templates(project: EngineProject, texts: Mapping[str, str]) -> bool:
    known = {node.place.file for node in project.nodes.values() if node.kind is not NodeKind.SOURCE}
    known |= {macro.place.file for macro in project.macros()}
    return all(file in known and file.startswith(_TEMPLATES) and not file.endswith((".yml", ".yaml")) for file in texts)


def _with_readers_of_ephemerals(plan: Plan, hit: set[str]) -> set[str]:
    children, found, pending = plan.children(), set(hit), list(hit)
    while pending:
        uid = pending.pop()
        if uid in plan.ephemerals:
            new = [child for child in children.get(uid, ()) if child not in found]
            found.update(new)
            pending += new
    return found


def _tests_of(plan: Plan, hit: Collection[str], macros: Collection[str]) -> set[str]:
    """Return the tests whose text may change, because they use affected ephemeral models, macros or changed models."""
    found = {
        uid
        for uid, test in plan.tests.items()
        if any(macro in macros for macro in test.macros)
        or any(parent in hit and parent in plan.ephemerals for parent in _with_ephemeral_inputs(plan, test.parents))
    }
    return found | {uid for uid, unit in plan.unit_tests.items() if unit.model in hit or macros}


def _with_ephemeral_inputs(plan: Plan, parents: tuple[str, ...]) -> list[str]:
    """Return the parents and everything that the ephemeral parents read."""
    found = list(parents)
    for uid in found:
        if uid in plan.ephemerals:
            found += [parent for parent in plan.ephemerals[uid].parents if parent not in found]
    return found


def _is_in_place(before: Plan, after: Plan, uid: str) -> bool:
    old, new = before.steps[uid], after.steps.get(uid)
    return new is not None and (old.relation, old.materialized) == (new.relation, new.materialized)
