"""Measures whether agents without a model can find causes from the project's text alone. No trials are run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from headwater.agents import grep_agent, odd_token_agent
from headwater.suites.warehouse._workspace import project_texts

_FOLDERS = ("models/", "macros/", "snapshots/")
_FILES = 5
"""The number of files in which the `grep` agent searches for an error."""


@dataclass(frozen=True)
class Proposal:
    """A location that an agent suspects, and the text of the file after the agent's repair."""

    file: str
    line: int
    text: str


@dataclass(frozen=True)
class Sighting:
    """An agent's result on a task.

    Attributes:
        file_rank: The position, counted from 1, of the agent's first proposal in a file that contains the cause. 0 if
            there is none.
        line_rank: The position of the first proposal on a line that the solution changes, or on an adjacent line.
        restores: Whether the agent's first proposal equals the solution, ignoring whitespace. Other repairs can solve
            the task as well, so the share of solved tasks is at least as large as the share of restored ones.
    """

    task: str
    difficulty: str
    agent: str
    file_rank: int
    line_rank: int
    restores: bool


Propose = Callable[[str, Mapping[str, str]], Sequence[Proposal]]


def sightings(tasks: Path, clean: Mapping[str, str]) -> Iterator[Sighting]:
    """Yield the result of each agent on each task.

    Args:
        tasks: The folder of built tasks, with its ``index.json``.
        clean: The files in the clean project.
    """
    for task in json.loads((tasks / "index.json").read_text())["tasks"]:
        folder = tasks / task["task"]
        broken = {**clean, **project_texts(folder / "workspace")}
        solution = project_texts(folder / "solution" / "files")
        prompt = (folder / "instruction.md").read_text()
        for agent in AGENTS:
            yield sighting(task["task"], task["difficulty"], agent, prompt, broken, solution)


def sighting(
    task: str, difficulty: str, agent: str, prompt: str, broken: Mapping[str, str], solution: Mapping[str, str]
) -> Sighting:
    """Return the result of an agent on one task.

    Args:
        task: The name of the task.
        difficulty: The difficulty of the task.
        agent: The name of the agent in `AGENTS`.
        prompt: The task's prompt.
        broken: The files in the broken project.
        solution: The files that the solution writes.
    """
    texts = {file: text for file, text in broken.items() if file.endswith(".sql") and file.startswith(_FOLDERS)}
    proposals = AGENTS[agent](prompt, texts)
    changed = {file: _changed_lines(broken[file], text) for file, text in solution.items()}
    in_file = [number for number, each in enumerate(proposals, 1) if changed.get(each.file)]
    at_line = [number for number, each in enumerate(proposals, 1) if each.line in changed.get(each.file, ())]
    first = {proposals[0].file: proposals[0].text} if proposals else {}
    restored = all(_same({**broken, **first}[file], text) for file, text in solution.items())
    return Sighting(task, difficulty, agent, min(in_file, default=0), min(at_line, default=0), restored)


def _changed_lines(broken: str, solved: str) -> set[int]:
    """Return the lines of the broken text that the solution changes, and the adjacent lines."""
    old, new = broken.splitlines(), solved.splitlines()
    found: set[int] = set()
    for tag, start, end, _, _ in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            found |= set(range(start, end + 2))
    return found


def _same(text: str, other: str) -> bool:
    return text.split() == other.split()


def _by_grep(prompt: str, texts: Mapping[str, str]) -> list[Proposal]:
    found = []
    for file in grep_agent.rank(prompt, texts)[:_FILES]:
        text, repaired_text = texts[file], grep_agent.undo(texts[file])
        if repaired_text != text:
            pairs = zip(text.splitlines(), repaired_text.splitlines(), strict=True)
            line = next(number for number, (old, new) in enumerate(pairs, 1) if old != new)
            found.append(Proposal(file, line, repaired_text))
    return found


def _by_odd_token(prompt: str, texts: Mapping[str, str]) -> list[Proposal]:
    return [
        Proposal(place.file, place.line, odd_token_agent.repaired(texts[place.file], place))
        for place in odd_token_agent.suspects(prompt, texts)
    ]


AGENTS: Mapping[str, Propose] = {"grep": _by_grep, "odd-token": _by_odd_token}
