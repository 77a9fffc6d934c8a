"""`headwater context install` adds to people's files, and removal deletes only what was added."""

from __future__ import annotations

import json
import os
import stat
import tomllib
from pathlib import Path

import pytest

from headwater.context.install import FileChange, InstallTarget, ServerCommand, install, uninstall
from headwater.errors import UserError

SERVER = ServerCommand("/opt/bin/headwater", ("mcp", "--project", "/data/shop"))
CONFIGS = {
    InstallTarget.CLAUDE_CODE: ".mcp.json",
    InstallTarget.CODEX: ".codex/config.toml",
    InstallTarget.CURSOR: ".cursor/mcp.json",
    InstallTarget.OPENCODE: "opencode.json",
}
EVERY = pytest.mark.parametrize("target", list(InstallTarget))


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@EVERY
def test_install_lists_its_files_and_a_second_time_changes_nothing(target: InstallTarget, tmp_path: Path) -> None:
    written = install(target, tmp_path, SERVER)
    assert {str(each.path.relative_to(tmp_path)) for each in written} == files(tmp_path).keys()
    assert {each.change for each in written} == {FileChange.WRITTEN}
    before = files(tmp_path)
    assert {each.change for each in install(target, tmp_path, SERVER)} == {FileChange.UNCHANGED}
    assert files(tmp_path) == before


@EVERY
def test_removing_leaves_nothing_of_it(target: InstallTarget, tmp_path: Path) -> None:
    install(target, tmp_path, SERVER)
    assert {each.change for each in uninstall(target, tmp_path)} == {FileChange.REMOVED}
    assert list(tmp_path.iterdir()) == []
    assert uninstall(target, tmp_path) == []


def test_the_entries_start_the_server(tmp_path: Path) -> None:
    for target in InstallTarget:
        install(target, tmp_path, SERVER)
    plain = {"command": SERVER.command, "args": list(SERVER.args)}
    assert json.loads((tmp_path / ".mcp.json").read_text()) == {"mcpServers": {"headwater": plain}}
    assert json.loads((tmp_path / ".cursor/mcp.json").read_text()) == {"mcpServers": {"headwater": plain}}
    assert tomllib.loads((tmp_path / ".codex/config.toml").read_text()) == {"mcp_servers": {"headwater": plain}}
    opencode = {"type": "local", "command": [SERVER.command, *SERVER.args], "enabled": True}
    assert json.loads((tmp_path / "opencode.json").read_text()) == {"mcp": {"headwater": opencode}}


JSON = '{\n    "zebra": 1,\n    "mcpServers": {\n        "other": {\n            "command": "x"\n        }\n    }\n}\n'
TOML = 'model = "gpt-5.5"  # mine\n\n[mcp_servers.other]\ncommand = "x"\nenv = { A = "1" }'


def test_existing_entries_in_json_are_kept(tmp_path: Path) -> None:
    config = tmp_path / ".mcp.json"
    config.write_text(JSON)
    install(InstallTarget.CLAUDE_CODE, tmp_path, SERVER)
    found = json.loads(config.read_text())
    assert list(found) == ["zebra", "mcpServers"]
    assert found["mcpServers"].keys() == {"other", "headwater"}
    assert '\n    "zebra"' in config.read_text()  # the original indentation is kept
    uninstall(InstallTarget.CLAUDE_CODE, tmp_path)
    assert config.read_text() == JSON


def test_existing_entries_in_toml_are_kept_to_the_byte(tmp_path: Path) -> None:
    config = tmp_path / ".codex/config.toml"
    config.parent.mkdir()
    config.write_text(TOML)
    install(InstallTarget.CODEX, tmp_path, SERVER)
    text = config.read_text()
    assert text.startswith(TOML)
    assert tomllib.loads(text)["mcp_servers"].keys() == {"other", "headwater"}
    uninstall(InstallTarget.CODEX, tmp_path)
    assert config.read_text() == f"{TOML}\n"


