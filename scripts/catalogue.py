"""Write the page of a suite's tasks: python scripts/catalogue.py pipelines > docs/pipelines.md."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from headwater.analysis import load, wilson
from headwater.plurals import counted
from headwater.records import Competency, Gate, Tier
from headwater.suites import find_tasks
from headwater.tasks import Task, check_functions, digest_task

_ATTEMPTS = Path(__file__).parents[1] / "docs/attempts"

_HEAD = """\
# The tasks of `{suite}`

{count}. `python scripts/catalogue.py {suite}` writes this page from the folders of the tasks. A counterfeit is a
plausible wrong solution, and the gate next to it is the one that it must not clear; an alternative is a right solution
of another architecture. `headwater validate` demands that every check is failed by a counterfeit or by an agent that
does nothing. A gate clears if its `required` checks and 80 % of all its checks pass. `attempts` says how many of the
five gates each [blind attempt](attempts/README.md) cleared, with a `*` if the prompts, files or data of the task have
changed since then.
"""

_COLUMNS = (
    *("task", "tier", "domain", "services", "start", "checks by gate"),
    *("required", "counterfeits", "alternatives", "attempts"),
)

Attempts = Mapping[str, Sequence[Mapping[str, Any]]]
"""The rows of the blind attempts at each task."""


def main() -> None:
    """Print the page."""
    print(page(find_tasks([sys.argv[1]])))


def page(tasks: Sequence[Task]) -> str:
    """Return the page about these tasks, which all belong to one suite."""
    suite = tasks[0].config.suite
    rows = load(sorted(_ATTEMPTS.glob(f"{suite}*.csv"), reverse=True)).evidence.to_pylist()
    attempts = {task.ref: [row for row in rows if row["task"] == task.ref] for task in tasks}
    return "\n".join([_HEAD.format(suite=suite, count=counted(len(tasks), "task")), *_lines(tasks, attempts)])


def _lines(tasks: Sequence[Task], attempts: Attempts) -> Iterator[str]:
    yield f"| {' | '.join(_COLUMNS)} |"
    yield f"| {' | '.join('---' for _ in _COLUMNS)} |"
    for task in tasks:
        config, checks = task.config, check_functions(task)
        gates = Counter(check.gate for check in checks)
        cells = [
            f"[{config.title}](#{config.id})",
            config.tier.value.removeprefix("tier-"),
            config.domain.value,
            ", ".join(config.services),
            config.starting_state.value,
            " + ".join(str(gates[gate]) for gate in Gate),
            str(sum(check.required for check in checks)),
            str(len(task.counterfeits)),
            str(len(task.alternatives)),
            ", ".join(_attempt(task, row) for row in attempts[task.ref]),
        ]
        yield f"| {' | '.join(cells)} |"
    yield "\n## Blind attempts\n"
    yield from _tiers(tasks, attempts)
    yield "\n## Competencies\n"
    yield from _competencies(tasks)
    for task in tasks:
        yield from _section(task)


def _attempt(task: Task, row: Mapping[str, Any]) -> str:
    return f"{row['gates_cleared']}{'' if row['task_digest'] == digest_task(task).task else '*'}"


def _tiers(tasks: Sequence[Task], attempts: Attempts) -> Iterator[str]:
    """Return how many attempts in each tier cleared all gates, with Wilson's interval, and how many failed no check."""
    yield "| tier | tasks with attempts | attempts | all gates cleared | 95 % interval | no failed check |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for tier in Tier:
        own = [attempts[task.ref] for task in tasks if task.config.tier is tier and attempts[task.ref]]
        rows = [row for each in own for row in each]
        if not rows:
            continue
        solved = sum(row["solved"] for row in rows)
        share = wilson(solved, len(rows))
        cells = [
            tier.value.removeprefix("tier-"),
            len(own),
            len(rows),
            solved,
            f"{share.low:.0%} to {share.high:.0%}",
            sum(row["flawless"] for row in rows),
        ]
        yield f"| {' | '.join(map(str, cells))} |"


def _competencies(tasks: Sequence[Task]) -> Iterator[str]:
    """Return how many tasks in each tier need each competency, and with which services. Unused ones come last."""
    yield "| competency | tier 1 | tier 2 | tier 3 | services |"
    yield "| --- | --- | --- | --- | --- |"
    missing = []
    for competency in Competency:
        having = [task for task in tasks if competency in task.config.competencies]
        if not having:
            missing.append(competency.value)
            continue
        tiers = Counter(task.config.tier for task in having)
        services = sorted({service for task in having for service in task.config.services})
        yield f"| {competency.value} | {' | '.join(str(tiers[tier]) for tier in Tier)} | {', '.join(services)} |"
    if missing:
        yield f"\nNo task needs {', '.join(missing)} yet."


def _section(task: Task) -> Iterator[str]:
    config = task.config
    yield f"\n## {config.id}\n"
    yield f"{config.title}: {config.category.value}, {', '.join(each.value for each in config.competencies)}.\n"
    yield "| counterfeit | stops at | what is wrong with it |"
    yield "| --- | --- | --- |"
    for wrong in task.counterfeits:
        yield f"| `{wrong.name}` | {wrong.gate.value} | {_cell(wrong.why)} |"
    for right in task.alternatives:
        harness = f" (harness `{right.harness}`)" if right.harness else ""
        yield f"\nAlternative `{right.name}`{harness}: {right.why}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    main()
