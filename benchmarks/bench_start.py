"""The time from `headwater run` to the agent's first instruction, with all three services started from a snapshot."""

from __future__ import annotations

from _scratch import agent_starts, make_task, run, scratch, show

REPEATS = 7


def main() -> None:
    with scratch() as folder:
        task = make_task(folder / "suite", "three-services", ["postgres", "clickhouse", "kafka"])
        run(task, "--agent", "oracle", "--out", folder / "warm-up")  # builds the harness and the snapshot
        for at_once, claim in ((1, 1.0), (8, 2.0)):
            last = []
            for number in range(REPEATS):
                job = folder / f"job-{at_once}-{number}"
                flags = ["--repeat", str(at_once), "--jobs", str(at_once)]
                started = run(task, "--agent", "oracle", *flags, "--out", job)
                last.append(max(agent_starts(job)) - started)
            show(f"{at_once} at once, until the last agent's first instruction", last, claim)


if __name__ == "__main__":
    main()
