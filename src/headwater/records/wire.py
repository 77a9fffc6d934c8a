"""Models the wire log, which is append-only and stores every event in a run's requests as one line of JSON."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field

from headwater.records._base import Record
from headwater.records.conversation import Reply
from headwater.records.usage import Limits, Price, Totals, Usage


class Protocol(StrEnum):
    """The four protocols between agents and models."""

    ANTHROPIC = "anthropic"
    RESPONSES = "responses"
    CHAT = "chat"
    GEMINI = "gemini"


class Answerer(StrEnum):
    """The party that answered a request."""

    PROVIDER = "provider"
    CASSETTE = "cassette"
    LIMIT = "limit"
    REFUSED = "refused"


class Fault(StrEnum):
    """The reason why a request was not answered properly."""

    NONE = "none"
    PROVIDER = "provider"
    """The provider was overloaded, rate-limited, broken or unreachable, which the agent did not cause."""
    ACCESS = "access"
    """The key, the quota or the model is wrong, which the user has to fix."""
    REQUEST = "request"
    """The provider or the gateway refused the agent's request."""
    INTERRUPTED = "interrupted"
    """The agent hung up, or the run ended."""


class Opened(Record):
    """The first line, which contains the configuration of the gateway."""

    event: Literal["open"] = "open"
    at: datetime
    headwater_version: str
    answerer: Answerer
    limits: Limits


class RequestItem(Record):
    """A part of later requests, written once. ``{"$item": n}`` in a body refers to it."""

    event: Literal["item"] = "item"
    n: int
    value: Any


class RequestStarted(Record):
    """The entry that is written before a request is sent to the provider."""

    event: Literal["request"] = "request"
    id: int
    at: datetime
    protocol: Protocol
    path: str
    model: str
    stream: bool
    turn: bool = Field(description="It offers tools; without them it is a title, a summary, a test of the quota.")
    own: bool = Field(default=True, description="It belongs to the conversation of the agent program itself.")
    body: Any = Field(description="As the agent sent it, long lists by reference to items.")
    removed: tuple[str, ...] = Field(default=(), description="What was not passed on: tools that the provider runs.")


class Attempt(Record):
    """A failed attempt to send a request to the provider, which was then retried."""

    status: int | None = Field(description="None if there was no answer.")
    error: str
    waited_sec: float = Field(description="Before the next try.")


class RequestEnded(Record):
    """The entry that is written when the answer is complete, or when it is certain that it will never be complete."""

    event: Literal["response"] = "response"
    id: int
    at: datetime
    answerer: Answerer
    status: int = Field(description="What the agent got; 0 if it got nothing.")
    seconds: float
    ttft_sec: float | None = Field(default=None, description="Until the first token, where the answer was streamed.")
    attempts: tuple[Attempt, ...] = ()
    paced_sec: float = Field(default=0, description="Of the seconds: waited for the rates of the job.")
    usage: Usage | None = Field(default=None, description="None if the provider did not say.")
    usage_is_final: bool = Field(default=True, description="False where the answer was cut short: a lower bound.")
    price: Price | None = Field(default=None, description="None if unknown; never a guess.")
    reply: Reply | None = None
    fault: Fault = Fault.NONE
    error: str = ""


class Probed(Record):
    """A small request that the gateway itself sends after a fault, to the same provider and model.

    It does not depend on the agent's requests, and is not charged to the agent.
    """

    event: Literal["probe"] = "probe"
    after: int = Field(description="The request whose fault it followed.")
    at: datetime = Field(description="When it was sent.")
    seconds: float
    protocol: Protocol
    model: str
    status: int | None = Field(description="None if there was no answer.")
    fault: Fault = Field(description="`none` if the model answered; `request` if the provider works and declined.")
    error: str = ""
    confirms: bool = Field(description="It failed as well, and the agent cannot have caused that.")
    note: str = Field(default="", description="If it failed and confirms nothing: why.")
    usage: Usage | None = None
    price: Price | None = None


class LimitReached(Record):
    """The entry that is written when a limit is reached. After that, the agent gets only final turns."""

    event: Literal["limit"] = "limit"
    at: datetime
    limit: Literal["tokens", "cost_usd", "turns", "requests"]
    reason: str


class Closed(Record):
    """The last line, which a gateway writes unless it is killed."""

    event: Literal["close"] = "close"
    at: datetime


WireEvent = Annotated[
    Opened | RequestItem | RequestStarted | RequestEnded | Probed | LimitReached | Closed, Field(discriminator="event")
]


class Ending(StrEnum):
    """How a run ended, according to the gateway."""

    OK = "ok"
    LIMIT = "limit"
    """A limit was reached: ``budget_exhausted``."""
    INFRA = "infra"
    """The last answer was a fault of the provider or of access that a probe confirmed: ``infra_error``."""
    FAULT = "fault"
    """The last answer was a fault that no probe confirmed, or the gateway was killed. The agent may be the cause."""
    REJECTED = "rejected"
    """The provider rejected the last request, for example because it was too long: ``agent_error``."""
    SILENT = "silent"
    """The agent sent no request to a model."""


class ProbeTotals(Record):
    """The totals of the probes that the gateway sent after faults."""

    sent: int = 0
    failed: int = 0
    usage: Usage = Usage()
    usd: Decimal = Field(default=Decimal(0), description="As far as the prices are known.")


class GatewayOutcome(Record):
    """The outcome of a run according to the gateway.

    It is computed from the wire log alone, so it exists even if the gateway was killed.
    """

    ending: Ending
    reason: str = ""
    totals: Totals = Totals()
    models: tuple[str, ...] = Field(default=(), description="Those that answered.")
    first_request_at: datetime | None = None
    last_response_at: datetime | None = None
    provider_sec: float = Field(default=0, description="Time in which at least one request was waiting for an answer.")
    paced_sec: float = Field(default=0, description="Sum over requests of the time that they waited for rates.")
    unanswered: int = Field(default=0, description="Requests whose answer is not in the log.")
    probes: ProbeTotals = ProbeTotals()
    stalled_sec: float = Field(
        default=0,
        description="How long the program's own last request had waited when the run ended, if a probe failed as well.",
    )