@EVERY
@pytest.mark.parametrize(
    ("other", "todo"),
    [
        (ServerCommand("/elsewhere/other", ("serve",)), "remove it, and install again"),
        (ServerCommand("/gone/headwater", ("mcp", "--project", "/data/shop")), "--remove`, and install again"),
    ],
)
def test_another_entry_of_that_name_is_kept_and_reported(
    target: InstallTarget, other: ServerCommand, todo: str, tmp_path: Path
) -> None:
    _, skill = install(target, tmp_path, other)
    skill.path.unlink()
    before = files(tmp_path)
    with pytest.raises(
        UserError, match=rf"headwater is not Headwater's entry and is kept: .*{other.command}.*; .*{todo}"
    ):
        install(target, tmp_path, SERVER)
    assert files(tmp_path) == before


@EVERY
def test_an_entry_that_is_not_ours_is_not_taken_away(target: InstallTarget, tmp_path: Path) -> None:
    install(target, tmp_path, ServerCommand("/elsewhere/other", ("serve",)))
    before = (tmp_path / CONFIGS[target]).read_bytes()
    config, _ = uninstall(target, tmp_path)
    assert config.change is FileChange.UNCHANGED
    assert (tmp_path / CONFIGS[target]).read_bytes() == before


@EVERY
def test_a_skill_that_was_edited_is_kept(target: InstallTarget, tmp_path: Path) -> None:
    _, skill = install(target, tmp_path, SERVER)
    edited = skill.path.read_text().replace("upstream", "UPSTREAM")
    skill.path.write_text(edited)
    assert install(target, tmp_path, SERVER)[1].change is FileChange.KEPT
    assert uninstall(target, tmp_path)[1].change is FileChange.KEPT
    assert skill.path.read_text() == edited


@pytest.mark.parametrize(
    ("target", "text", "message"),
    [
        (
            InstallTarget.CLAUDE_CODE,
            '{"a": 1, // mine\n}',
            "json: cannot be read .*add by hand, below mcpServers: .*headwater",
        ),
        (InstallTarget.CLAUDE_CODE, '{"a": 1, "a": 2}', "a key occurs twice"),
        (InstallTarget.CLAUDE_CODE, "[]", "should be a JSON object"),
        (InstallTarget.CURSOR, '{"mcpServers": []}', "mcpServers should map names to servers"),
        (InstallTarget.CODEX, "mcp_servers = { other = 1 }\n", "config.toml: cannot be read"),
        (InstallTarget.CODEX, "a = \n", "config.toml: cannot be read"),
    ],
)
def test_files_that_cannot_be_changed_without_loss_are_kept_and_reported(
    target: InstallTarget, text: str, message: str, tmp_path: Path
) -> None:
    config = tmp_path / CONFIGS[target]
    config.parent.mkdir(exist_ok=True)
    config.write_text(text)
    with pytest.raises(UserError, match=message):
        install(target, tmp_path, SERVER)
    assert files(tmp_path) == {CONFIGS[target]: text.encode()}


def test_a_file_that_opencode_reads_instead_is_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "opencode.jsonc").write_text("{} // mine")
    with pytest.raises(UserError, match=r"takes precedence over opencode\.json; add by hand, below mcp"):
        install(InstallTarget.OPENCODE, tmp_path, SERVER)
    assert files(tmp_path).keys() == {"opencode.jsonc"}


def test_a_link_stays_a_link_and_rights_stay(tmp_path: Path) -> None:
    real = tmp_path / "dotfiles/mcp.json"
    real.parent.mkdir()
    real.write_text("{}")
    real.chmod(0o600)
    (tmp_path / "project").mkdir()
    (tmp_path / "project/.mcp.json").symlink_to(real)
    install(InstallTarget.CLAUDE_CODE, tmp_path / "project", SERVER)
    assert (tmp_path / "project/.mcp.json").is_symlink()
    assert "headwater" in real.read_text()
    assert stat.S_IMODE(os.stat(real).st_mode) == 0o600  # noqa: PTH116
