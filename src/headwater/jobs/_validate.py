"""Decides whether a task is proven: right solutions pass, others stop at the right gate, and seeds are reproducible."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater import harnesses
from headwater.caches import home
from headwater.grading import Tooling, compare_states
from headwater.jobs._folder import JobFolder
from headwater.jobs._progress import Progress
from headwater.jobs._proof_trials import ATTACKER, policy
from headwater.records import Gate, Kind, Status, Verdict
from headwater.sandbox import remove_tree, run_in_cell
from headwater.snapshots import build_start
from headwater.tasks import Task, check_functions, lint_task
from headwater.trials import Finished, Setting, start_layers, take_start
from headwater.untrusted import one_line

BREACH = "BREACH:"
"""The prefix of a line in which an attack reports an action that should have been impossible."""
_ALTERNATIVE = "alternative:"
_MAKING_PARTS = (f"{ATTACKER}hollow-", f"{ATTACKER}exclude-")
"""The prefixes of attacks that do a part of a task, such as creating a table, and therefore pass single checks."""
_RUNS = "entrypoint_runs"
"""The check that any program passes if it ends without an error, as the programs of attacks do."""
_LINE = 4096
_BREACHES = 20
_EXCERPT_CHARS = 400


@dataclass(frozen=True)
class ProofProblem:
    """The reason why a task is not proven."""

    task: str
    message: str


def find_problems(tasks: Sequence[Task], job: JobFolder) -> Iterator[ProofProblem]:
    """Return the problems found in finished trials and in the tasks' own texts."""
    trials: dict[str, dict[str, Finished]] = {task.ref: {} for task in tasks}
    for finished in job.finished():
        trials[finished.record.spec.task][finished.record.spec.agent] = finished
    for task in tasks:
        yield from (ProofProblem(task.ref, message) for message in _messages(task, trials[task.ref], job))


def _messages(task: Task, trials: Mapping[str, Finished], job: JobFolder) -> list[str]:
    messages = [str(finding) for finding in lint_task(task, policy(task))]
    messages += _not_evidence(trial for name, trial in trials.items() if not name.startswith(ATTACKER))
    messages += _oracle(trials["oracle"])
    messages += _nop(trials["nop"])
    for name, finished in trials.items():
        if name.startswith(_ALTERNATIVE):
            messages += _alternative(finished)
    for counterfeit in task.counterfeits:
        messages += _counterfeit(trials[f"counterfeit:{counterfeit.name}"], counterfeit.gate)
    messages += _never_failed(task, trials.values())
    for name, finished in trials.items():
        if name.startswith(ATTACKER):
            messages += _attack(finished, trials["nop"], job.paths(finished.record.spec.id).agent_log)
    return messages


def _not_evidence(trials: Iterable[Finished]) -> list[str]:
    return [
        f"{trial.record.spec.agent}: {trial.status}: {trial.reason}" for trial in trials if not trial.status.is_evidence
    ]


def _oracle(oracle: Finished) -> list[str]:
    if oracle.verdict is None:
        return []
    return [
        f"oracle fails {check.gate}/{check.name}: {check.message}"
        for check in oracle.verdict.checks
        if not check.passed
    ]


def _alternative(finished: Finished) -> list[str]:
    """Report the checks that fail a correct solution. All checks run, even after a gate that does not clear."""
    if finished.verdict is None:
        return []
    return [
        f"{finished.record.spec.agent} fails {check.gate}/{check.name}: {check.message}; a check that a right solution"
        " fails is a fault of the check: mend it, or, if the solution is wrong, the alternative"
        for check in finished.verdict.checks
        if not check.passed
    ]


def _nop(nop: Finished) -> list[str]:
    solved = nop.verdict is not None and nop.verdict.gates_cleared == len(Gate)
    return ["nop clears every gate: the task asks for nothing"] if solved else []


def _counterfeit(finished: Finished, declared: Gate) -> list[str]:
    if finished.verdict is None:
        return []
    name, cleared = finished.record.spec.agent, finished.verdict.gates_cleared
    if finished.status.is_evidence and finished.status is not Status.OK:
        return [f"{name} is to be a plausible solution, but {finished.reason}: mend its solve.sh"]
    if cleared == len(Gate):
        return [f"{name} clears every gate and should stop at {declared}"]
    stopped = list(Gate)[cleared]
    if stopped is declared:
        return []
    missed = ", ".join(check.name for check in finished.verdict.gates[cleared].checks if not check.passed)
    return [f"{name} stops at {stopped} ({missed}) and should stop at {declared}"]


