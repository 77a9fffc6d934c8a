"""Defines the agents that attempt tasks: built-in agents without a model, real CLIs, data-agent, and users' agents.

An agent returns a command to run in the sandbox. An agent with a model is a ``ModelAgent``, which reaches the model
through the gateway on the sandbox's loopback and parses the agent's own log. To add an agent, subclass ``ModelAgent``
in a small module and name the class in ``_registry.py``, or, in another package, in the entry point group
``headwater.agents``.
"""

from headwater.agents._base import Agent, Command, Situation
from headwater.agents._briefing import brief
from headwater.agents._builtin import Attacker, Counterfeiter, Nop, Oracle
from headwater.agents._model_agent import ModelAgent, usual_protocol
from headwater.agents._output import AgentOutput
from headwater.agents._registry import agent_names, find_agent, model_agents
from headwater.agents._text_agents import TextAgent
from headwater.agents._tool_times import ToolTimes

__all__ = [
    "Agent",
    "AgentOutput",
    "Attacker",
    "Command",
    "Counterfeiter",
    "ModelAgent",
    "Nop",
    "Oracle",
    "Situation",
    "TextAgent",
    "ToolTimes",
    "agent_names",
    "brief",
    "find_agent",
    "model_agents",
    "usual_protocol",
]
