"""How the trials of a job reach their models, said in a few words; ``_model`` does it, and loads what that takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from headwater.records import Limits, PriceOverride, Totals


@dataclass(frozen=True)
class ModelUsed:
    """Sent when an agent has used its model again.

    Attributes:
        totals: What it has used in all.
    """

    totals: Totals


@dataclass(frozen=True)
class Models:
    """How the trials of a job reach their models.

    Attributes:
        limits: What each trial may use.
        replay: Folder of cassettes that answer instead of a provider.
        record: Folder that takes a cassette of each trial.
        prices: The user's own.
    """

    limits: Limits = field(default_factory=Limits)
    replay: Path | None = None
    record: Path | None = None
    prices: Sequence[PriceOverride] = ()
