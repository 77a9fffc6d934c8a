"""Runs the agent's loop, which asks the model, runs the tools that it calls and returns their results to it.

The program prints one JSON event per line: ``model`` with usage, ``tool`` with times and exit code, finally ``end``.
"""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from .mcp import McpConnection
from .models import CallResult, ModelAnswer, ModelConversation, ModelError, open_model
from .tools import LOCAL_TOOLS, AgentTool, shorten

_LARGEST_INPUT = 120_000
"""The number of input tokens above which the results of earlier tool calls are dropped from the conversation."""


def main(path: str) -> int:
    """Run the agent to its end and return the exit code.

    Args:
        path: A JSON file with ``model``, ``protocol``, ``base_url``, ``key``, ``system``, ``prompt``, ``mcp_servers``.
    """
    config = json.loads(Path(path).read_text())
    with ExitStack() as stack:
        tools = {tool.name: tool for tool in LOCAL_TOOLS}
        try:
            for name, spec in config["mcp_servers"].items():
                server = stack.enter_context(McpConnection(name, [spec["command"], *spec["args"]], spec["env"]))
                tools |= {tool.name: tool for tool in server.tools()}
            model = open_model(config, list(tools.values()))
            work(model, tools, config["prompt"])
        except (ModelError, OSError) as error:
            report("end", state="error", detail=str(error))
            return 1
    report("end", state="completed")
    return 0


def work(model: ModelConversation, tools: dict[str, AgentTool], prompt: str) -> None:
    """Run the loop until the model calls no more tools.

    Raises:
        ModelError: The model cannot be reached.
    """
    model.add_message(prompt)
    while True:
        answer = model.ask()
        report("model", text=answer.text, stop=answer.stop, usage=answer.usage)
        if answer.calls:
            model.add_results([use(tools, call.id, call.name, call.arguments) for call in answer.calls])
        elif answer.is_cut:
            model.add_message("Your answer was cut off at its greatest length. Go on in smaller steps.")
        else:
            return
        if large(answer):
            model.forget_results()


def use(tools: dict[str, AgentTool], call_id: str, name: str, arguments: dict[str, Any] | None) -> CallResult:
    """Run a tool. An error becomes a result for the model."""
    started = time.time()
    exit_code: int | None = None
    if arguments is None:
        text, failed = "the arguments are not a JSON object", True
    elif name not in tools:
        text, failed = f"there is no tool {name!r}; there are {', '.join(tools)}", True
    else:
        try:
            outcome = tools[name].run(arguments)
            text, failed, exit_code = shorten(outcome.text), outcome.failed, outcome.exit_code
        except (KeyError, TypeError, ValueError, OSError) as error:
            text, failed = f"{type(error).__name__}: {error}", True
    report("tool", id=call_id, name=name, started=started, ended=time.time(), failed=failed, exit_code=exit_code)
    return CallResult(call_id, text, failed)


def large(answer: ModelAnswer) -> bool:
    """Return whether the conversation has grown too long to be sent completely."""
    return answer.usage["input"] > _LARGEST_INPUT


def report(kind: str, **fields: Any) -> None:
    """Print an event."""
    print(json.dumps({"type": kind, "at": time.time(), **fields}), flush=True)
