"""Provides the starting state and the reference state of a trial, which are built on first use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from headwater.agents import Oracle
from headwater.errors import BrokenTaskError, CancelledError, HeadwaterError, UserError
from headwater.grading import LayeredState
from headwater.records import PromptVariant, Status, TrialSpec
from headwater.sandbox import run_in_cell
from headwater.snapshots import Snapshot, build_start, start_digest
from headwater.tasks import Task, digest_task
from headwater.trials._judge import judge_program
from headwater.trials._paths import TrialPaths, frozen_layers
from headwater.trials._run_agent import run_agent
from headwater.trials._setting import Notify, NotPreparedError, NotReadyError, Ready, Setting

_BUILD_SEC = 1800.0


def take_start(setting: Setting, task: Task, notify: Notify) -> AbstractContextManager[Snapshot]:
    """Return a context manager that locks the task's starting state, building it on first use.

    Raises:
        BrokenTaskError: A seed failed.
        NotReadyError: The state could not be built for another reason.
    """

    def build(folder: Path) -> None:
        notify(f"building the starting state of {task.ref} (once)")
        run_in_cell(
            build_start, task, folder, setting.home, on_event=notify, cancel=setting.cancel, timeout_sec=_BUILD_SEC
        )

    return locked_snapshot(setting.snapshots.take(start_digest(task), task.ref, build))


@contextmanager
def locked_snapshot(taking: AbstractContextManager[Snapshot]) -> Iterator[Snapshot]:
    """Yield a locked snapshot, and convert errors. No agent can cause errors before a snapshot is ready."""
    with ExitStack() as stack:
        try:
            snapshot = stack.enter_context(taking)
        except (CancelledError, NotPreparedError):
            raise
        except UserError as error:
            raise BrokenTaskError(error.what, where=error.where, fix=error.fix) from error
        except HeadwaterError as error:
            raise NotReadyError(error.what, where=error.where, fix=error.fix) from error
        except Exception as error:
            raise NotReadyError(str(error) or type(error).__name__) from error
        yield snapshot


@contextmanager
def take_reference(setting: Setting, task: Task, snapshot: Snapshot, notify: Notify) -> Iterator[LayeredState]:
    """Yield the state that the reference solution leaves on this snapshot, locked and built on first use."""

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

    # The solution runs with the tools of the harness, so the reference state depends on both.
    digest = f"{snapshot.build}-{digest_task(task).solution[:16]}-{setting.harness.digest[:8]}"
    taking = setting.snapshots.take(digest, f"{task.ref} (reference)", build)
    with locked_snapshot(taking) as reference:
        notify(Ready("reference", reference.wait_sec, reference.build_sec))
        state = TrialPaths(reference.folder, "reference").state
        yield frozen_layers(snapshot, state, task.config.services, setting.requested(task.config))
