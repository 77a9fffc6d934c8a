"""Reading notebooks, and files that are not notebooks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.suites.discovery.lakes import notebook

from headwater.suites.discovery.lake import read_notebooks


def test_code_cells_are_read_with_their_place(tmp_path: Path) -> None:
    stored = notebook(["import pandas", "x = 1\nx"], kernel="ir")
    stored["cells"].insert(1, {"cell_type": "markdown", "source": ["# Title"]})
    stored["cells"][2]["source"] = ["x = 1\n", "x"]
    path = tmp_path / "n.ipynb"
    path.write_text(json.dumps(stored))
    (found,), faults = read_notebooks([path])
    assert (found.name, found.kernel) == ("n", "ir")
    assert [(cell.number, cell.source) for cell in found.cells] == [(1, "import pandas"), (3, "x = 1\nx")]
    assert faults == []


def test_format_3_is_read(tmp_path: Path) -> None:
    path = tmp_path / "old.ipynb"
    path.write_text(json.dumps({"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": ["1 + 1"]}]}]}))
    (found,), _ = read_notebooks([path])
    assert [cell.source for cell in found.cells] == ["1 + 1"]


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (b"{", "n.ipynb: is not JSON (Expecting property name"),
        (b"", "n.ipynb: is not JSON"),
        (b"\xff\xfe", "n.ipynb: is not UTF-8"),
        (b"[1]", "n.ipynb: is not a notebook"),
        (b'{"cells": 3}', "n.ipynb: has no cells"),
        (b"[" * 100_000, "n.ipynb: is not JSON (nested deeper"),
        (b'{"x": [' + b"1," * 400_000 + b"1]}", "n.ipynb: is not JSON (more than"),
    ],
)
def test_an_unreadable_notebook_is_one_line(raw: bytes, line: str, tmp_path: Path) -> None:
    path, good = tmp_path / "n.ipynb", tmp_path / "good.ipynb"
    path.write_bytes(raw)
    good.write_text(json.dumps(notebook(["1"])))
    found, faults = read_notebooks([path, good])
    assert [each.name for each in found] == ["good"]
    assert len(faults) == 1
    assert str(faults[0]).startswith(line)
    assert "\n" not in str(faults[0])


def test_a_notebook_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "n.ipynb"
    with path.open("wb") as file:
        file.truncate(50 << 30)
    assert str(read_notebooks([path])[1][0]) == "n.ipynb: has 51,200 MiB, more than 64; it is skipped"


def test_cells_of_odd_shape_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "n.ipynb"
    odd = [1, None, {"cell_type": "code"}, {"cell_type": "code", "source": [1]}, {"cell_type": "code", "source": "  "}]
    path.write_text(json.dumps({"metadata": [], "cells": [*odd, {"cell_type": "code", "source": "1"}]}))
    (found,), _ = read_notebooks([path])
    assert [cell.number for cell in found.cells] == [6]
