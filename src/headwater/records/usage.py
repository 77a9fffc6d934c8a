"""What a request to a model used, what that cost, and what a run may use."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from pydantic import Field

from headwater.records._base import Record


class Usage(Record):
    """Tokens in one canonical form, whatever the provider's own counting.

    ``input`` includes what was read from and written to the cache; ``output`` includes reasoning. The others are
    parts of these two, so that nothing is counted twice.
    """

    input: int = Field(default=0, ge=0, description="All input tokens.")
    cached: int = Field(default=0, ge=0, description="Of the input: read from the provider's cache.")
    cache_write: int = Field(default=0, ge=0, description="Of the input: written to the provider's cache.")
    cache_write_1h: int = Field(default=0, ge=0, description="Of the cache writes: kept for an hour, at its own price.")
    output: int = Field(default=0, ge=0, description="All output tokens.")
    reasoning: int = Field(default=0, ge=0, description="Of the output: reasoning, as far as the provider says.")

    @property
    def total(self) -> int:
        """Input and output together: what a limit on tokens counts."""
        return self.input + self.output

    def __add__(self, other: Usage) -> Usage:
        return Usage(**{name: getattr(self, name) + getattr(other, name) for name in Usage.model_fields})


class Rates(Record):
    """What a million tokens of a model cost, in US dollars; reasoning is billed as output."""

    input: Decimal = Field(ge=0)
    output: Decimal = Field(ge=0)
    cached: Decimal | None = Field(default=None, ge=0, description="Without it, as input.")
    cache_write: Decimal | None = Field(default=None, ge=0, description="Without it, as input.")
    cache_write_1h: Decimal | None = Field(default=None, ge=0, description="Without it, as other cache writes.")


class PriceOverride(Record):
    """The user's own price of a model from a day on, before every table."""

    model: str = Field(min_length=1, description="As the request names it.")
    rates: Rates
    valid_from: date = date.min


class Price(Record):
    """What one request cost, with all that is needed to work it out again."""

    usd: Decimal
    rates: Rates = Field(description="Those that applied to a request of this size at this time.")
    source: str = Field(description="Whose rates: `genai-prices 0.2.3: anthropic/claude-sonnet-4-6`, or `override`.")
    priced_on: date = Field(description="The day of the request, for which the rates were looked up.")


class Limits(Record):
    """What one run may use; None is no limit.

    When a limit is reached the gateway answers with a final turn, so a run overshoots by the last request that it
    let through and by no more.
    """

    tokens: int | None = Field(default=None, gt=0, description="Input and output together.")
    cost_usd: Decimal | None = Field(default=None, gt=0)
    turns: int | None = Field(default=None, gt=0, description="Answers to requests that offer the model tools.")
    requests: int | None = Field(default=None, gt=0, description="Answers of any kind, titles and summaries included.")


class RateLimit(Record):
    """What all trials of a job together may ask of one provider within any minute; None is no limit."""

    provider: str | None = Field(default=None, description="Its id in genai-prices, or its host; None is each other.")
    requests: int | None = Field(default=None, gt=0)
    tokens: int | None = Field(default=None, gt=0, description="Input and output together.")


class PacingAddress(Record):
    """Where gateways reach the process that holds the trials of a job to its rates."""

    host: str
    port: int
    token: str = Field(repr=False, description="Shows that a gateway belongs to the job.")


class Totals(Record):
    """The sum over a run."""

    usage: Usage = Usage()
    cost_usd: Decimal | None = Field(default=Decimal(0), description="None if the price of any request is unknown.")
    priced_usd: Decimal = Field(default=Decimal(0), description="What is known of the cost.")
    turns: int = 0
    requests: int = 0
    unpriced: int = Field(default=0, description="Requests whose price is unknown.")
    retries: int = Field(default=0, description="Requests to the provider beyond the first of each.")
    faults: int = Field(default=0, description="Requests that the provider failed to answer, retries included.")
