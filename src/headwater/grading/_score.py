"""Computes gates from checks, and scores from gates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from headwater.records import CheckRecord, Gate, GateRecord, Kind, Verdict

THRESHOLD = 0.8
"""The fraction of passed task checks that clears a gate whose required checks all pass (DEC Bench §4.3)."""


def is_cleared(checks: Sequence[CheckRecord]) -> bool:
    """Return whether all core checks and required task checks pass, and enough task checks to reach the threshold.

    DEC Bench has no required task checks. With the threshold alone, a solution that loses rows would clear a gate that
    has enough other checks.
    """
    must_pass = [check for check in checks if check.kind is Kind.CORE or check.required]
    return all(check.passed for check in must_pass) and task_rate(checks) >= THRESHOLD


def task_rate(checks: Sequence[CheckRecord]) -> float:
    """Return the fraction of task checks that passed, or 1 if there are no task checks."""
    return _rate([check for check in checks if check.kind is Kind.TASK], empty=1.0)


def _rate(checks: Sequence[CheckRecord], empty: float) -> float:
    return sum(check.passed for check in checks) / len(checks) if checks else empty


def make_verdict(checks: Mapping[Gate, Sequence[CheckRecord]]) -> Verdict:
    """Return the verdict on the gates that were evaluated, in order.

    ``score = (cleared + pass rate of the task checks in the first failed gate) / 5`` (DEC Bench §4.4: three cleared and
    60 % of the fourth is 0.72). In this rate, a failed core check counts as one more failed task check. Otherwise a
    gate in which only a core check fails would score as if it were cleared.

    DEC Bench's own code counts all core checks in this rate. ``dec_bench_score`` is computed in this way, for
    comparison with DEC Bench's published runs.
    """
    gates = [
        GateRecord(gate=gate, cleared=gate in checks and is_cleared(checks[gate]), checks=tuple(checks.get(gate, ())))
        for gate in Gate
    ]
    cleared = next((index for index, gate in enumerate(gates) if not gate.cleared), len(gates))
    stopped_by = gates[cleared].checks if cleared < len(gates) else ()
    counted = [check for check in stopped_by if check.kind is Kind.TASK or not check.passed]
    return Verdict(
        gates=tuple(gates),
        gates_cleared=cleared,
        score=(cleared + _rate(counted, empty=0.0)) / len(gates),
        dec_bench_score=(cleared + _rate(stopped_by, empty=0.0)) / len(gates),
    )
