"""Lays out tables for a terminal of any width without cutting text or breaking names.

If a name leaves no room for the other columns, it gets a separate line, and the other columns follow below it. If even
these columns do not fit, each row becomes a heading with its values below, as ``title: value``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from headwater.cli._wrap import fit, longest_word, wrap

Cell = str | Text
"""A string, which may be wrapped, or a text with style, which stays on one line."""

_GAP = 2
_INDENT = 2
Lines = list[Text]


@dataclass(frozen=True)
class Grid:
    """A table with column titles.

    Attributes:
        titles: The titles of the columns.
        rows: The rows. Each has as many cells as there are titles.
        figures: The indexes of columns that are right-aligned and never wrapped.
    """

    titles: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    figures: Collection[int] = ()


def print_grid(grid: Grid, *, style: str = "bold") -> None:
    """Print a table as wide as the terminal, with its titles in ``style``."""
    if not grid.titles:  # Postgres can return rows without columns
        return
    console = Console()
    titles, rows = lay_out(grid, console.width)
    for line in titles:
        line.stylize(style)
    for line in (*titles, *(line for lines in rows for line in lines)):
        print_line(console, line)


def print_line(console: Console, line: Text) -> None:
    """Print a line unchanged. A narrow terminal wraps it instead of cutting it off."""
    console.print(line, soft_wrap=True, highlight=False)


def lay_out(grid: Grid, width: int) -> tuple[Lines, list[Lines]]:
    """Return the lines for the titles, and the lines for each row."""
    columns = list(zip(grid.titles, *grid.rows, strict=True))
    natural_widths = [max(map(_width, cells)) for cells in columns]
    least = [_least_width(cells, is_figure=index in grid.figures) for index, cells in enumerate(columns)]
    gaps = _GAP * (len(natural_widths) - 1)
    widths = fit(natural_widths, least, width - gaps)
    hangs = sum(widths) + gaps > width
    if hangs:
        widths = fit(natural_widths, [_INDENT, *least[1:]], width - gaps)
        if sum(widths) + gaps > width:
            return [], [list(_record(grid.titles, row, width)) for row in grid.rows]
    layout = _Layout(widths, grid.figures, hangs=hangs)
    return list(layout.titles(grid.titles)), [list(layout.row(row)) for row in grid.rows]


def _width(cell: Cell) -> int:
    return cell_len(cell) if isinstance(cell, str) else cell.cell_len


def _least_width(cells: Sequence[Cell], *, is_figure: bool) -> int:
    """Return the width that a column needs if its cells break only between words."""
    return max(_width(cell) if is_figure or isinstance(cell, Text) else longest_word(cell) for cell in cells)


@dataclass(frozen=True)
class _Layout:
    """Lays out columns side by side."""

    widths: Sequence[int]
    figures: Collection[int]
    hangs: bool
    """Whether a name that is wider than its column gets a separate line."""

    def titles(self, titles: Sequence[str]) -> Iterator[Text]:
        """Yield the lines for the titles, which are aligned at the bottom."""
        name, *others = titles
        if self._is_hanging(name):
            yield Text(name)
            name = ""
        parts = [wrap(title, width) for title, width in zip((name, *others), self.widths, strict=True)]
        height = max(map(len, parts))
        yield from self._joined([[*[""] * (height - len(lines)), *lines] for lines in parts])

    def row(self, row: Sequence[Cell]) -> Iterator[Text]:
        """Yield the lines for a row."""
        name, *others = row
        if self._is_hanging(name):
            yield _text(name)
            name = ""
        yield from self._joined(
            [
                [cell] if isinstance(cell, Text) or index in self.figures else wrap(cell, width)
                for index, (cell, width) in enumerate(zip((name, *others), self.widths, strict=True))
            ]
        )

    def _is_hanging(self, name: Cell) -> bool:
        return self.hangs and _width(name) > self.widths[0]

    def _joined(self, parts: Sequence[Sequence[Cell]]) -> Iterator[Text]:
        for cells in zip_longest(*parts, fillvalue=""):
            line = Text()
            for index, (cell, width) in enumerate(zip(cells, self.widths, strict=True)):
                text = _text(cell)
                padding = width - text.cell_len
                text.pad_left(padding) if index in self.figures else text.pad_right(padding)
                line.append_text(text).append(" " * _GAP)
            line.rstrip()
            yield line


def _record(titles: Sequence[str], row: Sequence[Cell], width: int) -> Iterator[Text]:
    """Yield the lines for a row, with each value after its title, using as few lines as possible."""
    name, *others = row
    yield Text.assemble((_text(name).plain, "bold"))
    room = width - _INDENT
    line = ""
    for title, cell in zip(titles[1:], others, strict=True):
        item = f"{title}: {_text(cell).plain}".rstrip() if title else _text(cell).plain
        joined = f"{line}{' ' * _GAP if line else ''}{item}"
        if cell_len(joined) <= room:
            line = joined
            continue
        yield from [_indented(line)] if line else []
        line = item
        if cell_len(item) > room:
            first, *rest = wrap(item, room - _INDENT)
            yield from (_indented(first), *(_indented(" " * _INDENT + text) for text in rest))
            line = ""
    yield from [_indented(line)] if line else []


def _indented(text: str) -> Text:
    return Text(" " * _INDENT + text)


def _text(cell: Cell) -> Text:
    return Text(cell) if isinstance(cell, str) else cell.copy()
