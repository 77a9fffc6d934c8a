"""Measures a job's trials from their records and the job's log."""

from __future__ import annotations

import os
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from headwater.agents import ModelAgent, find_agent
from headwater.errors import CredentialError, DamagedError, NotFoundError, UserError
from headwater.gateway import Upstream, usual_provider
from headwater.jobs._folder import JobFolder
from headwater.jobs._log import read_times
from headwater.jobs._readable import readable_tasks
from headwater.jobs._spending import Used
from headwater.jobs.executors.ray._placement import Demand
from headwater.jobs.planning._measured import Combination, Measured, Measurement
from headwater.plurals import counted
from headwater.records import JobConfig, TrialRecord, TrialSpec
from headwater.snapshots import start_digest
from headwater.tasks import Task

_BEFORE = ("snapshot", "services")
_AFTER = ("freeze", "grading")
_ONCE = ("build", "reference")
"""The phases in which one trial builds something for all trials with the same starting state."""


def measure(job: JobFolder) -> Measurement:
    """Measure a job's finished trials.

    Raises:
        NotFoundError: No trial has finished, or the folder is not a job.
        TasksBrokenError: No task of the job can be read any more.
    """
    config = job.config()
    readable = readable_tasks(config)
    tasks = {task.ref: task for task in readable.tasks}
    records = [record for record in _records(job) if record.spec.task in tasks]
    if not records:
        fix = f"`headwater resume {job.folder}` runs its trials"
        raise NotFoundError("has no trial that was run", where=job.folder, fix=fix)
    times = read_times(job.folder)
    rest = _Rest(records, times.ended)
    by_combination: dict[TrialSpec, list[TrialRecord]] = {}
    for record in records:
        by_combination.setdefault(_first(record.spec), []).append(record)
    starts = {ref: _start(task) for ref, task in tasks.items()}
    combinations = tuple(
        Combination(
            Demand(agent.cpus, agent.memory_mb, starts[spec.task]),
            _provider(spec, tasks[spec.task]) if any(record.model for record in measured) else None,
            tuple(_measured(record, rest.of(record)) for record in measured),
        )
        for spec, measured in by_combination.items()
        for agent in [tasks[spec.task].config.agent]
    )
    builds: dict[str, float] = defaultdict(float)
    for record in records:
        builds[starts[record.spec.task]] += _seconds(record, _ONCE)
    return Measurement(
        combinations=combinations,
        build_sec=dict(builds),
        driver_sec=statistics.median(times.turnarounds) if times.turnarounds else 0.0,
        driver_n=len(times.turnarounds),
        preparation_usd=_preparations(records),
        notes=tuple(_notes(config, combinations, len(by_combination), builds, records)),
    )


def _records(job: JobFolder) -> Iterator[TrialRecord]:
    for trial in job.trials():
        if not isinstance(trial, DamagedError) and trial.record.phases:
            yield trial.record


def _first(spec: TrialSpec) -> TrialSpec:
    """Return the spec of a combination's first repeat, as its representative."""
    return spec.model_copy(update={"repeat": 1})


class _Rest:
    """The time that a trial spends outside its phases, for example on writing files or on earlier runs."""

    def __init__(self, records: Iterable[TrialRecord], ended: Mapping[str, float]) -> None:
        self._known = {
            record.spec.id: max(0.0, ended[record.spec.id] - record.started_at.timestamp() - _seconds(record))
            for record in records
            if record.spec.id in ended
        }
        self._usual = statistics.mean(self._known.values()) if self._known else 0.0

    def of(self, record: TrialRecord) -> float:
        """Return the seconds for a trial, or the mean over other trials if the trial is missing from the job's log."""
        return self._known.get(record.spec.id, self._usual)


def _measured(record: TrialRecord, rest_sec: float) -> Measured:
    return Measured(
        before_sec=_seconds(record, _BEFORE),
        agent_sec=_seconds(record, ("agent",)),
        after_sec=_seconds(record, _AFTER) + rest_sec,
        used=Used.of(record.model.totals) if record.model is not None else Used(),
    )


def _seconds(record: TrialRecord, names: Iterable[str] | None = None) -> float:
    return sum(phase.seconds for phase in record.phases if names is None or phase.name in names)


def _start(task: Task) -> str:
    try:
        return start_digest(task)
    except (UserError, OSError):  # the trials for such a task build nothing that other trials could share
        return task.ref


def _provider(spec: TrialSpec, task: Task) -> str | None:
    """Return the provider whose rate limits apply to an agent's requests, or None for an agent without a model."""
    agent = find_agent(spec.agent, task)
    if not isinstance(agent, ModelAgent):
        return None
    try:
        return Upstream.of(agent.protocol, os.environ).provider or agent.protocol.value
    except CredentialError:
        return usual_provider(agent.protocol)


def _preparations(records: Iterable[TrialRecord]) -> float:
    """Return the cost of preparing harnesses with a model. A preparation that several trials record counts once."""
    costs = {
        (record.spec.task, record.spec.harness, record.digests.prepared if record.digests else None): float(
            record.preparation.totals.priced_usd
        )
        for record in records
        if record.preparation is not None
    }
    return sum(costs.values())


def _notes(
    config: JobConfig,
    combinations: tuple[Combination, ...],
    measured: int,
    builds: dict[str, float],
    records: list[TrialRecord],
) -> Iterator[str]:
    total = len({_first(spec) for spec in config.trials})
    if measured < total:
        of = f"{total - measured} of {counted(total, 'combination')}"
        yield f"{of} of the job have no measured trial and are planned like the others"
    single = sum(len(each.trials) == 1 for each in combinations)
    if single:
        of = f"{single} of {counted(measured, 'combination')}"
        yield f"{of} were measured once, so nothing is known of their spread; ranges are too narrow"
    if not any(builds.values()):
        yield "no starting state was built in the measured job, so the plan takes them as built"
    unpriced = sum(record.model is not None and record.model.totals.cost_usd is None for record in records)
    if unpriced:
        yield f"the price of some requests is unknown in {counted(unpriced, 'measured trial')}; the cost is too low"
