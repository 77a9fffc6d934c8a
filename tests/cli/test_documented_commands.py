"""The commands in the documentation and in messages use existing verbs and options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import headwater
from headwater.cli import _group
from headwater.cli._suites import _TargetGroup

ROOT = Path(__file__).parents[2]
PACKAGE = Path(headwater.__file__).parent
PAGES = [
    ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "benchmarks/README.md", *(ROOT / "docs").glob("*.md"),
]  # fmt: skip
SOURCES = [*PACKAGE.rglob("*.py"), *(path for path in (PACKAGE / "tasks/template").rglob("*") if path.is_file())]
_COMMAND = re.compile(r"(?<![\w./'-])headwater ((?:[a-z]|-|…)[^`\n]*)")
_IN_SOURCE = re.compile(r"(?:`|: |run |write |fix=f?\")headwater ((?:[a-z]|-)[^`\n]*)")
_QUOTED = re.compile(r"""'[^']*'|"[^"]*\"""")
_FILLED = re.compile(r"\{[^}]*\}")
_END = re.compile(r"\||;|&|>|<| {3}|[\"')](?=[\s,;)]|$)")
"""A command ends at a metacharacter of the shell, or at the quote around it."""


def commands(text: str, pattern: re.Pattern[str] = _COMMAND) -> Iterator[str]:
    """Yield the words after the program's name, for each command in a text."""
    for found in pattern.finditer(text.replace("\\\n", " ")):
        line = _FILLED.sub("", _QUOTED.sub("TEXT", found[1].partition(" #")[0]))
        yield _END.split(line)[0].strip()


def fault(line: str) -> str:
    """Return what is wrong with a command, or an empty string if its verb exists and has all of its options."""
    command: click.Command = _group
    path = click.Context(command, info_name="headwater")
    words = line.split()
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(path, words[0])
        if found is None:
            is_open = words[0][0] in "…[" or words[0].isupper()  # a placeholder for the reader to fill in
            return "" if is_open else f"no {words[0]} in {path.command_path}"
        path = click.Context(found, parent=path, info_name=words.pop(0))
        command = found
    if isinstance(command, _TargetGroup):  # the group's first target is the default
        command = command.get_command(path, command.list_commands(path)[0]) or command
    known = {option for each in command.get_params(path) for option in (*each.opts, *each.secondary_opts)}
    unknown = [word for word in words if re.match(r"--?[a-z]", word) and word.partition("=")[0] not in known]
    return f"{path.command_path} has no {unknown[0]}" if unknown else ""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_pages_name_commands_that_exist(path: Path) -> None:
    faults = [f"headwater {line}: {found}" for line in commands(path.read_text()) if (found := fault(line))]
    assert faults == []


def test_messages_and_the_scaffold_name_commands_that_exist() -> None:
    lines = {line for path in SOURCES for line in commands(path.read_text(), _IN_SOURCE)}
    assert len(lines) > 30
    assert [f"headwater {line}: {found}" for line in sorted(lines) if (found := fault(line))] == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("list SUITE --tag hard", ""),
        ("build warehouse raw --scale 10", ""),
        ("build warehouse --out DIR", ""),
        ("run pipelines --agent nop", ""),
        ("context query -m revenue", ""),
        ("list --difficulty hard", "headwater list has no --difficulty"),
        ("build breaks", "no breaks in headwater build"),
        ("lineage show", "no lineage in headwater"),
    ],
)
def test_a_command_that_is_gone_is_found(line: str, message: str) -> None:
    assert fault(line) == message
