"""Artificial jobs of agents with costs, built from the project's own record classes instead of being run.

Real test jobs use the built-in agents, which have no model. These jobs show how pages present tokens, cost and long
conversations; ``benchmarks/bench_report.py`` builds ten thousand of their trials.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from headwater.grading import make_verdict
from headwater.records import (
    CheckRecord,
    Digests,
    Ending,
    Gate,
    GatewayOutcome,
    JobConfig,
    Kind,
    Outcome,
    Phase,
    PromptVariant,
    Status,
    Totals,
    TrialRecord,
    TrialSpec,
    Usage,
    Verdict,
)
from headwater.tasks import CheckName, Task, check_functions, digest_task

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
_WORDS = (
    "the",
    "loader",
    "reads",
    "users",
    "from",
    "a",
    "list",
    "and",
    "writes",
    "them",
    "into",
    "a",
    "table",
    "again",
)


@dataclass(frozen=True)
class MadeAgent:
    """An agent with a given quality and cost.

    Attributes:
        skill: Probability that the agent passes a check.
        usd: Approximate cost of one trial.
    """

    name: str
    skill: float
    usd: float


AGENTS = (
    MadeAgent("example-code:large-1", 0.97, 0.9),
    MadeAgent("example-code:small-1", 0.92, 0.15),
    MadeAgent("other-cli:medium-2", 0.91, 0.4),
    MadeAgent("plain-loop:small-1", 0.80, 0.08),
)


@dataclass(frozen=True)
class Plan:
    """The trials to build: every combination of the fields."""

    agents: Sequence[MadeAgent] = AGENTS
    harnesses: Sequence[str] = ("base", "classic-de")
    prompts: Sequence[PromptVariant] = (PromptVariant.BASELINE, PromptVariant.INFORMED)
    repeats: int = 2
    steps: int = 24
    step_length: int = 400
    excluded_share: float = 0.02


def make_job(folder: Path, tasks: Mapping[str, Task], plan: Plan, seed: int = 1) -> Path:
    """Write a finished job and return its folder."""
    chance = random.Random(seed)
    specs = [
        TrialSpec(task=ref, agent=agent.name, harness=harness, prompt=prompt, repeat=repeat)
        for repeat in range(1, plan.repeats + 1)
        for ref in tasks
        for agent in plan.agents
        for harness in plan.harnesses
        for prompt in plan.prompts
    ]
    config = JobConfig(
        created_at=START,
        headwater_version="0.1.0",
        tasks={ref: str(task.folder) for ref, task in tasks.items()},
        trials=tuple(specs),
        jobs=2,
    )
    folder.mkdir(parents=True)
    (folder / "job.json").write_text(config.model_dump_json(indent=2))
    stories = [json.dumps(make_trajectory(plan.steps, chance, plan.step_length)) for _ in range(12)]
    digests = {ref: digest_task(task).task for ref, task in tasks.items()}
    checks = {ref: check_functions(task) for ref, task in tasks.items()}
    skills = {agent.name: agent for agent in plan.agents}
    for number, spec in enumerate(specs):
        agent = skills[spec.agent]
        is_excluded = chance.random() < plan.excluded_share
        record = _record(spec, agent, START + timedelta(minutes=number), digests[spec.task], is_excluded, plan, chance)
        verdict = None if is_excluded else _verdict(spec, checks[spec.task], agent, chance)
        _write(folder / "trials" / spec.id, record, verdict, chance.choice(stories), tasks[spec.task])
    return folder


def _record(
    spec: TrialSpec,
    agent: MadeAgent,
    started_at: datetime,
    task_digest: str,
    is_excluded: bool,
    plan: Plan,
    chance: random.Random,
) -> TrialRecord:
    if is_excluded:
        reason = "postgres: the server ended by itself with code 1"
        return TrialRecord(spec=spec, status=Status.INFRA_ERROR, reason=reason, started_at=started_at, attempts=2)
    factor = chance.lognormvariate(0, 0.4)
    usage = Usage(
        input=int(90_000 * factor), cached=int(70_000 * factor), output=int(5_000 * factor), reasoning=int(900 * factor)
    )
    totals = Totals(usage=usage, cost_usd=Decimal(f"{agent.usd * factor:.6f}"), turns=plan.steps, requests=plan.steps)
    return TrialRecord(
        spec=spec,
        status=Status.OK,
        started_at=started_at,
        exit_code=0,
        phases=(
            Phase(name="snapshot", seconds=0.01),
            Phase(name="services", seconds=0.6),
            Phase(name="agent", seconds=round(40 * factor, 3)),
            Phase(name="freeze", seconds=0.1),
            Phase(name="grading", seconds=4.2),
        ),
        digests=Digests(
            task=task_digest, harness=_digest(spec.harness), agent=_digest(spec.agent), snapshot=f"{spec.task}-1"
        ),
        headwater_version="0.1.0",
        model=GatewayOutcome(
            ending=Ending.OK, totals=totals, models=(spec.agent.partition(":")[2],), provider_sec=30 * factor
        ),
    )


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def _verdict(spec: TrialSpec, declared: Sequence[CheckName], agent: MadeAgent, chance: random.Random) -> Verdict:
    skill = min(0.995, agent.skill + (0.02 if spec.prompt is PromptVariant.INFORMED else 0))
    checks: dict[Gate, list[CheckRecord]] = {}
    hard = int(_digest(spec.task)[:2], 16) / 255 * 0.15
    for gate in Gate:
        checks[gate] = []
        for name, demand in ((each.name, each.demand) for each in declared if each.gate is gate):
            passed = chance.random() < skill - hard
            outcome = Outcome.PASSED if passed else Outcome.FAILED
            checks[gate].append(
                CheckRecord(
                    name=name,
                    gate=gate,
                    kind=Kind.TASK,
                    outcome=outcome,
                    message=f"{name} was seen to be {'so' if passed else 'otherwise'}",
                    demand=demand,
                    details={"rows": chance.randrange(1000), "expected": 5},
                    duration_sec=round(chance.random(), 4),
                )
            )
    return make_verdict(checks).model_copy(update={"checks_digest": _digest(spec.task)})


def make_trajectory(steps: int, chance: random.Random, length: int = 400) -> dict[str, Any]:
    """Return a conversation in ATIF: a system prompt, a task, and turns with one tool call each."""

    def text(characters: int) -> str:
        return " ".join(chance.choices(_WORDS, k=max(1, characters // 5)))

    at = START
    found: list[dict[str, Any]] = [
        {"step_id": 1, "source": "system", "message": "You work in /workspace."},
        {"step_id": 2, "source": "user", "message": "Our loader stopped working. Please repair it."},
    ]
    prompt_tokens = 3_000
    for number in range(3, steps):
        at += timedelta(seconds=chance.uniform(1, 15))
        failed = chance.random() < 0.1
        prompt_tokens += 400
        found.append(
            {
                "step_id": number,
                "source": "agent",
                "timestamp": at.isoformat(),
                "message": text(length // 4) if number % 3 == 0 else "",
                "reasoning_content": text(length // 3),
                "tool_calls": [
                    {
                        "tool_call_id": f"call-{number}",
                        "function_name": chance.choice(("bash", "read_file", "edit_file")),
                        "arguments": {"command": f"python3 load_data.py --try {number}"},
                    }
                ],
                "observation": {
                    "results": [
                        {
                            "source_call_id": f"call-{number}",
                            "content": "connection refused" if failed else text(length),
                            "extra": {"exit_code": int(failed)},
                        }
                    ]
                },
                "metrics": {
                    "prompt_tokens": prompt_tokens,
                    "cached_tokens": prompt_tokens - 400,
                    "completion_tokens": chance.randrange(40, 600),
                    "cost_usd": 0.004,
                },
            }
        )
    found.append({"step_id": steps, "source": "agent", "timestamp": at.isoformat(), "message": "The loader works."})
    return {
        "schema_version": "ATIF-v1.8",
        "agent": {"name": "example-code", "version": "1.0", "model_name": "large-1"},
        "steps": found,
    }


def _write(folder: Path, record: TrialRecord, verdict: Verdict | None, story: str, task: Task) -> None:
    (folder / "services").mkdir(parents=True)
    (folder / "trial.json").write_text(record.model_dump_json())
    if verdict is None:
        return
    (folder / "verdicts").mkdir()
    (folder / "verdicts/1.json").write_text(verdict.model_dump_json())
    (folder / "trajectory.json").write_text(story)
    (folder / "agent.log").write_text("done\n")
    (folder / "services/postgres.err").write_text("LOG:  database system is ready to accept connections\n" * 20)
    workspace = folder / "state/workspace"
    workspace.mkdir(parents=True)
    (workspace / "NOTES.md").write_text("# What was done\n\nThe loader reads its environment.\n")
    for path in sorted(task.workspace.glob("*.py"))[:1]:
        (workspace / path.name).write_text(f"import os\n{path.read_text()}\n# repaired\n")
