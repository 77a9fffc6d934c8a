"""What a trial finds ready, made the first time: starting state, reference state, what a harness prepares."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from headwater.agents import Agent, ModelAgent, Oracle
from headwater.errors import BrokenTaskError, CancelledError, HeadwaterError, LayerError, UserError
from headwater.grading import LayeredState
from headwater.records import PromptVariant, Status, TrialSpec
from headwater.sandbox import remove_tree, run_in_cell
from headwater.snapshots import Snapshot, build_start, start_digest
from headwater.tasks import Task, digest_task
from headwater.trials._attempt import AgentMayRun
from headwater.trials._judge import judge_program
from headwater.trials._paths import TrialPaths, frozen_layers
from headwater.trials._prepare import Preparing, digest_of_made, kept
from headwater.trials._run_agent import run_agent
from headwater.trials._setting import NothingToPrepareError, Notify, NotReadyError, Ready, Setting
from headwater.untrusted import one_line

_BUILD_SEC = 1800.0
_PREPARED = "prepared"
_NOTHING_TO_DO = 2
"""The exit code of a preparation that finds nothing to prepare, and says so in a line on standard error."""


def take_start(setting: Setting, task: Task, notify: Notify) -> AbstractContextManager[Snapshot]:
    """Hold the task's starting state, building it the first time.

    Raises:
        BrokenTaskError: A seed failed.
        NotReadyError: It could not be built for another reason.
    """

    def build(folder: Path) -> None:
        notify(f"building the starting state of {task.ref} (once)")
        run_in_cell(
            build_start, task, folder, setting.home, on_event=notify, cancel=setting.cancel, timeout_sec=_BUILD_SEC
        )

    return _taken(setting.snapshots.take(start_digest(task), task.ref, build))


@contextmanager
def _taken(taking: AbstractContextManager[Snapshot]) -> Iterator[Snapshot]:
    """Take a snapshot; whatever goes wrong until it is there is not the doing of an agent."""
    with ExitStack() as held:
        try:
            snapshot = held.enter_context(taking)
        except (CancelledError, NothingToPrepareError):
            raise
        except UserError as error:
            raise BrokenTaskError(error.what, where=error.where, fix=error.fix) from error
        except HeadwaterError as error:
            raise NotReadyError(error.what, where=error.where, fix=error.fix) from error
        except Exception as error:
            raise NotReadyError(str(error) or type(error).__name__) from error
        yield snapshot


@contextmanager
def take_prepared(setting: Setting, task: Task, agent: Agent, snapshot: Snapshot, notify: Notify) -> Iterator[Setting]:
    """Give the setting in which a trial's sandbox has what its harness makes of this snapshot, made the first time.

    Raises:
        NothingToPrepareError: The task has nothing that the harness is about.
        NotReadyError: It could not be made.
    """
    harness = setting.harness
    preparation = harness.preparation
    if preparation is None or not isinstance(agent, ModelAgent):  # nobody else is given the harness's servers
        yield setting
        return

    def progress(event: object) -> None:
        if not isinstance(event, AgentMayRun):  # what runs is not the agent
            notify(event)

    def build(folder: Path) -> None:
        notify(f"preparing {task.ref} for harness {harness.name} (once)")
        paths = TrialPaths(folder, _PREPARED)
        spec = TrialSpec(task=task.ref, agent="nop", harness=harness.name, prompt=PromptVariant.BASELINE, repeat=1)
        result = run_agent(setting, task, Preparing(preparation), spec, snapshot, paths, progress)
        judged = judge_program(result.run)
        if judged.status is not Status.OK:
            log = paths.agent_log.with_suffix(".err").read_text(errors="replace")[-600:]
            if result.run.exit_code == _NOTHING_TO_DO:
                raise NothingToPrepareError(one_line(log), where=f"{task.ref}: harness {harness.name}")
            raise LayerError(f"harness {harness.name} could not be prepared: {judged.reason}: {log}", where=task.ref)
        remove_tree(paths.state)
        kept(paths).mkdir(parents=True, exist_ok=True)

    digest = f"{snapshot.build}-{_PREPARED}-{harness.digest[:8]}"
    taking = setting.snapshots.take(digest, f"{task.ref} (harness {harness.name})", build)
    with _taken(taking) as made:
        folder = kept(TrialPaths(made.folder, _PREPARED))
        notify(Ready("prepared", made.wait_sec, made.build_sec, digest_of_made(preparation, folder)))
        mounts = {**harness.mounts, preparation.target: folder}
        yield replace(setting, harness=replace(harness, mounts=mounts))


@contextmanager
def take_reference(setting: Setting, task: Task, snapshot: Snapshot, notify: Notify) -> Iterator[LayeredState]:
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
        result = run_agent(setting, task, Oracle(), spec, snapshot, paths, notify)
        judged = judge_program(result.run)
        if judged.status is not Status.OK:
            log = paths.agent_log.with_suffix(".err").read_text(errors="replace")[-600:]
            raise BrokenTaskError(f"{judged.reason}: {log}", where=f"{task.solution}/solve.sh")

    digest = f"{snapshot.build}-{digest_task(task).solution[:16]}-{setting.harness.digest[:8]}"
    taking = setting.snapshots.take(digest, f"{task.ref} (reference)", build)
    with _taken(taking) as reference:
        notify(Ready("reference", reference.wait_sec, reference.build_sec))
        state = TrialPaths(reference.folder, "reference").state
        yield frozen_layers(snapshot, state, task.config.services, setting.requested(task.config))
