"""The wire log: every request of a run as it happened, one JSON line an event, only ever added to."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field

from headwater.records._base import Record
from headwater.records.conversation import Reply
from headwater.records.usage import Limits, Price, Totals, Usage


class Protocol(StrEnum):
    """The four ways in which agents speak to models."""

    ANTHROPIC = "anthropic"
    RESPONSES = "responses"
    CHAT = "chat"
    GEMINI = "gemini"


class Answerer(StrEnum):
    """Who answered a request."""

    PROVIDER = "provider"
    CASSETTE = "cassette"
    LIMIT = "limit"
    REFUSED = "refused"


class Fault(StrEnum):
    """Why a request was not answered as it should have been."""

    NONE = "none"
    PROVIDER = "provider"
    """Overloaded, rate-limited, broken, cut off or unreachable: nothing that the agent did."""
    ACCESS = "access"
    """The key, the quota or the model: the user has to act."""
    REQUEST = "request"
    """The provider, or the gateway, would not take what the agent sent."""
    INTERRUPTED = "interrupted"
    """The agent hung up, or the run ended."""


class Opened(Record):
    """First line: what the gateway was told."""

    event: Literal["open"] = "open"
    at: datetime
    headwater_version: str
    answerer: Answerer
    limits: Limits


class Item(Record):
    """A part of later requests, written once: ``{"$item": n}`` in a body stands for it."""

    event: Literal["item"] = "item"
    n: int
    value: Any


class RequestStarted(Record):
    """Written before the request goes to the provider."""

    event: Literal["request"] = "request"
    id: int
    at: datetime
    protocol: Protocol
    path: str
    model: str
    stream: bool
    turn: bool = Field(description="It offers tools; without them it is a title, a summary, a probe.")
    body: Any = Field(description="As the agent sent it, long lists by reference to items.")
    removed: tuple[str, ...] = Field(default=(), description="What was not passed on: tools that the provider runs.")


class Attempt(Record):
    """One try at the provider that failed and was repeated."""

    status: int | None = Field(description="None if there was no answer.")
    error: str
    waited_sec: float = Field(description="Before the next try.")


class RequestEnded(Record):
    """Written when the answer is complete, or will not be."""

    event: Literal["response"] = "response"
    id: int
    at: datetime
    answerer: Answerer
    status: int = Field(description="What the agent got; 0 if it got nothing.")
    seconds: float
    ttft_sec: float | None = Field(default=None, description="Until the first token, where the answer was streamed.")
    attempts: tuple[Attempt, ...] = ()
    usage: Usage | None = Field(default=None, description="None if the provider did not say.")
    usage_is_final: bool = Field(default=True, description="False where the answer was cut short: a lower bound.")
    price: Price | None = Field(default=None, description="None if unknown; never a guess.")
    reply: Reply | None = None
    fault: Fault = Fault.NONE
    error: str = ""


class LimitReached(Record):
    """From here on the agent gets final turns."""

    event: Literal["limit"] = "limit"
    at: datetime
    limit: Literal["tokens", "cost_usd", "turns", "requests"]
    reason: str


class Closed(Record):
    """Last line of a gateway that was not killed."""

    event: Literal["close"] = "close"
    at: datetime


WireEvent = Annotated[
    Opened | Item | RequestStarted | RequestEnded | LimitReached | Closed, Field(discriminator="event")
]


class Ending(StrEnum):
    """How a run ended, as the gateway saw it."""

    OK = "ok"
    LIMIT = "limit"
    """A limit was reached: ``budget_exhausted``."""
    INFRA = "infra"
    """The last answer was a fault of the provider, of access or of the gateway: ``infra_error``."""
    REJECTED = "rejected"
    """The last request was one that the provider would not take, for example too long: ``agent_error``."""
    SILENT = "silent"
    """The agent never asked a model."""


class GatewayOutcome(Record):
    """What the gateway says of a run; made from the wire log alone, so a killed gateway has one as well."""

    ending: Ending
    reason: str = ""
    totals: Totals = Totals()
    models: tuple[str, ...] = Field(default=(), description="Those that answered.")
    first_request_at: datetime | None = None
    last_response_at: datetime | None = None
    provider_sec: float = Field(default=0, description="Time in which at least one request was waiting for an answer.")
    unanswered: int = Field(default=0, description="Requests whose answer is not in the log.")
