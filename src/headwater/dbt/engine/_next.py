"""Derives the plan of a later run, in which incremental models and snapshots start from their stored tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from headwater.dbt import ProblemKind, Rendered, Renderer
from headwater.dbt.engine._built import Columns
from headwater.dbt.engine._connection import STORED
from headwater.dbt.engine._ephemeral import Ephemerals
from headwater.dbt.engine._plan import BuildStep, Name, Plan
from headwater.dbt.engine._project import EngineProject, Overridden, parents_of

_FRESH = "_headwater_fresh"
_STRATEGIES = ("append", "delete+insert", "merge")
_ALSO_NEW_COLUMNS = ("append_new_columns", "sync_all_columns")


def is_stateful(step: BuildStep) -> bool:
    """Return whether a run of the step depends on the rows that earlier runs stored."""
    # dbt ignores full_refresh in the settings of snapshots, because their history would be lost
    is_rebuilt = step.materialized == "incremental" and step.config.get("full_refresh") is True
    return step.materialized in ("incremental", "snapshot") and not is_rebuilt


def stored_source(uid: str) -> str:
    """Return the unique id of the stored table of a step. A plan lists it among its sources."""
    return f"{STORED}.{uid}"


def from_stored(plan: Plan, uids: Sequence[str]) -> Plan:
    """Return a plan in which some relations are read as they are stored, and not built."""
    steps, sources = dict(plan.steps), dict(plan.sources)
    for uid in uids:
        name = plan.steps[uid].relation
        sql = f"select * from {name.within(STORED)}"
        steps[uid] = replace(plan.steps[uid], sql=sql, inputs=(stored_source(uid),))
        sources[stored_source(uid)] = name
    return replace(plan, steps=steps, sources=sources)


def next_run(project: EngineProject, plan: Plan, stored: Mapping[str, Columns]) -> Plan:
    """Return the plan of the next run of a project without a full refresh.

    Args:
        project: The project, with the texts of the plan.
        plan: The plan of the project's first run.
        stored: The columns of each stored table, keyed by the unique id of its model or snapshot. The others are built
            as in a first run, as dbt does if there is no table.
    """
    steps, sources = dict(plan.steps), dict(plan.sources)
    errors, refusals = list(plan.errors), list(plan.refusals)
    renderer = Renderer(Overridden(project, {}, {"is_incremental": True}))
    for uid, columns in stored.items():
        step = plan.steps.get(uid)
        if step is None or not is_stateful(step):
            continue
        if refusal := _refusal(step):
            refusals.append(f"{step.file}: uses {refusal}, which the engine does not support")
        elif step.kind == "snapshot":
            steps[uid] = _with_sql(step, _snapshot(step), step.inputs)
        else:
            # this statement forces rendering with Jinja, because rendering without Jinja treats every run as the first
            text = "{% set later_run = true %}" + project.text(project.nodes[uid].place)
            rendered = renderer.render(text, project.nodes[uid])
            for problem in rendered.problems:
                (refusals if problem.kind is ProblemKind.WAREHOUSE else errors).append(str(problem))
            steps[uid] = _increment(plan, step, rendered, columns)
        sources[stored_source(uid)] = step.relation
    return replace(plan, steps=steps, sources=sources, errors=errors, refusals=refusals)


def _refusal(step: BuildStep) -> str:
    config = step.config
    if step.kind == "snapshot":
        return "" if config.get("strategy") == "timestamp" and not _hides(config) else "another kind of snapshot"
    strategy = config.get("incremental_strategy") or _STRATEGIES[1]
    if strategy not in _STRATEGIES or config.get("incremental_predicates") or config.get("predicates"):
        return f"the incremental strategy {strategy!r} or predicates"
    return ""


def _hides(config: Mapping[str, Any]) -> bool:
    return bool(config.get("invalidate_hard_deletes")) or config.get("hard_deletes") not in (None, "ignore")


def _with_sql(step: BuildStep, sql: str, inputs: Sequence[str]) -> BuildStep:
    return replace(step, sql=sql, inputs=(*dict.fromkeys([*inputs, stored_source(step.unique_id)]),))


def _increment(plan: Plan, step: BuildStep, rendered: Rendered, columns: Columns) -> BuildStep:
    parents, ephemerals = parents_of(rendered), Ephemerals(plan.ephemerals)
    sql = ephemerals.inlined(rendered.sql, parents)
    sql = sql.replace(step.relation.within(plan.database), step.relation.within(STORED))
    keys = () if step.config.get("incremental_strategy") == "append" else _keys(step.config)
    inputs = tuple(uid for uid in ephemerals.inputs(parents) if uid != step.unique_id)
    return _with_sql(step, _merged(step, sql, keys, columns), inputs)


def _merged(step: BuildStep, sql: str, keys: Sequence[str], columns: Columns) -> str:
    stored = step.relation.within(STORED)
    old = f"select * from {stored} as old"
    if keys:
        same = " and ".join(f"old.{key} = {_FRESH}.{key}" for key in keys)
        old += f"\nwhere not exists (select 1 from {_FRESH} where {same})"
    takes_all = step.config.get("on_schema_change") in _ALSO_NEW_COLUMNS
    names = "*" if takes_all else ", ".join('"' + name.replace('"', '""') + '"' for name, _ in columns)
    return f"with {_FRESH} as (\n{sql}\n)\n{old}\nunion all by name\nselect {names} from {_FRESH}"


def _keys(config: Mapping[str, Any]) -> tuple[str, ...]:
    key = config.get("unique_key")
    if not key:
        return ()
    return tuple(map(str, key)) if isinstance(key, list | tuple) else (str(key),)


def _snapshot(step: BuildStep) -> str:
    """Return the rows of a snapshot after another run of the timestamp strategy."""
    stored: Name = step.relation
    end = step.config.get("dbt_valid_to_current")
    is_current = f"(old.dbt_valid_to is null{f' or old.dbt_valid_to = {end}' if end else ''})"
    same = " and ".join(f"old.{key} = {_FRESH}.{key}" for key in _keys(step.config))
    newer = f"{same} and {is_current} and old.dbt_valid_from < {_FRESH}.dbt_valid_from"
    return (
        f"with {_FRESH} as (\n{step.sql}\n)\n"
        f"select old.* replace (coalesce({_FRESH}.dbt_valid_from, old.dbt_valid_to) as dbt_valid_to)\n"
        f"from {stored.within(STORED)} as old left join {_FRESH} on {newer}\n"
        f"union all by name\nselect {_FRESH}.* from {_FRESH}\n"
        f"where not exists (select 1 from {stored.within(STORED)} as old\n"
        f"    where {same} and {is_current} and old.dbt_valid_from >= {_FRESH}.dbt_valid_from)"
    )
