"""The life of one trial: snapshot, agent, frozen state, grading, record.

Two cells, one after the other. When the first ends, every process of the agent's is dead and its changes
lie in ``state/``; the second grades copies of that. Grading again later is the same second half.
"""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from headwater import __version__
from headwater.agents import Agent, Command, ModelAgent, Oracle, Situation, find_agent
from headwater.agents.human import Human
from headwater.egress import open_egress, variables
from headwater.errors import InfraError, UserError
from headwater.grading import Attempt, Evidence, LayeredState, Tooling
from headwater.harnesses import Harness
from headwater.records import Digests, Phase, PromptVariant, Status, TrialRecord, TrialSpec, Verdict
from headwater.sandbox import CancelledError, remove_tree, run_in_cell
from headwater.services import ServiceDiedError
from headwater.snapshots import Snapshot, SnapshotStore, build_start, start_digest
from headwater.tasks import Task, digest_task
from headwater.trials._attempt import AttemptPlan, AttemptResult, attempt
from headwater.trials._grade import grade
from headwater.trials._judge import Judged, Run, judge_program
from headwater.trials._models import ModelAsked, Models
from headwater.trials._paths import TrialPaths, frozen_layers, start_layers
from headwater.trials._person import end_if_abandoned, given_commands, open_terminal, write_session
from headwater.trials._prepare import Preparing, kept
from headwater.trials._write import write_atomically

_ATTEMPTS = 2
_SERVICES_SEC = 180.0
"""What starting and stopping services may take beside the agent before the cell is given up."""
_BUILD_SEC = 1800.0
_PREPARED = "prepared"
Notify = Callable[[Any], None]


@dataclass(frozen=True)
class Setting:
    """What the trials of a job share.

    Attributes:
        commands: What agent human runs; None for a person at the terminal.
    """

    home: Path
    harness: Harness
    isolation: tuple[str, ...]
    cancel: threading.Event
    models: Models = field(default_factory=Models)
    commands: str | None = None

    @property
    def snapshots(self) -> SnapshotStore:
        """The cache of starting states."""
        return SnapshotStore(self.home)

    @property
    def tooling(self) -> Tooling:
        """What agents' code finds around it."""
        return Tooling(self.harness.mounts, self.harness.env)


@dataclass(frozen=True)
class Finished:
    """A trial with its verdict, as it is on disk; without one where there was nothing to grade."""

    record: TrialRecord
    verdict: Verdict | None

    @property
    def status(self) -> Status:
        """Whether it is evidence; not if a check broke, until it is graded again with the check mended."""
        return Status.INVALID if self.verdict and self.verdict.errors else self.record.status

    @property
    def reason(self) -> str:
        """Why the status is not ok, in one line."""
        if self.status is not Status.INVALID or self.verdict is None:
            return self.record.reason
        first = self.verdict.errors[0]
        return f"check {first.name} broke: {first.message.partition(chr(10))[0]}"


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
        with _prepared(setting, task, agent, snapshot, notify) as prepared:
            waited = Phase(name="snapshot", seconds=round(time.perf_counter() - clock, 4))
            result = _attempt(prepared, task, agent, spec, snapshot, paths, notify, died_before=died_before)
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


def take_start(setting: Setting, task: Task, notify: Notify) -> AbstractContextManager[Snapshot]:
    """Hold the task's starting state, building it the first time."""

    def build(folder: Path) -> None:
        notify(f"building the starting state of {task.ref} (once)")
        run_in_cell(
            build_start, task, folder, setting.home, on_event=notify, cancel=setting.cancel, timeout_sec=_BUILD_SEC
        )

    return setting.snapshots.take(start_digest(task), task.ref, build)


@contextmanager
def _prepared(setting: Setting, task: Task, agent: Agent, snapshot: Snapshot, notify: Notify) -> Iterator[Setting]:
    """Give the setting in which a trial's sandbox has what its harness makes of this snapshot, made the first time."""
    harness = setting.harness
    preparation = harness.preparation
    if preparation is None or not isinstance(agent, ModelAgent):  # nobody else is given the harness's servers
        yield setting
        return

    def build(folder: Path) -> None:
        notify(f"preparing {task.ref} for harness {harness.name} (once)")
        paths = TrialPaths(folder, _PREPARED)
        spec = TrialSpec(task=task.ref, agent="nop", harness=harness.name, prompt=PromptVariant.BASELINE, repeat=1)
        result = _attempt(setting, task, Preparing(preparation), spec, snapshot, paths, notify)
        judged = judge_program(result.run)
        if judged.status is not Status.OK:
            log = paths.agent_log.with_suffix(".err").read_text(errors="replace")[-600:]
            raise InfraError(f"{task.ref}: harness {harness.name} could not be prepared: {judged.reason}: {log}")
        remove_tree(paths.state)
        kept(paths).mkdir(parents=True, exist_ok=True)

    digest = f"{snapshot.build}-{_PREPARED}-{harness.digest[:8]}"
    with setting.snapshots.take(digest, f"{task.ref} (harness {harness.name})", build) as made:
        mounts = {**harness.mounts, preparation.target: kept(TrialPaths(made.folder, _PREPARED))}
        yield replace(setting, harness=replace(harness, mounts=mounts))


