"""Folders inside of a job's in which machines of a cluster write its trials, until the driver takes them over."""

from __future__ import annotations

from pathlib import Path

from headwater.sandbox import remove_tree
from headwater.trials import TrialPaths

_STAGING = ".staging"


def make_staging(job: Path, run: str, node: str) -> Path:
    """Make the folder of a node in one run of a job."""
    folder = job / _STAGING / run / node
    folder.mkdir(parents=True)
    return folder


def show_running(job: Path, staged: Path, trial: str) -> None:
    """Let a trial that runs be seen where trials of this machine are, by the live view."""
    link = TrialPaths(job, trial, partial=True).folder
    link.parent.mkdir(exist_ok=True)
    hide_running(job, trial)
    link.symlink_to(TrialPaths(staged, trial, partial=True).folder)


def hide_running(job: Path, trial: str) -> None:
    """The trial does not run any more."""
    TrialPaths(job, trial, partial=True).folder.unlink(missing_ok=True)


def is_whole(staged: Path, trial: str) -> bool:
    """Whether a trial has its record there."""
    return TrialPaths(staged, trial).record.is_file()


def take_over(job: Path, staged: Path, trial: str) -> None:
    """Move a whole trial to where the trials of the job are; it appears at once, or not at all."""
    hide_running(job, trial)
    TrialPaths(staged, trial).folder.rename(TrialPaths(job, trial).folder)
    _keep_spent(job, staged)


def discard_trial(job: Path, staged: Path, trial: str) -> None:
    """Remove what is left of a trial that was cut short, but not the log of what its model was asked."""
    hide_running(job, trial)
    TrialPaths(staged, trial, partial=True).discard()
    _keep_spent(job, staged)


def clear_staging(job: Path) -> None:
    """Take over the whole trials that earlier runs of a job left, and remove the rest.

    Of a trial that several nodes have finished, the first counts. Logs of what models were asked stay.
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
