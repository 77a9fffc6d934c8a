"""Jobs whose records have any content: each trial gives one row or one reported problem."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties import any_json, any_text, hostile_bytes, reader_cases, to_bytes

from headwater.analysis import load, summarize, to_table
from headwater.errors import UserError
from headwater.records import JobConfig, PromptVariant, TrialSpec
from headwater.results import read_jobs, to_plain

SPEC = TrialSpec(task="s/x", agent="a", harness="base", prompt=PromptVariant.BASELINE, repeat=1)
OTHER = SPEC.model_copy(update={"repeat": 2})
RECORD: dict[str, Any] = {
    "spec": SPEC.model_dump(mode="json"),
    "status": "ok",
    "reason": "",
    "started_at": "2026-01-01T00:00:00Z",
    "exit_code": 0,
    "phases": [{"name": "agent", "seconds": 1.5}],
    "digests": {"task": "1", "harness": "2", "agent": "3", "snapshot": "4"},
    "attempts": 1,
    "model": {"ending": "ok", "totals": {"usage": {"input": 1}, "cost_usd": "0.5", "turns": 1}, "models": ["m"]},
    "disagreements": ["one line"],
}
VERDICT: dict[str, Any] = {
    "gates": [
        {
            "gate": "functional",
            "cleared": False,
            "checks": [
                {
                    "name": "runs",
                    "gate": "functional",
                    "kind": "task",
                    "outcome": "failed",
                    "message": "it did not",
                    "details": {"seen": 1},
                    "duration_sec": 0.1,
                }
            ],
        }
    ],
    "gates_cleared": 0,
    "score": 0.0,
    "dec_bench_score": 0.0,
    "native": {"em": 0.5},
}


def a_job(folder: Path, *specs: TrialSpec) -> Path:
    """Write a job with the given trials."""
    folder.mkdir(parents=True, exist_ok=True)
    config = JobConfig(created_at=datetime.now(UTC), headwater_version="1", tasks={}, trials=specs or (SPEC,), jobs=1)
    (folder / "job.json").write_text(config.model_dump_json())
    return folder


def a_trial(job: Path, record: bytes, verdict: bytes | None = None, spec: TrialSpec = SPEC) -> Path:
    """Write a trial's folder with the given record and verdict."""
    folder = job / "trials" / spec.id
    (folder / "verdicts").mkdir(parents=True, exist_ok=True)
    (folder / "trial.json").write_bytes(record)
    if verdict is not None:
        (folder / "verdicts/1.json").write_bytes(verdict)
    return folder


def changed(record: dict[str, Any], **fields: Any) -> bytes:
    """Return a record with changed fields, as bytes."""
    return to_bytes({**record, **fields})


def one_problem(job: Path) -> str:
    """Return the problem reported for an unreadable trial beside a readable one."""
    a_trial(job, changed(RECORD, spec=OTHER.model_dump(mode="json")), to_bytes(VERDICT), OTHER)
    found = load([job])
    assert found.table["trial"].to_pylist() == [OTHER.id]
    (problem,) = found.problems
    assert "\n" not in str(problem)
    assert str(problem) in [str(note) for note in summarize(found).notes]
    return str(problem)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"attempts": 10**30}, "attempts is beyond 64 bits"),
        ({"phases": [{"name": "agent", "seconds": float("inf")}]}, "agent_sec is inf"),
        ({"started_at": "0001-01-01T00:00:00+14:00"}, "cannot be read: date value out of range"),
        ({"spec": {**RECORD["spec"], "repeat": 3}}, "contains the record of another trial"),
        ({"attempts": "many"}, "damaged or of another version: attempts: "),
        ({"mood": 1}, "damaged or of another version: mood: "),
    ],
)
def test_a_record_that_cannot_be_is_one_line(tmp_path: Path, fields: dict[str, Any], message: str) -> None:
    job = a_job(tmp_path / "job", SPEC, OTHER)
    folder = a_trial(job, changed(RECORD, **fields), to_bytes(VERDICT))
    problem = one_problem(job)
    assert problem.startswith(str(folder))
    assert message in problem


def test_an_impossible_verdict_is_reported_in_one_line(tmp_path: Path) -> None:
    job = a_job(tmp_path / "job", SPEC, OTHER)
    a_trial(job, to_bytes(RECORD), b'{"gates":' + b"[" * 100_000)
    assert "verdicts/1.json: damaged or of another version" in one_problem(job)


def test_a_verdict_that_is_a_folder_or_has_no_number(tmp_path: Path) -> None:
    job = a_job(tmp_path / "job", SPEC, OTHER)
    folder = a_trial(job, to_bytes(RECORD))
    (folder / "verdicts/1.json").mkdir()
    assert str(folder) in one_problem(job)
    (folder / "verdicts/1.json").rmdir()
    (folder / "verdicts/x.json").write_bytes(to_bytes(VERDICT))
    read = read_jobs([job])
    assert len(read.rows) + len(read.problems) == 2


