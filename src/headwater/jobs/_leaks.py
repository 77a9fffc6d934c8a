"""Scans tasks' starting states for leaks during validation, after each state is built and before it may be removed."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

from headwater.caches import home
from headwater.jobs._progress import Progress, Relay
from headwater.jobs._settings import Settings
from headwater.jobs._validate import ProofProblem
from headwater.leaks import Revealing, ScanPlan, ScanReport, revealing, scan_software, scan_start, unexplained
from headwater.plurals import counted
from headwater.records import JobConfig
from headwater.sandbox import DATA, CancelledError, remove_tree, run_in_cell
from headwater.snapshots import Snapshot, SnapshotStore
from headwater.tasks import Task
from headwater.trials import Finished, Setting, start_layers, take_start

_FIRST = "nop"
"""Each task has one trial of this agent. When that trial has ended, the starting state exists."""
_LIMIT_SEC = 1800.0


class LeakScans(Relay):
    """Scans the starting states of a job's tasks while its trials run. Use it as a context manager around the job.

    Args:
        config: The job's configuration. Its trials of `nop` must all have the same harness.
        tasks: The tasks of the job.
        progress: The next receiver, which also gets messages about the scans.
        cancel: Ends running scans when set.
    """

    def __init__(self, config: JobConfig, tasks: Sequence[Task], progress: Progress, cancel: threading.Event) -> None:
        super().__init__(progress)
        self._tasks = {task.ref: task for task in tasks}
        self._cancel = cancel
        self._first = {spec.task: spec for spec in config.trials if spec.agent == _FIRST}
        self._settings = Settings(config, self._first.values(), self._tasks, (), progress.message, cancel, home())
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="leaks")
        self._revealing: dict[str, Revealing] = {}
        self._scans: dict[str, Future[ScanReport]] = {}

    def __enter__(self) -> LeakScans:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._thread.shutdown(cancel_futures=kind is not None)

    def finished(self, finished: Finished) -> None:
        """Forward the trial. If its agent is ``nop``, begin to scan the starting state of its task."""
        self._progress.finished(finished)
        spec = finished.record.spec
        if spec.agent == _FIRST and spec.task not in self._scans:
            locks = ExitStack()  # the state is locked first, because the next step of the job removes unlocked states
            setting = self._settings.of(spec)
            snapshot = locks.enter_context(take_start(setting, self._tasks[spec.task], self.message))
            self._scans[spec.task] = self._thread.submit(self._scan, self._tasks[spec.task], snapshot, locks)

    def scan_later(self, finished: Finished) -> None:
        """Scan the starting state of a kept trial's task when its turn comes, so that one state exists at a time."""
        task = self._tasks[finished.record.spec.task]
        if finished.record.spec.agent == _FIRST:
            self._scans[task.ref] = self._thread.submit(self._take_and_scan, task)

    def _take_and_scan(self, task: Task) -> ScanReport:
        locks = ExitStack()
        snapshot = locks.enter_context(take_start(self._settings.of(self._first[task.ref]), task, self.message))
        return self._scan(task, snapshot, locks)

    def problems(self) -> list[ProofProblem]:
        """Return the findings of all scans, after scanning the software and data that trials share.

        Raises:
            CancelledError: The job was interrupted.
        """
        found = [
            ProofProblem(ref, message)
            for ref, scan in self._scans.items()
            for message in unexplained(self._tasks[ref], scan.result().found)
        ]
        for data, tasks in data_of(self._tasks[ref] for ref in self._scans).items():
            report = self._scan_shared({home() / data: DATA}, tasks)
            self._tell(f"the data {data}", report)
            found += [ProofProblem(data, f"a trial can read {each}") for each in report.found]
        folders = software(self._settings.of(spec) for spec in self._first.values())
        shared = self._scan_shared(folders, [self._tasks[ref] for ref in self._scans])
        self._tell("the software that all trials share", shared)
        [harness] = {spec.harness for spec in self._first.values()}
        return [*found, *(ProofProblem(harness, f"a trial can read {each}") for each in shared.found)]

    def _scan(self, task: Task, snapshot: Snapshot, locks: ExitStack) -> ScanReport:
        setting = self._settings.of(self._first[task.ref])
        with locks:
            found = self._revealing[task.ref] = revealing(task, home())
            report: ScanReport = self._in_cell(
                lambda folder: (
                    scan_start,
                    ScanPlan(
                        needles=found.needles,
                        changed=found.changed,
                        layers=start_layers(snapshot, task.config.services, setting.requested(task.config)),
                        tooling=setting.tooling(task.config),
                        folders=prepared_layers(setting.snapshots, snapshot),
                        scratch=folder,
                    ),
                )
            )
        self._tell(task.ref, report)
        return report

    def _scan_shared(self, folders: Mapping[Path, str], tasks: Sequence[Task]) -> ScanReport:
        """Scan the files that tasks share, once for all tasks."""
        needles = [needle for task in tasks for needle in self._revealing[task.ref].needles]
        report: ScanReport = self._in_cell(lambda _folder: (scan_software, folders, needles))
        return report

    def _in_cell(self, call: Callable[[Path], tuple[Any, ...]]) -> Any:
        folder = Path(tempfile.mkdtemp(prefix=".leaks-", dir=home()))
        try:
            if self._cancel.is_set():
                raise CancelledError("the job was interrupted")
            return run_in_cell(*call(folder), cancel=self._cancel, timeout_sec=_LIMIT_SEC)
        finally:
            remove_tree(folder)

    def _tell(self, what: str, report: ScanReport) -> None:
        size = report.searched_bytes / (1 << 20)
        self.message(
            f"leak scan of {what}: {size:.0f} MiB in {report.seconds:.1f} s, {counted(len(report.found), 'finding')}"
        )


def software(settings: Iterable[Setting]) -> Mapping[Path, str]:
    """Return the distinct software layers with their paths in sandboxes. Two toolchains can have the same path."""
    mounted = [setting.harness.mounts for setting in settings]
    return {folder: target for mounts in mounted for target, folder in mounts.items()}


def data_of(tasks: Iterable[Task]) -> Mapping[str, list[Task]]:
    """Return the tasks, grouped by the folder of their data in the cache. Tasks can share data."""
    found: dict[str, list[Task]] = {}
    for task in tasks:
        if task.config.data is not None:
            found.setdefault(task.config.data, []).append(task)
    return found


def prepared_layers(store: SnapshotStore, snapshot: Snapshot) -> Mapping[str, Path]:
    """Return the layers that harnesses have prepared from a starting state so far, keyed by display name."""
    prepared = [each for each in store.all() if each.folder.name.startswith(f"{snapshot.build}-prepared-")]
    return {f"prepared layer {each.manifest.label}": each.folder for each in prepared}
