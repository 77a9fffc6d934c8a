"""Checks the requirements for a person to attempt a job's tasks."""

from __future__ import annotations

import importlib.util

from headwater.agents.human import is_a_terminal, is_human
from headwater.errors import MissingDependencyError, OptionError, UnsupportedError
from headwater.jobs.executors import Executor
from headwater.records import JobConfig


def require_people(config: JobConfig, executor: Executor) -> None:
    """Check, before anything runs, that a person has a terminal or has provided a file of commands.

    Raises:
        UnsupportedError: There is no terminal.
        OptionError: The terminal would have to serve several trials at the same time.
        MissingDependencyError: The package that writes trajectories is not installed.
    """
    human = next((spec.agent for spec in config.trials if is_human(spec.agent)), None)
    if human is None:
        return
    if importlib.util.find_spec("atif") is None:
        raise MissingDependencyError("needs atif", where=f"--agent {human}", fix="pip install 'headwater[agents]'")
    if config.commands is not None:
        return
    if not executor.has_terminal:
        raise UnsupportedError(
            f"executor {executor.name} has no terminal for a person",
            where=f"--agent {human}",
            fix="use --executor local, or give the job --commands",
        )
    if not is_a_terminal():
        raise UnsupportedError(
            "standard input and standard error are not a terminal",
            where=f"--agent {human}",
            fix="run it in one, or give the job --commands",
        )
    if config.jobs is not None and config.jobs > 1:
        raise OptionError(
            "a terminal serves one trial at a time", where=f"--jobs {config.jobs}", fix=f"use --jobs 1 for {human}"
        )
