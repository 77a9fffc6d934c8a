"""Grade one frozen state: checks in a cell of their own, the verdict from what they report."""

from __future__ import annotations

import threading
from typing import Any

from headwater.errors import InfraError
from headwater.grading import (
    CheckStarted,
    Evidence,
    check_limit_sec,
    checks_digest,
    evaluate,
    is_cleared,
    make_verdict,
)
from headwater.records import CheckRecord, Gate, Outcome, Verdict
from headwater.sandbox import Emit, remove_tree, run_in_cell
from headwater.tasks import Task, digest_task

_GRACE_SEC = 30.0


def grade(
    task: Task,
    evidence: Evidence,
    *,
    all_gates: bool = False,
    on_event: Emit | None = None,
    cancel: threading.Event | None = None,
) -> Verdict:
    """Return the verdict; a check that breaks or hangs is in it as an error."""
    records: list[CheckRecord] = []
    running: list[CheckStarted] = []

    def collect(event: Any) -> None:
        if isinstance(event, CheckStarted):
            running[:] = [event]
        elif isinstance(event, CheckRecord):
            running.clear()
            records.append(event)
        if on_event is not None:
            on_event(event)

    limit = check_limit_sec(task.config) + _GRACE_SEC
    try:
        run_in_cell(evaluate, task.checks, evidence, all_gates, on_event=collect, cancel=cancel, timeout_sec=limit)
    except InfraError as error:
        if not running:
            raise
        records.append(_broken(running[0], str(error)))
    finally:
        remove_tree(evidence.scratch)
    by_gate: dict[Gate, list[CheckRecord]] = {}
    for gate in Gate:  # one that has no checks is cleared, when it is reached
        by_gate[gate] = [record for record in records if record.gate is gate]
        if not all_gates and not is_cleared(by_gate[gate]):
            break
    verdict = make_verdict(by_gate)
    native = {name: value for record in records for name, value in record.details.get("native", {}).items()}
    return verdict.model_copy(
        update={"checks_digest": checks_digest(digest_task(task).checks), "native": native or verdict.native}
    )


def _broken(check: CheckStarted, why: str) -> CheckRecord:
    """The record of a check that took grading down with it."""
    return CheckRecord(
        name=check.name, gate=check.gate, kind=check.kind, outcome=Outcome.ERROR, message=why, duration_sec=0
    )
