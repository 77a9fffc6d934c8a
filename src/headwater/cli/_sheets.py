"""Prints small tables of numbers on a terminal or as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from headwater.analysis import Estimate, Note
from headwater.cli._layout import Grid, print_grid
from headwater.untrusted import one_line


@dataclass(frozen=True)
class Sheet:
    """A table with a title. Names are left-aligned, and numbers are right-aligned."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: int = 1
    """The number of leading columns that contain names."""


def print_sheets(sheets: Sequence[Sheet], notes: Iterable[Note]) -> None:
    """Print tables with notes below them."""
    console = Console()
    for sheet in sheets:
        console.print(Text(one_line(sheet.title), "bold"))
        rows = [[one_line(cell) for cell in row] for row in sheet.rows]
        print_grid(Grid(sheet.columns, rows, figures=range(sheet.names, len(sheet.columns))), style="dim")
        console.print()
    for note in notes:
        console.print(Text(f"• {one_line(str(note))}", "yellow"))


def as_markdown(sheets: Sequence[Sheet], notes: Iterable[Note]) -> str:
    """Return tables and notes as Markdown, for example for a CI job's summary."""
    parts = [_markdown(sheet) for sheet in sheets]
    quoted = "\n".join(f"> - {_escaped(str(note))}" for note in notes)
    return "\n\n".join([*parts, quoted] if quoted else parts) + "\n"


def as_paragraph(text: str) -> str:
    """Return a sentence as Markdown, in bold."""
    return f"**{_escaped(text)}**"


def _markdown(sheet: Sheet) -> str:
    rule = [":--" if index < sheet.names else "--:" for index in range(len(sheet.columns))]
    lines = [sheet.columns, rule, *(tuple(map(_escaped, row)) for row in sheet.rows)]
    return f"**{_escaped(sheet.title)}**\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _escaped(text: str) -> str:
    """Escape untrusted text, so that it cannot end a table row, open a tag or make a link."""
    plain = one_line(text)
    for character in "\\|<>[]`*_":
        plain = plain.replace(character, f"\\{character}")
    return plain


def share(estimate: Estimate) -> str:
    """Format a share as ``13 % [7, 22]``."""
    if estimate.value is None:
        return "-"
    limits = "" if estimate.low is None or estimate.high is None else f" [{estimate.low:.0%}, {estimate.high:.0%}]"
    return f"{estimate.value:.0%}{limits.replace('%', '')}"


def number(estimate: Estimate, sign: bool = False) -> str:
    """Format a number as ``0.82 [0.74, 0.88]``."""
    if estimate.value is None:
        return "-"
    form = "+.3f" if sign else ".3f"
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:{form}}"
    return f"{estimate.value:{form}} [{estimate.low:{form}}, {estimate.high:{form}}]"


def bare_share(estimate: Estimate) -> str:
    """Format a share as ``13 [7, 22]``, for a column whose title names the unit."""
    return share(estimate).replace("%", "")


def factor(estimate: Estimate) -> str:
    """Format a factor as ``x1.20``, or as ``-`` if it is unknown or its interval is too wide."""
    return "-" if estimate.value is None or estimate.is_vague else f"x{estimate.value:.2f}"


def ratio(estimate: Estimate) -> str:
    """Format a ratio as ``x1.20 [1.01, 1.42]``.

    Without an interval, only the factor is shown. If the interval is too wide, the ratio is ``not known``.
    """
    if estimate.low is None or estimate.high is None:
        return factor(estimate)
    if estimate.is_vague:
        return "not known (below x0.1 to above x10)"
    return f"{factor(estimate)} [{estimate.low:.2f}, {estimate.high:.2f}]"


def money(value: float | None) -> str:
    """Format an amount in US dollars to the cent or, if it is below $0.10, with two significant digits."""
    if value is None:
        return "-"
    return f"${value:.2f}" if value >= 0.1 or value == 0 else f"${value:.2g}"


def duration(seconds: float | None) -> str:
    """Format a duration as ``2m04s`` or, if it is shorter than a minute, in seconds."""
    if seconds is None:
        return "-"
    return f"{seconds:.1f}s" if seconds < 60 else f"{round(seconds) // 60}m{round(seconds) % 60:02d}s"


def p_value(p: float | None) -> str:
    """Format a p-value with three digits. Small values become ``<0.001`` rather than 0."""
    if p is None:
        return "-"
    return "<0.001" if p < 0.001 else f"{p:.3f}"
