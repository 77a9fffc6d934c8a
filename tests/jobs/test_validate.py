"""Proofs of tasks: which results count as failures."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.jobs.conftest import Headwater, MakeTask

from headwater.agents import agent_names
from headwater.cli.validate_ import _record
from headwater.grading import make_verdict
from headwater.harnesses import BuiltHarness
from headwater.jobs import Attacks, JobFolder, Progress, WithoutStates, changed_tasks, proof_trials, record_proofs
from headwater.jobs._proof_job import _counts
from headwater.jobs._validate import _alternative, _attack, _counterfeit
from headwater.records import CheckRecord, Gate, Kind, Outcome, PromptVariant, Status, TrialRecord, TrialSpec
from headwater.suites import find_tasks
from headwater.tasks import read_task
from headwater.trials import Finished

DAY = date(2026, 1, 31)


def trials(task: str, *agents: str) -> list[TrialSpec]:
    return [
        TrialSpec(task=task, agent=agent, harness="base", prompt=PromptVariant.BASELINE, repeat=1) for agent in agents
    ]


def finished(
    agent: str,
    status: Status = Status.OK,
    *,
    passed: bool = False,
    reason: str = "",
    message: str = "",
    details: dict[str, object] | None = None,
    others: Sequence[CheckRecord] = (),
) -> Finished:
    """Return a finished trial with one check, and others if they are given, passed or not."""
    [spec] = trials("tasks/a", agent)
    record = TrialRecord(
        spec=spec, status=status, reason=reason, started_at=datetime.now(UTC), isolation=(), headwater_version="0"
    )
    outcome = Outcome.PASSED if passed else Outcome.FAILED
    check = CheckRecord(
        name="done",
        gate=Gate.FUNCTIONAL,
        kind=Kind.TASK,
        outcome=outcome,
        message=message,
        details=details or {},
        duration_sec=0.0,
    )
    return Finished(record, make_verdict({Gate.FUNCTIONAL: [check, *others]}) if status.is_evidence else None)


def test_an_attack_that_scores_more_than_nothing_wins(tmp_path: Path) -> None:
    nop = finished("nop")
    assert _attack(finished("attacker:a"), nop, tmp_path / "no.log") == []
    [output] = _attack(finished("attacker:a", passed=True), nop, tmp_path / "no.log")
    assert output.startswith("attacker:a scores ")


def test_a_check_that_an_alternative_fails_is_at_fault() -> None:
    assert _alternative(finished("alternative:as-a-view", passed=True)) == []
    [output] = _alternative(finished("alternative:as-a-view", message="there is no table"))
    assert output.startswith("alternative:as-a-view fails functional/done: there is no table; a check that")


def test_a_counterfeit_that_crashes_proves_nothing() -> None:
    assert _counterfeit(finished("counterfeit:appends"), Gate.FUNCTIONAL) == []
    crashed = finished("counterfeit:appends", Status.AGENT_ERROR, reason="the agent ended with exit code 1")
    [message] = _counterfeit(crashed, Gate.FUNCTIONAL)
    assert "plausible solution, but the agent ended with exit code 1: mend its solve.sh" in message


FAILED = CheckRecord(
    name="holds_the_rows", gate=Gate.FUNCTIONAL, kind=Kind.TASK, outcome=Outcome.FAILED, message="", duration_sec=0.0
)


def test_a_trial_that_was_graded_in_part_does_not_count_if_its_agent_needs_all_gates() -> None:
    part = finished("nop")
    last = FAILED.model_copy(update={"gate": Gate.PRODUCTION})
    whole = replace(part, verdict=make_verdict({Gate.FUNCTIONAL: [FAILED], Gate.PRODUCTION: [last]}))
    assert not _counts(part, {"nop"})
    assert _counts(part, {"alternative:a"})
    assert _counts(whole, {"nop"})
    assert not _counts(finished("nop", Status.INVALID), ())


@pytest.mark.parametrize("prefix", ["hollow", "exclude"])
def test_an_attack_that_does_a_part_of_the_task_wins_only_by_a_gate(prefix: str, tmp_path: Path) -> None:
    nop, log = finished("nop"), tmp_path / "no.log"
    assert _attack(finished(f"attacker:{prefix}-a", passed=True, others=[FAILED]), nop, log) == []
    assert len(_attack(finished("attacker:plant-a", passed=True, others=[FAILED]), nop, log)) == 1
    [message] = _attack(finished(f"attacker:{prefix}-a", passed=True), nop, log)
    assert message == f"attacker:{prefix}-a scores 0.20, and doing nothing 0.00"


def test_an_attack_may_replace_a_broken_entry_point_by_one_that_runs(tmp_path: Path) -> None:
    runs, log = FAILED.model_copy(update={"name": "entrypoint_runs"}), tmp_path / "no.log"
    nop = finished("nop", others=[runs, FAILED])
    runs = runs.model_copy(update={"outcome": Outcome.PASSED})
    assert _attack(finished("attacker:a", others=[runs, FAILED]), nop, log) == []
    assert len(_attack(finished("attacker:a", passed=True, others=[runs, FAILED]), nop, log)) == 1
    almost = finished("nop", passed=True, others=[runs.model_copy(update={"outcome": Outcome.FAILED})])
    assert len(_attack(finished("attacker:a", passed=True, others=[runs]), almost, log)) == 1, "it clears a gate"


@pytest.mark.parametrize(
    "place",
    [
        {"message": "the entry point ended with exit code 1: BREACH: this is\ngrading"},
        {"details": {"said": "loaded 5 rows\nBREACH: this is\ngrading"}},
        {"details": {"runs": [1, {"said": "BREACH: this is\tgrading"}]}},
    ],
)
def test_a_breach_that_is_reported_during_grading_counts(place: dict[str, Any], tmp_path: Path) -> None:
    [message] = _attack(finished("attacker:a", **place), finished("nop"), tmp_path / "no.log")
    assert message == "attacker:a: in functional/done: BREACH: this is grading"
    long = finished("attacker:a", message="BREACH: " + "x" * 100_000)
    assert len(_attack(long, finished("nop"), tmp_path / "no.log")[0]) < 500


def test_attacks_are_run_on_every_task_but_on_few_of_one_base(make_task: MakeTask) -> None:
    own = find_tasks([str(make_task(name, services=["postgres"])) for name in ("one", "two")])
    based = [
        replace(own[0], config=own[0].config.model_copy(update={"base": "b", "suite": "warehouse"})) for _ in range(30)
    ]
    attackers = [
        {trial.agent for trial in each if trial.agent.startswith("attacker:")}
        for each in proof_trials([*own, *based], attacks=Attacks.ALL, day=DAY)
    ]
    assert attackers[0] == attackers[1] == set(agent_names("attacker", own[0]))
    assert attackers[2] == set(agent_names("attacker", based[0])) > {"attacker:read-grading", "attacker:dbt-hooks"}
    assert attackers[27] == {name for name in attackers[2] if name.startswith("attacker:dbt-")}
    assert not any([*attackers[3:27], *attackers[28:]])
    none = proof_trials(own, attacks=Attacks.NONE, day=DAY)
    assert not any(trial.agent.startswith("attacker:") for trial in none[0])


def test_samples_of_attacks_cover_all_in_eight_days_and_changed_tasks_get_all(make_task: MakeTask) -> None:
    task = find_tasks([str(make_task("steady", services=["postgres"]))])[0]
    every = set(agent_names("attacker", task))

    def sampled(day: date) -> set[str]:
        [trials] = proof_trials([task], attacks=Attacks.SAMPLE, day=day)
        return {trial.agent for trial in trials if trial.agent.startswith("attacker:")}

    assert sampled(DAY) == every
    record_proofs([task])
    days = [sampled(DAY + timedelta(days=n)) for n in range(8)]
    assert set.union(*days) == every
    assert sum(len(each) for each in days) == len(every)
    (task.folder / "solution/solve.sh").write_text("printf yes > done.txt  # otherwise\n")
    assert sampled(DAY) == every


@pytest.mark.parametrize("status", [Status.INFRA_ERROR, Status.INVALID])
def test_an_attack_whose_own_trial_is_excluded_wins(tmp_path: Path, status: Status) -> None:
    attack = finished("attacker:a", status, reason="postgres died\nits log ends:\n  killed")
    assert _attack(attack, finished("nop"), tmp_path / "no.log") == [
        f"attacker:a wins by excluding its own trial: {status}: postgres died its log ends: killed"
    ]
    # an exclusion that also hits the trial in which nothing was done is not the attack's success
    assert _attack(attack, finished("nop", Status.INFRA_ERROR), tmp_path / "no.log") == []


def test_the_output_of_an_attack_is_read_in_parts(tmp_path: Path) -> None:
    log = tmp_path / "agent.log"
    with log.open("wb") as file:
        file.write(b"x" * (32 << 20) + b"BREACH: not at the start of a line\nBREACH: read \xff /etc/shadow\n")
        file.write(b"BREACH: again\n" * 100_000)
    tracemalloc.start()
    try:
        output = _attack(finished("attacker:a"), finished("nop"), log)
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
    assert output[0] == "attacker:a: BREACH: read \ufffd /etc/shadow"
    assert len(output) == 20


LINE = "keep_latest(orders, by=loaded_at, within=days(3))"
STEPS = "".join(f"# Step {step}: compare ledger_{step} with invoice_{step}.\n" for step in range(9))
NOTES = f"""
from pathlib import Path
from headwater.harnesses import ROOT, Harness
from headwater.layers import FilesLayer

