"""Reproduce the figures that DEC Bench published from its 125 runs, and show the results of Headwater's guards.

    python examples/dec_bench/reproduce.py tests/analysis/data/dec-bench-published.csv > docs/reproduction.md

Every figure of that page is computed here; a test runs this script and compares its output.
"""

from __future__ import annotations

import sys
from pathlib import Path

from figures import AGENTS, MEASURE
from found import Found, missing, share_by_task
from markdown import percent, table
from published import reproduced
from sections import confounded, counted_twice, impossible_check, selected, shown

from headwater.analysis import rank


def main() -> None:
    """Print the page."""
    if len(sys.argv) != 2:
        sys.exit("usage: python examples/dec_bench/reproduce.py RUNS.csv")
    print(page(Path(sys.argv[1])), end="")


def page(path: Path) -> str:
    """Write the whole page."""
    found = Found.of(path)
    return "\n\n".join([
        introduction(found),
        reproduced(found.results, found.runs, found.hard),
        impossible_check(found),
        selected(found.runs, found.hard),
        confounded(found.results, found.runs),
        counted_twice(found),
        shown(found.results),
    ]) + "\n"  # fmt: skip


def introduction(found: Found) -> str:
    """Introduce the page in a paragraph."""
    trials = found.results.table
    reached = found.elsewhere.evidence.filter(found.elsewhere.evidence["performant"])
    once = found.cost_ratios[1]
    ranking = rank(found.results, measure=MEASURE).ranks
    ranks = ", ".join(f"{AGENTS[agent]} {place}" for agent, place in ranking.items())
    tasks = len(trials["task"].unique())
    others = tasks - found.never_passed
    lines = [
        (
            "15 % of runs clear gate 5",
            f"one check could not pass on {found.never_passed} of {tasks} scenarios; on the other {others}, "
            f"{percent(share_by_task(found.elsewhere.evidence))} clear it",
        ),
        (
            "67 % hardcode their connection strings",
            f"all of these are runs of those {found.never_passed}; of the {reached.num_rows} others, "
            f"{missing(reached)} did",
        ),
        (
            "on hard scenarios agents differ by 56 points, p < 0.01",
            f"p = {found.hard.smallest_p:.4f}; and where by construction no agent is better, they differ by "
            f"{found.hard.by_chance[0] * 100:.0f}",
        ),
        ("a harness helps, p = 0.003, or not, p = 0.08", "no scenario ran with both, so nothing can be told"),
        ("agents' costs spread 18-fold", f"{once:.0f}-fold, if cached tokens are paid for once"),
        (
            "agents are listed by score",
            f"no pair can be told apart; ranks: {ranks}",
        ),
    ]
    return f"""# Published figures, and what can be said of them

DEC Bench published its findings from {trials.num_rows} runs of three coding agents on {tasks} \
data-engineering scenarios. In short:

{table(("published", "what the same runs show"), lines)}

This page computes the figures again from the same runs, and then asks Headwater's analysis about each. Nothing of that
is typed in by hand: `examples/dec_bench/reproduce.py` prints the page, and a test compares. The same table can be
looked at with

    headwater import dec-bench tests/analysis/data/dec-bench-published.csv --out runs.parquet
    headwater results runs.parquet --by agent --measure {MEASURE}
    headwater results runs.parquet --lift harness --measure {MEASURE}
    headwater results runs.parquet --tasks --measure {MEASURE}
    headwater report runs.parquet -o site

The point is not one project's mistakes. Nearly every figure here was computed as it was meant to be, and misleads all
the same; so a tool has to say, next to each number, what the number cannot show."""


if __name__ == "__main__":
    main()
