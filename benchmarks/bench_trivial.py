"""The time that Headwater adds to a trial without services: that of a job minus that of an empty job, per trial."""

from __future__ import annotations

import time

from _scratch import make_task, run, scratch, show

TRIALS = 40
REPEATS = 5


def main() -> None:
    with scratch() as folder:
        task = make_task(folder / "suite", "no-services")
        run(task, "--agent", "nop", "--out", folder / "warm-up")
        single, many = [], []
        for number in range(REPEATS):
            started = time.perf_counter()
            run(task, "--agent", "nop", "--out", folder / f"one-{number}")
            single.append(time.perf_counter() - started)
            started = time.perf_counter()
            run(task, "--agent", "nop", "--repeat", str(TRIALS + 1), "--jobs", "2", "--out", folder / f"many-{number}")
            many.append(time.perf_counter() - started)
        show("a job of one trial, process start to exit", single)
        added = [(all_of_them - one) / TRIALS for all_of_them, one in zip(many, single, strict=True)]
        show(f"each of {TRIALS} further trials, two at once", added, claim=0.075)


if __name__ == "__main__":
    main()
