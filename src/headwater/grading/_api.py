"""Defines the decorators and results of checks. A check is a typed function in a gate that returns a result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

from headwater.records import Gate

if TYPE_CHECKING:
    from headwater.grading._entrypoint import Shown
    from headwater.grading._graded import Graded


@dataclass(frozen=True)
class Result:
    """The result of a check.

    Attributes:
        passed: Whether the requirement holds.
        message: One sentence that explains the result to a person.
        details: The evidence, as JSON values.
    """

    passed: bool
    message: str
    details: dict[str, Any] = field(default_factory=dict)


Check = Callable[["Graded"], Result]
Announce = Callable[["Graded"], "Sequence[Shown]"]
"""A function that returns the data sets on which the checks of a module will run the entry point."""


def announces(function: Announce) -> Announce:
    """Mark the function in a checks module that announces the data for concurrent runs (`Graded.run_on`)."""
    function.announces = True  # type: ignore[attr-defined]
    return function


def expect(condition: object, message: str, **details: Any) -> Result:
    """Return a result that passes if ``condition`` is true. ``message`` states the requirement."""
    return Result(bool(condition), message, details)


def expect_equal(actual: Any, expected: Any, what: str) -> Result:
    """Return a result that passes if ``actual == expected``, with both values in its message."""
    if actual == expected:
        return Result(True, f"{what} is {_short(actual)}")
    return Result(False, f"{what} is {_short(actual)}, expected {_short(expected)}")


def _short(value: Any, limit: int = 200) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer may have thousands of digits, and a value may contain itself
        return f"a {type(value).__name__} that cannot be written down"
    return text if len(text) <= limit else f"{text[:limit]}…"


class _GateDecorator:
    """A decorator that assigns a check to a gate: ``@correct``, or ``@correct(demand="docs/orders.md#keys")``.

    The demand names the place in the task that states the check's requirement. A gate clears only if its required
    checks pass. docs/tasks.md describes both.
    """

    def __init__(self, gate: Gate) -> None:
        self._gate = gate

    @overload
    def __call__(self, check: Check, /) -> Check: ...

    @overload
    def __call__(
        self, check: None = None, /, *, demand: str = "", required: bool = False
    ) -> Callable[[Check], Check]: ...

    def __call__(
        self,
        check: Check | None = None,
        /,
        *,
        demand: str = "",  # noqa: ARG002 - who needs it reads it in the source
        required: bool = False,
    ) -> Check | Callable[[Check], Check]:
        def put(check: Check) -> Check:
            check.gate = self._gate  # type: ignore[attr-defined]
            check.required = required  # type: ignore[attr-defined]
            return check

        return put if check is None else put(check)


functional = _GateDecorator(Gate.FUNCTIONAL)
"""The code runs without errors."""
correct = _GateDecorator(Gate.CORRECT)
"""It produces the expected output."""
robust = _GateDecorator(Gate.ROBUST)
"""It handles edge cases and faults."""
performant = _GateDecorator(Gate.PERFORMANT)
"""It meets latency and throughput targets, relative to the starting state and the reference."""
production = _GateDecorator(Gate.PRODUCTION)
"""It is fit for release."""
