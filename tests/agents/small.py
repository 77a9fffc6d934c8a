"""Tasks without services, and cassettes for them, so that a trial of a real CLI takes little more than the CLI."""

from __future__ import annotations

from pathlib import Path

from tests.agents.cassettes import save, say
from tests.cli.conftest import write_task

from headwater.gateway import Cassette, CassetteCall, FaultSpec, Turn, Usage
from headwater.tasks import Task, read_task

USAGE = Usage(input=1000, cached=400, output=50, reasoning=10)
GREETING = "echo hello > greeting.txt"


def task(folder: Path, name: str, timeout_sec: int = 120) -> Task:
    """Return a task that asks for a greeting."""
    written = write_task(folder / name)
    toml = (written / "task.toml").read_text().replace('"scratch"', f'"{folder.name}"')
    (written / "task.toml").write_text(f"{toml}\n[agent]\ntimeout_sec = {timeout_sec}\n")
    return read_task(written)


def greeting(fault: FaultSpec | None = None, *more: CassetteCall, command: str = GREETING) -> Cassette:
    """Write the greeting, read the file (the step at which the fault occurs), take any further steps, and report."""
    turns = [
        Turn(text="I write it.", calls=(say("shell", command=command),), usage=USAGE),
        Turn(text="I look at it.", calls=(say("shell", command="cat greeting.txt"),), usage=USAGE, fault=fault),
        *(Turn(calls=(call,), usage=USAGE) for call in more),
        Turn(text="Done.", calls=(say("finish", message="It greets."),), usage=USAGE),
    ]
    return Cassette(turns=tuple(turns))


def used(turns: int) -> Usage:
    """Return the total usage of a number of turns, in protocols that report everything."""
    return sum((USAGE for _ in range(turns)), Usage())


__all__ = ["GREETING", "USAGE", "greeting", "save", "task", "used"]
