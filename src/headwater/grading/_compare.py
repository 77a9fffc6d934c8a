"""Whether two states of the same services hold the same data. What that means, each engine knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.records import ServiceName
from headwater.services import SERVICES, Stack, Window


def database_changes(
    before: Stack, after: Stack, services: Sequence[ServiceName], window: Window | None
) -> Iterator[str]:
    """Yield one line for each table, topic or key that differs between two states.

    Columns that hold the time of the run (a load timestamp, an epoch as version) differ by their nature and are left
    out; which ones is read from their values.

    Args:
        before: The earlier state.
        after: The later state.
        services: Which engines to compare.
        window: When the later state was made; without it, times are compared as any other value.
    """
    for name in services:
        yield from SERVICES[name].state.changes(before.service(name), after.service(name), window)
