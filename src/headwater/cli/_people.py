"""Options of ``run`` that are about the agent ``human``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from headwater.agents.human import is_human
from headwater.errors import InvalidFileError, OptionError, access_error

_MOST_BYTES = 1 << 20


def read_commands(path: Path | None, agents: Sequence[str]) -> str | None:
    """Return the commands for agent human: of a file, or of standard input if that is no terminal; else None.

    Raises:
        UserError: They cannot be read, or nobody would run them.
    """
    if not any(map(is_human, agents)):
        if path is not None:
            raise OptionError("they are for --agent human, which is not asked for", where=f"--commands {path}")
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
        raise InvalidFileError(f"more than {_MOST_BYTES >> 20} MiB", where=name, fix="give commands, and no data")
    if not text.strip():
        raise InvalidFileError(
            "no commands in it", where=name, fix="for a session at the terminal run Headwater in one"
        )
    return text


def trials_at_once(context: click.Context, agents: Sequence[str], commands: str | None, jobs: int) -> int:
    """Return how many trials run at once: one, unless more are asked for, where a person has the terminal."""
    is_default = context.get_parameter_source("jobs") is ParameterSource.DEFAULT
    if commands is None and is_default and any(map(is_human, agents)):
        return 1
    return jobs
