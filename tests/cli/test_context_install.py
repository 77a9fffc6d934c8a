"""The command `headwater context install`, and real agents that read the files it writes."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from tests.agents.conftest import require_installable
from tests.commands import PROGRAM
from tests.context.shop_project import write_shop

from headwater.agents._software import npm_machine
from headwater.jobs import home


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write_shop(tmp_path / "shop")


def install(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [str(PROGRAM), "context", "install", *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=400)


def test_install_lists_its_files_the_next_step_and_removals(shop: Path) -> None:
    done = install(shop, "claude-code")
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["written", "written", "Now"]
    [server] = json.loads((shop / ".mcp.json").read_text())["mcpServers"].values()
    assert server == {"command": str(PROGRAM), "args": ["mcp", "--project", str(shop)]}
    assert "unchanged" in install(shop / "models", "claude-code").stdout  # a subfolder works as well
    assert install(shop, "claude-code", "--remove").stdout.count("removed") == 2
    assert not (shop / ".mcp.json").exists()
    assert "nothing to remove for claude-code" in install(shop, "claude-code", "--remove").stdout


def test_an_entry_of_another_tool_is_reported_and_ours_can_be_replaced(shop: Path) -> None:
    config = shop / ".mcp.json"
    config.write_text(json.dumps({"mcpServers": {"headwater": {"command": "other"}}}))
    done = install(shop, "claude-code")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("headwater: .mcp.json: mcpServers.headwater is not Headwater's entry and is kept: ")
    assert len(done.stderr.splitlines()) == 1
    assert [path.name for path in shop.glob(".*")] == [".mcp.json"]
    config.write_text(json.dumps({"mcpServers": {"headwater": {"command": "/gone/headwater", "args": ["mcp"]}}}))
    assert "run `headwater context install claude-code --remove`" in install(shop, "claude-code").stderr
    install(shop, "claude-code", "--remove")
    assert install(shop, "claude-code").returncode == 0


def test_a_file_that_is_broken_is_one_line(shop: Path) -> None:
    (shop / ".mcp.json").write_text("{")
    done = install(shop, "claude-code")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("headwater: .mcp.json: cannot be read")
    assert len(done.stderr.splitlines()) == 1


def listed(kind: str, program: str, tmp_path: Path, shop: Path, settings: dict[str, str]) -> str:
    agent = require_installable(kind)
    assert agent.layer is not None
    assert install(shop, kind).returncode == 0
    for name, text in settings.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    [path] = agent.layer.folder(home()).glob(f"node_modules/{program}")
    env = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1"}
    command = [str(path), "mcp", "list"]
    done = subprocess.run(command, cwd=shop, env=env, capture_output=True, text=True, check=False, timeout=400)
    return done.stdout + done.stderr


@pytest.mark.installs
def test_claude_code_connects_to_the_server(shop: Path, tmp_path: Path) -> None:
    program = f"@anthropic-ai/claude-code-linux-{npm_machine()}/claude"
    approved = {".claude/settings.json": '{"enableAllProjectMcpServers": true}'}
    message = listed("claude-code", program, tmp_path, shop, approved)
    [line] = [line for line in message.splitlines() if line.startswith("headwater: ")]
    assert line.endswith("Connected")


@pytest.mark.installs
def test_codex_lists_the_server(shop: Path, tmp_path: Path) -> None:
    program = f"@openai/codex-linux-{npm_machine()}/vendor/*/bin/codex"
    trusted = {".codex/config.toml": f'[projects.{json.dumps(str(shop))}]\ntrust_level = "trusted"\n'}
    message = listed("codex", program, tmp_path, shop, trusted)
    [line] = [line for line in message.splitlines() if line.startswith("headwater ")]
    assert f"mcp --project {shop}" in line
    assert "enabled" in line


@pytest.mark.installs
def test_opencode_connects_to_the_server(shop: Path, tmp_path: Path) -> None:
    message = listed("opencode", f"opencode-linux-{npm_machine()}/bin/opencode", tmp_path, shop, {})
    [line] = [line for line in message.splitlines() if " headwater " in line]
    assert "connected" in line
