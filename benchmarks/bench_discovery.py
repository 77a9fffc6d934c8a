"""The cost of a trial of the suite `discovery` beyond the agent's own work; baseline: one run of the reference program.

The trials are those of two questions of each community. The first trial of a question also makes its starting state,
which later ones share. Grading runs the agent's program twice, at once: on the agent's data, and on changed data. The
baseline is the time of the oracle, which runs the reference program once, in the same sandbox.

This needs `headwater build discovery`. Usage: bench_discovery.py [--of-each N]
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

from _scratch import run, scratch, show

from headwater.caches import home
from headwater.suites.discovery.suite import SUITES

CLAIM_SEC = 1.0
REPEATS = 3


def chosen(of_each: int) -> list[str]:
    """Return the names of the first questions of each community."""
    communities = defaultdict(list)
    for folder in sorted(SUITES[0].tasks_folder(home()).iterdir()):
        if folder.is_dir():
            communities[folder.name.partition("-")[0]].append(f"discovery/{folder.name}")
    return [task for tasks in communities.values() for task in tasks[:of_each]]


def trials(job: Path) -> list[tuple[float, float]]:
    """Return, for each trial, the seconds of its agent and those of everything else.

    Raises:
        SystemExit: A trial was not solved, and therefore not graded to its end.
    """
    times = []
    for path in sorted(job.glob("trials/*/trial.json")):
        record = json.loads(path.read_text())
        verdict = json.loads(max((path.parent / "verdicts").iterdir()).read_text())
        if verdict["gates_cleared"] != len(verdict["gates"]):
            raise SystemExit(f"{path}: cleared {verdict['gates_cleared']} gates")
        agent = sum(phase["seconds"] for phase in record["phases"] if phase["name"] == "agent")
        times.append((agent, sum(phase["seconds"] for phase in record["phases"]) - agent))
    return times


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--of-each", type=int, default=2)
    tasks = chosen(parser.parse_args().of_each)
    with scratch() as folder:
        jobs = []
        for number in range(1 + REPEATS):
            run(*tasks, "--agent", "oracle", "--jobs", "1", "--out", folder / f"job-{number}")
            jobs.append(trials(folder / f"job-{number}"))
    show("the first trial of a question, beside the agent", [rest for _, rest in jobs[0]])
    later = [times for job in jobs[1:] for times in job]
    later_seconds = show("each later one", [rest for _, rest in later], claim=CLAIM_SEC)
    program = show("the oracle, which runs the reference program once", [agent for agent, _ in later])
    print(f"  {later_seconds / program:.2f} times as much")


if __name__ == "__main__":
    main()
