"""Runs one check within its time limit, and records every possible outcome in a form that can be stored."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

from headwater.errors import QueryError
from headwater.grading._api import Check
from headwater.grading._graded import Graded
from headwater.records import CheckRecord, Gate, Kind, Outcome
from headwater.untrusted import one_line

_MESSAGE = 1000
_TEXT = 2000
_VALUES = 500
_DEEPEST = 8
_WIDEST_INTEGER = 64


class CheckStarted(NamedTuple):
    """The event before a check runs."""

    gate: Gate
    kind: Kind
    name: str
    required: bool

    @classmethod
    def of(cls, record: CheckRecord) -> CheckStarted:
        """Return the event that preceded a record."""
        return cls(record.gate, record.kind, record.name, record.required)


class _CheckTimeoutError(BaseException):
    """A check exceeded its time limit. It is not an ``Exception``, because code that a check calls may catch those."""


def run_check(started: CheckStarted, check: Check, graded: Graded, timeout_sec: float) -> CheckRecord:
    """Run a check and return its record. A check that raises an exception gets the outcome ``error``."""
    began = time.perf_counter()
    outcome, message, details = Outcome.ERROR, "", {}
    try:
        with _time_limit(timeout_sec):
            result = check(graded)
            message, details = str(result.message), _Details().of(result.details)
            outcome = Outcome.PASSED if result.passed else Outcome.FAILED
    except QueryError as error:
        outcome, message = Outcome.FAILED, f"a query was refused: {error}"
    except AssertionError as error:
        outcome, message = Outcome.FAILED, str(error) or "an assertion of the check does not hold"
    except _CheckTimeoutError:
        outcome, message = Outcome.ERROR, f"did not end in {timeout_sec:.3g} s"
    except Exception as error:  # noqa: BLE001 - whatever a check raises is recorded as its error
        outcome, message = Outcome.ERROR, f"{type(error).__name__}: {_text_of(error)}"
        details = {"traceback": _storable(traceback.format_exc(limit=-4)[-_TEXT:])}
    return make_record(started, outcome, message, details, time.perf_counter() - began)


def make_record(
    started: CheckStarted,
    outcome: Outcome,
    message: str,
    details: dict[str, Any] | None = None,
    seconds: float = 0.0,
) -> CheckRecord:
    """Return a record whose message is one printable line of limited length."""
    return CheckRecord(
        name=started.name,
        gate=started.gate,
        kind=started.kind,
        required=started.required,
        outcome=outcome,
        message=one_line(_storable(message[: 4 * _MESSAGE]))[:_MESSAGE],
        details=details or {},
        duration_sec=round(seconds, 4),
    )


class _Details:
    """Converts details to a storable form: values that JSON lacks become text, and the size is limited."""

    def __init__(self) -> None:
        self._remaining_values = _VALUES

    def of(self, details: Mapping[str, Any]) -> dict[str, Any]:
        return {_storable(str(key)[:_TEXT]): self._plain(value, 0) for key, value in details.items()}

    def _plain(self, value: Any, depth: int) -> Any:
        self._remaining_values -= 1
        match value:
            case None | bool() | float():
                return value
            case int():
                return value if value.bit_length() < _WIDEST_INTEGER else _text_of(value)
            case Mapping() if depth < _DEEPEST:
                return {
                    _storable(_text_of(key)): self._plain(each, depth + 1) for key, each in self._some(value.items())
                }
            case list() | tuple() | set() | frozenset() if depth < _DEEPEST:
                return [self._plain(each, depth + 1) for each in self._some(value)]
            case _:
                return _storable(_text_of(value))

    def _some(self, values: Any) -> Iterator[Any]:
        for value in values:
            if self._remaining_values <= 0:
                return
            yield value


def _text_of(value: object) -> str:
    """Return the beginning of a value as text."""
    try:
        text = str(value)
    except (ValueError, RecursionError):  # an integer may have thousands of digits, and a value may contain itself
        return f"a {type(value).__name__} that cannot be written down"
    return text if len(text) <= _TEXT else f"{text[:_TEXT]}…"


def _storable(text: str) -> str:
    """Escape characters that UTF-8 cannot encode, because agents may give files any names."""
    return text.encode("utf-8", "backslashreplace").decode()


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise ``_CheckTimeoutError`` in this thread when the time limit expires."""

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - a handler's signature
        raise _CheckTimeoutError

    previous = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
