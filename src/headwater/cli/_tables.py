"""Prints mappings as tables, and the table of gates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from headwater.cli._layout import Grid, lay_out, print_grid, print_line
from headwater.records import Gate
from headwater.results import Row
from headwater.untrusted import one_line

_INDENT = "  "
_TITLES = ("trial", "gates", "score")
_REMARK = "first miss"
_LEAST_REMARK = 20
"""The minimum width for a remark. If the line has less room, the remark gets a separate line."""


def plain_table(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print rows with a column for each key, and a dash for each missing value. A `Text` stays on one line."""
    if rows:
        titles = [key.replace("_", " ") for key in rows[0]]
        print_grid(Grid(titles, [[_plain(value) for value in row.values()] for row in rows]))


def print_trials(rows: Sequence[Row]) -> None:
    """Print the gates of each trial, under the name of its task."""
    console = Console()
    for line in trial_lines(rows, console.width):
        print_line(console, line)


def trial_lines(rows: Sequence[Row], width: int) -> Iterator[Text]:
    """Yield the lines of the gates table."""
    by_task: dict[str, list[Row]] = {}
    for row in rows:
        by_task.setdefault(row.task, []).append(row)
    ordered = [row for trials in by_task.values() for row in trials]
    cells = [(_name(row), _gates(row), _score(row)) for row in ordered]
    titles, lines = lay_out(Grid(_TITLES, cells, figures={2}), width - len(_INDENT))
    taken_width = max((line.cell_len for trial in (titles, *lines) for line in trial), default=0) + 2 * len(_INDENT)
    room = width - taken_width if width - taken_width >= _LEAST_REMARK else 0
    if room and titles:
        titles[-1] = _with_remark(titles[-1], _REMARK, taken_width, room)
    yield from (_indented(line, "bold") for line in titles)
    task = None
    for row, trial in zip(ordered, lines, strict=True):
        if row.task != task:
            task = row.task
            yield Text(one_line(task), "bold")
        if room:
            trial[-1] = _with_remark(trial[-1], _miss(row), taken_width, room)
        yield from map(_indented, trial)
        if not room and (miss := _miss(row)):
            yield _cut(f"{2 * _INDENT}{miss}", width)


def legend() -> str:
    """Return an explanation of the marks in the gates column."""
    return "gates: " + " → ".join(Gate) + "   ✓ cleared  ✗ stopped here  · not reached"


def _with_remark(line: Text, remark: str, taken_width: int, room: int) -> Text:
    """Append a remark to a line. All remarks begin in the same column, to the right of the longest line."""
    if remark:
        line.pad_right(taken_width - len(_INDENT) - line.cell_len)
        line.append_text(_cut(remark, room))
    return line


def _cut(text: str, width: int) -> Text:
    cut = Text(text)
    cut.truncate(width, overflow="ellipsis")
    return cut


def _indented(line: Text, style: str = "") -> Text:
    return Text.assemble(_INDENT, line, style=style)


def _plain(value: object) -> str | Text:
    if value is None:
        return "-"
    if isinstance(value, Text):
        return value
    return ", ".join(value) if isinstance(value, list) else str(value)


def _name(row: Row) -> str:
    harness = "" if row.harness == "base" else f" +{row.harness}"
    prompt = "" if row.prompt == "baseline" else f" ({row.prompt})"
    repeat = f" #{row.repeat}" if row.repeat > 1 else ""
    return one_line(f"{row.agent}{harness}{prompt}{repeat}")


def _gates(row: Row) -> Text:
    cleared = -1 if row.gates_cleared is None else row.gates_cleared
    marks = [_CLEARED] * cleared + [_STOPPED] * (0 <= cleared < len(Gate))
    marks += [_NOT_REACHED] * (len(Gate) - len(marks))
    return Text(" ").join(Text(*mark) for mark in marks)


_CLEARED, _STOPPED, _NOT_REACHED = ("✓", "green"), ("✗", "red"), ("·", "dim")


def _score(row: Row) -> Text:
    if not row.is_evidence:
        return Text(one_line(row.status), "yellow")
    score = row.dec_bench_score if row.score is None else row.score
    return Text("" if score is None else f"{score:.2f}")


def _miss(row: Row) -> str:
    if not row.is_evidence:
        return one_line(row.reason)
    return one_line(row.missed or ", ".join(row.failed_checks or ()))
