"""What attempts a task: built-in agents without a model, real CLIs, our own data-agent, and a user's own.

An agent is asked for a command to run in the sandbox. One with a model is a ``ModelAgent``: it finds the model at the
gateway on its loopback and says how its own log is to be read. To add one, subclass that in a small file and name it
in ``_registry.py``; in another package, name it in the entry point group ``headwater.agents``.
"""

from headwater.agents._base import Agent, Command, Situation
from headwater.agents._briefing import brief
from headwater.agents._builtin import Attacker, Counterfeiter, Nop, Oracle
from headwater.agents._grep import Grep
from headwater.agents._model_agent import ModelAgent
from headwater.agents._output import AgentOutput
from headwater.agents._registry import agent_names, find_agent, model_agents
from headwater.agents._tool_times import ToolTimes

__all__ = [
    "Agent",
    "AgentOutput",
    "Attacker",
    "Command",
    "Counterfeiter",
    "Grep",
    "ModelAgent",
    "Nop",
    "Oracle",
    "Situation",
    "ToolTimes",
    "agent_names",
    "brief",
    "find_agent",
    "model_agents",
]
