"""Describes how the addresses of an engine look in code."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

HOST = r"(?:\[::1\]|(?=[\w.-]*[A-Za-z]|\d{1,3}\.)[A-Za-z0-9][\w.-]{0,200})"
"""The pattern of a literal host."""
PLACEHOLDER_HOSTS = {"host", "hostname", "server", "your-host", "0.0.0.0"}  # noqa: S104 - not bound to


@dataclass(frozen=True)
class Literals:
    """Describes how code that does not read the environment names an engine.

    Attributes:
        ports: Its usual ports, as text.
        schemes: A pattern of the schemes of its URLs.
        drivers: A pattern of the top-level names of the Python packages that connect to it.
        programs: The shell commands that connect to it.
        prefixes: A pattern of what precedes HOST and PORT in its environment variables.
        has_accounts: Whether a dictionary with a host, a database and a user is a connection to it.
        is_dsn: Returns whether a text is a connection string in its own syntax, with a literal address.
    """

    ports: frozenset[str]
    schemes: str
    drivers: re.Pattern[str]
    programs: frozenset[str]
    prefixes: str
    has_accounts: bool = True
    is_dsn: Callable[[str], bool] = lambda _: False
