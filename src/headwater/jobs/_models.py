"""Checks and installs the requirements of a job's agents: software, keys or cassettes, and prices."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from headwater.agents import ModelAgent, Situation, find_agent
from headwater.errors import MissingDependencyError
from headwater.harnesses import find_harness
from headwater.records import JobConfig, JobOptions, PacingAddress, TrialSpec
from headwater.tasks import Task
from headwater.trials import Models, Setting, require_answers, require_model

_EXTRA = ("aiohttp", "atif", "genai_prices", "yaml")


def models_of(config: JobOptions, pacing: PacingAddress | None = None) -> Models:
    """Return the settings that the job's trials use to reach their models."""
    return Models(
        limits=config.limits,
        are_priced=config.limits.cost_usd is not None or config.job_limits.cost_usd is not None,
        pacing=pacing,
        replay=Path(config.replay) if config.replay else None,
        record=Path(config.record) if config.record else None,
        prices=config.prices,
    )


def require_models(config: JobConfig, tasks: Sequence[Task], *, needs_keys: bool = True) -> None:
    """Check, before anything runs, that each agent can be installed and can use its model.

    Args:
        config: The job.
        tasks: Its tasks.
        needs_keys: Whether this process runs the trials itself and therefore needs the keys of providers.

    Raises:
        MissingDependencyError: A package, Python, node or npm is missing.
        UserError: A key or a cassette is missing, or a cost limit is set for a model without a price.
    """
    models = replace(models_of(config), needs_keys=needs_keys)
    by_ref = {task.ref: task for task in tasks}
    for spec, agent in _model_agents(config.trials, by_ref):
        agent.require(Situation(by_ref[spec.task], spec.prompt))
        if missing := [name for name in _EXTRA if importlib.util.find_spec(name) is None]:
            raise MissingDependencyError(
                f"needs {missing[0]}", where=f"--agent {spec.agent}", fix="pip install 'headwater[agents]'"
            )
        if agent.layer is not None and (lack := agent.layer.lacks()):
            raise MissingDependencyError(lack.what, where=f"--agent {spec.agent}", fix=lack.fix)
        require_model(models, agent, spec)
        require_answers(models, find_harness(spec.harness), spec.task)


def install_agents(
    specs: Sequence[TrialSpec],
    tasks: Mapping[str, Task],
    setting_of: Callable[[TrialSpec], Setting],
    notify: Callable[[str], None],
) -> None:
    """Install the software that the agents in these trials need, once per agent.

    Raises:
        UnsupportedError: An agent cannot use a harness's tools.
        LayerError: The packages of an agent could not be installed.
    """
    for spec, agent in _model_agents(specs, tasks):
        setting = setting_of(spec)
        agent.require(Situation(tasks[spec.task], spec.prompt, mcp_servers=setting.harness.mcp_servers))
        if agent.layer is not None:
            agent.layer.build(setting.home, notify)


def paid_trials(specs: Sequence[TrialSpec], tasks: Mapping[str, Task]) -> frozenset[str]:
    """Return the ids of the trials whose agents use a model."""
    return frozenset(spec.id for spec, _ in _model_agents(specs, tasks))


def _model_agents(specs: Sequence[TrialSpec], tasks: Mapping[str, Task]) -> Iterator[tuple[TrialSpec, ModelAgent]]:
    for spec in specs:
        if spec.task not in tasks:
            continue
        agent = find_agent(spec.agent, tasks[spec.task])
        if isinstance(agent, ModelAgent):
            yield spec, agent
