"""Enforces the limits of a run.

A request is admitted if the usage so far, plus the most that requests in flight could use, is below every limit.
Near a limit, parallel requests are therefore serialized, and a run exceeds its limit by at most the request that
reached it. A single request is admitted as long as no limit has been reached.

If the usage of a request is not reported, because the agent hung up or the provider omits it, the budget assumes the
maximum that the request could have used, and the totals include only known usage. Otherwise an agent that never waits
for the end of an answer would have no limit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Literal

from headwater.gateway._totals import MODEL, add
from headwater.records.usage import Limits, Totals
from headwater.records.wire import Fault, LimitReached, RequestEnded

_Name = Literal["tokens", "cost_usd", "turns", "requests"]


@dataclass(frozen=True)
class UsageBound:
    """An upper bound for the usage of a request."""

    tokens: int
    usd: Decimal
    turn: bool = False

    def __add__(self, other: UsageBound) -> UsageBound:
        return UsageBound(self.tokens + other.tokens, self.usd + other.usd)


_NOTHING = UsageBound(0, Decimal(0))


@dataclass
class RunBudget:
    """The usage of a run, and its limits."""

    limits: Limits
    on_limit: Callable[[LimitReached], None]
    totals: Totals = field(default_factory=Totals)
    reached: LimitReached | None = None
    _assumed: UsageBound = _NOTHING
    _in_flight: dict[int, UsageBound] = field(default_factory=dict)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def at_most(self) -> Totals:
        """The usage that counts against the limits. An answer whose usage is unknown counts with its upper bound."""
        return _plus(self.totals, self._assumed)

    async def admit(self, number: int, most: UsageBound) -> bool:
        """Wait until the request may be sent. Return False if a limit has been reached."""
        async with self._changed:
            while True:
                self._look()
                if self.reached is not None:
                    return False
                # The only request in flight is sent even if its bound exceeds the remaining budget, which could
                # otherwise never be used up.
                if not self._in_flight or self._first_over(self._with_the_most()) is None:
                    self._in_flight[number] = most
                    return True
                await self._changed.wait()

    def settle(self, number: int, response: RequestEnded) -> None:
        """Count the usage of a finished request."""
        most = self._in_flight.pop(number, None)
        if most is None:
            return
        self.totals = add(self.totals, response, turn=most.turn)
        self._assumed += _unreported(most, response)
        self._look()

    async def wake(self) -> None:
        """Let waiting requests check the limits again. Call this after ``settle``."""
        async with self._changed:
            self._changed.notify_all()

    def _look(self) -> None:
        counted = self.at_most
        limit_name = self._first_over(counted)
        if limit_name is None or self.reached is not None:
            return
        limit, used, known = (
            getattr(self.limits, limit_name),
            _used(counted, limit_name),
            _used(self.totals, limit_name),
        )
        unit = "US dollars" if limit_name == "cost_usd" else limit_name
        reason = f"the limit of {limit} {unit} is reached: {used} used"
        if used > known:
            reason += f", of which {used - known} are assumed for answers that nobody waited for or counted"
        self.reached = LimitReached(at=datetime.now(UTC), limit=limit_name, reason=reason)
        self.on_limit(self.reached)

    def _first_over(self, totals: Totals) -> _Name | None:
        names: tuple[_Name, ...] = ("tokens", "cost_usd", "turns", "requests")
        for name in names:
            limit = getattr(self.limits, name)
            if limit is not None and _used(totals, name) >= limit:
                return name
        return None

    def _with_the_most(self) -> Totals:
        coming = self._in_flight.values()
        counted = _plus(self.totals, sum(coming, self._assumed))
        turns = counted.turns + sum(most.turn for most in coming)
        return counted.model_copy(update={"turns": turns, "requests": counted.requests + len(coming)})


def _unreported(most: UsageBound, response: RequestEnded) -> UsageBound:
    """Return the usage that may be missing from a request's report. A provider failure counts as no usage."""
    if response.answerer not in MODEL or response.fault not in (Fault.NONE, Fault.INTERRUPTED):
        return _NOTHING
    is_whole = response.fault is Fault.NONE
    tokens = response.usage.total if response.usage is not None else 0
    usd = response.price.usd if response.price is not None else Decimal(0)
    return UsageBound(
        0 if is_whole and response.usage is not None else max(0, most.tokens - tokens),
        Decimal(0) if is_whole and response.price is not None else max(Decimal(0), most.usd - usd),
    )


def _plus(totals: Totals, most: UsageBound) -> Totals:
    usage = totals.usage.model_copy(update={"input": totals.usage.input + most.tokens})
    return totals.model_copy(update={"usage": usage, "priced_usd": totals.priced_usd + most.usd})


def _used(totals: Totals, name: _Name) -> Decimal | int:
    match name:
        case "tokens":
            return totals.usage.total
        case "cost_usd":
            return totals.priced_usd
        case "turns":
            return totals.turns
        case "requests":
            return totals.requests
