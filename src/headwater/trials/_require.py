"""What a trial of an agent with a model needs, found out before any trial begins."""

from __future__ import annotations

from headwater.agents import ModelAgent
from headwater.records import TrialSpec
from headwater.trials._models import Models


def require_model(models: Models, agent: ModelAgent, spec: TrialSpec) -> None:
    """Make sure that a trial can reach its model.

    Raises:
        CredentialError: There is no key, or it is none.
        NotFoundError: There is no cassette.
        OptionError: There is no price where the limit is on cost.
        UnsupportedError: The model searches the web by itself.
    """
    from headwater.trials._model import require  # imported late: it loads the gateway

    require(models, agent, spec)
