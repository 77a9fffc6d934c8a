"""Compares the data in two states of the same services. Each engine defines when two values are equal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.records import ServiceName
from headwater.services import SERVICES, Stack, Window


def database_changes(
    before: Stack, after: Stack, services: Sequence[ServiceName], window: Window | None
) -> Iterator[str]:
    """Yield one line for each table, topic or key that differs between two states.

    Columns that contain the time of the run (a load timestamp, or an epoch used as a version) always differ, so they
    are ignored. They are identified by their values.

    Args:
        before: The earlier state.
        after: The later state.
        services: The engines to compare.
        window: The time span in which the later state was produced. Without it, times are compared like other values.
    """
    for name in services:
        yield from SERVICES[name].state.changes(before.service(name), after.service(name), window)
