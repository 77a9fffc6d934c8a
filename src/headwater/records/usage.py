"""Models the token usage of requests to a model, their cost, and the limits of a run."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from pydantic import Field

from headwater.records._base import Record


class Usage(Record):
    """Token counts in one canonical form, independent of how the provider counts.

    ``input`` includes tokens that were read from or written to the cache, and ``output`` includes reasoning. The other
    fields are parts of these two and must not be added to them.
    """

    input: int = Field(default=0, ge=0, description="All input tokens.")
    cached: int = Field(default=0, ge=0, description="Of the input: read from the provider's cache.")
    cache_write: int = Field(default=0, ge=0, description="Of the input: written to the provider's cache.")
    cache_write_1h: int = Field(default=0, ge=0, description="Of the cache writes: kept for an hour, at its own price.")
    output: int = Field(default=0, ge=0, description="All output tokens.")
    reasoning: int = Field(default=0, ge=0, description="Of the output: reasoning, as far as the provider says.")

    @property
    def total(self) -> int:
        """The sum of input and output, to which token limits apply."""
        return self.input + self.output

    def __add__(self, other: Usage) -> Usage:
        return Usage(**{name: getattr(self, name) + getattr(other, name) for name in Usage.model_fields})


class Rates(Record):
    """A model's cost per million tokens in US dollars. Reasoning is billed as output."""

    input: Decimal = Field(ge=0)
    output: Decimal = Field(ge=0)
    cached: Decimal | None = Field(default=None, ge=0, description="Without it, as input.")
    cache_write: Decimal | None = Field(default=None, ge=0, description="Without it, as input.")
    cache_write_1h: Decimal | None = Field(default=None, ge=0, description="Without it, as other cache writes.")


class PriceOverride(Record):
    """A user's price for a model from a certain day on, which takes precedence over every table."""

    model: str = Field(min_length=1, description="As the request names it.")
    rates: Rates
    valid_from: date = date.min


class Price(Record):
    """The cost of one request, with everything that is needed to recompute it."""

    usd: Decimal
    rates: Rates = Field(description="Those that applied to a request of this size at this time.")
    source: str = Field(description="Whose rates: `genai-prices 0.2.3: anthropic/claude-sonnet-4-6`, or `override`.")
    priced_on: date = Field(description="The day of the request, for which the rates were looked up.")


class Limits(Record):
    """The limits of one run. None means no limit.

    When a limit is reached, the gateway answers with a final turn, so a run exceeds a limit by at most the last request
    that was admitted.
    """

    tokens: int | None = Field(default=None, gt=0, description="Input and output together.")
    cost_usd: Decimal | None = Field(default=None, gt=0)
    turns: int | None = Field(default=None, gt=0, description="Answers to requests that offer the model tools.")
    requests: int | None = Field(default=None, gt=0, description="Answers of any kind, titles and summaries included.")


class RateLimit(Record):
    """The limits per minute on what all trials of a job send to one provider. None means no limit."""

    provider: str | None = Field(default=None, description="Its id in genai-prices, or its host; None is each other.")
    requests: int | None = Field(default=None, gt=0)
    tokens: int | None = Field(default=None, gt=0, description="Input and output together.")


class PacingAddress(Record):
    """The address at which gateways reach the process that enforces the job's rate limits."""

    host: str
    port: int
    token: str = Field(repr=False, description="Shows that a gateway belongs to the job.")


class Totals(Record):
    """The total usage and cost of all requests in a run."""

    usage: Usage = Usage()
    cost_usd: Decimal | None = Field(default=Decimal(0), description="None if the price of any request is unknown.")
    priced_usd: Decimal = Field(default=Decimal(0), description="What is known of the cost.")
    turns: int = 0
    requests: int = 0
    unpriced: int = Field(default=0, description="Requests whose price is unknown.")
    retries: int = Field(default=0, description="Requests to the provider beyond the first of each.")
    faults: int = Field(default=0, description="Requests that the provider failed to answer, retries included.")
