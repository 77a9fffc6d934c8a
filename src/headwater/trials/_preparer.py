"""Chooses the runner of a preparation, and handles its model's answers and costs if it uses a model.

The gateway is imported only if there is a model.
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
    """Return the runner of a preparation, with its model if it uses one."""
    if not preparation.model:
        return Preparing(preparation)
    from headwater.trials._prepare_by_model import PreparingByModel

    return PreparingByModel(preparation.model, preparation)


def preparing_spec(task: str, harness: str) -> TrialSpec:
    """Return the spec of the one run in which a harness is prepared for a task."""
    return TrialSpec(task=task, agent=NAME, harness=harness, prompt=PromptVariant.BASELINE, repeat=1)


def require_answers(models: Models, harness: Harness, task: str) -> None:
    """Raise an error unless a harness's preparation can use its model, if it has one.

    Raises:
        UserError: There is no key, no cassette, or no price although cost is limited.
    """
    preparer = preparing(harness.preparation) if harness.preparation else None
    if isinstance(preparer, ModelAgent):
        require_model(models, preparer, preparing_spec(task, harness.name))


def answered_by(models: Models, preparer: Agent, spec: TrialSpec) -> str:
    """Return the digest of the cassette that answers a preparation; empty without a cassette.

    The digest keeps preparations that a cassette answered apart from those that a model answered.
    """
    if models.replay is None or not isinstance(preparer, ModelAgent):
        return ""
    from headwater.trials._model import find_cassette

    cassette = find_cassette(models.replay, preparer, spec)
    return hashlib.sha256(cassette.model_dump_json().encode()).hexdigest()


def counted(paths: TrialPaths) -> GatewayOutcome | None:
    """Return the counted use of a preparation's model, if it has one."""
    if not paths.wire_log.is_file():
        return None
    from headwater.gateway import read_outcome

    return read_outcome(paths.wire_log)


def keep_answers(models: Models, preparer: Agent, spec: TrialSpec, paths: TrialPaths) -> None:
    """Write the cassette of a preparation, if the job records and a model answered anything."""
    if isinstance(preparer, ModelAgent):
        from headwater.trials._model import keep_recording

        keep_recording(models, preparer, spec, paths.wire_log)
