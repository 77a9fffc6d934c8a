"""Reads the agents' effort from trajectories: steps, tool calls, and the bytes in tool results."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headwater.results._problems import ReadProblem
from headwater.results._row import Row
from headwater.trials import TrialPaths

_MOST_BYTES = 64 << 20
"""Larger trajectories are not read, because they would take gigabytes as Python objects."""


@dataclass(frozen=True)
class Effort:
    """The effort of an agent in a trial.

    Attributes:
        steps: The number of the model's answers or, for an agent without a model, of its commands.
        bytes_read: The number of UTF-8 bytes in tool results, which contain everything that the agent has seen of
            files, data and output. A file that a program reads without printing it is not included.
        tool_calls: The number of calls of tools. A step can have several.
    """

    steps: int
    bytes_read: int
    tool_calls: int


@dataclass(frozen=True)
class Efforts:
    """The efforts of trials, keyed by job and id, and the problems that occurred while reading them."""

    known: dict[tuple[str, str], Effort]
    problems: tuple[ReadProblem, ...]


def read_efforts(rows: Iterable[Row]) -> Efforts:
    """Read the trajectories of trials. Trials without one are omitted, and unreadable ones become problems.

    Args:
        rows: The trials, whose ``job`` must be a folder.
    """
    known: dict[tuple[str, str], Effort] = {}
    problems: list[ReadProblem] = []
    for row in rows:
        path = TrialPaths(Path(row.job), row.trial).trajectory
        try:
            content = _read(path)
            if content is not None:
                known[row.job, row.trial] = _effort(content)
        except (OSError, ValueError, RecursionError) as error:
            problems.append(ReadProblem(str(path), f"cannot be read, so steps and bytes are unknown: {_reason(error)}"))
    return Efforts(known, tuple(problems))


def _read(path: Path) -> Any:
    """Return the JSON of a regular file, or None if it does not exist.

    Links are not followed, and named pipes do not block.
    """
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            raise ValueError("it is not a regular file")
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return None
    with os.fdopen(fd, "rb") as file:
        status = os.fstat(fd)
        if status.st_size > _MOST_BYTES:
            raise ValueError(f"it has {status.st_size:,} bytes, more than {_MOST_BYTES:,}")
        found = json.loads(file.read(_MOST_BYTES).decode(errors="replace"))
    if not isinstance(found, dict):
        raise ValueError("it is not a JSON object")  # noqa: TRY004 - what is wrong is the file
    return found


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "its JSON is nested too deep"
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return text.partition("\n")[0][:200]


def _effort(trajectory: dict[str, Any]) -> Effort:
    steps = read = calls = 0
    for step in _steps(trajectory):
        if step.get("tool_calls") or step.get("llm_call_count") != 0:
            steps += 1
        calls += len(_dicts(step.get("tool_calls")))
        observation = step.get("observation")
        for result in _dicts(observation.get("results") if isinstance(observation, dict) else None):
            read += sum(len(text.encode(errors="replace")) for text in _texts(result.get("content")))
    return Effort(steps, read, calls)


def _steps(trajectory: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the steps of an agent and of its subagents."""
    pending = [trajectory]
    while pending:
        each = pending.pop()
        yield from (step for step in _dicts(each.get("steps")) if step.get("source") == "agent")
        pending += _dicts(each.get("subagent_trajectories"))


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _texts(content: Any) -> Iterator[str]:
    """Yield the texts in a tool result, which is a string or a list of parts."""
    if isinstance(content, str):
        yield content
    for part in _dicts(content):
        if isinstance(part.get("text"), str):
            yield part["text"]
