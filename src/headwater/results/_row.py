"""Defines the tidy row, which contains all facts about a trial, one per column."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Annotated, Any, TypedDict, get_args, get_origin, get_type_hints

from headwater.records import Gate, GatewayOutcome, TaskConfig, Verdict
from headwater.trials import Finished


@dataclass(frozen=True, kw_only=True)
class Row:
    """A trial. ``None`` means unknown and never zero. For example, an agent without a model has no token count."""

    job: Annotated[str, "folder of the job, or the file that the row was imported from"]
    trial: Annotated[str, "id of the trial: its folder below the job's `trials/`"]
    suite: Annotated[str, "family of the task"]
    task: Annotated[str, "suite/id"]
    tier: Annotated[str | None, "difficulty of the task; unknown where its folder has gone"]
    category: Annotated[str | None, "kind of work; unknown where the task's folder has gone"]
    tags: Annotated[tuple[str, ...] | None, "labels of the task; unknown where its folder has gone"]
    agent: Annotated[str, "who attempted it, as named on the command line"]
    model: Annotated[str | None, "the models that answered; unknown for an agent without one"]
    harness: Annotated[str, "the tooling in the sandbox"]
    prompt: Annotated[str, "`baseline`, `informed` or `verify`"]
    repeat: Annotated[int, "from 1"]
    status: Annotated[str, "see the statuses"]
    is_evidence: Annotated[bool, "whether it enters a score: not `infra_error`, not `invalid`, and graded"]
    reason: Annotated[str, "why the status is not ok"]
    gates_cleared: Annotated[int | None, "0 to 5, before the first that failed"]
    score: Annotated[float | None, "(gates cleared + pass rate in the first failed gate) / 5"]
    dec_bench_score: Annotated[float | None, "the same by DEC Bench's own code, core checks in the fraction"]
    solved: Annotated[bool | None, "all five gates cleared"]
    flawless: Annotated[bool | None, "all five gates cleared, and no check failed"]
    functional: Annotated[bool | None, "gate 1 cleared"]
    correct: Annotated[bool | None, "gates 1 and 2 cleared"]
    robust: Annotated[bool | None, "gates 1 to 3 cleared"]
    performant: Annotated[bool | None, "gates 1 to 4 cleared"]
    production: Annotated[bool | None, "gates 1 to 5 cleared"]
    failed_checks: Annotated[tuple[str, ...] | None, "`gate.check` of each that was evaluated and did not pass"]
    missed: Annotated[str | None, "the check that stopped it, and what it said"]
    native: Annotated[str | None, "the suite's own metrics, as a JSON object"]
    cost_usd: Annotated[float | None, "US dollars for the model"]
    input_tokens: Annotated[int | None, "tokens sent, cached ones included"]
    cached_tokens: Annotated[int | None, "of these, read from the provider's cache"]
    cache_write_tokens: Annotated[int | None, "of these, written to it"]
    output_tokens: Annotated[int | None, "tokens answered, reasoning included"]
    reasoning_tokens: Annotated[int | None, "of these, reasoning"]
    preparation_usd: Annotated[
        float | None, "what the harness's preparation cost, once for its trials; not in cost_usd"
    ]
    turns: Annotated[int | None, "answers of the model that could use tools"]
    provider_sec: Annotated[float | None, "seconds in which the model was thinking"]
    disagreements: Annotated[tuple[str, ...] | None, "where the agent's own log counts otherwise than the gateway"]
    snapshot_sec: Annotated[float | None, "seconds to mount the starting state"]
    timeout_sec: Annotated[float | None, "seconds that the agent had: the task's own limit, or that of `--timeout`"]
    services_sec: Annotated[float | None, "seconds until every service answered"]
    agent_sec: Annotated[float | None, "seconds that the agent worked"]
    freeze_sec: Annotated[float | None, "seconds to end the agent and freeze what it left"]
    grading_sec: Annotated[float | None, "seconds of grading"]
    started_at: Annotated[datetime | None, "UTC"]
    attempts: Annotated[int, "one more than the infrastructure faults"]
    failed_of: Annotated[str | None, "job in which this trial had not solved, where it was run again for that"]
    isolation: Annotated[tuple[str, ...] | None, "what the machine could not isolate"]
    task_digest: Annotated[str | None, "of the task's folder"]
    prompt_digest: Annotated[str | None, "of the instruction in this prompt variant"]
    harness_digest: Annotated[str | None, "of the harness"]
    prepared_digest: Annotated[str | None, "of what the harness made of the starting state"]
    agent_digest: Annotated[str | None, "of the agent, for this task"]
    snapshot_digest: Annotated[str | None, "of this very build of the starting state"]
    checks_digest: Annotated[str | None, "of the task's checks and of grading's own code"]
    headwater_version: Annotated[str | None, "that ran the trial"]


@dataclass(frozen=True)
class RowColumn:
    """A column in the tidy table."""

    name: str
    type: type
    optional: bool
    doc: str


@cache
def _columns() -> tuple[RowColumn, ...]:
    hints = get_type_hints(Row, include_extras=True)
    return tuple(_column(field.name, *get_args(hints[field.name])) for field in dataclasses.fields(Row))


def _column(name: str, annotation: Any, doc: str) -> RowColumn:
    options = get_args(annotation) if type(None) in get_args(annotation) else (annotation,)
    return RowColumn(name, get_origin(options[0]) or options[0], type(None) in options, doc)


COLUMNS: tuple[RowColumn, ...] = _columns()
"""The columns of ``Row``, in order, with their types and descriptions."""

IDENTITY = ("trial", "started_at", "task_digest", "agent_digest")
"""The columns that identify a run of a trial, independently of the names of jobs and tables."""


def make_row(finished: Finished, job: str, task: TaskConfig | None, failed_of: str | None = None) -> Row:
    """Return the row for a trial with its newest verdict.

    Args:
        finished: The trial as stored.
        job: The name of the trial's job.
        task: The configuration of the trial's task, if the folder still exists.
        failed_of: The job whose unsolved trials this trial's job runs again, if any.
    """
    record, verdict, spec = finished.record, finished.verdict, finished.record.spec
    failed = tuple(f"{check.gate}.{check.name}" for check in verdict.checks if not check.passed) if verdict else None
    status = finished.status
    seconds = {phase.name: phase.seconds for phase in record.phases}
    digests = record.digests
    return Row(
        job=job,
        failed_of=failed_of,
        trial=spec.id,
        suite=spec.task.partition("/")[0],
        task=spec.task,
        tier=task.tier.value if task else None,
        category=task.category.value if task else None,
        tags=task.tags if task else None,
        agent=spec.agent,
        model=", ".join(record.model.models) or None if record.model else None,
        harness=spec.harness,
        prompt=spec.prompt.value,
        repeat=spec.repeat,
        status=status.value,
        is_evidence=status.is_evidence and verdict is not None,
        reason=finished.reason,
        score=verdict.score if verdict else None,
        dec_bench_score=verdict.dec_bench_score if verdict else None,
        **gate_columns(verdict.gates_cleared if verdict else None, failed),
        failed_checks=failed,
        missed=_missed(verdict) if verdict else None,
        native=json.dumps(verdict.native, sort_keys=True) if verdict and verdict.native else None,
        **usage_columns(record.model),
        preparation_usd=usage_columns(record.preparation)["cost_usd"],
        provider_sec=record.model.provider_sec if record.model else None,
        disagreements=record.disagreements if record.model else None,
        snapshot_sec=seconds.get("snapshot"),
        timeout_sec=record.timeout_sec,
        services_sec=seconds.get("services"),
        agent_sec=seconds.get("agent"),
        freeze_sec=seconds.get("freeze"),
        grading_sec=seconds.get("grading"),
        started_at=_utc(record.started_at),
        attempts=record.attempts,
        isolation=record.isolation,
        task_digest=digests.task if digests else None,
        prompt_digest=digests.prompt if digests else None,
        harness_digest=digests.harness if digests else None,
        prepared_digest=digests.prepared if digests else None,
        agent_digest=digests.agent if digests else None,
        snapshot_digest=digests.snapshot if digests else None,
        checks_digest=(verdict.checks_digest or None) if verdict else None,
        headwater_version=record.headwater_version or None,
    )


_MOST = 2**63 - 1


def require_possible(row: Row) -> None:
    """Check that tables and JSON can represent every value of a row.

    Raises:
        ValueError: A value is not a number, or is too large. The message names the column.
    """
    for column in COLUMNS:
        value = getattr(row, column.name)
        if isinstance(value, int) and abs(value) > _MOST:
            raise ValueError(f"{column.name} is beyond 64 bits")
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"{column.name} is {value}")


def _utc(time: datetime) -> datetime:
    """Return a time in UTC. A time without a zone is assumed to be UTC.

    Raises:
        OverflowError: The time is outside the range of UTC times.
    """
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)


def _missed(verdict: Verdict) -> str | None:
    """Return the first failed check of the gate that stopped the trial, with its message, which may quote the agent."""
    stopped = verdict.gates[verdict.gates_cleared :][:1]
    missed = next((check for gate in stopped for check in gate.checks if not check.passed), None)
    return f"{missed.name}: {missed.message}" if missed else None


class UsageColumns(TypedDict):
    """The model's usage and cost, as counted by the gateway."""

    cost_usd: float | None
    input_tokens: int | None
    cached_tokens: int | None
    cache_write_tokens: int | None
    output_tokens: int | None
    reasoning_tokens: int | None
    turns: int | None


