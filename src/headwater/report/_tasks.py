"""Makes the table of tasks, with filters and each agent's result on each task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from headwater.analysis import TaskItem
from headwater.report import _places
from headwater.report._data import SiteData, is_probe
from headwater.report._figures import Figures
from headwater.results import Row

_MOST_AGENTS = 12
"""The maximum number of columns for a readable table."""


@dataclass(frozen=True)
class Filter:
    """A filter for a table. ``name`` is the data attribute of the table's rows that it applies to."""

    name: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class TaskCell:
    """An agent's result on a task."""

    score: float | None
    trials: int

    @property
    def shade(self) -> str:
        """The CSS class for the cell's colour, which depends on the number of gates that the score represents."""
        return "" if self.score is None else f"s{int(self.score * 5 + 1e-9)}"


@dataclass(frozen=True)
class TaskRow:
    """A row in the table. Fields read from the task's folder are empty if the folder no longer exists."""

    ref: str
    place: str
    title: str
    suite: str
    tier: str
    category: str
    domain: str
    competencies: tuple[str, ...]
    services: tuple[str, ...]
    trials: int
    excluded: int
    item: TaskItem | None
    cells: tuple[TaskCell | None, ...]


def make(data: SiteData, figures: Figures) -> dict[str, object]:
    """Return the template's data."""
    agents = tuple(agent for agent in data.agents if not is_probe(agent))[:_MOST_AGENTS]
    cells = {
        tuple(value for _, value in group.key): TaskCell(group.score.value, group.trials)
        for group in (figures.cells.value.groups if figures.cells.value else ())
    }
    items = {item.task: item for item in (figures.items.value.items if figures.items.value else ())}
    rows = [
        _row(data, ref, rows, items.get(ref), [cells.get((ref, agent)) for agent in agents])
        for ref, rows in data.by_task.items()
    ]
    return {
        "agents": agents,
        "usual": Counter(cell.trials for cell in cells.values()).most_common(1)[0][0] if cells else 0,
        "tasks": rows,
        "filters": [found for found in _filters(rows) if len(found.options) > 1],
        "refusal": figures.cells.refusal,
        "left_out": sum(not is_probe(agent) for agent in data.agents) - len(agents),
    }


def _row(
    data: SiteData, ref: str, rows: tuple[Row, ...], item: TaskItem | None, cells: list[TaskCell | None]
) -> TaskRow:
    task = data.task(ref)
    config = task.config if task else None
    return TaskRow(
        ref=ref,
        place=_places.task_page(ref),
        title=config.title if config else ref,
        suite=rows[0].suite,
        tier=rows[0].tier or "",
        category=rows[0].category or "",
        domain=config.domain.value if config else "",
        competencies=tuple(each.value for each in config.competencies) if config else (),
        services=tuple(config.services) if config else (),
        trials=len(rows),
        excluded=sum(not row.is_evidence for row in rows),
        item=item,
        cells=tuple(cells),
    )


def _filters(rows: list[TaskRow]) -> Iterable[Filter]:
    yield Filter("suite", _options(row.suite for row in rows))
    yield Filter("tier", _options(row.tier for row in rows))
    yield Filter("category", _options(row.category for row in rows))
    yield Filter("domain", _options(row.domain for row in rows))
    yield Filter("competency", _options(each for row in rows for each in row.competencies))
    yield Filter("service", _options(each for row in rows for each in row.services))


def _options(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({value for value in values if value}))
