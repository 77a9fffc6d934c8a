"""Lines of CSV, as read by Python and by a database."""

from __future__ import annotations

import csv
from pathlib import Path

import duckdb

from headwater.csv_lines import csv_line


def test_cells_of_a_line() -> None:
    assert csv_line([None, "", True, 0.5, "x", ["a", "b"]]) == ',"",true,0.5,x,"[""a"", ""b""]"\n'


def test_any_text_comes_back_and_null_stays_null(tmp_path: Path) -> None:
    texts = ("", " ", " a", "b ", "a,b", 'say "x"', "two\nlines", "carriage\rreturn", "NULL", "ünï", "'", '"')
    rows = [(str(number), text, None) for number, text in enumerate(texts)]
    path = tmp_path / "rows.csv"
    path.write_text("".join(map(csv_line, [("n", "text", "unknown"), *rows])), newline="")
    with path.open(newline="") as file:
        assert [(n, text, unknown or None) for n, text, unknown in list(csv.reader(file))[1:]] == rows
    read = duckdb.read_csv(str(path), all_varchar=True, allow_quoted_nulls=False)
    assert read.fetchall() == rows
