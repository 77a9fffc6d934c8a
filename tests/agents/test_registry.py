"""Agents named on the command line are resolved, and unknown names are rejected."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.agents.small import task

from headwater.agents import ModelAgent, Situation, find_agent, model_agents
from headwater.agents.custom import Custom
from headwater.errors import UserError
from headwater.gateway import Protocol, Upstream
from headwater.records import PromptVariant, TrialSpec
from headwater.tasks import Task


@pytest.fixture
def greet(tmp_path: Path) -> Task:
    return task(tmp_path / "small", "greet")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("claude-code", "--agent claude-code: it needs a model; name one, as in claude-code:claude-sonnet-4-6"),
        ("nobody:gpt-5.5", r"--agent nobody: no such agent; there are oracle, .* claude-code:MODEL.* cmd:COMMAND"),
        (
            "cmd:./mine",
            r"--agent cmd:./mine: the command has no place for the prompt; .* as in cmd:./my-agent \{instruction\}",
        ),
        ("cmd:./mine {instruction}", r"\./mine is not a program that can be run; chmod \+x it"),
        ("cmd:'./mine {instruction}", "No closing quotation"),
    ],
)
def test_a_wrong_name_is_a_clear_error(name: str, message: str, greet: Task) -> None:
    with pytest.raises(UserError, match=message):
        find_agent(name, greet)


@pytest.mark.parametrize(
    ("agent", "protocol"),
    [
        ("claude-code:claude-opus-5", Protocol.ANTHROPIC),
        ("pi:claude-opus-5", Protocol.ANTHROPIC),
        ("pi:gpt-5.5", Protocol.RESPONSES),
        ("pi:o4-mini", Protocol.RESPONSES),
        ("pi:gemini-2.5-pro", Protocol.GEMINI),
        ("pi:qwen3-coder", Protocol.CHAT),
        ("pi:anthropic/claude-opus-5", Protocol.CHAT),  # the model's name at a router
        ("data-agent:gpt-5.5", Protocol.CHAT),
        ("mini-swe-agent:gemini-2.5-pro", Protocol.CHAT),
    ],
)
def test_an_agent_speaks_as_its_models_provider_does(agent: str, protocol: Protocol, greet: Task) -> None:
    found = find_agent(agent, greet)
    assert isinstance(found, ModelAgent)
    assert found.protocol is protocol
    assert found.name == agent


@pytest.mark.parametrize("kind", sorted(set(model_agents()) - {"cursor"}))
def test_the_digest_identifies_an_agent(kind: str, greet: Task) -> None:
    """The digest covers the model and the locked software, and the command has only the dummy key."""
    one, other = (model_agents()[kind](model) for model in ("gpt-5.5", "gpt-6-sol"))
    assert one.digest(greet) == model_agents()[kind]("gpt-5.5").digest(greet)
    assert one.digest(greet) != other.digest(greet)
    if one.layer is not None:
        lock = "".join(path.read_text() for path in one.layer.lock_files)
        assert one.version in lock
        assert "sha512-" in lock or "sha256:" in lock
        assert "resolved" not in lock
    command = one.command(Situation(greet, PromptVariant.BASELINE))
    keys = {value for name, value in command.env.items() if name.endswith("_API_KEY")}
    assert keys <= {"headwater-no-key-needed"}
    if isinstance(one, ModelAgent) and kind not in ("pi", "opencode", "data-agent"):  # others keep the key in a file
        assert keys


def test_a_program_is_shown_with_its_folder_but_not_with_where_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, greet: Task
) -> None:
    (tmp_path / "mine").mkdir()
    for program in (tmp_path / "mine/agent", tmp_path / "agent"):
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    situation = Situation(greet, PromptVariant.BASELINE)
    in_own_folder = Custom("", "mine/agent {instruction}").command(situation)
    assert in_own_folder.mounts == {"/opt/agent": tmp_path / "mine"}
    alone = Custom("", "./agent {instruction}").command(situation)
    assert alone.mounts == {"/opt/agent/agent": tmp_path / "agent"}
    assert alone.argv[0] == in_own_folder.argv[0] == "/opt/agent/agent"
    of_the_sandbox = Custom("", "python3 -c {instruction}").command(situation)
    assert (of_the_sandbox.mounts, of_the_sandbox.argv[0]) == ({}, "python3")


def test_a_program_that_changes_is_another_agent(tmp_path: Path, greet: Task) -> None:
    program = tmp_path / "mine/agent"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    agent = Custom("", f"{program} {{instruction}}")
    before = agent.digest(greet)
    (tmp_path / "mine/beside.py").write_text("x = 1\n")
    assert agent.digest(greet) != before


def test_any_agent_names_a_folder() -> None:
    def name(agent: str) -> str:
        spec = TrialSpec(task="s/t", agent=agent, harness="base", prompt=PromptVariant.BASELINE, repeat=1)
        return spec.id

    assert name("counterfeit:wrong-grain") == "s.t__counterfeit-wrong-grain__base__baseline__1"
    odd = [
        name(agent)
        for agent in ("cmd:./a {instruction}", "cmd:./a_{instruction}", "pi:a/b", "pi:a-b", "pi:" + "x" * 300)
    ]
    assert len(set(odd)) == len(odd)
    assert all("/" not in each and " " not in each and len(each) < 140 for each in odd)
    assert all(each.count("__") == 4 for each in odd)


def test_a_missing_key_names_its_variable() -> None:
    with pytest.raises(UserError, match="ANTHROPIC_API_KEY is not set"):
        Upstream.of(Protocol.ANTHROPIC, {})


def test_claude_codes_suffix_for_a_long_context_is_not_part_of_the_model(greet: Task) -> None:
    agent = find_agent("claude-code:claude-sonnet-4-6[1m]", greet)
    assert isinstance(agent, ModelAgent)
    assert agent.request_model == "claude-sonnet-4-6"
    assert "claude-sonnet-4-6[1m]" in agent.command(Situation(greet, PromptVariant.BASELINE)).argv
