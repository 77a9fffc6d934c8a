"""Tables in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from headwater.cli._wrap import fit, wrap
from headwater.records import Gate
from headwater.results import Row
from headwater.untrusted import one_line

_NAME_WIDTH = 40
_INDENT = "  "


def plain_table(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print rows with a column for each key."""
    if not rows:
        return
    console = Console()
    table = Table(box=None, pad_edge=False, header_style="bold")
    titles = [key.replace("_", " ") for key in rows[0]]
    cells = [[_plain(value) for value in row.values()] for row in rows]
    widths = fit(list(zip(titles, *cells, strict=True)), console.width)
    for title, width in zip(titles, widths, strict=True):
        table.add_column(wrap(title, width), overflow="fold", min_width=min(width, console.width))
    for row in cells:
        table.add_row(*(escape(wrap(text, width)) for text, width in zip(row, widths, strict=True)))
    console.print(table)


def results_table(rows: Sequence[Row]) -> Table:
    """Return the gates of each trial, under the name of its task."""
    table = Table(box=None, pad_edge=False, header_style="bold", expand=True)
    table.add_column("trial", overflow="fold", max_width=_NAME_WIDTH)
    table.add_column("gates", no_wrap=True)
    table.add_column("score", justify="right", no_wrap=True, min_width=5)
    table.add_column("first miss", overflow="ellipsis", no_wrap=True, ratio=1)
    by_task: dict[str, list[Row]] = {}
    for row in rows:
        by_task.setdefault(row.task, []).append(row)
    for task, trials in by_task.items():
        table.add_row(Text(one_line(task), "bold"))
        for row in trials:
            table.add_row(f"{_INDENT}{_name(row)}", _gates(row), _score(row), _miss(row))
    return table


def legend() -> str:
    """Say what the marks of the gates column mean."""
    return "gates: " + " → ".join(Gate) + "   ✓ cleared  ✗ stopped here  · not reached"


def _plain(value: object) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)


def _name(row: Row) -> str:
    harness = "" if row.harness == "base" else f" +{row.harness}"
    prompt = "" if row.prompt == "baseline" else f" ({row.prompt})"
    repeat = f" #{row.repeat}" if row.repeat > 1 else ""
    name = wrap(one_line(f"{row.agent}{harness}{prompt}{repeat}"), _NAME_WIDTH - len(_INDENT))
    return escape(name.replace("\n", f"\n{_INDENT}"))


def _gates(row: Row) -> str:
    if row.gates_cleared is None:
        return "[dim]· · · · ·[/]"
    marks = ["[green]✓[/]"] * row.gates_cleared + ["[red]✗[/]"] * (row.gates_cleared < len(Gate))
    return " ".join(marks + ["[dim]·[/]"] * (len(Gate) - len(marks)))


def _score(row: Row) -> str:
    if not row.is_evidence:
        return f"[yellow]{escape(one_line(row.status))}[/]"
    score = row.dec_bench_score if row.score is None else row.score
    return "" if score is None else f"{score:.2f}"


def _miss(row: Row) -> str:
    if not row.is_evidence:
        return escape(one_line(row.reason))
    return escape(one_line(row.missed or ", ".join(row.failed_checks or ())))
