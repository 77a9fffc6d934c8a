"""The cost of tracing reads: pandas, DuckDB and plain Python over 1,000 files, with and without a trace."""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

import numpy as np
from _scratch import show
from _traced import time_reads

from headwater import harnesses
from headwater.harnesses.toolchains import PYTHON, equipped
from headwater.jobs import home
from headwater.sandbox import run_in_cell

FILES, ROWS, REPEATS = 1_000, 400, 5
PROGRAMS = {
    "pandas": "import glob, pandas\nfor path in glob.glob('/data/*/*.csv'):\n    pandas.read_csv(path)",
    "duckdb": "import duckdb\nduckdb.sql(\"select count(*), sum(b) from read_csv('/data/*/*.csv')\").fetchall()",
    "python": "import glob\nfor path in glob.glob('/data/*/*.csv'):\n    open(path, 'rb').read()",
}


def write_files(folder: Path) -> None:
    """Write files with numbers, in folders of fifty."""
    rng = np.random.default_rng(0)
    for number in range(FILES):
        path = folder / f"set{number // 50}" / f"part{number}.csv"
        path.parent.mkdir(exist_ok=True, parents=True)
        rows = "".join(f"{a},{b:.4f},{c:.4f}\n" for a, b, c in zip(range(ROWS), *rng.random((2, ROWS)), strict=True))
        path.write_text(f"a,b,c\n{rows}")


def main() -> None:
    """Print the ratio of the medians for each program."""
    built = equipped(harnesses.prepare("base", home(), print), "notebooks", None, home(), print)
    with tempfile.TemporaryDirectory() as scratch:
        data = Path(scratch) / "data"
        write_files(data)
        for name, text in PROGRAMS.items():
            program = (f"{PYTHON}/bin/python", "-c", text)
            runs = run_in_cell(time_reads, Path(scratch) / name, data, built.mounts, program, REPEATS, timeout_sec=1200)
            assert {run[2] for run in runs} == {FILES}
            ratios = [traced / without for without, traced, _ in runs]
            medians = [statistics.median(run[place] for run in runs) for place in (0, 1)]
            print(f"{name}: {medians[0]:.2f} s without a trace, {medians[1]:.2f} s with one")
            show(f"{name}, traced / untraced", ratios)


if __name__ == "__main__":
    main()
