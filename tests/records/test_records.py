from __future__ import annotations

import itertools
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import ValidationError

from headwater.records import (
    CheckRecord,
    Digests,
    Gate,
    GateRecord,
    JobConfig,
    Kind,
    Outcome,
    Phase,
    PromptVariant,
    Status,
    TaskConfig,
    TrialRecord,
    TrialSpec,
    Verdict,
)
from headwater.records._base import Record

NOW = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


def check(name: str, outcome: Outcome, gate: Gate = Gate.FUNCTIONAL) -> CheckRecord:
    details = {"rows": [1, 2.5, None, "ä"], "nested": {"a": True}}
    return CheckRecord(
        name=name, gate=gate, kind=Kind.TASK, outcome=outcome, message="as it is", details=details, duration_sec=0.25
    )


SPEC = TrialSpec(task="pipelines/t", agent="oracle", harness="base", prompt=PromptVariant.BASELINE, repeat=1)
DIGESTS = Digests(task="a", harness="c", agent="d", snapshot="e")
VERDICT = Verdict(
    gates=(GateRecord(gate=Gate.FUNCTIONAL, cleared=False, checks=(check("one", Outcome.FAILED),)),),
    gates_cleared=0,
    score=0.1,
    dec_bench_score=0.15,
    checks_digest="b",
    native={"duckdb_match": 1.0},
)
TRIAL = TrialRecord(
    spec=SPEC,
    status=Status.AGENT_ERROR,
    reason="the agent ended with exit code 3",
    started_at=NOW,
    exit_code=3,
    phases=(Phase(name="agent", seconds=1.5),),
    digests=DIGESTS,
    isolation=("no control groups",),
    attempts=2,
    headwater_version="0.1",
)
JOB = JobConfig(created_at=NOW, headwater_version="0.1", tasks={"pipelines/t": "/tasks/t"}, trials=(SPEC,), jobs=4)
TASK = TaskConfig.model_validate(
    {
        "id": "t",
        "title": "T",
        "suite": "pipelines",
        "tier": "tier-1",
        "category": "debugging",
        "competencies": ["environment-setup"],
        "starting_state": "broken",
        "services": ["postgres", "kafka"],
        "entrypoint": {"command": "true"},
        "server": {"command": "true", "port": 8080},
    }
)
RECORDS: list[Record] = [SPEC, DIGESTS, VERDICT, TRIAL, JOB, TASK]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_written_values_are_read_back_unchanged(record: Record) -> None:
    assert type(record).model_validate_json(record.model_dump_json()) == record


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_an_unknown_field_is_refused(record: Record) -> None:
    with pytest.raises(ValidationError, match="Extra inputs are not permitted"):
        type(record).model_validate({**record.model_dump(), "misspelt": 1})


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_records_do_not_change(record: Record) -> None:
    field = next(iter(type(record).model_fields))
    with pytest.raises(ValidationError, match="Instance is frozen"):
        setattr(record, field, getattr(record, field))


def test_the_id_of_a_trial_is_stable() -> None:
    # `resume` looks for the folder by this name, so another name would run everything again.
    spec = SPEC.model_copy(update={"agent": "counterfeit:wrong-grain", "prompt": PromptVariant.INFORMED, "repeat": 3})
    assert spec.id == "pipelines.t__counterfeit-wrong-grain__base__informed__3"


def test_different_trials_have_different_ids() -> None:
    factors: dict[str, list[Any]] = {
        "task": ["pipelines/a", "pipelines/b", "warehouse/a"],
        "agent": ["oracle", "nop", "counterfeit:x", "attacker:x"],
        "harness": ["base", "lineage"],
        "prompt": list(PromptVariant),
        "repeat": [1, 2, 11],
    }
    ids = {TrialSpec(**dict(zip(factors, each, strict=True))).id for each in itertools.product(*factors.values())}
    assert len(ids) == 3 * 4 * 2 * 3 * 3


@pytest.mark.parametrize("agent", ["counterfeit:../../etc", "claude-code:anthropic/claude", "a:b/c:d"])
def test_the_id_is_safe_as_a_file_name(agent: str) -> None:
    name = SPEC.model_copy(update={"agent": agent}).id
    assert re.fullmatch(r"[\w.-]+", name)
    assert not name.startswith(".")
    assert len(name) < 255


@pytest.mark.parametrize("field", [{"repeat": 0}, {"prompt": "secret"}])
def test_a_trial_that_cannot_be_is_refused(field: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TrialSpec.model_validate({**SPEC.model_dump(), **field})


@pytest.mark.parametrize(
    ("outcome", "passed"), [(Outcome.PASSED, True), (Outcome.FAILED, False), (Outcome.ERROR, False)]
)
def test_only_a_passed_check_is_passed(outcome: Outcome, passed: bool) -> None:
    assert check("one", outcome).passed is passed


def test_a_verdict_lists_its_checks_in_order_and_its_errors() -> None:
    first = (check("a", Outcome.PASSED), check("b", Outcome.ERROR))
    second = (check("c", Outcome.FAILED, Gate.CORRECT), check("d", Outcome.ERROR, Gate.CORRECT))
    gates = (
        GateRecord(gate=Gate.FUNCTIONAL, cleared=True, checks=first),
        GateRecord(gate=Gate.CORRECT, cleared=False, checks=second),
        GateRecord(gate=Gate.ROBUST, cleared=False),
    )
    verdict = Verdict(gates=gates, gates_cleared=1, score=0.2, dec_bench_score=0.2)
    assert [each.name for each in verdict.checks] == ["a", "b", "c", "d"]
    assert [each.name for each in verdict.errors] == ["b", "d"]


@pytest.mark.parametrize("field", ["score", "dec_bench_score"])
@pytest.mark.parametrize("value", [-0.1, 1.1])
def test_a_score_is_between_0_and_1(field: str, value: float) -> None:
    with pytest.raises(ValidationError):
        Verdict.model_validate({**VERDICT.model_dump(), field: value})


def test_only_faults_that_the_agent_did_not_cause_exclude_a_trial() -> None:
    assert {status for status in Status if not status.is_evidence} == {Status.INFRA_ERROR, Status.INVALID}


def test_the_gates_are_in_the_order_in_which_they_are_evaluated() -> None:
    assert [gate.value for gate in Gate] == ["functional", "correct", "robust", "performant", "production"]


@pytest.mark.parametrize(
    "fields",
    [
        {"id": "Not A Slug"},
        {"id": "../up"},
        {"services": ["My SQL"]},
        {"competencies": []},
        {"title": "two\nlines"},
        {"server": {"command": "true", "port": 80}},
        {"server": {"command": "true", "port": 8080, "ready_path": "health"}},
        {"entrypoint": {"command": "   "}},
        {"agent": {"timeout_sec": 0}},
    ],
)
def test_a_task_that_cannot_be_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TaskConfig.model_validate({**TASK.model_dump(), **fields})
