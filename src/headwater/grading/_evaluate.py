"""Evaluates a task's checks on a frozen state in a cell, and emits an event when a check starts and when it ends."""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from headwater.errors import BrokenTaskError
from headwater.grading._api import Announce, Check
from headwater.grading._check import CheckStarted, make_record, run_check
from headwater.grading._core import core_checks
from headwater.grading._graded import Graded, GradingInputs
from headwater.grading._score import is_cleared
from headwater.memory import limit_memory
from headwater.records import CheckRecord, Gate, Kind, Outcome, TaskConfig
from headwater.sandbox import Emit, open_sandbox

_MEMORY = 3 << 30
"""The memory limit of checks in bytes, because an agent decides how much they read."""


@dataclass(frozen=True)
class CheckPlan:
    """The checks to run.

    Attributes:
        all_gates: Whether to continue after a gate that does not clear, which is used to prove tasks.
        only: The name of the only check to run, or None for all checks.
        done: The checks that earlier cells have evaluated, which do not run again.
        deadline: A time in terms of ``time.monotonic``. Checks that have not started by then have the outcome
            ``error``.
    """

    all_gates: bool = False
    only: CheckStarted | None = None
    done: tuple[CheckRecord, ...] = ()
    deadline: float = float("inf")


def evaluate(emit: Emit, checks_file: Path, inputs: GradingInputs, plan: CheckPlan) -> None:
    """Run the checks gate by gate and emit a ``CheckRecord`` for each.

    Args:
        emit: Receives ``CheckStarted`` and ``CheckRecord``.
        checks_file: The task's ``checks.py``. This is trusted code, so it runs in this process.
        inputs: The state to grade.
        plan: The checks to run.
    """
    limit_memory(_MEMORY)
    paths = [inputs.scratch, checks_file, inputs.shipped, *inputs.tooling.mounts.values()]
    sandbox = open_sandbox(paths)
    module = _import(checks_file)
    own = _checks_in(module)
    core = core_checks(inputs.config, inputs.policy)
    graded = Graded(sandbox, inputs, _announced_in(module))
    done = {CheckStarted.of(record): record for record in plan.done}
    for gate in Gate:
        records = []
        for started, check in _checks_of(gate, core, own):
            if plan.only not in (None, started):
                continue
            if started not in done:
                emit(started)
                done[started] = _evaluate_one(started, check, graded, plan.deadline)
                emit(done[started])
            records.append(done[started])
        if plan.only is None and not plan.all_gates and not is_cleared(records):
            break
    graded.close()
    sandbox.close()


def _checks_of(
    gate: Gate, core: dict[Gate, list[Check]], own: dict[Gate, list[Check]]
) -> Iterator[tuple[CheckStarted, Check]]:
    for kind, checks in ((Kind.CORE, core), (Kind.TASK, own)):
        for check in checks.get(gate, []):
            yield CheckStarted(gate, kind, check.__name__, getattr(check, "required", False)), check


def _evaluate_one(started: CheckStarted, check: Check, graded: Graded, deadline: float) -> CheckRecord:
    remaining_sec = deadline - time.monotonic()
    if remaining_sec <= 0:
        message = f"was not reached in the {graded.config.verifier.timeout_sec:g} s of all checks"
        return make_record(started, Outcome.ERROR, message)
    return run_check(started, check, graded, check_limit_sec(graded.config))


def check_limit_sec(config: TaskConfig) -> float:
    """Return the time limit of a check in seconds: its own, plus that of any agent code it may run.

    If the agent's code hangs, the check therefore fails instead of exceeding its own limit.
    """
    own = config.verifier.check_timeout_sec
    runs = config.entrypoint.timeout_sec * 2 if config.entrypoint else 0
    starts = config.server.ready_timeout_sec if config.server else 0
    return own + runs + starts


def load_checks(path: Path) -> dict[Gate, list[Check]]:
    """Import ``checks.py`` and return its checks by gate, in the order of the file."""
    return _checks_in(_import(path))


def _checks_in(module: ModuleType) -> dict[Gate, list[Check]]:
    found: dict[Gate, list[Check]] = {}
    for value in vars(module).values():
        if callable(value) and isinstance(gate := getattr(value, "gate", None), Gate):
            found.setdefault(gate, []).append(value)
    return found


def _announced_in(module: ModuleType) -> Announce:
    """Return a function that returns all data sets that the module announces."""
    functions = [value for value in vars(module).values() if getattr(value, "announces", None) is True]
    return lambda graded: [shown for function in functions for shown in function(graded)]


def _import(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("headwater_task_checks", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent))  # checks can import helpers from the same folder
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BrokenTaskError(f"cannot be imported: {type(error).__name__}: {error}", where=path) from error
    return module
