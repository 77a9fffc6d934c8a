"""Ensures that trials are compared only if their tasks, checks, time limits, harnesses and agents match."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from headwater.analysis._load import TrialTable
from headwater.analysis._notes import few_names
from headwater.analysis._query import columns, select
from headwater.errors import NotComparableError


def require_like_with_like(results: TrialTable) -> None:
    """Raise an error if results mix versions of a task, its checks, its time limit, a harness or an agent.

    Trials with unknown digests or time limits, such as imported ones, are assumed to match.

    Raises:
        NotComparableError: Versions are mixed. The message names the first mixture and suggests a fix.
    """
    require_one_selection(results.table)
    for what, keys, digest, fix in (
        ("task", ("task",), "task_digest", "name the jobs of one version"),
        ("prompt", ("prompt", "task"), "prompt_digest", "name the jobs of one version"),
        ("checks of", ("task",), "checks_digest", "`headwater regrade` the older job, or name the jobs of one version"),
        ("time limit of", ("task",), "timeout_sec", "name the jobs of one limit"),
        # A suite's tasks may install additional software, which then counts as part of the harness.
        ("harness", ("harness", "suite"), "harness_digest", "name the jobs of one version"),
        ("what was prepared by harness", ("harness", "task"), "prepared_digest", "name the jobs of one version"),
        ("agent", ("agent", "task"), "agent_digest", "name the jobs of one version, or compare the two"),
    ):
        mixture = _mixture(results.design, keys, digest)
        if mixture:
            name, versions = mixture
            raise NotComparableError(f"{versions}, which cannot be combined", where=f"{what} {name}", fix=fix)


def require_one_selection(*tables: pa.Table) -> None:
    """Raise an error if trials that were selected by their outcome are combined with others.

    Trials that are run again because they failed do better on average even if nothing has changed. So do the first
    job's remaining trials once the failures are removed.

    Raises:
        NotComparableError: The tables mix selections. The message names the job whose trials were selected.
    """
    chosen = {each for table in tables for each in table["failed_of"].unique().to_pylist()}
    if len(chosen) < 2:
        return
    first = min(each for each in chosen if each is not None)
    jobs = {job for table in tables for job in table.filter(pc.equal(table["failed_of"], first))["job"].to_pylist()}
    raise NotComparableError(
        f"its trials were selected because they were not solved in {Path(first).name}, so they cannot be combined with "
        "others",
        where=few_names(sorted(jobs)),
        fix="name only this job, or keep one job with --where job=DIR",
    )


def _mixture(design: pa.Table, keys: tuple[str, ...], version: str) -> tuple[str, str] | None:
    by = columns(keys)
    rows = select(
        design,
        f"select {by}, list(distinct {version}) as versions, list(distinct job) as jobs from trials "
        f"where {version} is not null group by {by} having count(distinct {version}) > 1 order by {by} limit 1",
    )
    if not rows:
        return None
    versions = ", ".join(map(_shown_version, sorted(rows[0]["versions"])))
    name = " on ".join(str(rows[0][key]) for key in keys)
    return name, f"two versions or more ({versions}) in {few_names(sorted(rows[0]['jobs']))}"


def _shown_version(version: str | float) -> str:
    return version[:12] if isinstance(version, str) else f"{version:g} s"


def same_versions(before: pa.Table, after: pa.Table) -> tuple[tuple[str, ...], tuple[pa.Table, pa.Table]]:
    """Return the tasks whose digests or time limits differ between two sides, and both sides without these tasks."""
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


def _versions(table: pa.Table) -> dict[str, tuple[str | float | None, ...]]:
    rows = select(
        table,
        # A side has at most one version of each task, and ``max`` skips trials whose version is unknown.
        "select task, max(task_digest) as digest, max(checks_digest) as checks, max(timeout_sec) as seconds "
        "from trials group by task",
    )
    found = sorted(rows, key=lambda row: str(row["task"]))
    return {row["task"]: (row["digest"], row["checks"], row["seconds"]) for row in found}


def changed_versions(before: pa.Table, after: pa.Table) -> tuple[str, ...]:
    """Return the factors whose values have the same names but different versions on the two sides."""
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
