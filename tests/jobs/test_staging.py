"""Trials that nodes of a cluster wrote for a killed driver are moved once, or removed."""

from __future__ import annotations

from pathlib import Path

from headwater.jobs._staging import clear_staging, make_staging, show_running
from headwater.trials import TrialPaths


def write(folder: Path, trial: str, content: str, *, partial: bool = False) -> TrialPaths:
    paths = TrialPaths(folder, trial, partial=partial)
    paths.folder.mkdir(parents=True)
    paths.wire_log.write_text(content)
    if not partial:
        paths.record.write_text(content)
    return paths


def test_whole_trials_are_kept_once_and_logs_of_all_others(tmp_path: Path) -> None:
    job = tmp_path / "job"
    write(job, "before", "of the job")
    one, two = make_staging(job, "run", "1"), make_staging(job, "run", "2")
    write(one, "before", "late")
    write(one, "both", "of node 1")
    write(two, "both", "of node 2")
    write(two, "cut", "cut short", partial=True)
    show_running(job, two, "cut")

    clear_staging(job)
    assert sorted(path.name for path in (job / "trials").iterdir()) == ["before", "both"]
    assert TrialPaths(job, "before").record.read_text() == "of the job"
    assert TrialPaths(job, "both").record.read_text() == "of node 1"
    spent = {path.parent.name: path.read_text() for path in job.glob("spent/*/*.jsonl")}
    assert spent == {"before": "late", "both": "of node 2", "cut": "cut short"}, "each was paid for"
    assert not (job / ".staging").exists()
    clear_staging(job)