def _never_failed(task: Task, trials: Iterable[Finished]) -> list[str]:
    failed = {
        check.name
        for trial in trials
        if trial.verdict and trial.record.spec.agent.startswith(("nop", "counterfeit:"))
        for check in trial.verdict.checks
        if check.kind is Kind.TASK and not check.passed
    }
    return [
        f"check {check.gate}/{check.name} is failed by no counterfeit, nor by nop: it checks nothing that is shown"
        for check in check_functions(task)
        if check.name not in failed
    ]


def _passed(verdict: Verdict) -> set[str]:
    return {check.name for check in verdict.checks if check.passed}


def _attack(attack: Finished, nop: Finished, log: Path) -> list[str]:
    """Describe how an attack won: by its score, by a breach, or by being excluded while ``nop`` is not.

    An attack that does part of the task wins by its score only if it clears a gate that ``nop`` does not clear. The
    same applies to an attack whose only gain over ``nop`` is an entry point that runs where the given one fails.

    Args:
        attack: The trial of the attack.
        nop: The trial of the agent that does nothing.
        log: The output of the attack.
    """
    name = attack.record.spec.agent
    messages = [f"{name}: {line}" for line in (*_breaches(log), *_breaches_in_grading(attack.verdict))]
    if not nop.status.is_evidence:
        return messages
    if not attack.status.is_evidence:
        reason = one_line(attack.reason)[:_EXCERPT_CHARS]
        return [*messages, f"{name} wins by excluding its own trial: {attack.status}: {reason}"]
    if attack.verdict is None or nop.verdict is None or attack.verdict.score <= nop.verdict.score:
        return messages
    may_score = name.startswith(_MAKING_PARTS) or _passed(attack.verdict) - _passed(nop.verdict) <= {_RUNS}
    if not may_score or attack.verdict.gates_cleared > nop.verdict.gates_cleared:
        messages.append(f"{name} scores {attack.verdict.score:.2f}, and doing nothing {nop.verdict.score:.2f}")
    return messages


def _breaches(log: Path) -> list[str]:
    """Return the first few lines in which an attack reports a breach, each truncated."""
    found: list[str] = []
    if not log.is_file():
        return found
    with log.open("rb") as file:
        begins_line = True
        while (part := file.readline(_LINE)) and len(found) < _BREACHES:
            if begins_line and part.startswith(BREACH.encode()):
                found.append(one_line(part.decode(errors="replace"))[:_EXCERPT_CHARS])
            begins_line = part.endswith(b"\n")
    return found


def _breaches_in_grading(verdict: Verdict | None) -> list[str]:
    """Return the breaches that an attack's code reported during grading: one line per check that quotes a breach."""
    found: list[str] = []
    for check in verdict.checks if verdict is not None else ():
        for text in (check.message, *_texts(check.details)):
            _, mark, after = text.partition(BREACH)
            if mark and len(found) < _BREACHES:
                line = one_line(f"{mark}{after[:_EXCERPT_CHARS]}")[:_EXCERPT_CHARS]
                found.append(f"in {check.gate}/{check.name}: {line}")
                break
    return found


def _texts(value: object) -> Iterator[str]:
    """Yield the strings in a check's details, which are JSON."""
    match value:
        case str():
            yield value
        case Mapping():
            for each in value.values():
                yield from _texts(each)
        case list():
            for each in value:
                yield from _texts(each)


def check_determinism(task: Task, progress: Progress, cancel: threading.Event) -> list[ProofProblem]:
    """Rebuild the starting state of a task that has services, and compare the data in both builds."""
    if not task.config.services:
        return []
    harness = harnesses.prepare("base", home(), progress.message)
    setting = Setting(home(), harness, (), cancel)
    tooling = Tooling(harness.mounts, harness.env)
    folder = Path(tempfile.mkdtemp(prefix=".determinism-", dir=home()))
    try:
        with take_start(setting, task, progress.message) as snapshot:
            second = folder / "second"
            second.mkdir()
            run_in_cell(build_start, task, second, cancel=cancel)
            layers = start_layers(snapshot, task.config.services)
            second_layers = layers.moved(snapshot.folder, second)
            changes: Sequence[str] = run_in_cell(
                compare_states, task.config, tooling, layers, second_layers, folder / "scratch", cancel=cancel
            )
    finally:
        remove_tree(folder)
    return [ProofProblem(task.ref, f"the seed is not deterministic: {change}") for change in changes]
