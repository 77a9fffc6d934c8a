"""Prints the output of ``headwater score discovery --trials``: answer and discovery accuracy, and their correlates."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from headwater.analysis import clustered_mean
from headwater.cli._layout import Grid, print_grid
from headwater.jobs import home
from headwater.plurals import counted
from headwater.records import PromptVariant
from headwater.results import Row, read_jobs
from headwater.sandbox import DATA
from headwater.suites.discovery.documents import is_document
from headwater.suites.discovery.study import LEAST_GROUPS, Correlation, StudiedTrial, attribute_errors, correlate
from headwater.suites.discovery.suite import Discovery
from headwater.tasks import Task, read_tasks

_SUITE = f"{Discovery.name}/"
_METRICS = ("ea", "da", "da_superset", "da_precision", "da_recall", "da_f1", "explored")


def report_trials(jobs: Sequence[Path]) -> None:
    """Print trial results by agent and prompt, by community and by difficulty, then error causes and correlations."""
    read = read_jobs(jobs)
    for problem in read.problems:
        click.echo(str(problem), err=True)
    rows = [row for row in read.rows if row.task.startswith(_SUITE) and row.is_evidence and row.native]
    if not rows:
        click.echo("these jobs have no graded trials of discovery")
        return
    _print_by("agent and prompt", rows, lambda row: f"{row.agent}, {row.prompt}")
    _print_by("community", rows, _community)
    _print_by("difficulty", rows, lambda row: "hard" if "hard" in (row.tags or ()) else "other")
    click.echo("means with 95 % intervals, clustered by task; '-' is unknown because reads were not traced")
    _print_causes(rows)
    _print_correlations(rows)


def _print_by(title: str, rows: Sequence[Row], group: Callable[[Row], str]) -> None:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[group(row)].append(row)
    lines = [
        (name, f"{len(found):,}", f"{len({row.task for row in found}):,}", *(_mean(found, each) for each in _METRICS))
        for name, found in sorted(groups.items())
    ]
    print_grid(Grid((title, "trials", "tasks", *_METRICS), lines, figures=range(1, len(_METRICS) + 3)))
    click.echo()


def _mean(rows: Sequence[Row], metric: str) -> str:
    """Return the mean of a metric over the trials that report it, with a confidence interval if it is a rate."""
    by_task: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        if (value := _native(row).get(metric)) is not None:
            by_task[row.task].append(value)
    if not by_task:
        return "-"
    found = clustered_mean([sum(values) for values in by_task.values()], [len(values) for values in by_task.values()])
    interval = f" [{found.low:.0%}, {found.high:.0%}]" if metric in ("ea", "da") else ""
    return f"{found.value:.0%}{interval}"


def _print_causes(rows: Sequence[Row]) -> None:
    attempts = [_attempt(row) for row in rows]
    causes = attribute_errors(attempts)
    wrong = causes.total()
    if wrong:
        click.echo(f"\n{counted(wrong, 'wrong answer')} of {len(attempts):,}:")
        print_grid(
            Grid(
                ("cause", "n", "share"),
                [(each, f"{n:,}", f"{n / wrong:.0%}") for each, n in causes.most_common()],
                {1, 2},
            )
        )


def _print_correlations(rows: Sequence[Row]) -> None:
    """Print how accuracy correlates with noise and volume across communities (or questions, if communities are few)."""
    tasks = {task.config.ref: task for task in read_tasks(Discovery().tasks_folder(home()))}
    rows = [row for row in rows if row.task in tasks]
    facts = _facts([tasks[ref] for ref in sorted({row.task for row in rows})])
    groups = "communities" if len({_community(row) for row in rows}) >= LEAST_GROUPS else "questions"
    name: Callable[[Row], str] = _community if groups == "communities" else lambda row: row.task
    accuracy: dict[str, list[float]] = defaultdict(list)
    noise: dict[str, list[float]] = defaultdict(list)
    volume: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        accuracy[name(row)].append(_native(row)["ea"])
        noise[name(row)].append(facts[row.task][0])
        volume[name(row)].append(facts[row.task][1])
    click.echo(
        f"\nrank correlation of accuracy over {counted(len(accuracy), groups.removesuffix('s'), groups)}, by Spearman:"
    )
    for what, measure in (("signal to noise", noise), ("bytes of data", volume)):
        click.echo(f"  with {what}: {_words(correlate(_means(accuracy), _means(measure)))}")
    click.echo("  these are not effects: groups also differ in other respects")


def _facts(tasks: Sequence[Task]) -> Mapping[str, tuple[float, float]]:
    """Return, for each task, the ratio of target files to all other data files, and the size of its data in bytes."""
    sizes: dict[str, dict[str, int]] = {}
    found = {}
    for task in tasks:
        data = str(task.config.data)
        if data not in sizes:
            files = [path for path in (home() / data).rglob("*") if path.is_file()]
            sizes[data] = {str(path): path.stat().st_size for path in files if not is_document(path.name)}
        targets = task.instruction(PromptVariant.INFORMED).count(f"\n- `{DATA}/")
        found[task.config.ref] = (targets / max(1, len(sizes[data]) - targets), float(sum(sizes[data].values())))
    return found


def _words(correlation: Correlation | None) -> str:
    if correlation is None:
        return f"not known: it needs {LEAST_GROUPS} groups with different values"
    interval = f"[{correlation.low:+.2f}, {correlation.high:+.2f}]"
    return f"{correlation.rho:+.2f} {interval}, p = {correlation.p:.3f}, n = {correlation.groups}"


def _means(values: Mapping[str, Sequence[float]]) -> dict[str, float]:
    return {name: sum(each) / len(each) for name, each in values.items()}


def _attempt(row: Row) -> StudiedTrial:
    native = _native(row)
    used, explored = native.get("da_superset"), native.get("explored")
    return StudiedTrial(
        task=row.task,
        community=_community(row),
        ea=native["ea"] == 1,
        has_form=bool(row.functional),
        used=None if used is None else used == 1,
        explored=None if explored is None else explored == 1,
    )


def _community(row: Row) -> str:
    return row.tags[0] if row.tags else "unknown"


def _native(row: Row) -> dict[str, float]:
    found: dict[str, float] = json.loads(row.native or "{}")
    return found
