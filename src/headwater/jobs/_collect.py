"""Copies individual files from agent output for use by other programs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from headwater.caches import home
from headwater.errors import DamagedError, NotBuiltError, UncollectedError
from headwater.jobs._bases import keeping_bases
from headwater.jobs._folder import JobFolder
from headwater.records import TrialRecord, TrialSpec
from headwater.sandbox import run_in_cell
from headwater.snapshots import SnapshotStore, start_digest
from headwater.tasks import Task
from headwater.trials import LeftFiles, copy_left, has_state

_LIMIT_SEC = 600.0


def collect_left(job: JobFolder, spec: TrialSpec, task: Task, names: Sequence[str], target: Path) -> LeftFiles:
    """Copy to an existing folder the files that a trial's agent left at the root of its workspace.

    Files that the agent did not change are copied from its starting state, provided that the cache still contains it
    and the task has not changed.

    Raises:
        UncollectedError: The trial has no record, cannot be read, or is excluded, or its starting state no longer
            exists.
    """
    where = f"trial {spec.id}"
    if not job.is_finished(spec.id):
        raise UncollectedError("has no record yet", where=where, fix=f"`headwater resume {job.folder}` runs it")
    try:
        finished = job.read(spec.id)
    except DamagedError as error:
        raise UncollectedError(error.what, where=error.where, fix=error.fix) from None
    if not finished.status.is_evidence:
        raise UncollectedError(f"is excluded ({finished.status}): {finished.reason}", where=where)
    paths = job.paths(spec.id)
    if not has_state(paths):
        return LeftFiles((), "nothing is left of what the agent did")
    workspace = paths.state / "workspace"
    with _start_layers(finished.record, task) as below:
        if not below and not any(os.path.lexists(workspace / name) for name in names):
            raise UncollectedError(f"did not change {names[0]}, and its starting state is gone", where=where)
        left_files: LeftFiles = run_in_cell(
            copy_left,
            (workspace, *below),
            names,
            target,
            task.config.agent.disk_mb << 20,
            timeout_sec=_LIMIT_SEC,
        )
    return left_files


@contextmanager
def _start_layers(record: TrialRecord, task: Task) -> Iterator[tuple[Path, ...]]:
    """Lock and yield the trial's starting workspace. Yield nothing if the state was pruned or the task has changed."""
    store, digest = SnapshotStore(home()), start_digest(task)
    if record.digests is None or not store.has(digest):
        yield ()
        return
    with keeping_bases([task], home()), store.take(digest, task.ref, _fail_missing) as snapshot:
        # A rebuilt state can differ from the one on which the agent worked.
        yield snapshot.workspaces if snapshot.build == record.digests.snapshot else ()


def _fail_missing(_folder: Path) -> None:
    raise NotBuiltError("a starting state was removed while it was needed", fix="try again")