NOTES = Harness(
    name="notes",
    summary="What others did.",
    layers={{f"{{ROOT}}/notes": FilesLayer("harness", "notes", Path(__file__).parent / "files")}},
    services=("redis",),
    env={{"NOTES_URL": "redis://{{redis.host}}:{{redis.port}}", "NOTES_HINT": "{LINE}"}},
)
"""


@pytest.fixture
def notes(harness: BuiltHarness, tmp_path: Path) -> dict[str, str]:
    """An environment with a harness in a package, whose files and variables reveal solutions, and a cache for it."""
    base = next(iter(harness.mounts.values()))
    (tmp_path / "home/harnesses").mkdir(parents=True)
    (tmp_path / "home/harnesses" / base.name).symlink_to(base)
    files = {
        "notes_harness/__init__.py": NOTES,
        "notes_harness/files/old.md": STEPS,
        "notes-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: notes\nVersion: 1\n",
        "notes-1.dist-info/entry_points.txt": "[headwater.harnesses]\nnotes = notes_harness:NOTES\n",
    }
    for name, text in files.items():
        (tmp_path / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / name).write_text(text)
    return {"PYTHONPATH": str(tmp_path / "site"), "HEADWATER_HOME": str(tmp_path / "home")}


def test_a_task_is_not_proven_if_its_starting_state_or_the_harness_reveals_its_solution(
    make_task: MakeTask, headwater: Headwater, notes: dict[str, str]
) -> None:
    seed = f"def seed(services):\n    (services.workspace / '.old').write_text('{LINE}')\n"
    leaky = make_task("leaky", solution=f"printf yes > done.txt\n# {LINE}\n", files={"seed/01_old.py": seed})
    louder = {"alternatives/louder/alternative.toml": 'why = "It shouts."', "alternatives/louder/solve.sh": "echo YES"}
    sealed = make_task("sealed", solution=f"printf yes > done.txt\n{STEPS}", files=louder)
    options = ["--harness", "notes", "--attacks", "none", "--jobs", "2"]
    completed = headwater("validate", leaky, sealed, *options, env=notes)
    assert completed.exit_code == 1, completed.err
    problems = [message for message in completed.out.splitlines() if "a trial can read" in message]
    assert {message.partition(", byte")[0] for message in problems} == {
        "tasks/leaky: a trial can read /workspace/.old",
        "tasks/leaky: a trial can read the environment variable NOTES_HINT",
        "notes: a trial can read /opt/harness/notes/old.md",
    }, f"{completed.out}\n{completed.err}"
    blamed = "tasks/sealed: alternative:louder fails functional/done: done.txt should say yes; a check that a right"
    assert any(message.startswith(blamed) for message in completed.out.splitlines())
    assert "leak scan of tasks/sealed: " in completed.err
    assert "leak scan of the software that all trials share: " in completed.err


def test_alternatives_are_tried_with_another_harness_once_that_is_built(
    make_task: MakeTask, headwater: Headwater, notes: dict[str, str]
) -> None:
    files = {}
    for name, text in (("right", "yes"), ("wrong", "no")):
        files[f"alternatives/{name}/alternative.toml"] = 'why = "It follows the notes."\nharness = "notes"\n'
        files[f"alternatives/{name}/solve.sh"] = f"test -f /opt/harness/notes/old.md && printf {text} > done.txt\n"
    task = make_task(files=files)
    untried = headwater("validate", task, "--attacks", "none", env=notes)
    assert "\n1 task, 2 trials: " in untried.out
    assert untried.out.endswith(" problems, 2 alternatives not tried\n"), untried.out
    assert "not tried: 2 alternatives with notes; `--harness notes` builds the harness and runs them" in untried.err

    assert headwater("validate", "--harness", "notes", env=notes).exit_code == 0
    completed = headwater("validate", task, "--attacks", "none", env=notes)
    assert "\n1 task, 4 trials: " in completed.out
    assert completed.out.endswith(" problems\n"), completed.out
    [blamed] = [line for line in completed.out.splitlines() if "alternative:" in line]
    assert blamed.startswith("tasks/scratch: alternative:wrong fails functional/done")
    assert "not tried" not in completed.err


def test_a_task_is_recorded_only_if_all_of_its_alternatives_were_tried(
    make_task: MakeTask, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "alternatives/by-dbt/alternative.toml": 'why = "It is built by dbt."\nharness = "classic-de"\n',
        "alternatives/by-dbt/solve.sh": "printf yes > done.txt",
    }
    tasks = [read_task(make_task("plain")), read_task(make_task("varied", files=files))]
    _record(tasks, Counter({"classic-de": 1}))
    assert changed_tasks(tasks) == tasks[1:]
    assert capsys.readouterr().err == "tasks/varied: not recorded, because an alternative was not tried\n"
    _record(tasks, Counter())
    assert changed_tasks(tasks) == []


def test_a_temporary_job_keeps_no_states_of_finished_trials(tmp_path: Path) -> None:
    class StateObserver(Progress):
        def __init__(self) -> None:
            self.trials: list[Finished] = []

        def finished(self, finished: Finished) -> None:
            self.trials.append(finished)

    job, over = JobFolder(tmp_path), finished("nop")
    paths = job.paths(over.record.spec.id)
    (paths.state / "workspace").mkdir(parents=True)
    paths.agent_log.write_text("it said")
    observer = StateObserver()
    WithoutStates(job, observer).finished(over)
    assert observer.trials == [over]
    assert [path.name for path in paths.folder.iterdir()] == ["agent.log"]
