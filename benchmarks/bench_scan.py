"""`context scan` of a data lake of about a thousand files, against DuckDB's `SUMMARIZE` of each of its CSV files.

The lake is the grid operator's of the suite `discovery`: CSV in several dialects and encodings, JSON, Parquet,
workbooks and SQLite. `SUMMARIZE` reads the CSV files only, finds no keys, and has as many threads as the scan.
"""

from __future__ import annotations

import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
from _scratch import HEADWATER, scratch, show

from headwater.suites.discovery.corpus import community_named, generate

REPEATS = 5


def summarize(connection: duckdb.DuckDBPyConnection, path: Path) -> bool:
    """Return whether DuckDB can read the file without further options."""
    quoted = str(path).replace("'", "''")
    with connection.cursor() as cursor:
        try:
            cursor.execute(f"summarize select * from read_csv('{quoted}')").fetchall()
        except duckdb.Error:
            return False
    return True


def main() -> None:
    scans, summaries = [], []
    with scratch() as folder:
        generate(community_named("grid"), folder / "lake")
        data = folder / "lake" / "datasets"
        files = [path for path in data.rglob("*") if path.is_file()]
        tables = [path for path in files if path.suffix == ".csv"]
        for number in range(REPEATS):
            (project := folder / f"project-{number}").mkdir()
            started = time.monotonic()
            subprocess.run([HEADWATER, "context", "scan", str(data)], cwd=project, check=True, capture_output=True)
            scans.append(time.monotonic() - started)
            started = time.monotonic()
            with duckdb.connect() as connection, ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                read = sum(pool.map(lambda path: summarize(connection, path), tables))
            summaries.append(time.monotonic() - started)
    scan = show(f"context scan of {len(files)} files", scans)
    summary = show(f"SUMMARIZE of the {read} of {len(tables)} CSV files that it reads", summaries)
    print(f"scan / SUMMARIZE: {scan / summary:.2f}")


if __name__ == "__main__":
    main()
