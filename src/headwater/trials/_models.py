"""Describes how a job's trials reach their models. ``_model`` contains the implementation and its imports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from headwater.records import Limits, PacingAddress, PriceOverride, Totals


@dataclass(frozen=True)
class ModelUsed:
    """Sent when an agent, or a harness's preparation, has used its model again.

    Attributes:
        totals: The usage so far.
        at_most: The usage so far, plus an upper bound for answers whose usage is unknown.
        run: The run to which the totals belong. Each attempt at a trial is a separate run.
        of_agent: Whether the trial's agent used the model, rather than a preparation that the trial started.
    """

    totals: Totals
    at_most: Totals
    run: str
    of_agent: bool = True


@dataclass(frozen=True)
class Models:
    """The settings with which a job's trials reach their models.

    Attributes:
        limits: The limits on each trial.
        replay: The folder of cassettes to replay instead of asking a provider.
        record: The folder to which each trial's cassette is written.
        prices: The user's prices.
        are_priced: Whether the job has a cost limit, so that models without a price are refused.
        pacing: The address at which requests wait for the job's rate limits, if the job has any.
        needs_keys: Whether this process needs the providers' keys. A cluster's driver does not.
    """

    limits: Limits = field(default_factory=Limits)
    replay: Path | None = None
    record: Path | None = None
    prices: Sequence[PriceOverride] = ()
    are_priced: bool = False
    pacing: PacingAddress | None = None
    needs_keys: bool = True
