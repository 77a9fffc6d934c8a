"""Makes the page of a trial: its verdict, trace, changes, logs and record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeVar

from headwater.errors import UserError
from headwater.jobs import JobFolder
from headwater.plurals import counted
from headwater.records import CheckRecord, FileReads, Gate, Verdict
from headwater.report import _places
from headwater.report._changes import WorkspaceChanges, read_changes
from headwater.report._chunks import chunk
from headwater.report._files import read_end
from headwater.report._format import NONE, money, number
from headwater.report._jobs import Tasks
from headwater.report._render import PageRenderer
from headwater.report._trace import read_trace
from headwater.results import Row
from headwater.suites import all_suites
from headwater.tasks import Alternative, Counterfeit, Task, digest_task
from headwater.trials import Finished, TrialPaths

QUESTIONS = {
    Gate.FUNCTIONAL: "it runs, and what was asked for exists",
    Gate.CORRECT: "it holds exactly what it should",
    Gate.ROBUST: "it survives a second run, late and bad data, a lost database",
    Gate.PERFORMANT: "the user's own queries are fast",
    Gate.PRODUCTION: "a reviewer would merge it",
}
_LOG_BYTES = 32 << 10
_OPEN_LOG_BYTES = 4 << 10
_PHASE_WIDTH = 100
_MOST_READS = 200
_Solution = TypeVar("_Solution", Counterfeit, Alternative)


class Neighbours(NamedTuple):
    """The paths of the previous and next trials' pages. A path is None if there is no such trial."""

    before: str | None
    after: str | None


@dataclass(frozen=True)
class _GateView:
    name: str
    question: str
    state: str
    words: str
    checks: tuple[CheckRecord, ...]


@dataclass(frozen=True)
class _LogView:
    name: str
    text: str
    size: int
    shown: int
    is_open: bool

    @property
    def cut(self) -> bool:
        return self.shown < self.size


@dataclass(frozen=True)
class _PhaseView:
    name: str
    seconds: float
    start: float
    width: float


@dataclass(frozen=True)
class TrialPlace:
    """A trial, with all the data that its page needs. It is kept small, because it is sent to a worker process.

    Attributes:
        job: The label of the job.
        task: The task's folder, or None if the job does not know it.
    """

    job: str
    folder: JobFolder
    task: str | None
    row: Row
    neighbours: Neighbours

    @property
    def page(self) -> str:
        """The path of the trial's page."""
        return _places.trial_page(self.job, self.row.trial)

    @property
    def trace(self) -> str:
        """The path of the chunk with the trial's trajectory."""
        return _places.trace_chunk(self.job, self.row.trial)


class TrialPages:
    """Renders the pages of trials from the trials' folders. Trials are independent, so processes can share the work."""

    def __init__(self, renderer: PageRenderer) -> None:
        self._renderer = renderer
        self._tasks = Tasks()

    def page(self, trial: TrialPlace) -> bytes:
        """Return a finished trial's page or, if the trial's record has since been damaged, a page that reports this."""
        row = trial.row
        try:
            finished = trial.folder.read(row.trial)
        except UserError as error:
            return self._damaged(trial, error)
        task = self._tasks.find(trial.task)
        paths = trial.folder.paths(row.trial)
        verdict = finished.verdict
        return self._renderer.page(
            "trial.html",
            trial.page,
            "Trials",
            row=row,
            job=trial.job,
            title=task.config.title if task else row.task,
            task_place=_places.task_page(row.task),
            before=trial.neighbours.before,
            after=trial.neighbours.after,
            verdict=verdict,
            gates=_gates(verdict) if verdict else (),
            trace=trial.trace if paths.trajectory.is_file() else None,
            no_trace=_no_trace(row),
            counterfeit=_applied(row, "counterfeit", task.counterfeits if task else ()),
            alternative=_applied(row, "alternative", task.alternatives if task else ()),
            **_changes(finished, task, paths),
            reads=_reads(paths),
            most_reads=_MOST_READS,
            logs=list(_logs(paths)),
            phases=list(_phases(finished)),
            usage=_usage(row),
            provenance=_provenance(finished),
        )

    def trace(self, trial: TrialPlace) -> bytes | None:
        """Return the chunk that contains a trial's trajectory, or None if the trial has none."""
        text = read_trace(trial.folder.paths(trial.row.trial))
        return None if text is None else chunk(self._renderer.redact(text))

    def _damaged(self, trial: TrialPlace, error: UserError) -> bytes:
        sentence = str(error).replace(f"{trial.folder.folder}/", "")
        return self._renderer.page("sentence.html", trial.page, "Trials", title=trial.row.trial, sentences=[sentence])


def _reads(paths: TrialPaths) -> FileReads | None:
    """Return which of the task's data files the agent opened, or None if the task has no data."""
    return FileReads.model_validate_json(paths.reads.read_bytes()) if paths.reads.is_file() else None


