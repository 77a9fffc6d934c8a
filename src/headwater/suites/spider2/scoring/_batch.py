"""Scores an entire submission. Each instance has its own process, and several processes run at the same time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from headwater.errors import NotFoundError
from headwater.suites.spider2.scoring._instance import NOT_SUBMITTED, InstanceFiles
from headwater.suites.spider2.scoring._records import GoldEntry, InstanceScore, SubmissionScore
from headwater.suites.spider2.scoring._submission import SubmittedInstance, read_gold, read_submission

_PROGRAM = (sys.executable, "-m", "headwater.suites.spider2.scoring")
_FACTOR = 8
"""An instance's time limit as a multiple of the limit per table. Each of its tables is read twice and compared."""


def score_submission(
    submission: Path,
    gold: Path,
    *,
    only: Sequence[str] = (),
    at_once: int | None = None,
    timeout_sec: float = 120.0,
    progress: Callable[[InstanceScore], None] | None = None,
) -> SubmissionScore:
    """Grade a submission by the official rules and by the strict rules.

    Args:
        submission: The folder with ``results_metadata.jsonl`` and a folder for each instance.
        gold: The folder with ``spider2_eval.jsonl`` and a folder with a database for each instance.
        only: The instances to score. If it is empty, all are scored.
        at_once: The number of parallel processes. By default one per processor.
        timeout_sec: The time limit for reading one table.
        progress: Called with each scored instance.

    Raises:
        UserError: A file that lists the instances is missing or malformed, or ``only`` matches no instance.
    """
    entries = read_gold(gold)
    submitted = read_submission(submission)
    known = {entry.instance_id for entry in entries}
    if wrong := [name for name in only if name not in known]:
        raise NotFoundError(f"{gold} grades no such instance", where=f"--instance {wrong[0]}")
    chosen = [entry for entry in entries if not only or entry.instance_id in only]

    def score(entry: GoldEntry) -> InstanceScore:
        one = _score(entry, submitted.get(entry.instance_id), gold, timeout_sec)
        if progress is not None:
            progress(one)
        return one

    with ThreadPoolExecutor(at_once or os.cpu_count()) as pool:
        scores = tuple(pool.map(score, chosen))
    return SubmissionScore(scores, unknown=tuple(sorted(set(submitted) - known)))


def gold_problem(entry: GoldEntry, path: Path, timeout_sec: float = 120.0) -> str:
    """Return why a gold database cannot be used for grading, or an empty string if it can.

    A separate process reads it.
    """
    problem = _in_process(entry, InstanceFiles(path, None, timeout_sec)).problem
    return "" if problem == NOT_SUBMITTED else problem


def _score(entry: GoldEntry, submitted: SubmittedInstance | None, gold: Path, timeout_sec: float) -> InstanceScore:
    prediction = submitted.path if submitted else None
    files = InstanceFiles(gold / entry.instance_id / entry.gold, prediction, timeout_sec)
    score = _in_process(entry, files)
    if submitted is None or not submitted.problem:
        return score
    return replace(score, submitted=True, problem=score.problem if not score.scoreable else submitted.problem)


def _in_process(entry: GoldEntry, files: InstanceFiles) -> InstanceScore:
    work = TypeAdapter(tuple[GoldEntry, InstanceFiles]).dump_json((entry, files))
    limit = _FACTOR * files.timeout_sec
    failed = InstanceScore(entry.instance_id, submitted=files.prediction is not None, scoreable=True)
    try:
        completed = subprocess.run(_PROGRAM, input=work, capture_output=True, check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        return replace(failed, problem=f"scoring took longer than {limit:.0f} s")
    try:
        return TypeAdapter(InstanceScore).validate_json(completed.stdout)
    except ValidationError:
        last = completed.stderr.decode(errors="replace").strip().rpartition("\n")[2][:300]
        return replace(failed, problem=f"scoring ended with exit code {completed.returncode}: {last}")
