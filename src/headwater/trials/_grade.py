"""Grades one frozen state: runs the checks in a separate cell, and builds the verdict from their records.

A check that breaks on an agent's output counts as failed, because the agent can leave output that breaks checks. The
check itself is at fault only if it also breaks on the control state, which contains nothing from the agent.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

from headwater.errors import InfraError, UserError
from headwater.grading import (
    AgentExit,
    CheckPlan,
    CheckStarted,
    GradingInputs,
    LayeredState,
    check_limit_sec,
    evaluate,
    is_cleared,
    make_record,
    make_verdict,
)
from headwater.records import CheckRecord, ControlRun, ControlState, Gate, Kind, Outcome, Status, Verdict
from headwater.sandbox import Emit, remove_tree, run_in_cell
from headwater.tasks import Task, check_functions
from headwater.trials._digest_checks import digest_checks

_GRACE_SEC = 90.0
"""The time to end a check that exceeded its limit, because its states stop one service after another."""


@dataclass(frozen=True)
class Control:
    """The control state, on which checks that ended in an error are repeated.

    Attributes:
        state: The kind of state.
        take: Returns a context manager that holds the state, and builds the state on first use.
    """

    state: ControlState
    take: Callable[[], AbstractContextManager[LayeredState]]


def grade(
    task: Task,
    inputs: GradingInputs,
    control: Control,
    *,
    all_gates: bool = False,
    on_event: Emit | None = None,
    cancel: threading.Event | None = None,
) -> Verdict:
    """Grade a state. A check that also breaks on the control state is recorded as an error.

    Raises:
        InfraError: No cell could be created, or the control state could not be built.
    """
    grading = _Grading(task, inputs, on_event, cancel)
    try:
        records = [grading.settle(record, control) for record in grading.evaluate(inputs, CheckPlan(all_gates))]
    finally:
        remove_tree(inputs.scratch)
    records = _with_demands(task, records)
    by_gate: dict[Gate, list[CheckRecord]] = {}
    for gate in Gate:  # a gate without checks is cleared when it is reached
        by_gate[gate] = [record for record in records if record.gate is gate]
        if not all_gates and not is_cleared(by_gate[gate]):
            break
    verdict = make_verdict(by_gate)
    native = {name: value for record in records for name, value in record.details.get("native", {}).items()}
    return verdict.model_copy(update={"checks_digest": digest_checks(task), "native": native or verdict.native})


def _with_demands(task: Task, records: list[CheckRecord]) -> list[CheckRecord]:
    """Add to each check record the location of the check's demand.

    The locations are read in this process, because a check can crash its cell.
    """
    demands = {(Kind.TASK, check.name): check.demand for check in check_functions(task)}
    return [record.model_copy(update={"demand": demands.get((record.kind, record.name), "")}) for record in records]


class _Grading:
    """Evaluates checks of one task in cells."""

    def __init__(
        self, task: Task, inputs: GradingInputs, on_event: Emit | None, cancel: threading.Event | None
    ) -> None:
        self._task = task
        self._inputs = inputs
        self._on_event: Emit = on_event or (lambda _: None)
        self._cancel = cancel
        self._cells = 0

    def evaluate(self, inputs: GradingInputs, plan: CheckPlan) -> list[CheckRecord]:
        """Return the record of each check. If a cell dies during a check, another cell runs the remaining checks."""
        plan = replace(plan, deadline=time.monotonic() + self._task.config.verifier.timeout_sec)
        while True:
            records, broken = self._in_a_cell(inputs, plan)
            plan = replace(plan, done=(*plan.done, *records, *broken))
            if not broken:
                return list(plan.done)

    def settle(self, record: CheckRecord, control: Control) -> CheckRecord:
        """Repeat a broken check alone on the control state, to find out whether the check is at fault."""
        if record.outcome is not Outcome.ERROR:
            return record
        self._on_event(f"check {record.name} broke; it is repeated on the {control.state} state")
        run = self._repeat(record, control)
        outcome = Outcome.ERROR if run.outcome is Outcome.ERROR else Outcome.FAILED
        return record.model_copy(update={"outcome": outcome, "control": run})

    def _repeat(self, record: CheckRecord, control: Control) -> ControlRun:
        plan = CheckPlan(only=CheckStarted.of(record))
        try:
            with control.take() as layers:
                inputs = replace(self._inputs, frozen=layers, attempt=AgentExit(Status.OK, 0))
                [repeated] = self.evaluate(inputs, plan)
        except UserError as error:  # for example, the solution fails
            return ControlRun(state=control.state, outcome=Outcome.ERROR, message=str(error))
        return ControlRun(state=control.state, outcome=repeated.outcome, message=repeated.message)

    def _in_a_cell(self, inputs: GradingInputs, plan: CheckPlan) -> tuple[list[CheckRecord], list[CheckRecord]]:
        """Return the records from a new cell and, if the cell died, a record of the check during which it died."""
        records: list[CheckRecord] = []
        running: list[CheckStarted] = []

        def collect(event: Any) -> None:
            if isinstance(event, CheckStarted):
                running[:] = [event]
            elif isinstance(event, CheckRecord):
                running.clear()
                records.append(event)
            self._on_event(event)

        self._cells += 1
        # A cell that died may have left files in its folder.
        inputs = replace(inputs, scratch=inputs.scratch / str(self._cells))
        limit = check_limit_sec(self._task.config) + _GRACE_SEC
        checks = self._task.checks
        try:
            run_in_cell(evaluate, checks, inputs, plan, on_event=collect, cancel=self._cancel, timeout_sec=limit)
        except InfraError as error:
            if not running:
                raise
            return records, [make_record(running[0], Outcome.ERROR, str(error))]
        return records, []