def _gates(verdict: Verdict) -> list[_GateView]:
    views = []
    for index, gate in enumerate(verdict.gates):
        passed = sum(check.passed for check in gate.checks)
        of_checks = f"{passed} of {counted(len(gate.checks), 'check')}"
        if index < verdict.gates_cleared:
            state, words = "cleared", of_checks if gate.checks else "no checks"
        elif index == verdict.gates_cleared:
            state, words = "stopped", f"stopped here: {of_checks}"
        elif gate.checks:
            state, words = "beyond", f"does not count: {of_checks}"
        else:
            state, words = "unreached", "not reached"
        views.append(_GateView(gate.gate.value, QUESTIONS[gate.gate], state, words, gate.checks))
    return views


def _applied(row: Row, kind: str, solutions: Sequence[_Solution]) -> _Solution | None:
    """Return which of the given solutions this trial applied, or None if it applied none of them."""
    return next((each for each in solutions if row.agent == f"{kind}:{each.name}"), None)


def _no_trace(row: Row) -> str:
    if row.status == "infra_error":
        return "The machine failed before there was anything to record."
    if row.model is None:
        return "This agent has no model, so there is no conversation to show."
    return "There is no trajectory: the agent called no model, or its log could not be read."


def _changes(finished: Finished, task: Task | None, paths: TrialPaths) -> dict[str, object]:
    upper = paths.state / "workspace"
    note, shipped = "", None
    digests = finished.record.digests
    if task is None:
        note = "The task's folder no longer exists, so complete files are shown instead of changes."
    elif digests is not None and _digest(task) != digests.task:
        note = "The task has changed since this trial, so complete files are shown instead of changes."
    else:
        shipped = task.workspace
    has_state = upper.is_dir()
    found = read_changes(upper, shipped) if has_state else WorkspaceChanges()
    missing = "The agent changed no file." if has_state else "The frozen workspace is not in the trial's folder."
    return {"changes": found, "changes_note": note if found.files else "", "no_changes": missing}


@cache
def _digest(task: Task) -> str:
    return digest_task(task).task


def _logs(paths: TrialPaths) -> Iterator[_LogView]:
    agent = paths.agent_log
    paths_by_title = [("agent: stdout", agent), ("agent: stderr", agent.with_suffix(".err"))]
    paths_by_title.append(("connections beyond the sandbox", paths.egress_log))
    if paths.service_logs.is_dir():
        paths_by_title += [(path.name, path) for path in sorted(paths.service_logs.iterdir())]
    for name, path in paths_by_title:
        read = read_end(path, _LOG_BYTES)
        if read is not None and read.size:
            is_open = name.startswith("agent") and len(read.data) <= _OPEN_LOG_BYTES
            yield _LogView(name, read.text, read.size, len(read.data), is_open)


def _phases(finished: Finished) -> Iterator[_PhaseView]:
    phases = finished.record.phases
    total = sum(phase.seconds for phase in phases) or 1
    start = 0.0
    for phase in phases:
        width = _PHASE_WIDTH * phase.seconds / total
        yield _PhaseView(phase.name, phase.seconds, round(start, 2), round(max(width, 0.4), 2))
        start += width


def _usage(row: Row) -> list[tuple[str, str]]:
    if row.input_tokens is None and row.cost_usd is None:
        return []
    return [
        ("cost", money(row.cost_usd)),
        ("requests", number(row.turns)),
        ("input tokens", number(row.input_tokens)),
        ("… read from cache", number(row.cached_tokens)),
        ("… written to cache", number(row.cache_write_tokens)),
        ("output tokens", number(row.output_tokens)),
        ("… reasoning", number(row.reasoning_tokens)),
    ]


def _provenance(finished: Finished) -> list[tuple[str, str]]:
    record, verdict = finished.record, finished.verdict
    suite = record.spec.task.partition("/")[0]
    found = [
        ("started", f"{record.started_at:%Y-%m-%d %H:%M:%S} UTC"),
        ("exit code", NONE if record.exit_code is None else str(record.exit_code)),
        ("attempts", str(record.attempts)),
        ("headwater", record.headwater_version or NONE),
    ]
    digests = record.digests.model_dump() if record.digests else {}
    found += [(f"digest of {name}", value or NONE) for name, value in digests.items()]
    if verdict:
        found.append(("digest of checks", verdict.checks_digest or NONE))
        found += [(f"native: {name}", _native(suite, name, value)) for name, value in verdict.native.items()]
        found.append(("score by DEC Bench's code", f"{verdict.dec_bench_score:.4f}"))
    if record.isolation:
        found.append(("not isolated", "; ".join(record.isolation)))
    return found


def _native(suite: str, metric: str, value: float) -> str:
    """Format the value of a suite's own metric, with the metric's meaning if the suite is installed."""
    meaning = all_suites()[suite].metrics.get(metric) if suite in all_suites() else None
    return f"{value:g} ({meaning})" if meaning else f"{value:g}"
