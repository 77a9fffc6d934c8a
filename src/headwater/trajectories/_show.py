"""Prints trajectories in a terminal.

All text comes from the agent or its model and is hostile. It must not be able to control the terminal or imitate
Headwater's output.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import atif
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

_STYLES = {"system": "magenta", "user": "cyan", "agent": "green"}
_SHORT = 12
"""The maximum number of lines of a text, unless the full text is requested."""
_LONGEST_LINE = 2000


def show_trajectory(trajectory: atif.Trajectory, console: Console, *, full: bool = False) -> None:
    """Print a trajectory and the trajectories embedded in it.

    Args:
        trajectory: The trajectory.
        console: The console to print on.
        full: Whether to print every text completely instead of its first lines.
    """
    _Printer(console, None if full else _SHORT).document(trajectory)


def plain(text: str) -> str:
    """Return the text with invisible and control characters made visible."""
    return "".join(_visible(character) for character in text.replace("\r\n", "\n").expandtabs(4))


def _visible(character: str) -> str:
    if character == "\n" or character.isprintable():
        return character
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)  # a visible picture of the control character
    # this includes invisible characters that reorder, join or hide text
    return " " if unicodedata.category(character) == "Zs" else f"\\u{code:04x}"


class _Printer:
    def __init__(self, console: Console, lines: int | None) -> None:
        self._console = console
        self._lines = lines

    def document(self, trajectory: atif.Trajectory) -> None:
        agent = trajectory.agent
        title = f"{agent.name} {agent.version}" + (f" · {agent.model_name}" if agent.model_name else "")
        self._line(f"{trajectory.trajectory_id or 'trajectory'}: {title}", "bold")
        start = _time(trajectory.steps[0].timestamp)
        for step in trajectory.steps:
            self._step(step, start)
        self._end(trajectory)
        for embedded in trajectory.subagent_trajectories or []:
            self._console.print()
            self.document(embedded)

    def _step(self, step: atif.Step, start: datetime | None) -> None:
        facts = [f"{step.step_id:>3} {step.source}", *_facts(step, start)]
        self._console.print()
        self._line(" · ".join(facts), _STYLES[step.source])
        if step.reasoning_content:
            self._block(step.reasoning_content, "dim italic")
        if step.message:
            self._block(_content(step.message))
        for call in step.tool_calls or []:
            self._call(call)
            for result in step.observation.results if step.observation else []:
                if result.source_call_id == call.tool_call_id:
                    self._result(result)
        for result in step.observation.results if step.observation else []:
            if result.source_call_id is None:
                self._result(result)

    def _call(self, call: atif.ToolCall) -> None:
        extra = call.extra or {}
        notes = []
        if "started_at" in extra and "ended_at" in extra:
            span = datetime.fromisoformat(extra["ended_at"]) - datetime.fromisoformat(extra["started_at"])
            notes.append(f"{span.total_seconds():.1f} s")
        if extra.get("exit_code") is not None:
            notes.append(f"exit {extra['exit_code']}")
        suffix = f"  ({', '.join(notes)})" if notes else ""
        self._line(f"    ▸ {call.function_name}{suffix}", "bold yellow")
        self._block(_arguments(call.arguments), indent=6)

    def _result(self, result: atif.ObservationResult) -> None:
        for ref in result.subagent_trajectory_ref or []:
            self._line(f"      ↳ {ref.trajectory_id or ref.trajectory_path}", "cyan")
        if result.content:
            failed = bool((result.extra or {}).get("is_error"))
            self._block(_content(result.content), "red" if failed else "dim", indent=6)

    def _end(self, trajectory: atif.Trajectory) -> None:
        extra = trajectory.extra or {}
        self._console.print()
        for failed in extra.get("failed_requests", []):
            self._line(f"    ✗ request {failed.get('request_id')}: {failed.get('error')}", "red")
        if trajectory.final_metrics is not None:
            self._line(" · ".join(_totals(trajectory.final_metrics)), "bold")
        if extra.get("reason"):
            self._line(f"{extra.get('ending')}: {extra['reason']}", "yellow")

    def _block(self, text: str, style: str = "", indent: int = 4) -> None:
        lines = plain(text.strip("\n")).split("\n")
        lines_shown = lines if self._lines is None else [line[:_LONGEST_LINE] for line in lines[: self._lines]]
        self._console.print(Padding(Text("\n".join(lines_shown), style), (0, 0, 0, indent)))
        if len(lines_shown) < len(lines):
            self._line(f"{' ' * indent}… {len(lines) - len(lines_shown)} more lines", "dim")

    def _line(self, text: str, style: str) -> None:
        self._console.print(Text(plain(text).replace("\n", " "), style))


def _facts(step: atif.Step, start: datetime | None) -> Iterator[str]:
    now = _time(step.timestamp)
    if now is not None and start is not None:
        yield f"+{(now - start).total_seconds():.1f} s"
    if step.is_copied_context:
        yield "copied"
    metrics = step.metrics
    if metrics is None:
        return
    cached = f" ({metrics.cached_tokens:,} cached)" if metrics.cached_tokens else ""
    yield f"{metrics.prompt_tokens or 0:,} in{cached}"
    yield f"{metrics.completion_tokens or 0:,} out"
    yield "cost unknown" if metrics.cost_usd is None else f"${metrics.cost_usd:.4f}"


def _totals(metrics: atif.FinalMetrics) -> Iterator[str]:
    extra = metrics.extra or {}
    if "commands" in extra:  # a person's session, without a model
        yield f"{extra['commands']} commands"
        return
    yield f"{extra.get('requests', '?')} requests"
    cached = f" ({metrics.total_cached_tokens:,} cached)" if metrics.total_cached_tokens else ""
    yield f"{metrics.total_prompt_tokens or 0:,} in{cached}"
    yield f"{metrics.total_completion_tokens or 0:,} out"
    yield "cost unknown" if metrics.total_cost_usd is None else f"${metrics.total_cost_usd:.4f}"


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _content(content: str | list[atif.ContentPart]) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(part.text or f"[{part.type}]" for part in content)


def _arguments(arguments: dict[str, Any]) -> str:
    """Return one argument per line. A single argument has no name, because the tool's name implies it."""
    texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in arguments.items()}
    if len(texts) == 1:
        return next(iter(texts.values()))
    return "\n".join(f"{name}: {text}" for name, text in texts.items())
