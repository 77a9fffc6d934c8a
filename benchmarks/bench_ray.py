"""What a trivial trial costs more on a Ray cluster of this machine than in the driver's process, one at a time.

As in `bench_trivial.py`, all of a job's time, less an empty job's, by trial: what a cluster costs once does not count.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

from _scratch import make_task, run, scratch, show

TRIALS = 20
REPEATS = 5
CLAIM_SEC = 0.1


def seconds(task: Path, out: Path, executor: str, trials: int) -> float:
    """Run a job; return its time, from the start of the process to its end."""
    started = time.perf_counter()
    run(task, "--agent", "nop", "--repeat", str(trials), "--jobs", "1", "--executor", executor, "--out", out)
    return time.perf_counter() - started


def main() -> None:
    with scratch() as folder:
        task = make_task(folder / "suite", "no-services")
        run(task, "--agent", "nop", "--out", folder / "warm-up")
        once: dict[str, list[float]] = {"local": [], "ray": []}
        each: dict[str, list[float]] = {"local": [], "ray": []}
        for number in range(REPEATS):
            for executor in once:
                one = seconds(task, folder / f"{executor}-one-{number}", executor, 1)
                many = seconds(task, folder / f"{executor}-many-{number}", executor, TRIALS + 1)
                once[executor].append(one)
                each[executor].append((many - one) / TRIALS)
        for executor in once:
            show(f"{executor}: a job of one trial, process start to exit", once[executor])
            show(f"{executor}: each of {TRIALS} further trials", each[executor])
        added = [ray - local for ray, local in zip(each["ray"], each["local"], strict=True)]
        show("a trial costs more on ray", added, claim=CLAIM_SEC)
        ratio = statistics.median(each["ray"]) / statistics.median(each["local"])
        print(f"ray / local: {ratio:.2f} times")


if __name__ == "__main__":
    main()
