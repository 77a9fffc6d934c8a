"""Opens the job of a proof, which the same command continues, and later repeats for what has changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import headwater
from headwater import harnesses
from headwater.agents import find_agent
from headwater.caches import home
from headwater.errors import AlreadyExistsError, DamagedError, InvalidFileError, JobBusyError
from headwater.grading import digest_code
from headwater.jobs._folder import JobFolder
from headwater.jobs._progress import Progress
from headwater.locks import exclusive_if_free
from headwater.records import JobConfig
from headwater.snapshots import start_digest
from headwater.tasks import Task, digest_task
from headwater.trials import Finished, digest_checks, write_atomically

_DIGESTS = "proof.json"
_PACKAGE = Path(headwater.__file__).parent
_CODE = tuple(_PACKAGE / name for name in ("agents", "sandbox", "snapshots", "trials"))
"""The code on which each trial depends, besides the code of grading."""


def open_proof(
    folder: Path, config: JobConfig, tasks: Sequence[Task], all_gates_of: Collection[str], progress: Progress
) -> tuple[JobFolder, list[Finished]]:
    """Create the job of a proof, or continue the proof in a folder, and return the trials there that still count.

    A trial counts if it has a verdict, and if nothing has changed since it ran: its task with the checks and the
    solution, its starting state, its harness, the files of its alternative, counterfeit or attack, and the code that
    runs and grades trials.

    Args:
        folder: The folder of the job.
        config: The configuration of the job, which replaces that of an earlier command.
        tasks: The tasks to prove. Trials of other tasks in the folder are kept for a later command.
        all_gates_of: The agents whose trials count only if all gates were graded.
        progress: Receives messages.

    Raises:
        AlreadyExistsError: The folder contains another kind of job.
        JobBusyError: Another process is running the job.
        InvalidFileError: The digests in the folder are damaged.
    """
    job, digests = JobFolder(folder), _digests(tasks, config, progress)
    if not job.exists:
        job = JobFolder.create(folder, config)
        _write(job, digests)
        return job, []
    with exclusive_if_free(job.lock) as free:
        if not free:
            raise JobBusyError("another Headwater is running this job", where=folder)
        before = _read(job)
        for ref in digests:
            if before.get(ref) != digests[ref]:
                job.forget_task(ref)
        job.replace(config)
        _write(job, {**before, **digests})
        return job, list(_usable(job, tasks, all_gates_of, progress))


def _digests(tasks: Sequence[Task], config: JobConfig, progress: Progress) -> dict[str, str]:
    names = {spec.harness for spec in config.trials}
    built = {name: harnesses.prepare(name, home(), progress.message).digest for name in sorted(names)}
    code = digest_code(_CODE)
    found = {}
    for task in tasks:
        parts, used = digest_task(task), {spec.harness for spec in config.trials if spec.task == task.ref}
        own = [parts.task, parts.checks, parts.solution, start_digest(task), digest_checks(task), code]
        text = "\0".join([*own, *(built[name] for name in sorted(used))])
        found[task.ref] = hashlib.sha256(text.encode()).hexdigest()
    return found


def _usable(job: JobFolder, tasks: Sequence[Task], all_gates_of: Collection[str], progress: Progress) -> list[Finished]:
    kept, by_ref = [], {task.ref: task for task in tasks}
    for trial in list(job.trials()):
        if isinstance(trial, DamagedError):
            progress.message(f"{trial.problem}; the trial runs again")
            job.forget(trial.trial)
        elif _counts(trial, all_gates_of) and _has_same_agent(trial, by_ref[trial.record.spec.task]):
            kept.append(trial)
        else:
            job.forget(trial.record.spec.id)
    return kept


def _has_same_agent(trial: Finished, task: Task) -> bool:
    record = trial.record
    return record.digests is not None and record.digests.agent == find_agent(record.spec.agent, task).digest(task)


def _counts(trial: Finished, all_gates_of: Collection[str]) -> bool:
    if not trial.record.status.is_evidence or trial.verdict is None:
        return False
    # `headwater resume` grades such trials only up to the first gate that does not clear.
    later = trial.verdict.gates[trial.verdict.gates_cleared + 1 :]
    is_whole = not later or any(gate.checks for gate in later)
    return is_whole or trial.record.spec.agent not in all_gates_of


def _read(job: JobFolder) -> Mapping[str, str]:
    path = job.folder / _DIGESTS
    if not path.is_file():
        raise AlreadyExistsError(
            "contains a job that is no proof", where=f"--out {job.folder}", fix="choose another folder"
        )
    try:
        found = json.loads(path.read_bytes())
    except ValueError as error:
        raise InvalidFileError("is not JSON", where=path, fix=f"remove {job.folder}") from error
    if not isinstance(found, dict):
        raise InvalidFileError("is no object", where=path, fix=f"remove {job.folder}")
    return found


def _write(job: JobFolder, digests: Mapping[str, str]) -> None:
    write_atomically(job.folder / _DIGESTS, json.dumps(digests, indent=2, sort_keys=True))
