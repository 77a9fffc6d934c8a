"""Implements OpenHands, by All Hands AI."""

from __future__ import annotations

from typing import Any

from headwater.agents._base import Command, Situation
from headwater.agents._briefing import brief
from headwater.agents._mcp import mcp_file
from headwater.agents._model_agent import LAYER, ModelAgent
from headwater.agents._output import AgentOutput
from headwater.agents._software import from_pypi
from headwater.agents._values import count, line, part, total
from headwater.gateway import DUMMY_KEY, CassetteCall, Protocol, Renamed, RenamingToolMap, Turn, base_url
from headwater.records import AgentEnd, AgentReport, Usage

_LITELLM = {Protocol.CHAT: "openai", Protocol.RESPONSES: "openai", Protocol.ANTHROPIC: "anthropic"}
_RISK = "security_risk"


class _OpenHandsToolMap(RenamingToolMap):
    """The tools of OpenHands, which asks the model to rate the risk of every call. Here all calls are permitted."""

    def to_cli(self, call: CassetteCall) -> CassetteCall | None:
        own = super().to_cli(call)
        if own is None or own.cli_name == "finish" or isinstance(own.arguments, str):
            return own
        return CassetteCall(tool=own.tool, arguments={**own.arguments, _RISK: "LOW"})

    def to_neutral(self, call: CassetteCall) -> CassetteCall:
        if isinstance(call.arguments, str):
            return call
        arguments = {name: value for name, value in call.arguments.items() if name != _RISK}
        return super().to_neutral(CassetteCall(tool=call.tool, arguments=arguments))


class OpenHands(ModelAgent):
    """Runs ``openhands --headless``, a Python 3.12 program that reaches the model through litellm."""

    kind = "openhands"
    title = "OpenHands"
    version = "1.16.0"
    protocols = (Protocol.CHAT, Protocol.RESPONSES, Protocol.ANTHROPIC)
    layer = from_pypi("openhands", python="3.12")
    tools = _OpenHandsToolMap(
        {
            "shell": Renamed("terminal", {"command": "command"}),
            "edit": Renamed(
                "file_editor", {"path": "path", "old": "old_str", "new": "new_str"}, {"command": "str_replace"}
            ),
            "read": Renamed("file_editor", {"path": "path"}, {"command": "view"}),
            "finish": Renamed("finish", {"message": "message"}),
        },
        mcp="{tool}",
    )
    counts_turns = True  # the agent sends the calls of one answer back as several answers
    final_turn = Turn(calls=(CassetteCall.of_cli("finish", {"message": "The budget is used up."}),))

    def command(self, situation: Situation) -> Command:
        """Return the command. Variables configure the model, and all actions are approved."""
        prompt = f"{situation.system_text}\n\n{brief(situation)}" if situation.system_text else brief(situation)
        return Command(
            argv=[
                *(f"{LAYER}/bin/python", f"{LAYER}/bin/openhands"),
                *("--headless", "--json", "--override-with-envs", "--task", prompt),
            ],
            env={
                "LLM_API_KEY": DUMMY_KEY,
                "LLM_MODEL": f"{_LITELLM[self.protocol]}/{self.model}",
                "LLM_BASE_URL": base_url(self.protocol),
                # Otherwise litellm tries to download a price list.
                "LITELLM_LOCAL_MODEL_COST_MAP": "True",
            },
            layers=self.installed,
            files={".openhands/mcp.json": mcp_file(situation.mcp_servers)},
            keeps=(".openhands/conversations/**/*.json",),
            grace_sec=5,
        )

    def report(self, output: AgentOutput) -> AgentReport:
        """Read the state of the agent's conversation, because the standard output lacks usage and a last event."""
        state = output.document(".openhands/conversations/*/base_state.json")
        status = str(state.get("execution_status", ""))
        calls = part(state, "stats", "usage_to_metrics", "agent").get("token_usages")
        usages = [_usage(part(call)) for call in calls] if isinstance(calls, list) else []
        end = {"": AgentEnd.SILENT, "finished": AgentEnd.COMPLETED}.get(status, AgentEnd.ERROR)
        detail = line(status) if end is AgentEnd.ERROR else ""
        return AgentReport(end=end, detail=detail, usage=total(usages), turns=len(usages))


def _usage(counts: dict[str, Any]) -> Usage:
    return Usage(
        input=count(counts.get("prompt_tokens")),
        cached=count(counts.get("cache_read_tokens")),
        output=count(counts.get("completion_tokens")),
    )
