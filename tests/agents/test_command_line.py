"""Agents with a model, from the user's command line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.agents.cassettes import save
from tests.agents.small import greeting, task
from tests.commands import run_command, run_program

AGENTS = {
    "claude-code",
    "codex",
    "cursor",
    "data-agent",
    "gemini-cli",
    "human",
    "mini-swe-agent",
    "opencode",
    "openhands",
    "pi",
    "qwen-code",
}
DATA_AGENT = "data-agent:claude-sonnet-4-6"


@pytest.fixture
def user(tmp_path: Path, user_env: dict[str, str]) -> tuple[Path, dict[str, str]]:
    """A folder with a small task and its cassette, and an environment without keys."""
    task(tmp_path / "small", "greet")
    save(tmp_path / "cassettes", greeting(), "greet")
    secret = re.compile(r"_API_KEY$|_BASE_URL$")
    return tmp_path, {name: value for name, value in user_env.items() if not secret.search(name)}


def test_agents_are_listed_with_their_requirements(user: tuple[Path, dict[str, str]]) -> None:
    done = run_command(["agents", "--json"], *user)
    rows = {row["agent"]: row for row in json.loads(done.stdout)}
    assert set(rows) == AGENTS
    assert rows["codex"]["version"] == "0.169.0"
    assert rows["codex"]["protocols"] == ["responses"]
    assert rows["data-agent"]["state"] == "comes with Headwater"
    assert (rows["codex"]["installed"], rows["codex"]["install"]) == (False, "headwater agents --install codex")
    assert (rows["data-agent"]["installed"], rows["data-agent"]["install"]) == (True, "")
    assert "sealed trial" in rows["cursor"]["state"]
    assert not rows["cursor"]["installed"]
    assert "claude-code" in run_command(["agents"], *user).stdout


def test_missing_npm_is_reported(user: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    folder, env = user
    rows = json.loads(run_command(["agents", "--json"], folder, {**env, "PATH": str(tmp_path)}).stdout)
    [codex] = [row for row in rows if row["agent"] == "codex"]
    assert codex["state"].endswith("; apt-get install nodejs npm")


MISTAKES = [
    (["--agent", "claude-code:claude-sonnet-4-6"], "ANTHROPIC_API_KEY is not set; export it"),
    (["--agent", "cursor:sonnet"], "--agent cursor: its CLI needs Cursor's own service"),
    (["--agent", DATA_AGENT, "--budget", "2 dollars"], "--budget 2 dollars: not a budget; write it like 2usd, 500ktok"),
    (["--agent", "data-agent:perplexity/sonar-pro", "--replay", "cassettes"], "sonar-pro searches the web"),
    (["--agent", DATA_AGENT, "--replay", "nowhere"], "--replay .*nowhere: no cassette for data-agent:.*small/greet"),
    (["--agent", DATA_AGENT, "--prices", "nowhere.toml"], "nowhere.toml: No such file"),
]


@pytest.mark.parametrize(("args", "message"), MISTAKES)
def test_a_mistake_is_one_line_before_anything_is_made(
    user: tuple[Path, dict[str, str]], args: list[str], message: str
) -> None:
    folder, env = user
    done = run_command(["run", "small/greet", *args, "--out", "job"], folder, env)
    assert done.returncode == 2, done.stderr
    assert re.search(message, done.stderr), done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (folder / "job").exists()


def test_a_limit_on_cost_needs_a_price(user: tuple[Path, dict[str, str]]) -> None:
    folder, env = user
    args = ["run", "small/greet", "--agent", "data-agent:own-model", "--budget", "2usd", "--out", "job"]
    done = run_command(args, folder, {**env, "OPENAI_API_KEY": "a key"})
    assert done.returncode == 2
    assert "--budget 2usd: the price of own-model is unknown; limit tokens or turns" in done.stderr


def test_recorded_runs_can_be_replayed(user: tuple[Path, dict[str, str]]) -> None:
    """Three repeats are recorded, then replayed by another agent, because a recording uses neutral tool names."""
    folder, env = user
    record = ["--repeat", "3", "--replay", "cassettes", "--record", "recordings", "--out", "one", "--json"]
    recorded = run_command(["run", "small", "--agent", DATA_AGENT, *record], folder, env)
    assert recorded.returncode == 0, recorded.stderr
    files = sorted((folder / "recordings").iterdir())
    assert [file.name[-7:] for file in files] == ["_1.yaml", "_2.yaml", "_3.yaml"]
    files[0].rename(folder / "recordings/greet.yaml")
    replay = ["--replay", "recordings", "--out", "two", "--json"]
    replayed = run_command(["run", "small", "--agent", "data-agent:gpt-5.5", *replay], folder, env)
    assert replayed.returncode == 0, replayed.stderr
    [row] = json.loads(replayed.stdout)
    assert (row["status"], row["score"], row["turns"], row["input_tokens"]) == ("ok", 1.0, 3, 3000)


def test_a_program_of_the_users_own_is_an_agent(user: tuple[Path, dict[str, str]]) -> None:
    folder, env = user
    program = folder / "mine/agent"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\n. "$(dirname "$0")/beside.sh"\nprintf "%s" "$2" > prompt.txt\n')
    program.with_name("beside.sh").write_text("echo hello > greeting.txt\n")
    program.chmod(0o755)
    agent = "cmd:mine/agent --prompt {instruction}"
    done = run_command(
        ["run", "small", "--agent", agent, "--replay", "cassettes", "--out", "job", "--json"], folder, env
    )
    assert done.returncode == 0, done.stderr
    [row] = json.loads(done.stdout)
    assert (row["agent"], row["status"], row["score"]) == (agent, "ok", 1.0)
    [prompt] = (folder / "job").glob("trials/*/state/workspace/prompt.txt")
    assert prompt.read_text().startswith("Write a greeting into greeting.txt")


PLUGIN = """
from headwater.agents import Command, AgentOutput, ModelAgent, Situation
from headwater.gateway import Protocol, Renamed, RenamingToolMap
from headwater.records import AgentEnd, AgentReport

class Greeter(ModelAgent):
    kind, title, version = "greeter", "Greeter", "1"
    protocols = (Protocol.CHAT,)
    tools = RenamingToolMap({"shell": Renamed("sh", {"command": "command"})})

    def command(self, situation: Situation) -> Command:
        return Command(["sh", "-c", "echo hello > greeting.txt"])

    def report(self, output: AgentOutput) -> AgentReport:
        return AgentReport(end=AgentEnd.COMPLETED)
"""


def test_a_package_brings_an_agent(user: tuple[Path, dict[str, str]]) -> None:
    folder, env = user
    site = folder / "site"
    (site / "greeter-1.dist-info").mkdir(parents=True)
    (site / "greeter.py").write_text(PLUGIN)
    (site / "greeter-1.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: greeter\nVersion: 1\n")
    (site / "greeter-1.dist-info/entry_points.txt").write_text("[headwater.agents]\ngreeter = greeter:Greeter\n")
    env = {**env, "PYTHONPATH": str(site)}
    done = run_program(
        ["run", "small", "--agent", "greeter:m", "--replay", "cassettes", "--out", "job", "--json"], folder, env
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["score"] == 1.0
    assert "greeter" in run_program(["agents"], folder, env).stdout


def test_agents_without_a_model_do_not_load_modules_for_models() -> None:
    heavy = {"aiohttp", "atif", "genai_prices", "headwater.gateway", "yaml"}
    code = f"import sys, headwater.jobs, headwater.cli.run_; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
