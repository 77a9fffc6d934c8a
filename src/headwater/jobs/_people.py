"""What a job needs for a person to attempt its tasks."""

from __future__ import annotations

import importlib.util

from headwater.agents.human import is_a_terminal, is_human
from headwater.errors import UserError
from headwater.jobs.executors import Executor
from headwater.records import JobConfig


def require_people(config: JobConfig, executor: Executor) -> None:
    """Make sure, before anything runs, that a person can be asked, or that there are commands to run.

    Raises:
        UserError: There is no terminal, or it would have to serve several trials at once; says what to do.
    """
    human = next((spec.agent for spec in config.trials if is_human(spec.agent)), None)
    if human is None:
        return
    if importlib.util.find_spec("atif") is None:
        raise UserError(f"--agent {human}: needs atif; pip install 'headwater[agents]'")
    if config.commands is not None:
        return
    if not executor.has_terminal:
        raise UserError(
            f"--agent {human}: executor {executor.name} has no terminal for a person; "
            "use --executor local, or give the job --commands"
        )
    if not is_a_terminal():
        raise UserError(
            f"--agent {human}: standard input and standard error are not a terminal; "
            "run it in one, or give the job --commands"
        )
    if config.jobs > 1:
        raise UserError(f"--jobs {config.jobs}: a terminal serves one trial at a time; use --jobs 1 for {human}")
