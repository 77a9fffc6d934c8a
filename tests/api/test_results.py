"""Results as rows and as tables; rows need no other package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import headwater
from headwater.results import COLUMNS

WITHOUT_TABLES = """
import sys
for name in ("pyarrow", "duckdb", "pandas", "scipy"):
    sys.modules[name] = None
import headwater
results = headwater.Results.read(sys.argv[1])
print(len(results.rows), len(results.where(agent="nop")))
for method in (results.to_arrow, results.to_duckdb, results.to_pandas, lambda: results.summarize("agent")):
    try:
        method()
    except headwater.UserError as error:
        print(error)
"""


@pytest.fixture
def job(current_folder: Path) -> headwater.Job:
    return headwater.run("./pipelines", ["oracle", "nop"], out=current_folder / "job").wait()


def test_rows_become_tables(job: headwater.Job) -> None:
    results = job.results()
    names = [column.name for column in COLUMNS]
    assert [list(row) == names for row in results] == [True] * 4
    assert results.to_arrow().column_names == names
    assert list(results.to_pandas()["score"]) == [row["score"] for row in results]
    both = headwater.Results.read(job.folder, job.folder)
    assert len(both) == 4
    assert ["counted once" in problem for problem in both.problems] == [True]
    with pytest.raises(headwater.UserError, match="agnet: no such column; there are job, trial"):
        results.where(agnet="nop")
    [oracle, nop] = results.summarize("agent").groups
    assert (oracle.label, oracle.solved.value, nop.label, nop.solved.value) == ("oracle", 1, "nop", 0)

    code = [sys.executable, "-c", WITHOUT_TABLES, str(job.folder)]
    lines = subprocess.run(code, capture_output=True, text=True, check=True).stdout.splitlines()
    assert lines[0] == "4 2"
    missing = "is not installed; pip install"
    assert [missing in line for line in lines[1:]] == [True] * 4, lines
