"""Evaluate a task's checks on a frozen state, in a cell; one event as each starts and one as it ends."""

from __future__ import annotations

import importlib.util
import signal
import sys
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, NamedTuple

from headwater.errors import UserError
from headwater.grading._api import Check
from headwater.grading._core import core_checks
from headwater.grading._graded import Evidence, Graded
from headwater.grading._score import is_cleared
from headwater.records import CheckRecord, Gate, Kind, Outcome, TaskConfig
from headwater.sandbox import Emit, open_sandbox
from headwater.services import QueryError


class CheckStarted(NamedTuple):
    """Sent before a check runs."""

    gate: Gate
    kind: Kind
    name: str


class _CheckTimeoutError(Exception):
    pass


def evaluate(emit: Emit, checks_file: Path, evidence: Evidence, all_gates: bool) -> None:
    """Run the checks gate by gate and emit a ``CheckRecord`` for each.

    Args:
        emit: Takes ``CheckStarted`` and ``CheckRecord``.
        checks_file: The task's ``checks.py``: our own code, so it runs here.
        evidence: What to grade.
        all_gates: Go on after a gate that does not clear: to prove a task, not to grade an agent.
    """
    paths = [evidence.scratch, checks_file, evidence.shipped, *evidence.tooling.mounts.values()]
    sandbox = open_sandbox(paths)
    own = load_checks(checks_file)
    core = core_checks(evidence.config)
    graded = Graded(sandbox, evidence)
    for gate in Gate:
        records = []
        for kind, checks in ((Kind.CORE, core.get(gate, [])), (Kind.TASK, own.get(gate, []))):
            for check in checks:
                emit(CheckStarted(gate, kind, check.__name__))
                record = _run(check, gate, kind, graded, check_limit_sec(evidence.config))
                emit(record)
                records.append(record)
        if not all_gates and not is_cleared(records):
            break
    graded.close()
    sandbox.close()


def check_limit_sec(config: TaskConfig) -> float:
    """Return the seconds for one check: its own, and those of the agent's code that it may have to run.

    So code of the agent's that hangs fails its check, and does not look like a check that hangs.
    """
    own = config.verifier.check_timeout_sec
    runs = config.entrypoint.timeout_sec * 2 if config.entrypoint else 0
    starts = config.server.ready_timeout_sec if config.server else 0
    return own + runs + starts


def load_checks(path: Path) -> dict[Gate, list[Check]]:
    """Import ``checks.py`` and return its checks by gate, in the order of the file."""
    found: dict[Gate, list[Check]] = {}
    for value in vars(_import(path)).values():
        if callable(value) and isinstance(gate := getattr(value, "gate", None), Gate):
            found.setdefault(gate, []).append(value)
    return found


def _import(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("headwater_task_checks", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))  # helpers lie beside it
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise UserError(f"{path}: cannot be imported: {type(error).__name__}: {error}") from error
    return module


def _run(check: Check, gate: Gate, kind: Kind, graded: Graded, timeout_sec: float) -> CheckRecord:
    started = time.perf_counter()
    outcome, message, details = Outcome.ERROR, "", {}
    try:
        with _time_limit(timeout_sec):
            result = check(graded)
        message, details = str(result.message), {str(key): _plain(value) for key, value in result.details.items()}
        outcome = Outcome.PASSED if result.passed else Outcome.FAILED
    except QueryError as error:
        outcome, message = Outcome.FAILED, f"a query was refused: {error}"
    except _CheckTimeoutError:
        message = f"did not end in {timeout_sec:g} s"
    except Exception as error:  # noqa: BLE001 - whatever a check raises is recorded as its error
        message = f"{type(error).__name__}: {error}"
        details = {"traceback": _storable(traceback.format_exc(limit=-4))}
    seconds = time.perf_counter() - started
    return CheckRecord(
        name=check.__name__,
        gate=gate,
        kind=kind,
        outcome=outcome,
        message=_storable(message),
        details=details,
        duration_sec=round(seconds, 4),
    )


def _plain(value: Any) -> Any:
    """Make a detail storable: what is not JSON becomes text."""
    match value:
        case None | bool() | int() | float():
            return value
        case Mapping():
            return {_storable(str(key)): _plain(each) for key, each in value.items()}
        case list() | tuple() | set() | frozenset():
            return [_plain(each) for each in value]
        case _:
            return _storable(str(value))


def _storable(text: str) -> str:
    """Escape what UTF-8 cannot hold: agents give their files any names."""
    return text.encode("utf-8", "backslashreplace").decode()


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - a handler's signature
        raise _CheckTimeoutError

    previous = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
