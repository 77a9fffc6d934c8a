"""Runs an agent in a cell on a starting state, with its model, its terminal and its egress proxy outside the cell."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from headwater.agents import Agent, Command, ModelAgent, Situation
from headwater.agents.human import Human
from headwater.egress import open_egress
from headwater.errors import CancelledError, GatewayError
from headwater.records import FileReads, TrialSpec
from headwater.sandbox import remove_tree, run_in_cell
from headwater.snapshots import Snapshot
from headwater.tasks import Task
from headwater.trials._attempt import AgentEnded, AttemptPlan, AttemptResult, attempt
from headwater.trials._judge import AgentOutcome, ProgramEnd, judge_program
from headwater.trials._models import ModelUsed
from headwater.trials._paths import TrialPaths, start_layers
from headwater.trials._person import end_if_abandoned, open_terminal, write_session
from headwater.trials._setting import Notify, Setting
from headwater.trials._workload import WorkloadPlan
from headwater.trials._write import write_atomically

if TYPE_CHECKING:
    from headwater.gateway import GatewayStatus

_SERVICES_SEC = 180.0
"""The time for starting and stopping services. It is added to the agent's time, after which the cell is given up."""


def run_agent(
    setting: Setting,
    task: Task,
    agent: Agent,
    spec: TrialSpec,
    snapshot: Snapshot,
    paths: TrialPaths,
    notify: Notify,
    *,
    faulted_before: bool = False,
) -> AttemptResult:
    """Run an agent and freeze its output in ``paths.state``.

    Args:
        setting: The job's setting.
        task: The task that the agent attempts.
        agent: The agent.
        spec: The trial's spec.
        snapshot: The starting state.
        paths: The paths for the agent's output.
        notify: Called with each event.
        faulted_before: See ``AttemptPlan``.

    Raises:
        CancelledError: The job was interrupted.
        InfraError: A service, the cell or the gateway failed.
    """
    harness = setting.harness
    situation = Situation(
        task,
        spec.prompt,
        setting.models.limits,
        harness.mcp_servers,
        harness.system_text,
        setting.requested(task.config),
    )
    with ExitStack() as stack:
        gateway, cancel = None, setting.cancel
        mounts: Mapping[str, Path] = {}
        own: Mapping[str, str] = {}
        if isinstance(agent, Human):
            mounts, own = stack.enter_context(open_terminal(agent, situation, paths, setting.cancel, notify))
        if isinstance(agent, ModelAgent):
            from headwater.trials._model import WhileServed, open_model

            run = uuid4().hex

            def report(status: GatewayStatus) -> None:
                notify(ModelUsed(status.totals, status.at_most, run))

            gateway = stack.enter_context(open_model(setting.models, agent, spec, paths.wire_log, report))
            cancel = WhileServed(setting.cancel, gateway)
        plan = _plan(setting, task, agent.command(situation), snapshot, paths, gateway.control if gateway else None)
        plan = replace(plan, faulted_before=faulted_before, mounts={**plan.mounts, **mounts}, env={**plan.env, **own})
        if task.config.network is not None:
            egress = stack.enter_context(open_egress(task.config.network.allow, paths.egress_log))
            plan = replace(plan, egress=egress)
        paths.state.mkdir(parents=True)
        limit = task.config.agent.timeout_sec + _SERVICES_SEC
        if task.config.workload is not None:
            limit += task.config.workload.settle_sec
        try:
            result: AttemptResult = run_in_cell(attempt, plan, on_event=notify, cancel=cancel, timeout_sec=limit)
        except CancelledError:
            # The cell is also cancelled when the gateway has died.
            if setting.cancel.is_set():
                raise
            raise GatewayError("the gateway died while the agent worked") from None
    # The gateway has ended as well, so it has reported all usage.
    notify(AgentEnded(time.time()))
    if result.reads is not None:
        record = FileReads.model_validate(asdict(result.reads))
        write_atomically(paths.reads, record.model_dump_json(indent=2))
    end_if_abandoned(agent, result.run, setting.cancel)
    if isinstance(agent, Human):
        write_session(agent, situation, spec, paths)
    remove_work(paths)
    return result


def judge_agent(agent: Agent, run: ProgramEnd, paths: TrialPaths) -> AgentOutcome:
    """Judge how an agent's run ended.

    For an agent with a model, the gateway's log and the agent's own log count as well.
    """
    if not isinstance(agent, ModelAgent):
        return judge_program(run)
    from headwater.trials._model import judge

    return judge(agent, run, paths)


def remove_work(paths: TrialPaths) -> None:
    """Remove the work folders of overlays that are no longer mounted."""
    for work in paths.state.glob("*.work"):
        remove_tree(work)


def _plan(
    setting: Setting, task: Task, command: Command, snapshot: Snapshot, paths: TrialPaths, gateway: Path | None
) -> AttemptPlan:
    tooling = setting.tooling(task.config)
    installed = {target: layer.folder(setting.home) for target, layer in command.layers.items()}
    runtimes = {target: path for layer in command.layers.values() for target, path in layer.runtime().items()}
    return AttemptPlan(
        argv=command.argv,
        tools=tooling.env,
        env=command.env,
        mounts={**tooling.mounts, **runtimes, **installed, **command.mounts},
        layers=start_layers(snapshot, task.config.services, setting.requested(task.config)),
        state=paths.state,
        agent_log=paths.agent_log,
        service_logs=paths.service_logs,
        limits=task.config.agent,
        files=command.files,
        keeps=command.keeps,
        kept_files=paths.agent_files,
        stop=(command.stop, command.grace_sec),
        gateway=gateway,
        data=setting.data(task.config),
        workload=_workload(task, paths, tooling.mounts),
    )


def _workload(task: Task, paths: TrialPaths, mounts: Mapping[str, Path]) -> WorkloadPlan | None:
    declared = task.config.workload
    if declared is None:
        return None
    return WorkloadPlan(declared.command, task.workload, paths.workload, declared.settle_sec, mounts)
