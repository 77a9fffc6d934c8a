"""data-agent's own tools in their environment, which has only the standard library."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import headwater.agents.data_agent as package
from headwater.agents.data_agent import loop
from headwater.agents.data_agent.mcp import McpConnection
from headwater.agents.data_agent.models import CallResult, Chat, Messages
from headwater.agents.data_agent.tools import LOCAL_TOOLS, ToolOutcome, shorten

TOOLS = {tool.name: tool for tool in LOCAL_TOOLS}


def use(name: str, **arguments: Any) -> ToolOutcome:
    return TOOLS[name].run(arguments)


def test_a_command_returns_its_output_and_exit_code() -> None:
    assert use("shell", command="echo out; echo err >&2; exit 3") == ToolOutcome("out\nerr\n[exit code 3]", True, 3)
    assert use("shell", command="printf x").text == "x\n[exit code 0]"


def test_a_command_in_the_background_does_not_block(tmp_path: Path) -> None:
    started = time.monotonic()
    outcome = use("shell", command=f"sleep 300 & echo $! > {tmp_path}/pid; echo started")
    assert time.monotonic() - started < 300  # the shell did not wait for the background process
    assert outcome.text == "started\n[exit code 0]"
    os.kill(int((tmp_path / "pid").read_text()), 9)  # the background process is still running


def test_a_command_that_takes_too_long_is_killed_with_its_children(tmp_path: Path) -> None:
    outcome = use("shell", command=f"(sleep 3; touch {tmp_path}/late) & sleep 60", timeout_sec=0.2)
    assert outcome.failed
    assert "[killed after 0 s]" in outcome.text
    time.sleep(3.5)
    assert not (tmp_path / "late").exists()


def test_both_ends_of_long_output_are_kept() -> None:
    text = shorten(use("shell", command="echo first; seq 1000000; echo last").text)
    assert text.startswith("first\n1\n2\n")
    assert text.endswith("last\n[exit code 0]")
    assert len(text) < 20_000


def test_an_edit_is_applied_at_its_place(tmp_path: Path) -> None:
    file = tmp_path / "deep/a.txt"
    use("write", path=str(file), content="one two two\n")
    assert not use("edit", path=str(file), old="one", new="1").failed
    duplicates = use("edit", path=str(file), old="two", new="2")
    assert duplicates.failed
    assert "2 times" in duplicates.text
    assert file.read_text() == "1 two two\n"


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("shell", {}, "KeyError: 'command'"),
        ("edit", {"path": "/nowhere", "old": "a", "new": "b"}, "FileNotFoundError"),
        ("fly", {}, "there is no tool 'fly'; there are shell, write, edit"),
        ("shell", None, "not a JSON object"),
    ],
)
def test_the_model_gets_the_error_of_a_wrong_call(name: str, arguments: Any, message: str) -> None:
    result = loop.use(TOOLS, "call", name, arguments)
    assert result.failed
    assert message in result.text


def test_old_results_are_forgotten_and_new_ones_kept() -> None:
    for model in (Messages("", "", "m", "s", []), Chat("", "", "m", "s", [])):
        for number in range(20):
            model.add_results([CallResult(str(number), f"result {number}", False)])
        model.forget_results()
        text = json.dumps(model.messages)
        assert "result 19" in text
        assert '"result 3"' not in text


def test_a_server_that_ends_is_an_error() -> None:
    with pytest.raises(OSError, match="the MCP server broken ended"), McpConnection("broken", ["true"], {}):
        pass


def test_the_agent_runs_with_only_the_standard_library() -> None:
    folder = Path(package.__file__).parent
    start = f"import sys; sys.path.insert(0, {str(folder.parent)!r}); import data_agent.loop"
    code = f"{start}; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded - set(sys.stdlib_module_names) == {"__main__", "data_agent"}
    lines = sum(len(path.read_text().splitlines()) for path in folder.glob("*.py"))
    assert lines < 600  # a person must be able to read the agent in one sitting
