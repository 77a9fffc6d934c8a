"""Runs one trial, from the snapshot through the agent and grading to the record.

Two cells run one after the other. When the first ends, every process of the agent is dead and its changes are in
``state/``. The second grades copies of that state. Regrading repeats only the second.
"""

from __future__ import annotations

import errno
import itertools
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from headwater import __version__
from headwater.agents import Agent, ModelAgent, find_agent
from headwater.errors import BrokenTaskError, CancelledError, NoRoomError, UserError
from headwater.records import Digests, GatewayOutcome, Status, TrialRecord, TrialSpec, Verdict
from headwater.sandbox import remove_tree
from headwater.snapshots import Snapshot
from headwater.tasks import Task, digest_task, digest_text
from headwater.trials._attempt import AgentMayRun, AttemptResult
from headwater.trials._faults import Consequence, Faulted, Faults, describe
from headwater.trials._host import HostWatch
from headwater.trials._judge import AgentOutcome, ProgramEnd
from headwater.trials._paths import TrialPaths
from headwater.trials._person import given_commands
from headwater.trials._phases import Phases
from headwater.trials._prepared import take_prepared
from headwater.trials._ready import take_start
from headwater.trials._run_agent import judge_agent, remove_work, run_agent
from headwater.trials._setting import Finished, Notify, NotReadyError, Ready, Setting
from headwater.trials._verdict import fail_state, grade_state, has_state
from headwater.trials._write import write_atomically

_Value = TypeVar("_Value")


def run_trial(
    setting: Setting, job: Path, task: Task, spec: TrialSpec, notify: Notify, *, all_gates: bool = False
) -> Finished:
    """Run and grade one trial and write its folder atomically.

    Any fault belongs to the trial, and ``_faults`` decides its consequence.

    Raises:
        BrokenTaskError: The task itself is broken, for example a seed.
        CancelledError: The job was interrupted. No part of the trial is kept.
        NoRoomError: A file system is full, and this trial did not fill it. No part of the trial is kept.
        UserError: The agent cannot be started with the user's options.
    """
    return _TrialRun(setting, job, task, spec, notify, all_gates).run()


class _AgainError(Exception):
    """This attempt is over, and another one follows."""


class _ExcludedError(Exception):
    """This attempt was the last, and the trial is excluded."""


