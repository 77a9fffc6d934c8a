"""Write the page of a suite's tasks: python scripts/catalogue.py pipelines > docs/pipelines.md."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from headwater.plurals import counted
from headwater.records import Competency, Gate, Tier
from headwater.suites import find_tasks
from headwater.tasks import Task, check_functions

_HEAD = """\
# The tasks of `{suite}`

{count}. `python scripts/catalogue.py {suite}` writes this page from the folders of the tasks. A counterfeit is a
plausible wrong solution, and the gate next to it is the one that it must not clear; an alternative is a right solution
of another architecture. Every check of a task is failed by a counterfeit or by an agent that does nothing.
"""


def main() -> None:
    """Print the page."""
    print(page(find_tasks([sys.argv[1]])))


def page(tasks: Sequence[Task]) -> str:
    """Return the page about these tasks, which all belong to one suite."""
    return "\n".join([_HEAD.format(suite=tasks[0].config.suite, count=counted(len(tasks), "task")), *_lines(tasks)])


def _lines(tasks: Sequence[Task]) -> Iterator[str]:
    yield "| task | tier | domain | services | start | checks by gate | counterfeits | alternatives |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for task in tasks:
        config, gates = task.config, Counter(check.gate for check in check_functions(task))
        cells = [
            f"[{config.title}](#{config.id})",
            config.tier.value.removeprefix("tier-"),
            config.domain.value,
            ", ".join(config.services),
            config.starting_state.value,
            " + ".join(str(gates[gate]) for gate in Gate),
            str(len(task.counterfeits)),
            str(len(task.alternatives)),
        ]
        yield f"| {' | '.join(cells)} |"
    yield "\n## Competencies\n"
    yield from _competencies(tasks)
    for task in tasks:
        yield from _section(task)


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
