"""The strict comparison of a table of a million rows and twenty columns; baseline: the official one in the same run.

Both read the same two DuckDB files and are timed until the grade; each run has its own process, so that its peak memory
is its own. The official code is our port of it; with ``HEADWATER_SPIDER2``, a checkout of Spider 2, it is the original.
The tables are equal except for the order of the predicted rows.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import duckdb
from _scratch import scratch, show

from headwater.suites.spider2.scoring import GradedTable

ROWS = 1_000_000
REPEATS = 3
CATALOG = "shop.duckdb"
_TEXT = "'name ' || (hash(i + {n}) % 50000)"
_NUMBER = "(hash(i * {n}) % 1000000) / 7.0"
_COLUMNS = [f"{(_TEXT if n % 3 == 0 else _NUMBER).format(n=n)} as c{n}" for n in range(1, 20)]


def build(path: Path, order: str) -> None:
    path.parent.mkdir()
    with duckdb.connect(str(path)) as connection:
        columns = ", ".join(["i as id", *_COLUMNS])
        connection.execute(f"create table t as select {columns} from range({ROWS}) r (i) order by {order}")


def strict(gold: Path, predicted: Path) -> bool:
    from headwater.suites.spider2.scoring._strict import DatabasePair, compare_table

    return compare_table(DatabasePair(gold, predicted, "shop", 600), GradedTable("t")).passed


def official(gold: Path, predicted: Path) -> bool:
    checkout = os.environ.get("HEADWATER_SPIDER2")
    if checkout:
        return _original(checkout, gold, predicted)
    from headwater.suites.spider2.scoring._official import compare_frames, read_frame

    return compare_frames(read_frame(predicted, "t", 3600), read_frame(gold, "t", 3600), GradedTable("t")).passed


def _original(checkout: str, gold: Path, predicted: Path) -> bool:
    from types import ModuleType

    cloud = ModuleType("google.cloud")
    cloud.bigquery = ModuleType("bigquery")  # type: ignore[attr-defined] # imported by the module, and not used here
    sys.modules.update({"google": ModuleType("google"), "google.cloud": cloud})
    sys.path.insert(0, f"{checkout}/spider2-dbt/evaluation_suite")
    from eval_utils import duckdb_match  # type: ignore[import-not-found]

    return bool(duckdb_match(str(predicted), str(gold), ["t"], [[]], [True]))


def measure(grader: str, gold: Path, predicted: Path) -> tuple[float, float]:
    """Return the time by the clock and the peak of memory in GiB of one process."""
    completed = subprocess.run(
        [sys.executable, __file__, grader, gold, predicted], check=True, capture_output=True, text=True
    )
    seconds, peak = completed.stdout.split()
    return float(seconds), float(peak)


def child(grader: str, gold: str, predicted: str) -> None:
    started = time.perf_counter()
    passed = {"strict": strict, "official": official}[grader](Path(gold), Path(predicted))
    assert passed, f"{grader} does not find the tables alike"
    seconds = time.perf_counter() - started
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20))


def main() -> None:
    with scratch() as folder:
        gold, predicted = folder / "gold" / CATALOG, folder / "predicted" / CATALOG
        build(gold, "i")
        build(predicted, "hash(i)")
        strict = [measure("strict", gold, predicted) for _ in range(REPEATS)]
        official = [measure("official", gold, predicted)]
    show("strict, s", [seconds for seconds, _ in strict])
    show("strict, peak GiB", [peak for _, peak in strict])
    show("official, s", [seconds for seconds, _ in official])
    show("official, peak GiB", [peak for _, peak in official])
    ratio = official[0][0] / median(seconds for seconds, _ in strict)
    print(f"strict is {ratio:.1f} times as fast")


if __name__ == "__main__":
    if len(sys.argv) == 4:
        child(*sys.argv[1:])
    else:
        main()
