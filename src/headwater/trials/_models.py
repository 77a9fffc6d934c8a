"""Describes how the trials of a job reach their models; ``_model`` does the work and imports what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from headwater.records import Limits, PacingAddress, PriceOverride, Totals


@dataclass(frozen=True)
class ModelUsed:
    """Sent when an agent or a preparation has used its model again.

    Attributes:
        totals: Its use so far.
        at_most: The same, plus the upper limit of answers whose usage is unknown.
        run: The run to which the totals belong; another attempt of the same trial is another run.
        of_agent: Whether it is the agent of the trial, and not a preparation that the trial has begun.
    """

    totals: Totals
    at_most: Totals
    run: str
    of_agent: bool = True


@dataclass(frozen=True)
class Models:
    """The ways in which the trials of a job reach their models.

    Attributes:
        limits: The limits of each trial.
        replay: The folder of cassettes that answer instead of a provider.
        record: The folder that takes a cassette of each trial.
        prices: The user's own prices.
        are_priced: Whether a model without a price is refused, because the job has a limit on cost.
        pacing: The address at which requests wait until the job's rates allow them, if it has any.
        needs_keys: Whether this process needs the keys of providers; the driver of a cluster has none.
    """

    limits: Limits = field(default_factory=Limits)
    replay: Path | None = None
    record: Path | None = None
    prices: Sequence[PriceOverride] = ()
    are_priced: bool = False
    pacing: PacingAddress | None = None
    needs_keys: bool = True
