"""A harness adds tools through MCP: each agent that supports MCP uses them, and gets the harness's text."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from tests.agents.cassettes import save
from tests.agents.conftest import require_installable
from tests.agents.small import greeting, task

from headwater.agents import ModelAgent, Situation, find_agent
from headwater.agents._mcp import mcp_servers
from headwater.agents.human.shell.tools import main as call_tools
from headwater.errors import UserError
from headwater.gateway import CassetteCall, read_wire_log
from headwater.harnesses import BuiltHarness, McpServer
from headwater.jobs import home
from headwater.records import PromptVariant, TrialSpec
from headwater.trials import Models, Setting, run_trial

SERVER = "/opt/sums/server.py"
TEXT = "The tool secret_sum knows a secret."
USE = CassetteCall(tool="mcp:sums:secret_sum", arguments={"a": 1, "b": 2})
QUICK = ("claude-code:claude-sonnet-4-6", "codex:gpt-5.5", "data-agent:claude-sonnet-4-6", "data-agent:gpt-5.5")
SLOW = ("gemini-cli:gemini-2.5-pro", "opencode:gpt-5.5", "qwen-code:qwen3-coder", "openhands:gpt-5.5")


@pytest.fixture
def with_server(harness: BuiltHarness) -> BuiltHarness:
    mounts = {**harness.mounts, SERVER: Path(__file__).with_name("mcp_sums.py")}
    return replace(harness, mounts=mounts, mcp_servers=(McpServer("sums", ("python3", SERVER)),), system_text=TEXT)


@pytest.mark.parametrize("agent", [*QUICK, *(pytest.param(agent, marks=pytest.mark.installs) for agent in SLOW)])
def test_an_agent_uses_a_tool_of_the_harness(agent: str, with_server: BuiltHarness, tmp_path: Path) -> None:
    require_installable(agent.partition(":")[0])
    greet = task(tmp_path / "small", "greet")
    save(tmp_path / "cassettes", greeting(None, USE), "greet")
    models = Models(replay=tmp_path / "cassettes")
    setting = Setting(home(), with_server, (), threading.Event(), models)
    spec = TrialSpec(task=greet.ref, agent=agent, harness="base", prompt=PromptVariant.BASELINE, repeat=1)
    trial = run_trial(setting, tmp_path / "job", greet, spec, lambda _: None)
    assert trial.verdict is not None, trial.reason
    assert (trial.status, trial.verdict.gates_cleared) == ("ok", 5)
    log = read_wire_log(tmp_path / "job/trials" / spec.id / "wire.jsonl")
    first, *_, last = [json.dumps(exchange.body) for exchange in log.exchanges if exchange.request.turn]
    assert "the sum is 40003" in last
    assert TEXT in first


TRIED = """\
tools
tools secret_sum a=1 b=2 > greeting.txt
cat greeting.txt
tools secret_sum 1 b=2
tools secret_sum a=one b=2
tools secret_product
echo hello > greeting.txt
"""


def test_a_person_calls_the_tools_from_the_shell(with_server: BuiltHarness, tmp_path: Path) -> None:
    greet = task(tmp_path / "small", "greet")
    setting = Setting(home(), with_server, (), threading.Event(), commands=TRIED)
    spec = TrialSpec(task=greet.ref, agent="human", harness="base", prompt=PromptVariant.BASELINE, repeat=1)
    trial = run_trial(setting, tmp_path / "job", greet, spec, lambda _: None)
    assert trial.status == "ok", trial.reason
    trajectory = json.loads((tmp_path / "job/trials" / spec.id / "trajectory.json").read_text())
    outputs = [
        step["observation"]["results"][0]["content"] for step in trajectory["steps"] if step["source"] == "agent"
    ]
    assert outputs == [
        f"{TEXT}\n\nsecret_sum a=… b=…\nAdd two numbers and a secret.\n",
        "",
        "the sum is 40003\n",
        "the sum is 40003\n",
        "tools: 'one' is not JSON; usage: tools secret_sum a=… b=…\n",
        "tools: there is no tool secret_product; there are secret_sum\n",
        "",
    ]


def test_a_server_that_cannot_start_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "session.json"
    config.write_text(json.dumps({"tools": "", "servers": mcp_servers([McpServer("sums", ("/no/such/program",))])}))
    with pytest.raises(SystemExit, match="tools: /no/such/program: No such file or directory"):
        call_tools(str(config))
    config.write_text(json.dumps({"tools": "", "servers": {}}))
    assert call_tools(str(config)) == 2
    assert capsys.readouterr().err == "tools: this harness has no tools\n"


def test_an_agent_without_mcp_is_refused(with_server: BuiltHarness, tmp_path: Path) -> None:
    greet = task(tmp_path / "small", "greet")
    agent = find_agent("pi:gpt-5.5", greet)
    assert isinstance(agent, ModelAgent)
    with pytest.raises(UserError, match="--agent pi: pi has no MCP, which the harness needs for sums"):
        agent.require(Situation(greet, PromptVariant.BASELINE, mcp_servers=with_server.mcp_servers))
