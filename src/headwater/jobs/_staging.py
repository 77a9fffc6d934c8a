"""Manages the folders inside a job's folder to which a cluster's machines write trials until the driver moves them."""

from __future__ import annotations

from pathlib import Path

from headwater.sandbox import remove_tree
from headwater.trials import TrialPaths

_STAGING = ".staging"


def make_staging(job: Path, run: str, node: str) -> Path:
    """Create a node's folder for one run of a job."""
    folder = job / _STAGING / run / node
    folder.mkdir(parents=True)
    return folder


def job_of(staged: Path) -> Path:
    """Return the folder of the job that contains a node's folder."""
    return staged.parents[2]


def show_running(job: Path, staged: Path, trial: str) -> None:
    """Add a link to a running trial next to this machine's trials, so that the live view shows it."""
    link = TrialPaths(job, trial, partial=True).folder
    link.parent.mkdir(exist_ok=True)
    hide_running(job, trial)
    link.symlink_to(TrialPaths(staged, trial, partial=True).folder)


def hide_running(job: Path, trial: str) -> None:
    """Remove the link to a running trial."""
    TrialPaths(job, trial, partial=True).folder.unlink(missing_ok=True)


def is_whole(staged: Path, trial: str) -> bool:
    """Return whether a trial has its record in the staging folder."""
    return TrialPaths(staged, trial).record.is_file()


def take_over(job: Path, staged: Path, trial: str) -> None:
    """Move a complete trial to the job's trials, atomically."""
    hide_running(job, trial)
    TrialPaths(staged, trial).folder.rename(TrialPaths(job, trial).folder)
    _keep_spent(job, staged)


def discard_trial(job: Path, staged: Path, trial: str) -> None:
    """Remove an interrupted trial's files, except for the log of its requests to a model."""
    hide_running(job, trial)
    TrialPaths(staged, trial, partial=True).discard()
    _keep_spent(job, staged)


def clear_staging(job: Path) -> None:
    """Move complete trials from earlier runs of a job to the job's trials, and remove all other files.

    If several nodes have finished a trial, the first result counts. Logs of requests to models are not removed.
    """
    for staged in sorted((job / _STAGING).glob("*/*")):
        for folder in sorted((staged / "trials").glob("[!.]*")):
            if not is_whole(staged, folder.name) or TrialPaths(job, folder.name).record.is_file():
                TrialPaths(staged, folder.name).discard()
            else:
                take_over(job, staged, folder.name)
        for partial in (staged / "trials").glob(".*.partial"):
            discard_trial(job, staged, partial.name.removeprefix(".").removesuffix(".partial"))
        _keep_spent(job, staged)
    remove_tree(job / _STAGING)


def _keep_spent(job: Path, staged: Path) -> None:
    for log in sorted((staged / "spent").glob("*/*.jsonl")):
        folder = job / "spent" / log.parent.name
        folder.mkdir(parents=True, exist_ok=True)
        log.rename(folder / f"{len(list(folder.iterdir())) + 1}.jsonl")
