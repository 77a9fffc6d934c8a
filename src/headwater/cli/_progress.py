"""Shows the live progress of a job: one line per running trial on a terminal, one line per event elsewhere."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.text import Text

from headwater.cli._layout import Grid, lay_out
from headwater.grading import CheckStarted
from headwater.jobs import Progress
from headwater.records import CheckRecord, Totals, TrialSpec
from headwater.trials import AgentStarted, Faulted, Finished, ModelUsed, TerminalTaken

_MARK = "▸ "


class TerminalProgress(Progress):
    """Shows the running trials. Use it as a context manager around the job."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._total = 0
        self._done = 0
        self._doing: dict[str, tuple[str, float]] = {}
        self._used: dict[str, Totals] = {}
        self._lock = threading.Lock()
        self._live = Live(get_renderable=self._render, console=console, refresh_per_second=8, transient=True)

    def __enter__(self) -> TerminalProgress:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def started(self, trials: Sequence[TrialSpec]) -> None:
        """Record the number of trials in the job."""
        self._total = len(trials)

    def message(self, text: str) -> None:
        """Print a line above the running trials."""
        self._console.print(f"[dim]{escape(text)}[/]", highlight=False, soft_wrap=True)

    def event(self, spec: TrialSpec, event: Any) -> None:
        """Record a trial's current phase."""
        with self._lock:
            _, since = self._doing.get(spec.id, ("", time.monotonic()))
            doing = _describe(event)
            if doing is not None:
                self._doing[spec.id] = (doing, since)
            if isinstance(event, ModelUsed) and event.of_agent:
                self._used[spec.id] = event.totals
        if isinstance(event, TerminalTaken) and self._console.is_terminal:
            if event.taken:
                self._live.stop()
            else:
                self._live.start()
        if isinstance(event, str):
            self.message(event)
        if isinstance(event, Faulted):
            self.message(f"{spec.task} · {spec.agent} · {event}")

    def finished(self, finished: Finished) -> None:
        """Print a trial's result in one line."""
        spec = finished.record.spec
        with self._lock:
            self._doing.pop(spec.id, None)
            self._used.pop(spec.id, None)
            self._done += 1
        cleared = f"{finished.verdict.gates_cleared}/5 gates" if finished.verdict else escape(finished.reason)
        model = finished.record.model
        used = f" [dim]{describe_totals(model.totals)}[/]" if model else ""
        status = "" if finished.status == "ok" else f" [yellow]{finished.status.value}[/]"
        self._console.print(
            f"[dim]{self._done:>4}/{self._total}[/] {spec.task} · {escape(spec.agent)} · {cleared}{status}{used}",
            highlight=False,
            soft_wrap=not self._console.is_terminal,  # long lines in a file do not wrap
        )

    def _render(self) -> Text:
        rows = []
        with self._lock:
            for trial, (doing, since) in self._doing.items():
                task, agent = trial.split("__")[:2]
                used = describe_totals(self._used[trial]) if trial in self._used else ""
                rows.append((task, agent, doing, f"{time.monotonic() - since:.0f} s", used))
        _, row_lines = lay_out(Grid([""] * 5, rows), self._console.width - len(_MARK))
        return Text("\n").join(
            Text.assemble((" " * len(_MARK) if number else _MARK, "cyan"), line)
            for lines in row_lines
            for number, line in enumerate(lines)
        )


def describe_totals(totals: Totals) -> str:
    """Format model usage, as in ``12 turns · 84k tokens · $0.31``."""
    tokens = totals.usage.total
    size = f"{tokens / 1000:.0f}k" if tokens >= 10_000 else str(tokens)
    cost = "cost unknown" if totals.cost_usd is None else f"${totals.cost_usd:.2f}"
    return f"{totals.turns} turns · {size} tokens · {cost}"


def _describe(event: Any) -> str | None:
    match event:
        case AgentStarted():
            return "agent works"
        case CheckStarted(gate, _, name):
            return f"{gate}: {name}"
        case CheckRecord():
            return None
        case str():
            return event
        case _:
            return None
