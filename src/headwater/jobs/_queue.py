"""Decides which trial of a job begins next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from headwater.errors import UserError
from headwater.records import TrialSpec
from headwater.snapshots import SnapshotStore, start_digest
from headwater.tasks import Task


class Queue:
    """The trials that have not begun, in the order of the job.

    A trial whose starting state is being built by another one is skipped until the state exists: it would only wait,
    and occupy a worker that another trial could use.
    """

    def __init__(self, specs: Iterable[TrialSpec], tasks: Mapping[str, Task], store: SnapshotStore) -> None:
        self._waiting = list(specs)
        self._tasks = tasks
        self._store = store
        self._digests: dict[str, str] = {}
        self._builders: dict[str, TrialSpec] = {}

    def next(self) -> TrialSpec | None:
        """Return the first trial that can begin; None if all remaining ones would wait."""
        building = {digest for digest in self._builders if not self._store.has(digest)}
        return next((spec for spec in self._waiting if self._digest(spec) not in building), None)

    def begin(self, spec: TrialSpec) -> None:
        """Note that a trial begins, and that it builds its starting state if that does not exist."""
        self._waiting.remove(spec)
        digest = self._digest(spec)
        if digest and not self._store.has(digest):
            self._builders[digest] = spec

    def end(self, spec: TrialSpec) -> None:
        """Note that a trial has ended; if it could not build its starting state, another one will try."""
        self._builders = {digest: builder for digest, builder in self._builders.items() if builder is not spec}

    def drop(self, task: str) -> None:
        """Remove the remaining trials of a task."""
        self._waiting = [spec for spec in self._waiting if spec.task != task]

    def _digest(self, spec: TrialSpec) -> str:
        if spec.task not in self._digests:
            try:
                self._digests[spec.task] = start_digest(self._tasks[spec.task])
            except (UserError, OSError):  # the trial itself will raise the same error
                self._digests[spec.task] = ""
        return self._digests[spec.task]
