"""Determines from the wire log how a run ended."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from headwater.gateway._confirm import decisive, doubt, total
from headwater.gateway._totals import MODEL, add
from headwater.gateway._wire_log import Exchange, WireLog, read_events
from headwater.records.usage import Totals
from headwater.records.wire import (
    Closed,
    Ending,
    Fault,
    GatewayOutcome,
    LimitReached,
    Probed,
    RequestEnded,
    RequestStarted,
    WireEvent,
)

_OF_ONE_MODEL = (403, 404)


def read_outcome(wire_log: Path) -> GatewayOutcome:
    """Return the outcome of the run in a log, reading one line at a time.

    Raises:
        InvalidFileError: The file is not a wire log.
    """
    run = _RunState()
    for event in read_events(wire_log, bodies=False):
        run.take(event)
    return run.outcome()


def outcome_of(log: WireLog) -> GatewayOutcome:
    """Return the outcome of a run.

    The last answer in the agent program's own conversation decides, so a fault from which the agent recovered does not
    count. A reached limit takes precedence, because every later answer comes from the gateway.
    """
    run = _RunState()
    for exchange in log.exchanges:
        run.take(exchange.request)
        if exchange.response is not None:
            run.take(exchange.response)
    for event in (*log.probes, log.limit):
        if event is not None:
            run.take(event)
    run.closed = log.closed
    return run.outcome()


def totals_of(exchanges: Iterable[Exchange]) -> Totals:
    """Sum up the usage of requests."""
    totals = Totals()
    for exchange in exchanges:
        if exchange.response is not None:
            totals = add(totals, exchange.response, turn=exchange.request.turn)
    return totals


class _RunState:
    """The state of a run after some of its events. It does not include messages."""

    def __init__(self) -> None:
        self.closed = False
        self._limit: LimitReached | None = None
        self._probes: list[Probed] = []
        self._open: dict[int, RequestStarted] = {}
        self._totals = Totals()
        self._models: dict[str, None] = {}
        self._first_at: datetime | None = None
        self._last_at: datetime | None = None
        self._spans: list[tuple[float, float]] = []
        self._paced_sec = 0.0
        self._was_answered = False
        self._last: RequestEnded | None = None
        self._last_turn: RequestEnded | None = None
        self._last_own: RequestEnded | None = None

    def take(self, event: WireEvent) -> None:
        """Process an event."""
        match event:
            case RequestStarted():
                self._open[event.id] = event.model_copy(update={"body": {}})
                self._first_at = min(self._first_at or event.at, event.at)
            case RequestEnded() if event.id in self._open:
                self._answer(self._open.pop(event.id), event)
            case Probed():
                self._probes.append(event)
            case LimitReached():
                self._limit = event
            case Closed():
                self.closed = True
            case _:
                pass

    def _answer(self, request: RequestStarted, response: RequestEnded) -> None:
        self._totals = add(self._totals, response, turn=request.turn)
        self._last_at = max(self._last_at or response.at, response.at)
        self._spans.append((request.at.timestamp(), response.at.timestamp()))
        self._paced_sec += response.paced_sec
        self._was_answered = self._was_answered or response.fault is Fault.NONE
        if response.reply is not None and response.reply.model:
            self._models[response.reply.model] = None
        if not request.own:
            return
        self._last_own = _later(self._last_own, response)
        if response.fault is not Fault.INTERRUPTED:  # otherwise, the agent hung up before the answer was complete
            self._last = _later(self._last, response)
            if request.turn:
                self._last_turn = _later(self._last_turn, response)

    def outcome(self) -> GatewayOutcome:
        """Return the outcome of the run, or its current state if it has not ended."""
        ending, reason = self._end()
        return GatewayOutcome(
            ending=ending,
            reason=reason,
            totals=self._totals,
            models=tuple(self._models),
            first_request_at=self._first_at,
            last_response_at=self._last_at,
            provider_sec=round(_busy_sec(self._spans), 4),
            paced_sec=round(self._paced_sec, 4),
            unanswered=len(self._open),
            probes=total(self._probes),
            stalled_sec=self._stalled_sec(),
        )

    def _end(self) -> tuple[Ending, str]:
        if self._limit is not None:
            return Ending.LIMIT, self._limit.reason
        if self._first_at is None:
            return Ending.SILENT, "the agent never asked a model"
        if self._open and not self.closed:
            return Ending.FAULT, f"the gateway was killed while it answered request {max(self._open)}"
        last = self._last_turn or self._last  # if there were turns, a request for a title does not count
        if last is None or last.fault is Fault.NONE:
            return Ending.OK, ""
        if last.fault is Fault.REQUEST:
            return Ending.REJECTED, last.error
        if last.answerer not in MODEL:
            return Ending.FAULT, last.error
        why = doubt(decisive(self._probes, last.at))
        if not why:
            return Ending.INFRA, last.error
        if last.fault is Fault.ACCESS and last.status in _OF_ONE_MODEL and self._was_answered:
            return Ending.REJECTED, last.error  # the key works, so the agent requested something that does not exist
        return Ending.FAULT, f"{last.error}; {why}"

    def _stalled_sec(self) -> float:
        last = self._last_own
        if last is None or last.fault is not Fault.INTERRUPTED or doubt(decisive(self._probes, last.at)):
            return 0.0
        return last.seconds


def _later(one: RequestEnded | None, other: RequestEnded) -> RequestEnded:
    return other if one is None or other.at >= one.at else one


def _busy_sec(spans: Iterable[tuple[float, float]]) -> float:
    """Return the seconds during which at least one request was in flight. Agents send requests in parallel."""
    busy = 0.0
    until = float("-inf")
    for start, end in sorted(spans):
        busy += max(0.0, end - max(start, until))
        until = max(until, end)
    return busy
