"""Implements Claude Code, by Anthropic."""

from __future__ import annotations

from typing import Any

from headwater.agents._base import Command, Situation
from headwater.agents._briefing import brief
from headwater.agents._mcp import mcp_file
from headwater.agents._model_agent import LAYER, ModelAgent
from headwater.agents._output import AgentOutput, json_lines
from headwater.agents._software import from_npm, npm_machine
from headwater.agents._tool_times import ToolTimes
from headwater.agents._values import line, money, part, total, usage_beside_cache
from headwater.gateway import DUMMY_KEY, Protocol, Renamed, RenamingToolMap, base_url
from headwater.records import AgentEnd, AgentReport, Usage
from headwater.sandbox import HOME

_MODELS = (
    "ANTHROPIC_DEFAULT_FABLE_MODEL",
    "ANTHROPIC_DEFAULT_HAIKU_MODEL",
    "ANTHROPIC_DEFAULT_OPUS_MODEL",
    "ANTHROPIC_DEFAULT_SONNET_MODEL",
    "ANTHROPIC_SMALL_FAST_MODEL",
    "CLAUDE_CODE_SUBAGENT_MODEL",
)


class ClaudeCode(ModelAgent):
    """Runs ``claude --print``, a native program that uses Anthropic Messages."""

    kind = "claude-code"
    title = "Claude Code"
    version = "2.1.330"
    protocols = (Protocol.ANTHROPIC,)
    layer = from_npm("claude-code")
    tools = RenamingToolMap(
        {
            "shell": Renamed("Bash", {"command": "command"}),
            "write": Renamed("Write", {"path": "file_path", "content": "content"}),
            "edit": Renamed("Edit", {"path": "file_path", "old": "old_string", "new": "new_string"}),
            "read": Renamed("Read", {"path": "file_path"}),
        }
    )

    @property
    def request_model(self) -> str:
        """The model's name without the suffix ``[1m]``, which selects the long context."""
        return self.model.removesuffix("[1m]")

    def command(self, situation: Situation) -> Command:
        """Return the command, which permits all tools because the agent runs in a sandbox.

        SIGINT makes the program print a last event.
        """
        argv = [
            f"{LAYER}/node_modules/@anthropic-ai/claude-code-linux-{npm_machine()}/claude",
            *("--print", "--output-format", "stream-json", "--verbose"),
            *("--model", self.model, "--permission-mode", "bypassPermissions"),
            *("--strict-mcp-config", "--mcp-config", f"{HOME}/.claude/mcp.json"),
        ]
        if situation.system_text:
            argv += ["--append-system-prompt", situation.system_text]
        return Command(
            argv=[*argv, "--", brief(situation)],  # without `--`, flags with several values would consume the prompt
            env={
                # by default, the agent uses other models for small tasks and subagents
                **dict.fromkeys(_MODELS, self.model),
                "ANTHROPIC_BASE_URL": base_url(Protocol.ANTHROPIC),
                "ANTHROPIC_API_KEY": DUMMY_KEY,
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                "CLAUDE_CODE_MAX_RETRIES": "3",  # the gateway has already retried
                "ENABLE_TOOL_SEARCH": "false",  # offer all MCP tools directly
                "IS_SANDBOX": "1",
            },
            layers=self.installed,
            files={".claude/mcp.json": mcp_file(situation.mcp_servers)},
            keeps=(".claude/projects/**/*.jsonl",),
            grace_sec=10,
        )

    def report(self, output: AgentOutput) -> AgentReport:
        """Read the last ``result``, whose ``subtype`` is ``success`` even after API errors."""
        result = output.last_event("result")
        if not result:
            return AgentReport(end=AgentEnd.SILENT)
        models = part(result, "modelUsage").values()  # `usage` excludes subagents and summaries
        end = _end(result)
        detail = "" if end is AgentEnd.COMPLETED else line(result.get("result")) or line(result.get("terminal_reason"))
        is_priced = all(part(model).get("costBasis") == "list" for model in models)  # otherwise the cost is an estimate
        cost = money(result.get("total_cost_usd")) if is_priced else None
        return AgentReport(end=end, detail=detail, usage=total(_usage(part(model)) for model in models), cost_usd=cost)

    def note_tools(self, output: AgentOutput, times: ToolTimes) -> None:
        """Read the session files, including those of subagents, because the standard output lacks tool times."""
        for path in output.files(".claude/projects/**/*.jsonl"):
            for event in json_lines(path):
                content = part(event, "message").get("content")
                for block in map(part, content if isinstance(content, list) else []):
                    if block.get("type") == "tool_use":
                        times.started(block.get("id"), event.get("timestamp"))
                    elif block.get("type") == "tool_result":
                        text = block.get("content") if block.get("is_error") else None
                        times.ended(block.get("tool_use_id"), event.get("timestamp"), text)


def _usage(counts: dict[str, Any]) -> Usage:
    return usage_beside_cache(
        counts,
        fresh="inputTokens",
        cached="cacheReadInputTokens",
        written="cacheCreationInputTokens",
        output="outputTokens",
    )


def _end(result: dict[str, Any]) -> AgentEnd:
    subtype = str(result.get("subtype"))
    if subtype.startswith("error_max_"):
        return AgentEnd.LIMIT
    if str(result.get("terminal_reason")).startswith("aborted"):
        return AgentEnd.ABORTED
    return AgentEnd.COMPLETED if subtype == "success" and result.get("is_error") is False else AgentEnd.ERROR
