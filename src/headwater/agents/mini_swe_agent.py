"""Implements mini-swe-agent, by Princeton and Stanford: a loop around a single tool, a shell."""

from __future__ import annotations

from typing import Any

from headwater.agents._base import Command, Situation
from headwater.agents._briefing import brief
from headwater.agents._model_agent import LAYER, ModelAgent
from headwater.agents._output import AgentOutput
from headwater.agents._software import from_pypi
from headwater.agents._tool_times import ToolTimes
from headwater.agents._values import count, line, part, total
from headwater.gateway import DUMMY_KEY, CassetteCall, Protocol, Renamed, RenamingToolMap, Turn, base_url
from headwater.records import AgentEnd, AgentReport, Usage
from headwater.sandbox import HOME

_SUBMIT = "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"
_LITELLM = {Protocol.CHAT: "openai", Protocol.ANTHROPIC: "anthropic"}


class _MiniToolMap(RenamingToolMap):
    """The tools of mini-swe-agent, which ends by running a command."""

    def to_cli(self, call: CassetteCall) -> CassetteCall | None:
        return CassetteCall.of_cli("bash", {"command": _SUBMIT}) if call.tool == "finish" else super().to_cli(call)

    def to_neutral(self, call: CassetteCall) -> CassetteCall:
        if call.cli_name == "bash" and call.arguments == {"command": _SUBMIT}:
            return CassetteCall(tool="finish", arguments={"message": ""})
        return super().to_neutral(call)


class MiniSweAgent(ModelAgent):
    """Runs ``mini``, a Python program that reaches the model through litellm."""

    kind = "mini-swe-agent"
    title = "mini-swe-agent"
    version = "2.4.6"
    protocols = (Protocol.CHAT, Protocol.ANTHROPIC)
    layer = from_pypi("mini-swe-agent")
    has_mcp = False
    tools = _MiniToolMap({"shell": Renamed("bash", {"command": "command"})})
    final_turn = Turn(calls=(CassetteCall.of_cli("bash", {"command": _SUBMIT}),))

    def command(self, situation: Situation) -> Command:
        """Return the command.

        The agent's own limits are off, because the gateway enforces Headwater's limits and the agent lacks some prices.
        """
        prompt = f"{situation.system_text}\n\n{brief(situation)}" if situation.system_text else brief(situation)
        return Command(
            argv=[
                *(f"{LAYER}/bin/python", f"{LAYER}/bin/mini", "--yolo", "--exit-immediately", "--cost-limit", "0"),
                *("--model", f"{_LITELLM[self.protocol]}/{self.model}"),
                *("--output", f"{HOME}/.mini/trajectory.json", "--task", prompt),
            ],
            env={
                "OPENAI_API_KEY": DUMMY_KEY,
                "OPENAI_API_BASE": base_url(Protocol.CHAT),
                "ANTHROPIC_API_KEY": DUMMY_KEY,
                "ANTHROPIC_API_BASE": base_url(Protocol.ANTHROPIC),
                # Otherwise litellm tries to download a price list.
                "LITELLM_LOCAL_MODEL_COST_MAP": "True",
                # Otherwise the program asks for its configuration when it starts for the first time.
                "MSWEA_CONFIGURED": "true",
                "MSWEA_COST_TRACKING": "ignore_errors",
                "MSWEA_GLOBAL_CONFIG_DIR": f"{HOME}/.mini",
                "MSWEA_SILENT_STARTUP": "1",
            },
            layers=self.installed,
            files={".mini/.env": ""},
            keeps=(".mini/trajectory.json",),
            grace_sec=5,
        )

    def report(self, output: AgentOutput) -> AgentReport:
        """Read the agent's trajectory, which contains every answer with its usage."""
        trajectory = output.document(".mini/trajectory.json")
        status = str(part(trajectory, "info").get("exit_status", ""))
        messages = trajectory.get("messages")
        answers = [part(message, "extra", "response") for message in messages] if isinstance(messages, list) else []
        usages = [_usage(part(answer, "usage")) for answer in answers if answer]
        if not status:
            return AgentReport(end=AgentEnd.SILENT)
        end = {"Submitted": AgentEnd.COMPLETED, "LimitsExceeded": AgentEnd.LIMIT}.get(status, AgentEnd.ERROR)
        detail = "" if end is AgentEnd.COMPLETED else line(status)
        return AgentReport(end=end, detail=detail, usage=total(usages), turns=len(usages))

    def note_tools(self, output: AgentOutput, times: ToolTimes) -> None:
        """Read the agent's trajectory, which contains the times of answers and command results."""
        messages = output.document(".mini/trajectory.json").get("messages")
        for message in map(part, messages if isinstance(messages, list) else []):
            extra, calls = part(message, "extra"), message.get("tool_calls")
            for call in map(part, calls if isinstance(calls, list) else []):
                times.started(call.get("id"), extra.get("timestamp"))
            if message.get("role") == "tool":
                times.ended(message.get("tool_call_id"), extra.get("timestamp"), extra.get("returncode"))


def _usage(counts: dict[str, Any]) -> Usage:
    return Usage(
        input=count(counts.get("prompt_tokens")),
        cached=count(part(counts, "prompt_tokens_details").get("cached_tokens")),
        output=count(counts.get("completion_tokens")),
    )
