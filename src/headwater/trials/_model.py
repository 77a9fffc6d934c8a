"""Manages the model's side of a trial: its gateway, and the files that are built from the gateway's log.

Only trials of agents with a model import this module, which imports the gateway.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from headwater.agents import AgentOutput, ModelAgent, ToolTimes
from headwater.errors import CredentialError, NotFoundError, OptionError, UnsupportedError
from headwater.gateway import (
    Cassette,
    Forward,
    Gateway,
    GatewaySettings,
    GatewayStatus,
    Replay,
    Upstream,
    cassette_of,
    is_priced,
    open_gateway,
    read_cassette,
    read_outcome,
    read_wire_log,
    searches_itself,
    translate,
    write_cassette,
)
from headwater.records import Protocol, TrialSpec
from headwater.trials._apart import run_apart
from headwater.trials._judge import AgentOutcome, ProgramEnd, judge_model_agent
from headwater.trials._models import Models
from headwater.trials._paths import TrialPaths

_SUFFIXES = (".yaml", ".json")


def require(models: Models, agent: ModelAgent, spec: TrialSpec) -> None:
    """See ``require_model``."""
    settings = _settings(models, agent, spec, Path())
    if searches_itself(agent.request_model):
        what = f"{agent.request_model} searches the web, and a trial has no network"
        raise UnsupportedError(what, where=f"--agent {spec.agent}", fix="choose a model that does not search")
    if not models.are_priced or not agent.model or not isinstance(settings.backend, Forward):
        return
    upstream = settings.backend.upstreams[agent.protocol]
    if not is_priced(agent.request_model, upstream.provider, models.prices):
        raise OptionError(
            f"the price of {agent.model} is unknown",
            where="--job-budget" if models.limits.cost_usd is None else f"--budget {models.limits.cost_usd}usd",
            fix="limit tokens or turns, as in 500ktok, or give its price in prices.toml",
        )


def open_model(
    models: Models, agent: ModelAgent, spec: TrialSpec, wire_log: Path, on_status: Callable[[GatewayStatus], None]
) -> AbstractContextManager[Gateway]:
    """Run a trial's gateway. ``open_gateway`` describes ``on_status``.

    Raises:
        GatewayError: The gateway died. This is raised at the end of the block.
    """
    return open_gateway(_settings(models, agent, spec, wire_log), on_status)


def _settings(models: Models, agent: ModelAgent, spec: TrialSpec, wire_log: Path) -> GatewaySettings:
    backend: Forward | Replay
    if models.replay is not None:
        cassette = translate(find_cassette(models.replay, agent, spec), agent.tools)
        backend = Replay(cassette=cassette, text_agent=agent.counts_turns)
    else:
        backend = Forward(upstreams=_upstreams(agent, models.needs_keys))
    return GatewaySettings(
        wire_log=wire_log,
        backend=backend,
        limits=models.limits,
        is_priced=models.are_priced,
        pacing=models.pacing,
        models=(agent.request_model, *agent.side_models) if agent.model else (),
        final_turn=agent.final_turn,
        prices=tuple(models.prices),
    )


class WhileServed(threading.Event):
    """An event that is set when the job is cancelled, or when the gateway has died, so that waiting is useless."""

    def __init__(self, cancel: threading.Event, gateway: Gateway) -> None:
        super().__init__()
        self._cancel = cancel
        self._gateway = gateway

    def is_set(self) -> bool:
        """Return whether waiting should stop."""
        return self._cancel.is_set() or not self._gateway.is_alive()


def _upstreams(agent: ModelAgent, needs_keys: bool) -> dict[Protocol, Upstream]:
    """Return the provider of the agent's model, or all providers with a key if the agent names no model.

    Raises:
        CredentialError: The provider's key is missing.
    """
    if not agent.model:
        return {protocol: found for protocol in agent.protocols if (found := _upstream_if_keyed(protocol))}
    # an OpenAI library chooses between the two itself
    both = (Protocol.CHAT, Protocol.RESPONSES)
    protocols = [protocol for protocol in both if protocol in agent.protocols] if agent.protocol in both else []
    protocols = protocols or [agent.protocol]
    return {protocol: Upstream.of(protocol, os.environ, needs_key=needs_keys) for protocol in protocols}


def _upstream_if_keyed(protocol: Protocol) -> Upstream | None:
    try:
        return Upstream.of(protocol, os.environ)
    except CredentialError:
        return None


def find_cassette(folder: Path, agent: ModelAgent, spec: TrialSpec) -> Cassette:
    """Return a trial's cassette or, if there is none, its task's cassette, which serves every agent.

    Raises:
        UserError: There is no cassette. The message names the expected path.
    """
    task = spec.task.rpartition("/")[2]
    names = (spec.id,) if agent.own_cassettes else (spec.id, task)
    for name in names:
        for suffix in _SUFFIXES:
            if (path := folder / f"{name}{suffix}").is_file():
                return read_cassette(path)
    raise NotFoundError(
        f"no cassette for {spec.agent} on {spec.task}",
        where=f"--replay {folder}",
        fix=f"write {' for it alone, or '.join(f'{name}.yaml' for name in names)}",
    )


def judge(agent: ModelAgent, run: ProgramEnd, paths: TrialPaths) -> AgentOutcome:
    """Judge how the agent's part of the trial ended, from the gateway's log and the agent's own log."""
    from headwater.trajectories import reconcile

    output = AgentOutput(paths.agent_log, paths.agent_files, run.exit_code)
    outcome, report = read_outcome(paths.wire_log), agent.report(output)
    status, reason = judge_model_agent(run, outcome, report, output.complaint())
    differ = tuple(str(each) for each in reconcile(report, outcome.totals))
    return AgentOutcome(status, reason, outcome, report, differ)


def keep_recording(models: Models, agent: ModelAgent, spec: TrialSpec, wire_log: Path) -> None:
    """Write a trial's cassette, if the job records cassettes and the model gave any answer."""
    if models.record is None or not read_outcome(wire_log).totals.requests:
        return
    models.record.mkdir(parents=True, exist_ok=True)
    path = models.record / f"{spec.id}{_SUFFIXES[0]}"
    run_apart(path.with_suffix(".err"), _record, wire_log, agent, f"{spec.agent} on {spec.task}", path)


def _record(wire_log: Path, agent: ModelAgent, description: str, path: Path) -> None:
    write_cassette(path, cassette_of(read_wire_log(wire_log), agent.tools, description))


def write_trajectory_of(agent: ModelAgent, spec: TrialSpec, paths: TrialPaths) -> None:
    """Write the trajectory if the agent used its model.

    If this fails, the error is written to ``trajectory.err``.
    """
    if read_outcome(paths.wire_log).first_request_at is not None:
        run_apart(paths.trajectory.with_suffix(".err"), _write_trajectory, agent, spec, paths)


def _write_trajectory(agent: ModelAgent, spec: TrialSpec, paths: TrialPaths) -> None:
    from headwater.trajectories import AgentIdentity, build_trajectory, write_trajectory

    times = ToolTimes()
    agent.note_tools(AgentOutput(paths.agent_log, paths.agent_files), times)
    identity = AgentIdentity(agent.kind, agent.version, agent.model, {"harness": spec.harness, "task": spec.task})
    log = read_wire_log(paths.wire_log)
    write_trajectory(paths.trajectory, build_trajectory(log, identity, session_id=spec.id, tools=times.events()))
