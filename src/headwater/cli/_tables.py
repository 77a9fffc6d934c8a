"""Tables in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from headwater.records import Gate
from headwater.results import Row
from headwater.untrusted import one_line


def plain_table(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print rows with a column for each key."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for key in rows[0] if rows else ():
        table.add_column(key.replace("_", " "), overflow="fold")
    for row in rows:
        table.add_row(*(escape(", ".join(value) if isinstance(value, list) else str(value)) for value in row.values()))
    Console().print(table)


def results_table(rows: Sequence[Row]) -> Table:
    """Return the gates of each trial, under the name of its task."""
    table = Table(box=None, pad_edge=False, header_style="bold", expand=True)
    table.add_column("trial", overflow="fold", max_width=40)
    table.add_column("gates", no_wrap=True)
    table.add_column("score", justify="right", no_wrap=True, min_width=5)
    table.add_column("first miss", overflow="ellipsis", no_wrap=True, ratio=1)
    by_task: dict[str, list[Row]] = {}
    for row in rows:
        by_task.setdefault(row.task, []).append(row)
    for task, trials in by_task.items():
        table.add_row(Text(one_line(task), "bold"))
        for row in trials:
            table.add_row(f"  {_name(row)}", _gates(row), _score(row), _miss(row))
    return table


def legend() -> str:
    """Say what the marks of the gates column mean."""
    return "gates: " + " → ".join(Gate) + "   ✓ cleared  ✗ stopped here  · not reached"


def _name(row: Row) -> str:
    harness = "" if row.harness == "base" else f" +{row.harness}"
    prompt = "" if row.prompt == "baseline" else f" ({row.prompt})"
    repeat = f" #{row.repeat}" if row.repeat > 1 else ""
    return escape(one_line(f"{row.agent}{harness}{prompt}{repeat}"))


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
