"""The cost of a trial of the suite `warehouse` beyond the agent's own work; baseline: dbt on a copy of the project.

The trials are those of two tasks of each difficulty. Their solutions have an additional comment in each model: the
grader does not know these texts yet, so that it renders, builds, tests and compares as it does for an agent. The first
trial of a task also builds its starting state, which later ones share. The baseline is `dbt build` and `dbt test` from
nothing, in the same sandbox, which takes minutes.

This needs `headwater build warehouse` and `headwater build warehouse tasks`. Usage: bench_warehouse.py [--without-dbt]
"""

from __future__ import annotations

import argparse
import json
import shutil
import threading
import time
from pathlib import Path

from _scratch import run, scratch, show

from headwater.caches import home
from headwater.suites.warehouse._dbt import build_and_test
from headwater.suites.warehouse.base import Size, find_base
from headwater.suites.warehouse.suite import SUITES

CLAIM_SEC = 5.0
OF_EACH = 2
REPEATS = 3


def chosen() -> list[Path]:
    """Return the folders of the first tasks of each difficulty."""
    folder = SUITES[0].tasks_folder(home())
    tasks = json.loads((folder / "index.json").read_text())["tasks"]
    kinds = dict.fromkeys(task["difficulty"] for task in tasks)
    return [
        folder / task["task"]
        for kind in kinds
        for task in [task for task in tasks if task["difficulty"] == kind][:OF_EACH]
    ]


def with_comment(task: Path, suite: Path) -> Path:
    """Copy a task, with a comment at the end of each model that its solution repairs."""
    copy = suite / task.name
    shutil.copytree(task, copy)
    for model in (copy / "solution" / "files").rglob("*.sql"):
        model.write_text(model.read_text() + ("" if "macros" in model.parts else "-- mended\n"))
    return copy


def trials(job: Path) -> dict[str, float]:
    """Return, by task, the seconds of a job's trials apart from the agent's own.

    Raises:
        SystemExit: A trial was not solved, and therefore not graded to its end.
    """
    found = {}
    for path in sorted(job.glob("trials/*/trial.json")):
        record = json.loads(path.read_text())
        verdict = json.loads(max((path.parent / "verdicts").iterdir()).read_text())
        if verdict["gates_cleared"] != 5:
            raise SystemExit(f"{path}: cleared {verdict['gates_cleared']} of 5 gates")
        found[record["spec"]["task"]] = sum(p["seconds"] for p in record["phases"] if p["name"] != "agent")
    return found


def dbt_seconds(folder: Path) -> float:
    """Return the seconds in which dbt builds and tests a copy of the clean project."""
    base = find_base(home(), Size())
    copy = folder / "workspace"
    shutil.copytree(base.workspace, copy, ignore=shutil.ignore_patterns("warehouse.duckdb", "target"))
    started = time.perf_counter()
    build_and_test(copy, home(), print, threading.Event())
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--without-dbt", action="store_true")
    options = parser.parse_args()
    with scratch() as folder:
        tasks = [with_comment(task, folder / "suite") for task in chosen()]
        costs: list[dict[str, float]] = []
        for number in range(1 + REPEATS):
            job = folder / f"job-{number}"
            run(*tasks, "--agent", "oracle", "--jobs", "1", "--out", job)
            costs.append(trials(job))
        show("the first trial of a task, beside the agent", list(costs[0].values()))
        later = [seconds for cost in costs[1:] for seconds in cost.values()]
        trial_seconds = show("each later one", later, claim=CLAIM_SEC)
        if not options.without_dbt:
            copy_seconds = show("dbt build and dbt test of a copy", [dbt_seconds(folder)])
            print(f"  {copy_seconds / trial_seconds:.0f} times a trial's")


if __name__ == "__main__":
    main()
