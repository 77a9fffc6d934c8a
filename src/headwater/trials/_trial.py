"""The life of one trial: snapshot, agent, frozen state, grading, record.

Two cells, one after the other. When the first ends, every process of the agent's is dead and its changes
lie in ``state/``; the second grades copies of that. Grading again later is the same second half.
"""

from __future__ import annotations

import errno
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from headwater import __version__
from headwater.agents import Agent, ModelAgent, find_agent
from headwater.errors import InfraError, UserError
from headwater.records import Digests, Phase, Status, TrialRecord, TrialSpec
from headwater.services import ServiceDiedError
from headwater.snapshots import Snapshot
from headwater.tasks import Task, digest_task
from headwater.trials._attempt import AttemptResult
from headwater.trials._judge import Judged, Run, judge_program
from headwater.trials._paths import TrialPaths
from headwater.trials._person import given_commands
from headwater.trials._ready import take_prepared, take_start
from headwater.trials._run_agent import run_agent
from headwater.trials._setting import Finished, Notify, Setting
from headwater.trials._verdict import grade_state
from headwater.trials._write import write_atomically

_ATTEMPTS = 2


def run_trial(
    setting: Setting, job: Path, task: Task, spec: TrialSpec, notify: Notify, *, all_gates: bool = False
) -> Finished:
    """Run and grade one trial and write its folder, whole or not at all.

    Faults of the machine are retried once and then recorded as ``infra_error``; but a service that dies under the
    same agent again is the agent's doing, and its state is graded.

    Raises:
        CancelledError: The job was interrupted; nothing is left of the trial.
        UserError: The task itself is broken, for example a seed; or the disk is full.
    """
    paths = TrialPaths(job, spec.id, partial=True)
    try:
        return _run_or_record_fault(setting, job, task, spec, paths, notify, all_gates)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        paths.discard()
        raise UserError(f"{job}: {error.strerror}; make room and then `headwater resume {job}`") from None


def _run_or_record_fault(
    setting: Setting, job: Path, task: Task, spec: TrialSpec, paths: TrialPaths, notify: Notify, all_gates: bool
) -> Finished:
    started = datetime.now(UTC)
    error: InfraError | None = None
    for number in range(1, _ATTEMPTS + 1):
        paths.discard()
        paths.folder.mkdir(parents=True)
        try:
            died = isinstance(error, ServiceDiedError)
            finished = _run(setting, task, spec, paths, started, notify, all_gates, died)
            finished = replace(finished, record=finished.record.model_copy(update={"attempts": number}))
            return _commit(job, spec, paths, finished)
        except InfraError as fault:
            error = fault
        except BaseException:
            paths.discard()
            raise
    record = TrialRecord(
        spec=spec,
        status=Status.INFRA_ERROR,
        reason=str(error),
        started_at=started,
        attempts=_ATTEMPTS,
        isolation=setting.isolation,
        headwater_version=__version__,
    )
    return _commit(job, spec, paths, Finished(record, None))


def _run(
    setting: Setting,
    task: Task,
    spec: TrialSpec,
    paths: TrialPaths,
    started: datetime,
    notify: Notify,
    all_gates: bool,
    died_before: bool,
) -> Finished:
    agent = given_commands(find_agent(spec.agent, task), setting.commands)
    clock = time.perf_counter()
    with take_start(setting, task, notify) as snapshot:
        with take_prepared(setting, task, agent, snapshot, notify) as prepared:
            waited = Phase(name="snapshot", seconds=round(time.perf_counter() - clock, 4))
            result = run_agent(prepared, task, agent, spec, snapshot, paths, notify, died_before=died_before)
        record = _record(setting, task, agent, spec, snapshot, started, result, _judge(agent, result.run, paths))
        clock = time.perf_counter()
        verdict = None
        if record.status.is_evidence:
            verdict = grade_state(setting, task, snapshot, paths, record, notify, all_gates=all_gates)
        graded = Phase(name="grading", seconds=round(time.perf_counter() - clock, 4))
        phases = (waited, *result.phases, graded)
    if isinstance(agent, ModelAgent):
        from headwater.trials._model import keep_recording, write_trajectory_of

        keep_recording(setting.models, agent, spec, paths.wire_log)
        write_trajectory_of(agent, spec, paths)
    return Finished(record.model_copy(update={"phases": phases}), verdict)


def _judge(agent: Agent, run: Run, paths: TrialPaths) -> Judged:
    """Judge how the agent's part ended: with a model not by its exit code."""
    if not isinstance(agent, ModelAgent):
        return judge_program(run)
    from headwater.trials._model import judge

    return judge(agent, run, paths)


def _record(
    setting: Setting,
    task: Task,
    agent: Agent,
    spec: TrialSpec,
    snapshot: Snapshot,
    started: datetime,
    result: AttemptResult,
    judged: Judged,
) -> TrialRecord:
    return TrialRecord(
        spec=spec,
        status=judged.status,
        reason=judged.reason,
        started_at=started,
        exit_code=result.run.exit_code,
        digests=Digests(
            task=digest_task(task).task,
            harness=setting.harness.digest,
            agent=agent.digest(task),
            snapshot=snapshot.build,
        ),
        isolation=setting.isolation,
        headwater_version=__version__,
        model=judged.outcome,
        report=judged.report,
        disagreements=judged.disagreements,
    )


def _commit(job: Path, spec: TrialSpec, paths: TrialPaths, finished: Finished) -> Finished:
    write_atomically(paths.record, finished.record.model_dump_json(indent=2))
    paths.folder.rename(TrialPaths(job, spec.id).folder)
    return finished
