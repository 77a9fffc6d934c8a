"""The columns of a row, and the page that describes them."""

from __future__ import annotations

from pathlib import Path

from headwater.results import COLUMNS

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
