"""Resolves the command line's ``--agent`` option to an agent."""

from __future__ import annotations

from importlib import import_module

from headwater.agents._base import Agent
from headwater.agents._builtin import (
    AlternativeOracle,
    Attacker,
    Counterfeiter,
    DbtRun,
    Nop,
    Oracle,
    attack_names,
)
from headwater.agents._model_agent import ModelAgent
from headwater.agents._text_agents import TextAgent
from headwater.errors import NotFoundError, OptionError, UnsupportedError
from headwater.plugins import Group, itself
from headwater.records import Protocol
from headwater.tasks import Task


def _fault(plugin: object) -> str:
    is_agent = isinstance(plugin, type) and issubclass(plugin, ModelAgent)
    return "" if is_agent else "is not a subclass of headwater.agents.ModelAgent"


_GROUP: Group[type[ModelAgent]] = Group(
    "headwater.agents", brings="an agent", page="docs/agents.md", make=itself, fault=_fault, name_in="kind"
)
_OWN = {
    "claude-code": ("claude_code", "ClaudeCode"),
    "codex": ("codex", "Codex"),
    "cursor": ("cursor", "Cursor"),
    "data-agent": ("reference", "DataAgent"),
    "gemini-cli": ("gemini_cli", "GeminiCli"),
    "mini-swe-agent": ("mini_swe_agent", "MiniSweAgent"),
    "opencode": ("opencode", "OpenCode"),
    "openhands": ("openhands", "OpenHands"),
    "pi": ("pi", "Pi"),
    "qwen-code": ("qwen_code", "QwenCode"),
}
_BUILT_IN = (
    "oracle, nop, dbt-run, grep, odd-token, alternative[:name], counterfeit[:name], attacker[:name], human[:name]"
)


def model_agents() -> dict[str, type[ModelAgent]]:
    """Return the agents with a model by name, both Headwater's own and those of installed packages.

    Raises:
        PluginError: A package's entry point is not an agent, or has the same name as one of Headwater's agents.
    """
    found = {kind: _own_agent_class(kind) for kind in _OWN}
    return found | {name: _GROUP.load(entry) for name, entry in _GROUP.entries(found).items()}


def _own_agent_class(kind: str) -> type[ModelAgent]:
    module, name = _OWN[kind]
    agent: type[ModelAgent] = getattr(import_module(f"headwater.agents.{module}"), name)
    return agent


def agent_names(requested: str, task: Task, harness: str = "base") -> list[str]:
    """Expand ``alternative``, ``counterfeit`` and ``attacker`` without a name to all such agents for the task.

    Args:
        requested: An agent's name, or one of these three words.
        task: The task to attempt.
        harness: The harness in the sandbox. Agents that need another harness are omitted.

    Raises:
        NotFoundError: The agent does not exist.
        UnsupportedError: The named alternative needs another harness.
    """
    if requested == "alternative":
        return [f"alternative:{each.name}" for each in task.alternatives if each.harness in (None, harness)]
    if requested == "counterfeit":
        return [f"counterfeit:{counterfeit.name}" for counterfeit in task.counterfeits]
    if requested == "attacker":
        return [f"attacker:{attack}" for attack in attack_names() if Attacker(attack).applies_to(task, harness)]
    agent = find_agent(requested, task)
    if isinstance(agent, AlternativeOracle):
        needed = task.alternative(agent.alternative).harness
        if needed not in (None, harness):
            raise UnsupportedError(
                f"it needs the tools of the harness {needed}",
                where=f"--agent {requested} on {task.ref}",
                fix=f"run it with --harness {needed}",
            )
    return [requested]


def find_agent(name: str, task: Task) -> Agent:
    """Return the agent with the given name for the task.

    Raises:
        NotFoundError: The agent does not exist. The message lists the existing agents.
    """
    kind, _, detail = name.partition(":")
    match kind:
        case "oracle" if not detail:
            return Oracle()
        case "nop" if not detail:
            return Nop()
        case "dbt-run" if not detail:
            return DbtRun()
        case "grep" | "odd-token" if not detail:
            return TextAgent(kind)
        case "alternative":
            task.alternative(detail)
            return AlternativeOracle(detail)
        case "counterfeit":
            task.counterfeit(detail)
            return Counterfeiter(detail)
        case "attacker":
            if detail not in attack_names():
                raise NotFoundError(
                    "no such attack", where=f"--agent {name}", fix=f"there are {', '.join(attack_names())}"
                )
            return Attacker(detail)
        case "human":
            from headwater.agents.human import Human

            return Human(detail)
        case "cmd":
            from headwater.agents.custom import Custom

            return Custom("", detail)
        case _:
            return _model_agent(kind, detail)


def _model_agent(kind: str, model: str) -> ModelAgent:
    agents = {kind: _own_agent_class(kind)} if kind in _OWN else model_agents()
    if kind not in agents:
        names = ", ".join(f"{name}:MODEL" for name in sorted(agents))
        raise NotFoundError(
            "no such agent", where=f"--agent {kind}", fix=f"there are {_BUILT_IN}, {names}, cmd:COMMAND"
        )
    if not model.strip():
        example = next((_EXAMPLES[protocol] for protocol in agents[kind].protocols), "MODEL")
        raise OptionError("it needs a model", where=f"--agent {kind}", fix=f"name one, as in {kind}:{example}")
    return agents[kind](model)


_EXAMPLES = {
    Protocol.ANTHROPIC: "claude-sonnet-4-6",
    Protocol.RESPONSES: "gpt-5.5",
    Protocol.CHAT: "gpt-5.5",
    Protocol.GEMINI: "gemini-2.5-pro",
}
