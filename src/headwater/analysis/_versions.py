"""Versions: a number is never made of different tasks, checks, harnesses or agents of the same name."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from headwater.analysis._load import Results
from headwater.analysis._notes import shown
from headwater.analysis._query import columns, select
from headwater.errors import UserError


def require_like_with_like(results: Results) -> None:
    """Refuse results that mix versions of a task, its checks, a harness or an agent.

    Trials whose digests are unknown, as imported ones, are taken at their word.

    Raises:
        UserError: Names the first mixture and what to do.
    """
    for what, keys, digest, fix in (
        ("task", ("task",), "task_digest", "name the jobs of one version"),
        ("prompt", ("prompt", "task"), "prompt_digest", "name the jobs of one version"),
        ("checks of", ("task",), "checks_digest", "`headwater regrade` the older job, or name the jobs of one version"),
        # A suite's tasks may bring software of their own, which is then part of the harness.
        ("harness", ("harness", "suite"), "harness_digest", "name the jobs of one version"),
        ("what was prepared by harness", ("harness", "task"), "prepared_digest", "name the jobs of one version"),
        ("agent", ("agent", "task"), "agent_digest", "name the jobs of one version, or compare the two"),
    ):
        mixed = _mixture(results.design, keys, digest)
        if mixed:
            name, versions = mixed
            raise UserError(f"{what} {name}: {versions}, and no number is made of both; {fix}")


def _mixture(design: pa.Table, keys: tuple[str, ...], digest: str) -> tuple[str, str] | None:
    by = columns(keys)
    rows = select(
        design,
        f"select {by}, list(distinct {digest}) as digests, list(distinct job) as jobs from trials "
        f"where {digest} is not null group by {by} having count(distinct {digest}) > 1 order by {by} limit 1",
    )
    if not rows:
        return None
    digests = ", ".join(sorted(each[:12] for each in rows[0]["digests"]))
    name = " on ".join(str(rows[0][key]) for key in keys)
    return name, f"two versions or more ({digests}) in {shown(sorted(rows[0]['jobs']))}"


def same_versions(before: pa.Table, after: pa.Table) -> tuple[tuple[str, ...], tuple[pa.Table, pa.Table]]:
    """Return the tasks whose digests differ between two sides, and both sides without them."""
    versions = [_versions(table) for table in (before, after)]
    refused = [
        task
        for task in versions[0]
        if task in versions[1]
        and any(one != other for one, other in zip(versions[0][task], versions[1][task], strict=True) if one and other)
    ]
    keep = [
        table.filter(pc.invert(pc.is_in(table["task"], pa.array(refused, pa.string())))) for table in (before, after)
    ]
    return tuple(refused), (keep[0], keep[1])


def _versions(table: pa.Table) -> dict[str, tuple[str | None, str | None]]:
    rows = select(
        table, "select task, max(task_digest) as task_version, max(checks_digest) as checks from trials group by task"
    )
    return {row["task"]: (row["task_version"], row["checks"]) for row in sorted(rows, key=lambda row: str(row["task"]))}


def changed_versions(before: pa.Table, after: pa.Table) -> tuple[str, ...]:
    """Name what has the same name on two sides and is another version, as an agent that was changed."""
    changed = []
    for factor, keys in (("agent", "agent, task"), ("harness", "harness, suite"), ("prompt", "prompt, task")):
        sql = f"select {keys}, max({factor}_digest) as digest from trials group by {keys}"
        sides = [
            {
                tuple(value for name, value in row.items() if name != "digest"): row["digest"]
                for row in select(table, sql)
            }
            for table in (before, after)
        ]
        if any(
            key in sides[1] and digest and sides[1][key] and digest != sides[1][key] for key, digest in sides[0].items()
        ):
            changed.append(f"{factor} (same name, another version)")
    return tuple(changed)
