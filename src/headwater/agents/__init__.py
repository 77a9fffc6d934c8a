"""Agents that attempt tasks: built-in agents without a model, real CLIs, our own data-agent, and users' own.

An agent returns a command to run in the sandbox. An agent with a model is a ``ModelAgent``: it reaches the model
through the gateway on its loopback, and parses its own log. To add one, subclass that in a small module and name it in
``_registry.py``; in another package, name it in the entry point group ``headwater.agents``.
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
