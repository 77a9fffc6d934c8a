"""How the trials of a job reach their models, said in a few words; ``_model`` does it, and loads what that takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from headwater.records import Limits, PacingAddress, PriceOverride, Totals


@dataclass(frozen=True)
class ModelUsed:
    """Sent when an agent has used its model again, or a preparation.

    Attributes:
        totals: What it has used in all.
        at_most: The same, with the most that answers can have used whose usage is not known.
        run: Whose totals these are: another attempt of the same trial is another run.
        of_agent: Whether it is the agent of the trial, and not a preparation that the trial has begun.
    """

    totals: Totals
    at_most: Totals
    run: str
    of_agent: bool = True


@dataclass(frozen=True)
class Models:
    """How the trials of a job reach their models.

    Attributes:
        limits: What each trial may use.
        replay: Folder of cassettes that answer instead of a provider.
        record: Folder that takes a cassette of each trial.
        prices: The user's own.
        are_priced: Whether what has no price is refused, because a limit on cost holds for the job.
        pacing: Where requests wait for their turn, if the job limits the rate.
    """

    limits: Limits = field(default_factory=Limits)
    replay: Path | None = None
    record: Path | None = None
    prices: Sequence[PriceOverride] = ()
    are_priced: bool = False
    pacing: PacingAddress | None = None