def test_a_record_that_may_not_be_read_is_one_line(tmp_path: Path) -> None:
    job = a_job(tmp_path / "job", SPEC, OTHER)
    folder = a_trial(job, to_bytes(RECORD))
    (folder / "trial.json").unlink()
    (folder / "trial.json").symlink_to("/proc/self/mem")
    assert str(folder) in one_problem(job)


def test_a_time_without_a_zone_is_utc(tmp_path: Path) -> None:
    job = a_job(tmp_path / "job")
    a_trial(job, changed(RECORD, started_at="2026-01-01T00:00:00"), to_bytes(VERDICT))
    assert read_jobs([job]).rows[0].started_at == datetime(2026, 1, 1, tzinfo=UTC)


def test_a_trial_without_a_verdict_is_excluded(tmp_path: Path) -> None:
    job = a_job(tmp_path / "job")
    a_trial(job, to_bytes(RECORD))
    (row,) = read_jobs([job]).rows
    assert (row.is_evidence, row.status, row.score) == (False, "ok", None)


def _replaced(template: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Generate a record in which any part may be replaced by any value."""
    paths = list(_paths(template, ()))
    values = any_json(["name", "seconds", "ending"], ["ok", "nan"]) | any_text | st.integers() | st.floats()
    return st.lists(st.tuples(st.sampled_from(paths), values), min_size=1, max_size=3).map(
        lambda changes: _with(template, changes)
    )


def _paths(value: Any, start: tuple[Any, ...]) -> Any:
    if start:
        yield start
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in items:
        yield from _paths(each, (*start, key))


def _with(template: dict[str, Any], changes: list[tuple[tuple[Any, ...], Any]]) -> dict[str, Any]:
    """Put each value at its path, unless an earlier change has removed the path."""
    document = json.loads(json.dumps(template))
    for (*start, last), value in changes:
        place: Any = document
        for key in start:
            is_there = isinstance(place, dict) if isinstance(key, str) else isinstance(place, list)
            place = place[key] if is_there and (isinstance(key, int) or key in place) and len(place) else None
        if isinstance(place, dict):
            place[last] = value
    return document


@pytest.mark.minutes
@reader_cases
@given(
    record=st.just(to_bytes(RECORD)) | _replaced(RECORD).map(to_bytes) | hostile_bytes(any_json(list(RECORD))),
    verdict=st.none() | _replaced(VERDICT).map(to_bytes) | hostile_bytes(any_json(list(VERDICT))),
)
def test_any_record_is_a_row_or_a_problem(tmp_path: Path, record: bytes, verdict: bytes | None) -> None:
    job = a_job(tmp_path / "job")
    folder = a_trial(job, record, verdict)
    if verdict is None:
        (folder / "verdicts/1.json").unlink(missing_ok=True)
    found = read_jobs([job])
    assert to_table(found.rows).num_rows + len(found.problems) == 1
    assert all("\n" not in str(problem) for problem in found.problems)
    for row in found.rows:
        json.dumps(to_plain(row), allow_nan=False, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    "change",
    [
        {"started_at": "2026-01-01T00:00:01Z"},
        {"spec": OTHER.model_dump(mode="json")},
        {"digests": RECORD["digests"] | {"task": "another"}},
        {"digests": RECORD["digests"] | {"agent": "another"}},
    ],
    ids=["time", "trial", "task", "agent"],
)
def test_runs_are_the_same_only_if_all_that_identifies_them_is(tmp_path: Path, change: dict[str, Any]) -> None:
    """A copied job adds nothing; the same trial run again, or with another version, is a separate run."""
    specs = {"first": SPEC, "copied": SPEC, "other": TrialSpec.model_validate(change.get("spec", SPEC.model_dump()))}
    first, copied, other = (a_job(tmp_path / name, spec) for name, spec in specs.items())
    for job, record, spec in zip(
        (first, copied, other), (RECORD, RECORD, RECORD | change), specs.values(), strict=True
    ):
        a_trial(job, json.dumps(record).encode(), json.dumps(VERDICT).encode(), spec)
    read = read_jobs([first, copied, other])
    assert [row.job for row in read.rows] == [str(first), str(other)]
    assert [str(problem) for problem in read.problems if "counted once" in str(problem)] == [
        f"{copied}: repeats 1 trial of another job; each is counted once"
    ]


def test_a_folder_without_a_job_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "job.json").write_bytes(b'{"trials":' + b"[" * 100_000)
    with pytest.raises(UserError, match=r"job\.json: not a job of this version"):
        load([tmp_path])
