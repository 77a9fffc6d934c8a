"""Represents a request while it is being answered."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from headwater.gateway._budget import UsageBound
from headwater.gateway._pacing import Pacing
from headwater.gateway._prices import price_of
from headwater.gateway._routes import Endpoint
from headwater.gateway.protocols import GENERATION_CONFIG, Assembler, Dialect
from headwater.gateway.protocols._shape import count, mapping, serialize
from headwater.records.conversation import Conversation, Reply
from headwater.records.usage import PriceOverride, Usage
from headwater.records.wire import Answerer, Attempt, Fault, RequestEnded

_LONGEST_ANSWER = 64_000
"""The assumed maximum number of output tokens of a request without a limit."""
_LIMIT_NAMES = ("max_tokens", "max_output_tokens", "max_completion_tokens", "maxOutputTokens")


@dataclass
class LiveRequest:
    """A request in flight. ``finish`` is called once, before the agent has the complete answer.

    Attributes:
        body: The parsed request, without parts that must not reach the provider.
        raw: The forwarded bytes. They are serialized from ``body``, so that provider and gateway read the same request.
        provider: The provider whose prices apply.
        own: Whether the request belongs to the conversation of the agent program itself.
        on_fault: Called when an attempt at the provider failed and will be retried.
        pacing: Keeps requests below the job's rate limits.
        paced_sec: The seconds for which the request has waited because of these limits.
        before: The number of tokens in earlier messages that the request omits.
    """

    id: int
    endpoint: Endpoint
    dialect: Dialect
    conversation: Conversation
    body: dict[str, Any]
    raw_path: str
    provider: str | None
    prices: tuple[PriceOverride, ...]
    on_finish: Callable[[LiveRequest, RequestEnded], None]
    on_fault: Callable[[LiveRequest], None]
    own: bool
    pacing: Pacing | None = None
    before: int = 0
    raw: bytes = b""
    at: datetime = field(default_factory=lambda: datetime.now(UTC))
    attempts: list[Attempt] = field(default_factory=list)
    paced_sec: float = 0
    ttft_sec: float | None = None
    was_asked: bool = False
    is_finished: bool = False
    _started: float = field(default_factory=time.perf_counter)
    _requested_at: float = field(default_factory=time.perf_counter)

    @property
    def stream(self) -> bool:
        """Return whether the answer is streamed."""
        return self.endpoint.stream or self.conversation.stream

    @property
    def is_array(self) -> bool:
        """Return whether the answer is streamed as one JSON array, which is Gemini's default."""
        return self.endpoint.stream and "alt=sse" not in self.raw_path

    @property
    def is_turn(self) -> bool:
        """Return whether the request offers tools to the model."""
        return bool(self.conversation.tools)

    def replace_body(self) -> None:
        """Serialize the body again after a change, for forwarding."""
        self.raw = serialize(self.body)

    async def wait_for_turn(self) -> None:
        """Wait until the job's rate limits allow the next attempt.

        Raises:
            ConnectionError: The process that paces the job is gone.
        """
        if self.pacing is not None:
            provider = self.provider or self.endpoint.protocol.value
            self.paced_sec += await self.pacing.wait(self.id, provider, len(self.raw))

    def retried(self, attempt: Attempt) -> None:
        """Record a failed attempt before the next one."""
        self.attempts.append(attempt)
        self.on_fault(self)

    def start_request(self) -> None:
        """Record that the request is being sent now. The time to the first token is measured from this moment."""
        self._requested_at = time.perf_counter()
        self.was_asked = True

    def note_first_token(self, assembler: Assembler) -> None:
        """Record the time of the first token, once it has arrived."""
        if self.ttft_sec is None and assembler.has_token:
            self.ttft_sec = round(time.perf_counter() - self._requested_at, 6)

    def most(self, *, priced: bool) -> UsageBound:
        """Return an upper bound for the request's usage: one token per two bytes, plus the longest possible answer.

        The price is computed only if ``priced`` is set, because loading the price table takes time.
        """
        places = [self.body, *(mapping(self.body.get(name)) for name in GENERATION_CONFIG)]
        limits = [count(place.get(name)) for place in places for name in _LIMIT_NAMES]
        # If a request contains several limits, it is unknown which one the provider applies.
        output = max(limits) or _LONGEST_ANSWER
        usage = Usage(input=self.before + len(self.raw) // 2, output=output)
        price = price_of(usage, self.conversation.model, self.provider, self.at, self.prices) if priced else None
        return UsageBound(usage.total, price.usd if price is not None else Decimal(0), self.is_turn)

    def finish_answered(
        self, answerer: Answerer, status: int, body: dict[str, Any], *, complete: bool = True, error: str = ""
    ) -> None:
        """Finish the request with a model's answer, which is complete or truncated."""
        usage = self.dialect.usage(body)
        reply = self.dialect.reply(body)
        fault = Fault.NONE if complete else Fault.PROVIDER
        self.finish(answerer, status, usage=usage, reply=reply, usage_is_final=complete, fault=fault, error=error)

    def finish(
        self,
        answerer: Answerer,
        status: int,
        *,
        usage: Usage | None = None,
        reply: Reply | None = None,
        usage_is_final: bool = True,
        fault: Fault = Fault.NONE,
        error: str = "",
    ) -> None:
        """Record how the request ended. Only the first call has an effect."""
        if self.is_finished:
            return
        self.is_finished = True
        model = self.conversation.model
        price = None if usage is None else price_of(usage, model, self.provider, self.at, self.prices)
        ended = RequestEnded(
            id=self.id,
            at=datetime.now(UTC),
            answerer=answerer,
            status=status,
            seconds=round(time.perf_counter() - self._started, 6),
            ttft_sec=self.ttft_sec,
            attempts=tuple(self.attempts),
            paced_sec=round(self.paced_sec, 6),
            usage=usage,
            usage_is_final=usage_is_final,
            price=price,
            reply=reply,
            fault=fault,
            error=error,
        )
        self.on_finish(self, ended)
