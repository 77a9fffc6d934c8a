"""Checks the needs of an agent with a model before any trial begins."""

from __future__ import annotations

from headwater.agents import ModelAgent
from headwater.records import TrialSpec
from headwater.trials._models import Models


def require_model(models: Models, agent: ModelAgent, spec: TrialSpec) -> None:
    """Raise an error unless a trial can reach its model.

    Raises:
        CredentialError: There is no key, or it is invalid.
        NotFoundError: There is no cassette.
        OptionError: There is no price although cost is limited.
        UnsupportedError: The model searches the web by itself.
    """
    from headwater.trials._model import require  # imported late, because it imports the gateway

    require(models, agent, spec)
