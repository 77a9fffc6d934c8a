"""Models an agent's own report of its run, which supplements the gateway's log."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum

from pydantic import Field

from headwater.records._base import Record
from headwater.records.usage import Usage


class AgentEnd(StrEnum):
    """How a run ended, according to the agent's own log."""

    COMPLETED = "completed"
    """The agent reported that it is done."""
    ERROR = "error"
    """The agent reported that it gave up."""
    LIMIT = "limit"
    """The agent stopped at a limit of its own."""
    ABORTED = "aborted"
    """The agent was interrupted."""
    SILENT = "silent"
    """The agent's log has no last event, because the agent was killed or crashed."""


class AgentReport(Record):
    """How a run ended and its totals, according to an agent's own log. Values that the log lacks are None."""

    end: AgentEnd
    detail: str = Field(default="", description="In its own words, one line.")
    usage: Usage | None = Field(default=None, description="In our canonical form.")
    turns: int | None = Field(default=None, ge=0, description="Answers of the model that it counts.")
    cost_usd: Decimal | None = Field(default=None, description="What it thinks that it cost; never used as the price.")
