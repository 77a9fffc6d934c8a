"""Addresses at which no service is, and the check of what a program says when it cannot reach one."""

from __future__ import annotations

from headwater.grading._api import Result, expect
from headwater.grading._running import Completed
from headwater.records import ServiceName
from headwater.services import SERVICES, Placement

SECRET = "hush-7731"  # noqa: S105 - no password of anything
"""The password that a program has while a service is away, and must not print."""
_NOWHERE = Placement(port=1, password=SECRET)


def away(service: ServiceName) -> dict[str, str]:
    """Return the environment variables of a service at whose address nothing listens."""
    return SERVICES[service].variables(_NOWHERE)


def reported_in_one_line(completed: Completed, *, code: int = 1, names: str = "", without: str = "") -> Result:
    """Pass if a program reported an error in one line on its standard error, without traceback or password.

    Args:
        completed: The program.
        code: The exit code that it must have.
        names: A word that the line must contain, in any case, such as the name of the service that is away.
        without: A text that the output must not contain, such as an address.
    """
    text, lines = completed.stdout + completed.stderr, completed.stderr.strip().splitlines()
    is_plain = not any(word in text for word in ("Traceback", SECRET, without) if word)
    fits = completed.exit_code == code and len(lines) == 1 and is_plain and names.lower() in completed.stderr.lower()
    return expect(fits, f"{completed.ending}, {len(lines)} lines: {[line[:160] for line in lines[:2]]}")
