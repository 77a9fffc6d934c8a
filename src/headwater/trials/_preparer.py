"""Chooses the program that prepares a harness for a task, and handles its answers and costs if it uses a model.

The gateway is imported only if the preparation uses a model.
"""

from __future__ import annotations

import hashlib

from headwater.agents import Agent, ModelAgent
from headwater.harnesses import Harness, Preparation
from headwater.records import GatewayOutcome, PromptVariant, TrialSpec
from headwater.trials._models import Models
from headwater.trials._paths import TrialPaths
from headwater.trials._prepare import NAME, Preparing
from headwater.trials._require import require_model


def preparing(preparation: Preparation) -> Agent:
    """Return the program of a preparation, which includes the model if the preparation uses one."""
    if not preparation.model:
        return Preparing(preparation)
    from headwater.trials._prepare_by_model import PreparingByModel

    return PreparingByModel(preparation.model, preparation)


def preparing_spec(task: str, harness: str) -> TrialSpec:
    """Return the spec of the single run that prepares a harness for a task."""
    return TrialSpec(task=task, agent=NAME, harness=harness, prompt=PromptVariant.BASELINE, repeat=1)


def require_answers(models: Models, harness: Harness, task: str) -> None:
    """Raise an error if preparing a harness needs a model that is not available.

    Raises:
        UserError: The key or the cassette is missing, or there is a cost limit but the model's price is unknown.
    """
    preparer = preparing(harness.preparation) if harness.preparation else None
    if isinstance(preparer, ModelAgent):
        require_model(models, preparer, preparing_spec(task, harness.name))


def answered_by(models: Models, preparer: Agent, spec: TrialSpec) -> str:
    """Return the digest of the cassette that answers a preparation, or an empty string if there is no cassette.

    The digest distinguishes preparations that were answered by a cassette from those answered by a model.
    """
    if models.replay is None or not isinstance(preparer, ModelAgent):
        return ""
    from headwater.trials._model import find_cassette

    cassette = find_cassette(models.replay, preparer, spec)
    return hashlib.sha256(cassette.model_dump_json().encode()).hexdigest()


def preparation_usage(paths: TrialPaths) -> GatewayOutcome | None:
    """Return the usage of a preparation's model, or None if the preparation uses no model."""
    if not paths.wire_log.is_file():
        return None
    from headwater.gateway import read_outcome

    return read_outcome(paths.wire_log)


def keep_answers(models: Models, preparer: Agent, spec: TrialSpec, paths: TrialPaths) -> None:
    """Write a preparation's cassette, if the job records cassettes and a model gave any answer."""
    if isinstance(preparer, ModelAgent):
        from headwater.trials._model import keep_recording

        keep_recording(models, preparer, spec, paths.wire_log)
