"""Tables of any width keep names and values readable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.text import Text

import headwater
from headwater.cli._layout import Grid, lay_out

GRID = Grid(
    ("task", "services", "trials", "solved %"),
    [
        ("pipelines/csv-ingest", "clickhouse", "4", "50 [15, 85]"),
        ("pipelines/cross-system-reconciliation", "postgres, clickhouse, kafka", "12", "0 [0, 24]"),
        ("pipelines/empty", "", "0", "-"),
    ],
    figures={2, 3},
)


def laid_out(width: int, grid: Grid = GRID) -> list[str]:
    titles, rows = lay_out(grid, width)
    return [line.plain for line in (*titles, *(line for row in rows for line in row))]


def test_a_table_that_fits_has_a_line_a_row() -> None:
    assert laid_out(100) == [
        "task                                   services                     trials     solved %",
        "pipelines/csv-ingest                   clickhouse                        4  50 [15, 85]",
        "pipelines/cross-system-reconciliation  postgres, clickhouse, kafka      12    0 [0, 24]",
        "pipelines/empty                                                          0            -",
    ]


def test_texts_go_on_between_words_before_anything_else() -> None:
    assert laid_out(72) == [
        "task                                   services      trials     solved %",
        "pipelines/csv-ingest                   clickhouse         4  50 [15, 85]",
        "pipelines/cross-system-reconciliation  postgres,         12    0 [0, 24]",
        "                                       clickhouse,",
        "                                       kafka",
        "pipelines/empty                                           0            -",
    ]


def test_names_that_leave_no_room_have_a_line_of_their_own() -> None:
    figures = [(row[0], *row[2:]) for row in GRID.rows]
    assert laid_out(56, Grid(("task", "trials", "solved %"), figures, {1, 2})) == [
        "task                                 trials     solved %",
        "pipelines/csv-ingest                      4  50 [15, 85]",
        "pipelines/cross-system-reconciliation",
        "                                         12    0 [0, 24]",
        "pipelines/empty                           0            -",
    ]


def test_in_a_narrow_terminal_a_row_is_a_heading_with_its_values() -> None:
    assert laid_out(30) == [
        "pipelines/csv-ingest",
        "  services: clickhouse",
        "  trials: 4",
        "  solved %: 50 [15, 85]",
        "pipelines/cross-system-reconciliation",
        "  services: postgres,",
        "    clickhouse, kafka",
        "  trials: 12",
        "  solved %: 0 [0, 24]",
        "pipelines/empty",
        "  services:  trials: 0",
        "  solved %: -",
    ]


@pytest.mark.parametrize("width", range(4, 120))
def test_nothing_is_lost_and_no_name_broken_at_any_width(width: int) -> None:
    lines = laid_out(width)
    longest = max(len(str(row[0])) for row in GRID.rows)
    assert max(map(len, lines)) <= max(width, longest)
    for name, services, *figures in GRID.rows:
        assert any(str(name) in line for line in lines)
        assert all(any(word in line for line in lines) for word in str(services).split())
        if width >= 30:
            assert all(any(str(figure) in line for line in lines) for figure in figures)


def test_styled_cells_keep_their_style_and_their_line() -> None:
    _, [[line]] = lay_out(Grid(("agent", "gates"), [("me", Text("✓ ✗", "green"))]), 12)
    assert line.plain == "me     ✓ ✗"
    assert [str(span.style) for span in line.spans] == ["green"]


def test_wide_characters_take_two_columns() -> None:
    assert laid_out(80, Grid(("a", "b"), [("数据", "x"), ("y", "z")])) == ["a     b", "数据  x", "y     z"]


def test_no_table_is_laid_out_by_other_code() -> None:
    files = Path(headwater.__file__).parent.rglob("*.py")
    assert [path for path in files if re.search(r"^\s*(from|import) rich\.table", path.read_text(), re.MULTILINE)] == []