def _attempt(
    setting: Setting,
    task: Task,
    agent: Agent,
    spec: TrialSpec,
    snapshot: Snapshot,
    paths: TrialPaths,
    notify: Notify,
    *,
    died_before: bool = False,
) -> AttemptResult:
    situation = Situation(
        task, spec.prompt, setting.models.limits, setting.harness.mcp_servers, setting.harness.system_text
    )
    with ExitStack() as held:
        gateway, cancel = None, setting.cancel
        mounts: Mapping[str, Path] = {}
        own: Mapping[str, str] = {}
        if isinstance(agent, Human):
            mounts, own = held.enter_context(open_terminal(agent, situation, paths, setting.cancel, notify))
        if isinstance(agent, ModelAgent):
            from headwater.trials._model import WhileServed, open_model

            gateway = held.enter_context(open_model(setting.models, agent, spec, paths.wire_log))
            cancel = WhileServed(setting.cancel, gateway)
            notify(ModelAsked(gateway.status))
        plan = _plan(setting, task, agent.command(situation), snapshot, paths, gateway.control if gateway else None)
        plan = replace(plan, died_before=died_before, mounts={**plan.mounts, **mounts}, env={**plan.env, **own})
        if task.config.network is not None:
            egress = held.enter_context(open_egress(task.config.network.allow, paths.egress_log))
            plan = replace(plan, egress=egress, env={**variables(), **plan.env})
        paths.state.mkdir(parents=True)
        limit = task.config.agent.timeout_sec + _SERVICES_SEC
        try:
            result: AttemptResult = run_in_cell(attempt, plan, on_event=notify, cancel=cancel, timeout_sec=limit)
        except CancelledError:
            if setting.cancel.is_set():
                raise
            raise InfraError("the gateway died while the agent worked") from None
    end_if_abandoned(agent, result.run, setting.cancel)
    if isinstance(agent, Human):
        write_session(agent, situation, spec, paths)
    for work in paths.state.glob("*.work"):
        remove_tree(work)
    return result


def _plan(
    setting: Setting, task: Task, command: Command, snapshot: Snapshot, paths: TrialPaths, gateway: Path | None
) -> AttemptPlan:
    installed = {target: layer.folder(setting.home) for target, layer in command.layers.items()}
    runtimes = {target: path for layer in command.layers.values() for target, path in layer.runtime().items()}
    return AttemptPlan(
        argv=command.argv,
        env={**setting.harness.env, **command.env},
        mounts={**setting.harness.mounts, **runtimes, **installed, **command.mounts},
        layers=start_layers(snapshot, task.config.services),
        state=paths.state,
        agent_log=paths.agent_log,
        service_logs=paths.service_logs,
        limits=task.config.agent,
        files=command.files,
        keeps=command.keeps,
        kept=paths.agent_files,
        stop=(command.stop, command.grace_sec),
        gateway=gateway,
    )


def grade_state(
    setting: Setting,
    task: Task,
    snapshot: Snapshot,
    paths: TrialPaths,
    record: TrialRecord,
    notify: Notify,
    *,
    all_gates: bool = False,
) -> Verdict:
    """Grade the frozen state in ``paths`` and add the verdict to its folder."""
    services = task.config.services
    with ExitStack() as held:
        reference = None
        if task.config.verifier.reference:
            reference = held.enter_context(_take_reference(setting, task, snapshot, notify))
        evidence = Evidence(
            config=task.config,
            attempt=Attempt(record.status, record.exit_code, record.reason),
            tooling=setting.tooling,
            frozen=frozen_layers(snapshot, paths.state, services),
            starting=start_layers(snapshot, services),
            reference=reference,
            shipped=snapshot.workspace,
            scratch=paths.scratch,
        )
        verdict = grade(task, evidence, all_gates=all_gates, on_event=notify, cancel=setting.cancel)
    paths.verdicts.mkdir(exist_ok=True)
    write_atomically(paths.next_verdict(), verdict.model_dump_json(indent=2))
    return verdict


@contextmanager
def _take_reference(setting: Setting, task: Task, snapshot: Snapshot, notify: Notify) -> Iterator[LayeredState]:
    """Hold the state that the reference solution leaves on this snapshot, building it the first time."""

    def build(folder: Path) -> None:
        notify(f"building the reference state of {task.ref} (once)")
        spec = TrialSpec(
            task=task.ref,
            agent="oracle",
            harness=setting.harness.name,
            prompt=PromptVariant.BASELINE,
            repeat=1,
        )
        paths = TrialPaths(folder, "reference")
        result = _attempt(setting, task, Oracle(), spec, snapshot, paths, notify)
        judged = judge_program(result.run)
        if judged.status is not Status.OK:
            log = paths.agent_log.with_suffix(".err").read_text(errors="replace")[-600:]
            raise UserError(f"{task.solution}/solve.sh: {judged.reason}: {log}")

    digest = f"{snapshot.build}-{digest_task(task).solution[:16]}-{setting.harness.digest[:8]}"
    with setting.snapshots.take(digest, f"{task.ref} (reference)", build) as reference:
        yield frozen_layers(snapshot, TrialPaths(reference.folder, "reference").state, task.config.services)


def _commit(job: Path, spec: TrialSpec, paths: TrialPaths, finished: Finished) -> Finished:
    write_atomically(paths.record, finished.record.model_dump_json(indent=2))
    paths.folder.rename(TrialPaths(job, spec.id).folder)
    return finished
