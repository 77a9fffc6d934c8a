"""Grades an agent's output, during the trial or later, and adds the verdict to the trial."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack, nullcontext

from headwater.grading import AgentExit, GradingInputs, LayeredState, make_verdict
from headwater.records import CheckRecord, ControlState, FileReads, Gate, Kind, Outcome, TrialRecord, Verdict
from headwater.snapshots import Snapshot
from headwater.suites import policy_of
from headwater.tasks import Task
from headwater.trials._digest_checks import digest_checks
from headwater.trials._grade import Control, grade
from headwater.trials._host import HostWatch
from headwater.trials._paths import TrialPaths, frozen_layers, start_layers
from headwater.trials._ready import take_reference
from headwater.trials._setting import Notify, Setting
from headwater.trials._workload import read_events
from headwater.trials._write import write_atomically


def grade_state(
    setting: Setting,
    task: Task,
    snapshot: Snapshot,
    paths: TrialPaths,
    record: TrialRecord,
    notify: Notify,
    host: HostWatch,
    *,
    all_gates: bool = False,
) -> Verdict:
    """Grade the frozen state in ``paths`` and add the verdict to the trial's folder.

    Raises:
        NoRoomError: A check failed, and other processes had filled a file system while ``host`` watched it. The check
            may have failed because of that, so there is no verdict.
    """
    services, requested = task.config.services, setting.requested(task.config)
    with ExitStack() as stack:
        reference = None
        if task.config.verifier.reference:
            reference = stack.enter_context(take_reference(setting, task, snapshot, notify))
        inputs = GradingInputs(
            config=task.config,
            attempt=AgentExit(record.status, record.exit_code, record.reason),
            tooling=setting.tooling(task.config),
            frozen=frozen_layers(snapshot, paths.state, services, requested),
            starting=start_layers(snapshot, services, requested),
            reference=reference,
            shipped=snapshot.workspace,
            scratch=paths.scratch,
            policy=policy_of(task.config.suite),
            reads=_reads(paths),
            workload=read_events(paths.workload),
        )
        control = _control(setting, task, snapshot, reference, notify)
        verdict = grade(task, inputs, control, all_gates=all_gates, on_event=notify, cancel=setting.cancel)
    if not all(check.passed for check in verdict.checks):
        host.check_room()
    paths.verdicts.mkdir(exist_ok=True)
    write_atomically(paths.next_verdict(), verdict.model_dump_json(indent=2))
    return verdict


def _reads(paths: TrialPaths) -> FileReads | None:
    return FileReads.model_validate_json(paths.reads.read_bytes()) if paths.reads.is_file() else None


def _control(
    setting: Setting, task: Task, snapshot: Snapshot, reference: LayeredState | None, notify: Notify
) -> Control:
    """Return the state on which broken checks are repeated.

    This is the reference state if there is one, because the checks need it anyway.
    """

    def take() -> AbstractContextManager[LayeredState]:
        if task.config.verifier.control is ControlState.START:
            return nullcontext(start_layers(snapshot, task.config.services, setting.requested(task.config)))
        return nullcontext(reference) if reference else take_reference(setting, task, snapshot, notify)

    return Control(task.config.verifier.control, take)


def has_state(paths: TrialPaths) -> bool:
    """Return whether the agent's output still exists. Without it, overlays would show the starting state."""
    return (paths.state / "workspace").is_dir()


def fail_state(task: Task, paths: TrialPaths, reason: str) -> Verdict:
    """Add a verdict without cleared gates, for a state that the agent made impossible to grade."""
    check = CheckRecord(
        name="state_can_be_graded",
        gate=Gate.FUNCTIONAL,
        kind=Kind.CORE,
        outcome=Outcome.FAILED,
        message=reason,
        duration_sec=0,
    )
    verdict = make_verdict({Gate.FUNCTIONAL: [check]})
    verdict = verdict.model_copy(update={"checks_digest": digest_checks(task)})
    write_atomically(paths.next_verdict(), verdict.model_dump_json(indent=2))
    return verdict
