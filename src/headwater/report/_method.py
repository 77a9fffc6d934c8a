"""Makes the page on methods, which explains how the figures were computed and what they cannot show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from headwater.grading import THRESHOLD
from headwater.plurals import counted
from headwater.records import Gate, Status
from headwater.report._data import SiteData
from headwater.report._figures import Figures, sentences
from headwater.report._trial import QUESTIONS
from headwater.results import Row

STATUSES = {
    Status.OK: "the agent ended by itself",
    Status.AGENT_ERROR: "it ended with an error, or exceeded a limit",
    Status.AGENT_TIMEOUT: "it was still running at its time limit",
    Status.BUDGET_EXHAUSTED: "it used up its tokens, turns or money",
    Status.INFRA_ERROR: "the machine, a service or Headwater failed, twice; or the provider of the model did",
    Status.INVALID: "a check broke, and on the reference or starting state as well; fix it and regrade",
}


@dataclass(frozen=True)
class StatusRow:
    """A status, and the number of trials that have it."""

    status: Status
    meaning: str
    trials: int


def make(data: SiteData, figures: Figures) -> dict[str, object]:
    """Return the template's data."""
    counts = Counter(row.status for row in data.rows)
    items = figures.items.value
    return {
        "rows": data.rows,
        "factors": [
            (name, levels) for name in ("agent", "model", "harness", "prompt") if (levels := _levels(data, name))
        ],
        "repeats": max((row.repeat for row in data.rows), default=0),
        "tasks": len(data.by_task),
        "versions": sorted({row.headwater_version for row in data.rows if row.headwater_version}),
        "span": _span(data.rows),
        "gates": [(gate.value, QUESTIONS[gate]) for gate in Gate],
        "threshold": THRESHOLD,
        "statuses": [StatusRow(each, meaning, counts[each.value]) for each, meaning in STATUSES.items()],
        "limits": list(_limits(data, figures)),
        "flaky": [(item.task, each) for item in items.items for each in item.flaky] if items else (),
        "problems": [str(problem) for problem in data.problems],
    }


def _levels(data: SiteData, factor: str) -> list[str]:
    return sorted({value for row in data.rows if (value := getattr(row, factor)) is not None})


def _span(rows: Iterable[Row]) -> tuple[str, str] | None:
    times = [row.started_at for row in rows if row.started_at is not None]
    return (f"{min(times):%Y-%m-%d %H:%M}", f"{max(times):%Y-%m-%d %H:%M}") if times else None


def _limits(data: SiteData, figures: Figures) -> Iterator[str]:
    """Yield sentences about what these trials cannot show."""
    answers = (figures.summary, figures.ranking("agent"), figures.efficiency, figures.items)
    yield from (answer.refusal for answer in answers[:1] if answer.refusal)
    yield from data.cautions
    yield from sentences(*(answer.value.notes for answer in answers if answer.value))
    yield from _of_records(data)
    items = figures.items.value
    misleading = [item.task for item in items.items if (item.discrimination or 0) < 0] if items else []
    if misleading:
        what = counted(len(misleading), "task")
        yield f"On {what} agents that are better elsewhere did worse ({', '.join(misleading[:4])}): examine the checks."


def _of_records(data: SiteData) -> Iterator[str]:
    weak = [row for row in data.rows if row.isolation]
    if weak:
        what = ", ".join(sorted({each for row in weak for each in row.isolation or ()}))
        yield f"{counted(len(weak), 'trial')} ran on a machine that could not isolate everything: {what}."
    differing = sum(bool(row.disagreements) for row in data.rows)
    if differing:
        trials_text = counted(differing, "trial")
        yield f"In {trials_text} the agent's own log and the gateway disagree; the gateway's count is used."
    retried = sum(row.attempts > 1 for row in data.rows)
    if retried:
        yield f"{counted(retried, 'trial')} took a second attempt after an infrastructure fault."
    missing = [ref for ref in data.by_task if data.task(ref) is None]
    if missing:
        yield f"The folders of {counted(len(missing), 'task')} are gone: their tier, category and checks are unknown."
