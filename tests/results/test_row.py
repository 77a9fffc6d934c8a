"""The columns of a row, and the page that describes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.results import COLUMNS
from headwater.results._row import gate_columns

DOCS = Path(__file__).parents[2] / "docs/analysis.md"


def test_the_docs_describe_each_column_as_the_code_does() -> None:
    lines = DOCS.read_text().splitlines()
    described = [
        tuple(cell.strip() for cell in line.strip("| ").split(" | ")) for line in lines if line.startswith("| `")
    ]
    for column in COLUMNS:
        (row,) = [cells for cells in described if cells[0] == f"`{column.name}`"]
        assert row[-1] == column.doc
        assert ("yes" in row) == column.optional


@pytest.mark.parametrize(
    ("cleared", "failed", "flawless"),
    [(5, (), True), (5, ("robust.a",), False), (4, (), False), (None, None, None)],
)
def test_a_flawless_trial_cleared_all_gates_and_failed_no_check(
    cleared: int | None, failed: tuple[str, ...] | None, flawless: bool | None
) -> None:
    assert gate_columns(cleared, failed)["flawless"] is flawless
