"""Describes how an engine's addresses appear in code."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

HOST = r"(?:\[::1\]|(?=[\w.-]*[A-Za-z]|\d{1,3}\.)[A-Za-z0-9][\w.-]{0,200})"
"""The pattern of a literal host."""
PLACEHOLDER_HOSTS = {"host", "hostname", "server", "your-host", "0.0.0.0"}  # noqa: S104 - not bound to


@dataclass(frozen=True)
class Literals:
    """Describes how code that does not read the environment refers to an engine.

    Attributes:
        ports: The engine's usual ports, as strings.
        schemes: A pattern for the schemes of the engine's URLs.
        drivers: A pattern for the top-level names of Python packages that connect to the engine.
        programs: The shell commands that connect to the engine.
        prefixes: A pattern for the prefixes of HOST and PORT in the engine's environment variables.
        has_accounts: Whether a dictionary with a host, a database and a user counts as a connection to the engine.
        is_dsn: Returns whether a string is a connection string in the engine's own syntax, with a literal address.
    """

    ports: frozenset[str]
    schemes: str
    drivers: re.Pattern[str]
    programs: frozenset[str]
    prefixes: str
    has_accounts: bool = True
    is_dsn: Callable[[str], bool] = lambda _: False
