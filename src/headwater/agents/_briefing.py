"""Builds the prompt of agents with a model: the task, and facts about the environment and the budget.

The text is the same for every agent and does not mention grading.
"""

from __future__ import annotations

from collections.abc import Sequence

from headwater.agents._base import Situation
from headwater.records import Limits, ServiceName, TaskConfig
from headwater.sandbox import DEADLINE, WORKSPACE
from headwater.services import SERVICES, Placement


def brief(situation: Situation) -> str:
    """Return the complete prompt: the task's instruction, followed by facts about the environment."""
    config = situation.task.config
    lines = [
        f"Your working directory is {WORKSPACE}. You work alone: nobody answers questions, so decide, and end when "
        "the work is done.",
        *_services(situation),
        _network(config),
        f"You have {_duration(config.agent.timeout_sec)}, until the moment in ${DEADLINE} (UTC)"
        f"{_budget(situation.limits)}.",
        "Files in your working directory and what is in the services last. Every process that you start ends when "
        "you end.",
        *_contract(config),
    ]
    text = "\n".join(f"- {line}" for line in lines)
    return f"{situation.instruction.rstrip()}\n\n---\n\nYour environment:\n\n{text}\n"


def _services(situation: Situation) -> list[str]:
    lines = []
    if own := situation.task.config.services:
        lines.append(f"These services run, and how to reach them is in the environment: {_names(own)}.")
    if others := situation.services:
        lines.append(
            f"For your tools, these services run as well: {_names(others)}. They are empty at first, and what is in "
            "them is no part of your work."
        )
    return lines


def _names(services: Sequence[ServiceName]) -> str:
    found = []
    for name in services:
        service = SERVICES[name]
        variables = ", ".join(f"${variable}" for variable in service.variables(Placement(service.default_port)))
        found.append(f"{name.capitalize()} ({variables})")
    return "; ".join(found)


def _network(config: TaskConfig) -> str:
    if config.network is None:
        return "There is no other network: nothing can be downloaded or installed."
    places = ", ".join(config.network.allow)
    return f"Of other networks you reach {places} and nothing else, through the proxy in $HTTPS_PROXY and $HTTP_PROXY."


def _duration(seconds: float) -> str:
    minutes = seconds / 60
    return f"{minutes:.0f} minutes" if minutes >= 2 else f"{seconds:.0f} seconds"


def _budget(limits: Limits) -> str:
    parts = []
    if limits.cost_usd is not None:
        parts.append(f"${limits.cost_usd}")
    if limits.tokens is not None:
        parts.append(f"{limits.tokens:,} tokens")
    if limits.turns is not None:
        parts.append(f"{limits.turns} turns")
    if limits.requests is not None:
        parts.append(f"{limits.requests} requests")
    return f", and a budget of {' and '.join(parts)} for the model" if parts else ""


def _contract(config: TaskConfig) -> list[str]:
    lines = []
    if config.entrypoint is not None:
        lines.append(f"The job is run again, in the same directory, as: {config.entrypoint.command}")
    if config.server is not None:
        server = config.server
        lines.append(
            f"The server is started, in the same directory, as: {server.command}; it listens on port {server.port} and "
            f"answers {server.ready_path} when it is ready. One that you start yourself ends with you."
        )
    return lines
