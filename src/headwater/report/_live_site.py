"""Provides the site while jobs run. New results are read as they appear, and running trials have their own pages."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from headwater.report import _places
from headwater.report._chunks import chunk
from headwater.report._data import SiteData
from headwater.report._files import read_end
from headwater.report._jobs import ReportedJob
from headwater.report._render import PageRenderer, footer
from headwater.report._running import JobState, find_running, partial_paths, running_trace, state_of
from headwater.report._site import Make, ReportSite

_LOG_BYTES = 16 << 10
_LATEST = 12
_NEVER = datetime.min.replace(tzinfo=UTC)
_REST = 4
"""The minimum pause between two readings of the results, as a multiple of the time that the last one took."""


class LiveSite:
    """Serves the current content of each path. Only one thread at a time may use it.

    Args:
        folders: The folders of the jobs.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders
        self._version = ""
        self._next_look = 0.0
        self._site = self._load()

    def read(self, place: str) -> bytes | None:
        """Return the file at ``place``, or None if there is none."""
        self._refresh()
        make = self._live_places().get(place)
        return make() if make else self._site.read(place)

    def moved(self, place: str) -> str | None:
        """Return the path of a trial's final page if the trial was running and has since ended; otherwise None."""
        kind, _, rest = place.partition("/")
        ended = f"trial/{rest}"
        return ended if kind == "running" and self._site.read(ended) is not None else None

    @property
    def version(self) -> str:
        """A version string that changes whenever there are new results."""
        self._refresh()
        return self._version

    def _refresh(self) -> None:
        if time.monotonic() < self._next_look:
            return
        if _fingerprint(self._folders) != self._version:
            self._site = self._load()

    def _load(self) -> ReportSite:
        started = time.monotonic()
        self._version = _fingerprint(self._folders)
        self._renderer = PageRenderer(live=self._version, footer=footer("Live"))
        site = ReportSite(SiteData.load(self._folders), self._renderer)
        self._next_look = time.monotonic() + _REST * (time.monotonic() - started)
        return site

    def _live_places(self) -> dict[str, Make]:
        found: dict[str, Make] = {_places.LIVE: self._progress}
        for job in self._jobs:
            for name in _partials(job):
                found[_places.running_page(job.label, name)] = partial(self._running, job, name)
                found[_places.running_chunk(job.label, name)] = partial(self._trace, job, name)
        return found

    @property
    def _jobs(self) -> list[ReportedJob]:
        return list(self._site.data.jobs.values())

    def _progress(self) -> bytes:
        states = [state_of(job) for job in self._jobs]
        data = self._site.data
        timed = sorted((row for row in data.rows if row.started_at), key=lambda row: row.started_at or _NEVER)
        return self._renderer.page(
            "live.html",
            _places.LIVE,
            "Live",
            states=states,
            spent=self._spent(states),
            latest=[(row, data.place(row)) for row in reversed(timed[-_LATEST:])],
        )

    def _spent(self, states: Sequence[JobState]) -> float | None:
        """Return the known cost of all finished and running trials in dollars, or None if no cost is known."""
        known = [row.cost_usd for row in self._site.data.rows if row.cost_usd is not None]
        now = [float(each.spent.totals.priced_usd) for state in states for each in state.running if each.spent]
        return sum(known) + sum(now) if known or now else None

    def _running(self, job: ReportedJob, trial: str) -> bytes | None:
        running = find_running(job, trial)
        if running is None:
            return None
        paths = partial_paths(job, trial)
        logs = {name: read_end(path, _LOG_BYTES) for name, path in _agent_logs(paths.agent_log)}
        return self._renderer.page(
            "running.html",
            _places.running_page(job.label, trial),
            "Live",
            running=running,
            job=job.label,
            logs={name: read.text for name, read in logs.items() if read and read.size},
            trace=_places.running_chunk(job.label, trial) if paths.wire_log.is_file() else None,
        )

    def _trace(self, job: ReportedJob, trial: str) -> bytes:
        return chunk(self._renderer.redact(running_trace(job, trial)))


def _agent_logs(log: Path) -> list[tuple[str, Path]]:
    return [("stdout", log), ("stderr", log.with_suffix(".err"))]


def _partials(job: ReportedJob) -> list[str]:
    try:
        names = os.listdir(job.folder.folder / "trials")  # noqa: PTH208 - names are enough, of ten thousand trials
    except OSError:  # no trial has begun
        return []
    return [name[1:].removesuffix(".partial") for name in names if name.startswith(".") and name.endswith(".partial")]


def _fingerprint(folders: Sequence[Path]) -> str:
    """Return a digest of the trials that have a record and the times at which they were last graded."""
    digest = hashlib.sha256()
    for folder in folders:
        try:
            entries = sorted(os.scandir(folder / "trials"), key=lambda entry: entry.name)
        except OSError:  # this is a table, or no trial has begun
            continue
        for entry in entries:
            if not entry.name.startswith("."):
                digest.update(f"{folder}/{entry.name}{_graded_at(entry.path)}\n".encode(errors="replace"))
    return digest.hexdigest()[:16]


def _graded_at(trial: str) -> int:
    try:
        return os.stat(f"{trial}/verdicts").st_mtime_ns  # noqa: PTH116 - ten thousand of them in a moment
    except OSError:
        return 0