class _TrialRun:
    def __init__(
        self, setting: Setting, job: Path, task: Task, spec: TrialSpec, notify: Notify, all_gates: bool
    ) -> None:
        self._setting = setting
        self._job = job
        self._task = task
        self._limited = setting.limited(task)
        self._spec = spec
        self._progress = notify
        self._all_gates = all_gates
        self._paths = TrialPaths(job, spec.id, partial=True)
        self._started_at = datetime.now(UTC)
        self._faults = Faults()
        job.mkdir(parents=True, exist_ok=True)
        self._host = self._watch()
        self._phases = Phases()
        self._digests: Digests | None = None
        self._preparation: GatewayOutcome | None = None
        self._may_have_run = False

    def run(self) -> Finished:
        """Attempt the trial until it has a record."""
        try:
            for number in itertools.count(1):
                finished = self._attempt()
                if finished is not None:
                    return self._commit(finished, number)
        except BaseException:
            self._paths.discard()
            raise
        raise AssertionError("attempts do not end by themselves")

    def _attempt(self) -> Finished | None:
        """Run one attempt from the starting state to the verdict. Return None if the trial must run again."""
        self._paths.discard()
        self._paths.folder.mkdir(parents=True)
        self._phases = Phases()
        self._digests = None
        self._preparation = None
        self._isolation = self._setting.isolation
        self._may_have_run = False
        with self._watch() as self._host:
            return self._live_or_faulted()

    def _watch(self) -> HostWatch:
        return HostWatch(self._job, self._setting.home, self._paths.folder)

    def _live_or_faulted(self) -> Finished | None:
        try:
            return self._live()
        except (CancelledError, BrokenTaskError, NoRoomError):
            raise
        except _AgainError:
            return None
        except _ExcludedError:
            return self._excluded()
        except Exception as error:
            if isinstance(error, UserError) and not self._may_have_run:
                raise  # for example, a cassette is missing
            match self._note(error):
                case Consequence.AGAIN:
                    return None
                case Consequence.EXCLUDED:
                    return self._excluded()
                case Consequence.COUNTS:
                    return Finished(self._record(_counted(self._counts)), self._fail(self._counts))

    def _excluded(self) -> Finished:
        return Finished(self._record(AgentOutcome(Status.INFRA_ERROR, self._faults.reason)), None)

    @property
    def _counts(self) -> str:
        return f"{self._faults.reason} (twice, after the agent's start)"

    def _live(self) -> Finished:
        agent = given_commands(find_agent(self._spec.agent, self._task), self._setting.commands)
        with take_start(self._setting, self._task, self._notify) as snapshot:
            ready = Ready("start", snapshot.wait_sec, snapshot.build_sec)
            self._phases.ready(ready)
            self._progress(ready)  # trials that wait for this state can start
            self._digests = Digests(
                task=digest_task(self._task).task,
                harness=self._setting.harness.digest,
                agent=agent.digest(self._task),
                prompt=digest_text(self._task.instruction(self._spec.prompt)),
                snapshot=snapshot.build,
            )
            with take_prepared(self._setting, self._task, agent, snapshot, self._notify) as prepared:
                self._phases.lap("snapshot")
                result = self._run_agent(prepared, agent, snapshot)
            self._host.check_room()
            judged = self._or_counts(lambda: judge_agent(agent, result.run, self._paths), _counted)
            record = self._record(judged, result.run.exit_code)
            self._phases.extend(result.phases)
            finished = Finished(record, None)
            if record.status.is_evidence:
                finished = self._graded(record, snapshot)
            self._phases.lap("grading")
        self._keep(agent)
        return replace(finished, record=finished.record.model_copy(update={"phases": self._phases.all()}))

    def _run_agent(self, setting: Setting, agent: Agent, snapshot: Snapshot) -> AttemptResult:
        """Run the agent. If a fault ended the run and the trial counts, return a result for the interrupted run."""
        result = self._or_counts(
            lambda: run_agent(
                setting,
                self._limited,
                agent,
                self._spec,
                snapshot,
                self._paths,
                self._notify,
                faulted_before=self._faults.agent_had_one,
            ),
            lambda reason: AttemptResult(ProgramEnd(_broken(reason), None), ()),
        )
        remove_work(self._paths)
        self._isolation = tuple(dict.fromkeys((*self._isolation, *result.weaknesses)))
        if result.service_death is None:
            return result
        service_death = result.service_death

        # The death is raised inside ``_or_counts``, so that it has the same consequences as any other fault.
        def die() -> AttemptResult:
            raise service_death

        return self._or_counts(
            die, lambda reason: replace(result, run=replace(result.run, broken=result.run.broken or _broken(reason)))
        )

    def _graded(self, record: TrialRecord, snapshot: Snapshot) -> Finished:
        """Grade the agent's output. If grading fails repeatedly, return a verdict in which the agent failed."""

        def grade() -> Finished:
            try:
                verdict = grade_state(
                    self._setting,
                    self._task,
                    snapshot,
                    self._paths,
                    record,
                    self._notify,
                    self._host,
                    all_gates=self._all_gates,
                )
            except NoRoomError:
                raise
            # The cause is the checks file or an engine. Errors that a check raises are in that check's record.
            except UserError as error:
                raise BrokenTaskError(error.what, where=error.where, fix=error.fix) from error
            return Finished(record, verdict)

        def fail(reason: str) -> Finished:
            status = Status.AGENT_ERROR if record.status is Status.OK else record.status
            counted = record.model_copy(update={"status": status, "reason": record.reason or reason})
            return Finished(counted, self._fail(reason))

        if not has_state(self._paths):
            return fail("nothing is left of what the agent did")
        return self._or_counts(grade, fail)

    def _fail(self, reason: str) -> Verdict:
        try:
            return fail_state(self._task, self._paths, reason)
        except OSError as error:
            self._make_room(error)
            return fail_state(self._task, self._paths, reason)

    def _or_counts(self, do: Callable[[], _Value], counted: Callable[[str], _Value]) -> _Value:
        """Call ``do``. If it fails with a fault that counts against the agent, return the result of ``counted``."""
        try:
            return do()
        except (CancelledError, BrokenTaskError, NotReadyError, NoRoomError):
            raise
        except Exception as error:
            if not self._may_have_run:
                raise
            consequence = self._note(error)
            if consequence is Consequence.AGAIN:
                raise _AgainError from error
            if consequence is Consequence.EXCLUDED:
                raise _ExcludedError from error
            return counted(self._counts)

    def _note(self, error: Exception) -> Consequence:
        # States that trials share are also built after the agent's run, but no agent can influence them.
        after_start = self._may_have_run and not isinstance(error, NotReadyError)
        consequence = self._faults.note(error, self._host, after_start=after_start)
        self._progress(Faulted(describe(error), is_last=consequence is not Consequence.AGAIN))
        return consequence

    def _notify(self, event: Any) -> None:
        if isinstance(event, AgentMayRun):
            self._may_have_run = event.may
        elif isinstance(event, Ready):
            self._phases.ready(event)
            self._preparation = event.model or self._preparation
            if event.digest is not None and self._digests is not None:
                self._digests = self._digests.model_copy(update={"prepared": event.digest})
        else:
            self._progress(event)

    def _record(self, judged: AgentOutcome, exit_code: int | None = None) -> TrialRecord:
        return TrialRecord(
            spec=self._spec,
            status=judged.status,
            reason=judged.reason,
            started_at=self._started_at,
            exit_code=exit_code,
            timeout_sec=self._limited.config.agent.timeout_sec,
            digests=self._digests,
            isolation=self._isolation,
            headwater_version=__version__,
            model=judged.outcome,
            preparation=self._preparation,
            report=judged.report,
            disagreements=judged.disagreements,
        )

    def _keep(self, agent: Agent) -> None:
        """Write a trial's other files. Faults are only recorded, because these files do not affect the verdict."""
        if not isinstance(agent, ModelAgent):
            return
        from headwater.trials._model import keep_recording, write_trajectory_of

        steps: tuple[Callable[[], None], ...] = (
            lambda: keep_recording(self._setting.models, agent, self._spec, self._paths.wire_log),
            lambda: write_trajectory_of(agent, self._spec, self._paths),
        )
        for step in steps:
            try:
                step()
            except Exception as error:  # noqa: BLE001 - it is written down, and the trial has its verdict
                self._faults.mention(error, "after grading")
                self._progress(f"{self._spec.id}: {describe(error)}")

    def _commit(self, finished: Finished, attempts: int) -> Finished:
        record = finished.record.model_copy(update={"attempts": attempts, "faults": tuple(self._faults.records)})
        if self._host.is_short():  # this trial's state filled the disk, and the next trial would find no room
            self._give_up_state()
        try:
            self._write(record)
        except OSError as error:
            self._make_room(error)
            self._write(record)
        self._paths.folder.rename(TrialPaths(self._job, self._spec.id).folder)
        return replace(finished, record=record)

    def _write(self, record: TrialRecord) -> None:
        self._faults.write(self._paths.faults)
        write_atomically(self._paths.record, record.model_dump_json(indent=2))

    def _make_room(self, error: OSError) -> None:
        """Remove the frozen state if it leaves too little room for a record."""
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise error
        self._host.check_room()
        self._give_up_state()

    def _give_up_state(self) -> None:
        """Remove the frozen state, because it fills the file system. Without it, the trial cannot be regraded."""
        remove_tree(self._paths.state)
        self._progress(f"{self._spec.id}: its state fills the disk and was not kept")


def _broken(reason: str) -> tuple[Status, str]:
    return Status.AGENT_ERROR, reason


def _counted(reason: str) -> AgentOutcome:
    return AgentOutcome(Status.AGENT_ERROR, reason)