def usage_columns(outcome: GatewayOutcome | None) -> UsageColumns:
    """Return the gateway's counts as columns, which are unknown for an agent without a model."""
    totals = outcome.totals if outcome else None
    usage = totals.usage if totals else None
    return UsageColumns(
        cost_usd=None if totals is None or totals.cost_usd is None else float(totals.cost_usd),
        input_tokens=usage.input if usage else None,
        cached_tokens=usage.cached if usage else None,
        cache_write_tokens=usage.cache_write if usage else None,
        output_tokens=usage.output if usage else None,
        reasoning_tokens=usage.reasoning if usage else None,
        turns=totals.turns if totals else None,
    )


class GateColumns(TypedDict):
    """The columns that follow from the number of cleared gates and the failed checks."""

    gates_cleared: int | None
    solved: bool | None
    flawless: bool | None
    functional: bool | None
    correct: bool | None
    robust: bool | None
    performant: bool | None
    production: bool | None


def gate_columns(cleared: int | None, failed_checks: Sequence[str] | None) -> GateColumns:
    """Return the columns for the number of cleared gates. A gate can be cleared although a few checks failed."""
    reached = [None if cleared is None else cleared > index for index in range(len(Gate))]
    return GateColumns(
        gates_cleared=cleared,
        solved=reached[-1],
        flawless=None if cleared is None else bool(reached[-1] and not failed_checks),
        functional=reached[0],
        correct=reached[1],
        robust=reached[2],
        performant=reached[3],
        production=reached[4],
    )


def to_plain(row: Row) -> dict[str, Any]:
    """Convert a row to JSON values. Times become ISO 8601 text, and tuples become lists."""
    plain = {column.name: getattr(row, column.name) for column in COLUMNS}
    if row.started_at is not None:
        plain["started_at"] = row.started_at.isoformat()
    return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}
