"""Implements the tools that are always available: a shell and an editor."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

_SHELL_SEC = 120
_SHELL_MOST_SEC = 900
_RESULT_CHARS = 16_000
_READ = 4 * _RESULT_CHARS


@dataclass(frozen=True)
class ToolOutcome:
    """The result of using a tool."""

    text: str
    failed: bool = False
    exit_code: int | None = None


@dataclass(frozen=True)
class AgentTool:
    """A tool for the model. ``parameters`` is a JSON schema."""

    name: str
    description: str
    parameters: dict[str, Any]
    run: Callable[[dict[str, Any]], ToolOutcome]


def shorten(text: str) -> str:
    """Return a long text without its middle."""
    if len(text) <= _RESULT_CHARS:
        return text
    half = _RESULT_CHARS // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half} characters left out ...]\n{text[-half:]}"


def shell(arguments: dict[str, Any]) -> ToolOutcome:
    """Run a command. After a timeout it is killed with all of its child processes."""
    limit = min(float(arguments.get("timeout_sec") or _SHELL_SEC), _SHELL_MOST_SEC)
    # The output goes into a file, because background processes of the command would keep a pipe open.
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            ["bash", "-c", arguments["command"]],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # a timeout kills the whole process group
        )
        try:
            code = process.wait(limit)
            ending = f"[exit code {code}]"
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
            ending = f"[killed after {limit:.0f} s]"
        text = _ends(output)
    return ToolOutcome(f"{text}{ending}", failed=code != 0, exit_code=code)


def _ends(output: IO[bytes]) -> str:
    """Return the beginning and the end of the output, without reading the rest."""
    size = output.seek(0, os.SEEK_END)
    output.seek(0)
    text = output.read(_READ).decode(errors="replace")
    if size > 2 * _READ:
        output.seek(-_READ, os.SEEK_END)
    text += output.read(_READ).decode(errors="replace")
    return text if not text or text.endswith("\n") else f"{text}\n"


def write(arguments: dict[str, Any]) -> ToolOutcome:
    """Write a file."""
    path = Path(arguments["path"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(arguments["content"])
    return ToolOutcome(f"wrote {path}")


def edit(arguments: dict[str, Any]) -> ToolOutcome:
    """Replace a text that occurs exactly once in a file."""
    path = Path(arguments["path"])
    text = path.read_text()
    found = text.count(arguments["old"])
    if found != 1:
        return ToolOutcome(f"`old` is in {path} {found} times; it must be there once", failed=True)
    path.write_text(text.replace(arguments["old"], arguments["new"]))
    return ToolOutcome(f"edited {path}")


def _schema(required: dict[str, str], **optional: dict[str, Any]) -> dict[str, Any]:
    properties = {name: {"type": "string", "description": text} for name, text in required.items()}
    return {"type": "object", "properties": {**properties, **optional}, "required": list(required)}


LOCAL_TOOLS = (
    AgentTool(
        "shell",
        "Run a command with bash in the working directory; returns its output and exit code. Nothing is kept between "
        "commands but files, and what is left in the background keeps running.",
        _schema(
            {"command": "What to run."},
            timeout_sec={"type": "number", "description": f"Killed after so long; {_SHELL_SEC} unless given."},
        ),
        shell,
    ),
    AgentTool(
        "write",
        "Write a file; its folders are made.",
        _schema({"path": "The file.", "content": "All of its text."}),
        write,
    ),
    AgentTool(
        "edit",
        "Replace a text in a file.",
        _schema({"path": "The file.", "old": "What is replaced; it must be there exactly once.", "new": "By what."}),
        edit,
    ),
)
