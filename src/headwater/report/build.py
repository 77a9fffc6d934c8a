"""Writes the static site to a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from headwater import processes
from headwater.errors import AlreadyExistsError, access_error
from headwater.report._data import SiteData
from headwater.report._format import when
from headwater.report._render import PageRenderer, footer
from headwater.report._site import ReportSite
from headwater.report._trial_files import TrialWriter, start_process, write_batch, write_file
from headwater.results import ReadProblem
from headwater.sandbox import remove_tree

_MARK = ".headwater-site"
_BATCH = 50
_FEW_TRIALS = 100
"""The number of trials below which starting worker processes takes longer than the time that they save."""
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class BuiltSite:
    """The result of writing a site."""

    trials: int
    size: int
    problems: tuple[ReadProblem, ...]


def _say_nothing(_done: int, _total: int) -> None:
    pass


def build_site(folders: Sequence[Path], out: Path, progress: Progress = _say_nothing) -> BuiltSite:
    """Write a site about some jobs to ``out`` atomically, replacing an existing site.

    Args:
        folders: The folders of the jobs.
        out: The folder in which to write ``index.html`` and the other files.
        progress: Called with the number of finished trials and the number of all trials.

    Raises:
        UserError: A folder is not a job, or ``out`` contains files that are not a site.
    """
    _require_ours(out)
    data = SiteData.load(folders)
    renderer = PageRenderer(footer=footer(f"Built {when(datetime.now(UTC))}"))
    partial = out.absolute().with_name(f".{out.absolute().name}.partial")
    remove_tree(partial)
    try:
        partial.mkdir(parents=True)
        (partial / _MARK).touch()
        size = _write_all(ReportSite(data, renderer), renderer, partial, progress)
        remove_tree(out)
        partial.rename(out)
    except OSError as error:
        raise access_error(error, out, "choose another folder") from None
    finally:
        remove_tree(partial)
    return BuiltSite(len(data.rows), size, data.problems)


def _require_ours(out: Path) -> None:
    if out.exists() and not (out.is_dir() and ((out / _MARK).exists() or not any(out.iterdir()))):
        raise AlreadyExistsError("exists and is not a Headwater site", where=out, fix="choose another folder")


def _write_all(site: ReportSite, renderer: PageRenderer, folder: Path, progress: Progress) -> int:
    total = len(site.trials)
    progress(0, total)
    if total < _FEW_TRIALS:
        return _write_shared(site, folder) + TrialWriter(renderer, folder).write(site.trials)
    with ProcessPoolExecutor(os.cpu_count(), processes.context(), start_process, (renderer, folder)) as pool:
        parts = [site.trials[start : start + _BATCH] for start in range(0, total, _BATCH)]
        batches = [pool.submit(write_batch, part) for part in parts]
        try:
            size, done = _write_shared(site, folder), 0
            for finished in as_completed(batches):
                size += finished.result()
                done += _BATCH
                progress(min(done, total), total)
        finally:
            for batch in batches:
                batch.cancel()
    return size


def _write_shared(site: ReportSite, folder: Path) -> int:
    return sum(write_file(folder / place, make()) for place, make in site.shared.items())
