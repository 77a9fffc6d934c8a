"""Cassettes as people write them, and in the form that CLIs need."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headwater.errors import UserError
from headwater.gateway import (
    Cassette,
    CassetteCall,
    FaultSpec,
    Renamed,
    RenamingToolMap,
    Turn,
    Usage,
    read_cassette,
    translate,
    write_cassette,
)

WRITTEN = """\
description: Looks, writes, says so.
turns:
  - thinking: I should look first.
    text: Looking.
    calls:
      - shell: {command: ls -la}
      - mcp:bench:secret_sum: {a: 1, b: 2}
    usage: {input: 1200, cached: 300, output: 80, reasoning: 30}
  - calls:
      - write: {path: out.txt, content: "42\\n"}
    fault: {status: 429, retry_after_sec: 1, times: 2}
    delay_sec: 0.1
  - calls:
      - finish: {message: Done.}
side: {text: A title}
subagents:
  - match: count the lines
    turns:
      - text: There are 3.
"""
CLAUDE = RenamingToolMap(
    {
        "shell": Renamed("Bash", {"command": "command"}),
        "write": Renamed("Write", {"path": "file_path", "content": "content"}),
        "edit": Renamed("Edit", {"path": "file_path", "old": "old_string", "new": "new_string"}),
    }
)
ONE_TOOL = RenamingToolMap({"shell": Renamed("bash", {"command": "cmd"}, {"timeout": 60})}, mcp="mcp__{server}/{tool}")


@pytest.fixture
def written(tmp_path: Path) -> Cassette:
    (tmp_path / "c.yaml").write_text(WRITTEN)
    return read_cassette(tmp_path / "c.yaml")


def test_a_cassette_in_short_form_is_read(written: Cassette) -> None:
    assert written.turns[0].calls[0] == CassetteCall(tool="shell", arguments={"command": "ls -la"})
    assert written.turns[0].usage == Usage(input=1200, cached=300, output=80, reasoning=30)
    assert written.turns[1].fault == FaultSpec(status=429, retry_after_sec=1, times=2)
    assert written.side.text == "A title"
    assert written.subagents[0].turns[0].text == "There are 3."


@pytest.mark.parametrize("name", ["c.yaml", "c.json"])
def test_a_cassette_that_is_written_reads_the_same(tmp_path: Path, written: Cassette, name: str) -> None:
    write_cassette(tmp_path / name, written)

    assert read_cassette(tmp_path / name) == written


@settings(derandomize=True, max_examples=60, deadline=None)
@given(text=st.text(max_size=60), command=st.text(max_size=60))
def test_any_text_survives_the_file(tmp_path_factory: pytest.TempPathFactory, text: str, command: str) -> None:
    path = tmp_path_factory.mktemp("any") / "c.yaml"
    cassette = Cassette(turns=(Turn(text=text, calls=(CassetteCall(tool="shell", arguments={"command": command}),)),))

    write_cassette(path, cassette)

    assert read_cassette(path) == cassette


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("calls:\n      - shell", "call:\n      - shell"), "turns[0].call: there is no such field"),
        (("shell: {command: ls -la}", "bash: {command: ls}"), "turns[0].calls[0]: no tool 'bash'; there are shell"),
        (("shell: {command: ls -la}", "shell: {cmd: ls}"), "turns[0].calls[0]: shell takes {command}, not {cmd}"),
        (("shell: {command: ls -la}", "shell: ls"), "turns[0].calls[0]: shell takes {command}, not {text}"),
        (("cached: 300", "cached: -1"), "turns[0].usage.cached: Input should be greater than"),
        (("status: 429", "status: 200"), "turns[1].fault.status: Input should be greater"),
        (("status: 429", "malformed: true, status: 429"), "turns[1].fault: a fault is one of"),
        (("times: 2", "times: often"), "turns[1].fault.times"),
        (
            ("side: {text: A title}", "side: {calls: [{shell: {command: ls}}]}"),
            "side: it answers requests that want no tool used",
        ),
        (("delay_sec: 0.1", "delay_sec: 0.1\n    delay_sec: 3"), "line 13: 'delay_sec' occurs twice"),
        (("description: Looks, writes, says so.", "version: 2"), "version: Input should be 1"),
        (("text: Looking.", "text: &a Looking.\n    thinking: *a"), "aliases"),
        (("turns:", "turns: ["), "line"),
    ],
)
def test_a_mistake_is_one_line_that_names_the_place(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    (tmp_path / "c.yaml").write_text(WRITTEN.replace(*change, 1))

    with pytest.raises(UserError) as error:
        read_cassette(tmp_path / "c.yaml")

    assert str(error.value).startswith(str(tmp_path / "c.yaml"))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("text", "message"), [("- 1", "a cassette is a mapping"), ("\xff", "not UTF-8")])
def test_an_invalid_cassette_is_reported(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "c.yaml").write_bytes(text.encode("latin-1"))

    with pytest.raises(UserError, match=message):
        read_cassette(tmp_path / "c.yaml")
    with pytest.raises(UserError, match="No such file"):
        read_cassette(tmp_path / "none.yaml")


def test_one_cassette_for_every_cli(written: Cassette) -> None:
    claude = translate(written, CLAUDE)
    one_tool = translate(written, ONE_TOOL)

    assert claude.turns[0].calls[0] == CassetteCall.of_cli("Bash", {"command": "ls -la"})
    assert claude.turns[0].calls[1] == CassetteCall.of_cli("mcp__bench__secret_sum", {"a": 1, "b": 2})
    assert claude.turns[1].calls[0] == CassetteCall.of_cli("Write", {"file_path": "out.txt", "content": "42\n"})
    assert claude.turns[2] == Turn(text="Done.")  # the translated cassette ends with a text
    assert one_tool.turns[0].calls[0] == CassetteCall.of_cli("bash", {"cmd": "ls -la", "timeout": 60})
    assert (one_tool.turns[0].calls[1].cli_namespace, one_tool.turns[0].calls[1].cli_name) == (
        "mcp__bench",
        "secret_sum",
    )


def test_a_missing_tool_of_a_cli_is_replaced_by_its_shell(tmp_path: Path) -> None:
    odd = 'it\'s "odd" $HOME `x` \\ é\n%s\n'
    calls = [
        CassetteCall(tool="write", arguments={"path": "a dir/f'ile", "content": odd}),
        CassetteCall(tool="edit", arguments={"path": "a dir/f'ile", "old": '"odd"', "new": "'even' & $1"}),
        CassetteCall(tool="read", arguments={"path": "a dir/f'ile"}),
    ]
    read = ""
    for call in calls:
        translated = ONE_TOOL.to_cli(call)
        assert translated is not None
        assert isinstance(translated.arguments, dict)
        read = subprocess.run(
            ["sh", "-c", translated.arguments["cmd"]], cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout

    assert read == odd.replace('"odd"', "'even' & $1")


@pytest.mark.parametrize("tools", [CLAUDE, ONE_TOOL], ids=["claude", "one tool"])
@pytest.mark.parametrize(
    "call",
    [
        CassetteCall(tool="shell", arguments={"command": "ls"}),
        CassetteCall(tool="mcp:bench:secret_sum", arguments={"a": 1}),
        CassetteCall.of_cli("Other", {"x": 1}),
        CassetteCall.of_cli("apply_patch", "text"),
    ],
    ids=["shell", "mcp", "other", "freeform"],
)
def test_calls_are_translated_to_the_cli_and_back(tools: RenamingToolMap, call: CassetteCall) -> None:
    translated = tools.to_cli(call)

    assert translated is not None
    assert translated.cli_name
    assert tools.to_neutral(translated) == call


def test_a_call_with_more_than_the_neutral_tool_knows_stays_the_clis_own() -> None:
    call = CassetteCall.of_cli("Bash", {"command": "ls", "run_in_background": True})

    assert CLAUDE.to_neutral(call) == call


def test_a_cli_without_a_shell() -> None:
    with pytest.raises(UserError, match="cassette, turn 1: the agent has no tool for `shell`"):
        translate(
            Cassette(turns=(Turn(calls=(CassetteCall(tool="shell", arguments={"command": "x"}),)),)),
            RenamingToolMap({}),
        )


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs/cassettes.md").read_text()
    (tmp_path / "c.yaml").write_text(page.split("```yaml\n")[1].split("```")[0])

    cassette = read_cassette(tmp_path / "c.yaml")

    assert len(cassette.turns) == 3
    translate(cassette, ONE_TOOL)
