"""Defines the options of ``headwater run`` for the agent ``human``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from headwater.agents.human import is_human
from headwater.errors import InvalidFileError, OptionError, access_error
from headwater.jobs import JobFolder, failed_trials

_MOST_BYTES = 1 << 20


def read_commands(path: Path | None, agents: Sequence[str], failed_of: Path | None) -> str | None:
    """Read commands for the agent ``human`` from a file or standard input, or return None if there are none.

    Standard input is read only if it is not a terminal.

    Args:
        path: The path of the file, or None for standard input.
        agents: The agents that attempt the tasks.
        failed_of: The job whose unsolved trials run again. If no agents are named, each trial keeps its agent.

    Raises:
        UserError: The commands cannot be read, or no chosen agent would run them.
    """
    if failed_of is not None and not agents:
        agents = [spec.agent for spec in failed_trials(JobFolder(failed_of))]
    if not any(map(is_human, agents)):
        if path is not None:
            raise OptionError("only --agent human runs commands, and it was not requested", where=f"--commands {path}")
        return None
    if path is None and sys.stdin.isatty():
        return None
    name = "standard input" if path is None else f"--commands {path}"
    try:
        data = sys.stdin.buffer.read(_MOST_BYTES + 1) if path is None else path.read_bytes()
        text = data.decode()
    except OSError as error:
        raise access_error(error, name) from None
    except UnicodeDecodeError:
        raise InvalidFileError("not UTF-8", where=name, fix="give commands as text") from None
    if len(data) > _MOST_BYTES:
        raise InvalidFileError(f"more than {_MOST_BYTES >> 20} MiB", where=name, fix="pass only commands")
    if not text.strip():
        raise InvalidFileError(
            "no commands in it", where=name, fix="for an interactive session, run Headwater in a terminal"
        )
    return text
