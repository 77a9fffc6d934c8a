"""Checks, before any trial starts, that an agent can use its model."""

from __future__ import annotations

from headwater.agents import ModelAgent
from headwater.records import TrialSpec
from headwater.trials._models import Models


def require_model(models: Models, agent: ModelAgent, spec: TrialSpec) -> None:
    """Raise an error unless a trial can reach its model.

    Raises:
        CredentialError: The key is missing or invalid.
        NotFoundError: The cassette is missing.
        OptionError: Cost is limited, but the price is unknown.
        UnsupportedError: The model searches the web by itself.
    """
    from headwater.trials._model import require  # imported late, because the module imports the gateway

    require(models, agent, spec)
