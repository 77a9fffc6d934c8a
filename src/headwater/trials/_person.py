"""Manages a person's side of a trial: the terminal during the session, and the files built from the session's log."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from headwater import __version__
from headwater.agents import Agent, AgentOutput, Situation
from headwater.agents.human import ABANDONED, SOCKET_FOLDER, Human, at_terminal, read_session
from headwater.errors import CancelledError
from headwater.records import TrialSpec
from headwater.trials._judge import ProgramEnd
from headwater.trials._paths import TrialPaths


class TerminalTaken(NamedTuple):
    """Sent when the person's session takes the terminal, and when it gives the terminal back."""

    taken: bool


def given_commands(agent: Agent, commands: str | None) -> Agent:
    """Return the agent with the job's commands, if the agent takes commands."""
    return replace(agent, commands=commands) if isinstance(agent, Human) else agent


@contextmanager
def open_terminal(
    agent: Human, situation: Situation, paths: TrialPaths, cancel: threading.Event, notify: Callable[[Any], None]
) -> Iterator[tuple[Mapping[str, Path], Mapping[str, str]]]:
    """Give the terminal to a trial, and yield the mounts and variables that this requires.

    If the job has commands, there is no terminal, and both mappings are empty.
    """
    if agent.commands is not None:
        yield {}, {}
        return
    task = situation.task
    seconds = task.config.agent.timeout_sec
    length = f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} seconds"
    title = f"{task.ref}, {situation.prompt.value} prompt, {agent.name}: {length}"
    if earlier := _count(paths.openings):
        title += f"; earlier sessions of this trial: {earlier}"
    notify(TerminalTaken(True))
    try:
        with at_terminal(title, cancel) as folder:
            paths.openings.parent.mkdir(exist_ok=True)
            with paths.openings.open("a") as openings:
                openings.write(f"{datetime.now(UTC).isoformat()}\n")
            yield {SOCKET_FOLDER: folder}, {"TERM": os.environ.get("TERM", "dumb")}
    finally:
        notify(TerminalTaken(False))


def _count(openings: Path) -> int:
    return len(openings.read_text().splitlines()) if openings.is_file() else 0


def end_if_abandoned(agent: Agent, run: ProgramEnd, cancel: threading.Event) -> None:
    """End the job if the person at the terminal has given up.

    Raises:
        CancelledError: The person has given up. No part of the trial is kept, and the job can be resumed.
    """
    if isinstance(agent, Human) and agent.commands is None and run.broken is None and run.exit_code == ABANDONED:
        cancel.set()
        raise CancelledError("the person has abandoned the trial")


def write_session(agent: Human, situation: Situation, spec: TrialSpec, paths: TrialPaths) -> None:
    """Write the trajectory of the person's session."""
    from headwater.trajectories import AgentIdentity, ShellRun, build_session, write_trajectory

    log = read_session(AgentOutput(paths.agent_log, paths.agent_files))
    runs = [
        ShellRun(each.command, each.output, each.started_at, each.ended_at, each.exit_code) for each in log.commands
    ]
    openings = _count(paths.openings)
    extra = {"harness": spec.harness, "task": spec.task, "who": agent.who, "at_terminal": agent.commands is None}
    identity = AgentIdentity(agent.name, __version__, extra=extra)
    trajectory = build_session(
        runs,
        identity,
        prompt=agent.briefing(situation),
        started_at=log.started_at,
        end=log.end,
        reason=f"earlier sessions of this trial: {openings - 1}" if openings > 1 else "",
        session_id=spec.id,
    )
    write_trajectory(paths.trajectory, trajectory)
